-- Who has been met, with the name last seen in an interaction, and what they have set.
CREATE TABLE members (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    language TEXT -- null: as Discord says
) STRICT;

-- A game. Its id is the snowflake of the interaction that made it; player 0 is the bot; times are milliseconds since 1970 in
-- Discord's time.
CREATE TABLE games (
    id            INTEGER PRIMARY KEY CHECK (id > 0),
    guild         INTEGER,
    channel       INTEGER NOT NULL,
    editable      INTEGER NOT NULL CHECK (editable IN (0, 1)), -- whether the bot may edit there without an interaction
    language      TEXT NOT NULL, -- of the board: what the server spoke when the game began
    message       INTEGER, -- the board; null until Discord has said which message it is
    shown         INTEGER NOT NULL, -- the interaction that showed the board last
    first_player  INTEGER NOT NULL,
    second_player INTEGER NOT NULL,
    level         TEXT CHECK (level IN ('perfect', 'good', 'beginner')),
    start_left    INTEGER NOT NULL CHECK (start_left >= 0),
    start_right   INTEGER NOT NULL CHECK (start_right >= 0),
    pile_left     INTEGER NOT NULL CHECK (pile_left BETWEEN 0 AND start_left),
    pile_right    INTEGER NOT NULL CHECK (pile_right BETWEEN 0 AND start_right),
    ply           INTEGER NOT NULL CHECK (ply >= 0),
    phase         TEXT NOT NULL CHECK (phase IN ('running', 'last_move', 'resignation', 'abandonment')),
    winner        TEXT CHECK (winner IN ('first', 'second')),
    since         INTEGER NOT NULL, -- of the phase: the last move, or the end
    follows       INTEGER UNIQUE REFERENCES games (id), -- the finished game that this one goes on from
    CHECK (first_player <> second_player),
    CHECK (start_left + start_right > 0),
    CHECK ((level IS NOT NULL) = (first_player = 0 OR second_player = 0)),
    CHECK ((winner IS NOT NULL) = (phase IN ('last_move', 'resignation')))
) STRICT;

-- One running game for each pair of opponents in a channel.
CREATE UNIQUE INDEX one_running_game_a_pair
    ON games (channel, min(first_player, second_player), max(first_player, second_player))
    WHERE phase = 'running';
CREATE INDEX running_games_of_the_first ON games (first_player) WHERE phase = 'running';
CREATE INDEX running_games_of_the_second ON games (second_player) WHERE phase = 'running';

CREATE INDEX finished_games_of_the_first ON games (first_player, since) WHERE phase <> 'running';
CREATE INDEX finished_games_of_the_second ON games (second_player, since) WHERE phase <> 'running';

-- Every move of every game.
CREATE TABLE plies (
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    pile   TEXT NOT NULL CHECK (pile IN ('left', 'right', 'both')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- The interactions that have been applied, so that none is applied twice. Pruned after a day.
CREATE TABLE interactions (
    id   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE
) STRICT;
