-- Games between members: challenges, clocks, ratings, leaderboards, settings. The tables of games are made anew, since a CHECK
-- cannot be changed in place.

CREATE TABLE games_of_members (
    id            INTEGER PRIMARY KEY CHECK (id > 0),
    guild         INTEGER,
    channel       INTEGER NOT NULL,
    editable      INTEGER NOT NULL CHECK (editable IN (0, 1)), -- whether the bot may edit there without an interaction
    language      TEXT NOT NULL, -- of the board: what the server spoke when the game began
    message       INTEGER, -- the board; null until Discord has said which message it is
    shown         INTEGER NOT NULL, -- the interaction that showed the board last
    first_player  INTEGER NOT NULL, -- 0: the bot; negative: a former player
    second_player INTEGER NOT NULL,
    level         TEXT CHECK (level IN ('perfect', 'good', 'beginner')),
    clock         INTEGER NOT NULL CHECK (clock > 0), -- seconds for each move
    rated         INTEGER NOT NULL CHECK (rated IN (0, 1)),
    start_left    INTEGER NOT NULL CHECK (start_left >= 0),
    start_right   INTEGER NOT NULL CHECK (start_right >= 0),
    pile_left     INTEGER NOT NULL CHECK (pile_left BETWEEN 0 AND start_left),
    pile_right    INTEGER NOT NULL CHECK (pile_right BETWEEN 0 AND start_right),
    ply           INTEGER NOT NULL CHECK (ply >= 0),
    phase         TEXT NOT NULL CHECK (phase IN ('running', 'last_move', 'resignation', 'forfeit', 'no_show', 'abandonment')),
    winner        TEXT CHECK (winner IN ('first', 'second')),
    begun         INTEGER NOT NULL,
    since         INTEGER NOT NULL, -- of the phase: the last move, or the end
    deadline      INTEGER, -- the last moment in which the next move counts; null once it has ended
    remind        INTEGER, -- when to remind who is to move; null where that is done, or not to be done
    first_touched  INTEGER NOT NULL, -- when each did something in the game last
    second_touched INTEGER NOT NULL,
    first_wish    TEXT CHECK (first_wish IN ('rematch', 'new_piles')), -- how each wants to go on
    second_wish   TEXT CHECK (second_wish IN ('rematch', 'new_piles')),
    first_kept    INTEGER, -- at the end: moves from won positions that kept the win, of all moves from won positions
    first_won     INTEGER,
    second_kept   INTEGER,
    second_won    INTEGER,
    everywhere    INTEGER NOT NULL DEFAULT 1 CHECK (everywhere IN (0, 1)), -- whether it counts beyond its server
    finish        INTEGER UNIQUE, -- the how-manyth rated game it was to end
    follows       INTEGER UNIQUE REFERENCES games_of_members (id), -- the finished game that this one goes on from
    CHECK (first_player <> second_player),
    CHECK (start_left + start_right > 0),
    CHECK ((level IS NOT NULL) = (first_player = 0 OR second_player = 0)),
    CHECK (level IS NULL OR rated = 0),
    CHECK ((winner IS NOT NULL) = (phase IN ('last_move', 'resignation', 'forfeit'))),
    CHECK ((deadline IS NOT NULL) = (phase = 'running')),
    CHECK (remind IS NULL OR phase = 'running'),
    CHECK (finish IS NULL OR (rated = 1 AND winner IS NOT NULL))
) STRICT;

-- The time of a snowflake: the upper 42 bits, counted from 2015. The bot waits for a week.
INSERT INTO games_of_members (id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock,
    rated, start_left, start_right, pile_left, pile_right, ply, phase, winner, begun, since, deadline, first_touched,
    second_touched, follows)
SELECT id, guild, channel, editable, language, message, shown, first_player, second_player, level, 604800, 0,
    start_left, start_right, pile_left, pile_right, ply, phase, winner, (id >> 22) + 1420070400000, since,
    CASE WHEN phase = 'running' THEN since + 604800000 END, since, since, follows
FROM games;

CREATE TABLE plies_of_members (
    game   INTEGER NOT NULL REFERENCES games_of_members (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    pile   TEXT NOT NULL CHECK (pile IN ('left', 'right', 'both')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO plies_of_members (game, ply, pile, amount, at) SELECT game, ply, pile, amount, at FROM plies;

-- The children first: dropping a table deletes what refers to its rows.
DROP TABLE interactions;
DROP TABLE plies;
DROP TABLE games;
ALTER TABLE games_of_members RENAME TO games;
ALTER TABLE plies_of_members RENAME TO plies;

-- One running game for each pair of opponents in a channel.
CREATE UNIQUE INDEX one_running_game_a_pair
    ON games (channel, min(first_player, second_player), max(first_player, second_player))
    WHERE phase = 'running';
CREATE INDEX running_games_of_the_first ON games (first_player) WHERE phase = 'running';
CREATE INDEX running_games_of_the_second ON games (second_player) WHERE phase = 'running';
CREATE INDEX finished_games_of_the_first ON games (first_player, since) WHERE phase <> 'running';
CREATE INDEX finished_games_of_the_second ON games (second_player, since) WHERE phase <> 'running';
CREATE INDEX rated_games_of_a_pair
    ON games (min(first_player, second_player), max(first_player, second_player), begun)
    WHERE rated = 1;
CREATE INDEX games_by_deadline ON games (deadline) WHERE phase = 'running';
CREATE INDEX games_by_reminder ON games (remind) WHERE remind IS NOT NULL;
CREATE INDEX games_of_a_server ON games (guild);

-- The interactions that have been applied, so that none is applied twice. Pruned after a day.
CREATE TABLE interactions (id INTEGER PRIMARY KEY) STRICT;

-- Invitations to a game. The id becomes that of the game.
CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY CHECK (id > 0),
    guild      INTEGER,
    channel    INTEGER NOT NULL,
    editable   INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language   TEXT NOT NULL,
    message    INTEGER,
    challenger INTEGER NOT NULL,
    invited    INTEGER, -- null: anyone
    pile_left  INTEGER NOT NULL CHECK (pile_left >= 0),
    pile_right INTEGER NOT NULL CHECK (pile_right >= 0),
    first      TEXT NOT NULL CHECK (first IN ('random', 'challenger', 'opponent', 'opponent_chooses')),
    clock      INTEGER NOT NULL CHECK (clock > 0),
    phase      TEXT NOT NULL CHECK (phase IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    until      INTEGER NOT NULL, -- while open: when it expires; else when it ended
    CHECK (challenger <> invited),
    CHECK (pile_left + pile_right > 0)
) STRICT;
CREATE INDEX challenges_of_a_member ON challenges (challenger, phase, until);
CREATE INDEX challenges_to_a_member ON challenges (invited, phase);
CREATE INDEX challenges_of_a_server ON challenges (guild);
CREATE INDEX challenges_by_expiry ON challenges (until) WHERE phase = 'open';

-- What each rated game has made of the ratings of its players: the latest row of a member is the rating now.
CREATE TABLE ratings (
    member     INTEGER NOT NULL,
    finish     INTEGER NOT NULL, -- of the game
    game       INTEGER NOT NULL REFERENCES games (id),
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    change     REAL NOT NULL, -- of the rating
    streak     INTEGER NOT NULL CHECK (streak >= 0), -- rated wins in a row up to and with this game
    PRIMARY KEY (member, finish)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of_a_game ON ratings (game);

-- The leaderboards: the fold of the rated games, for each server, and under scope 0 for everywhere.
CREATE TABLE standings (
    scope     INTEGER NOT NULL,
    member    INTEGER NOT NULL,
    shown     INTEGER NOT NULL CHECK (shown IN (0, 1)),
    rating    REAL NOT NULL,
    deviation REAL NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    kept      INTEGER NOT NULL,
    won       INTEGER NOT NULL,
    accuracy  REAL NOT NULL, -- kept / won
    streak    INTEGER NOT NULL,
    by_rating   REAL, -- what each leaderboard ranks by; null: not ranked
    by_wins     INTEGER,
    by_accuracy REAL,
    by_streak   INTEGER,
    PRIMARY KEY (scope, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_of_a_member ON standings (member);
CREATE INDEX standings_by_rating ON standings (scope, by_rating, member);
CREATE INDEX standings_by_wins ON standings (scope, by_wins, member);
CREATE INDEX standings_by_accuracy ON standings (scope, by_accuracy, member);
CREATE INDEX standings_by_streak ON standings (scope, by_streak, member);

-- The one message by which a member was told something about a game, until they have done something there.
CREATE TABLE notices (
    game     INTEGER NOT NULL REFERENCES games (id),
    member   INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    at       INTEGER NOT NULL, -- as of when it was told
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX notices_to_a_member ON notices (member);

-- What members have set.
ALTER TABLE members ADD COLUMN telling TEXT NOT NULL DEFAULT 'ping' CHECK (telling IN ('ping', 'direct', 'never'));
ALTER TABLE members ADD COLUMN challenges TEXT NOT NULL DEFAULT 'anyone' CHECK (challenges IN ('anyone', 'nobody'));
ALTER TABLE members ADD COLUMN visible TEXT NOT NULL DEFAULT 'everywhere' CHECK (visible IN ('everywhere', 'servers', 'nowhere'));
CREATE TABLE blocks (
    member  INTEGER NOT NULL, -- who wants no challenges
    blocked INTEGER NOT NULL, -- from whom
    PRIMARY KEY (member, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_others ON blocks (blocked);

-- Servers with games or settings.
CREATE TABLE servers (
    id           INTEGER PRIMARY KEY,
    clock        INTEGER CHECK (clock > 0), -- seconds; null: a day
    largest_pile INTEGER CHECK (largest_pile > 0),
    language     TEXT, -- null: as Discord says
    pings        INTEGER NOT NULL DEFAULT 1 CHECK (pings IN (0, 1)),
    everywhere   INTEGER NOT NULL DEFAULT 1 CHECK (everywhere IN (0, 1)), -- whether its games count beyond it
    absent_since INTEGER -- when Discord first left it out of the bot's servers; null: it is among them
) STRICT;
INSERT INTO servers (id) SELECT DISTINCT guild FROM games WHERE guild IS NOT NULL;

-- When the bot was last known to be connected.
CREATE TABLE marks (
    name TEXT PRIMARY KEY CHECK (name = 'alive'),
    at   INTEGER NOT NULL
) STRICT;
