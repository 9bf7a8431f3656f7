-- Every game of the family: positions, moves and options are stored in notation; ratings and standings are those of a game. The tables are made
-- anew, since columns go. What their rules held for piles, a test holds: each stored position is the fold of its moves.

CREATE TABLE games_of_family (
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
    variant       TEXT NOT NULL, -- the game
    rules         TEXT NOT NULL, -- its options: 'misere most=4'
    start         TEXT NOT NULL CHECK (length(start) BETWEEN 1 AND 400), -- the position at the start, in notation
    position      TEXT NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    size          INTEGER NOT NULL CHECK (size >= 0), -- how many objects there were at the start; 0 if one move could have won
    ply           INTEGER NOT NULL CHECK (ply >= 0),
    phase         TEXT NOT NULL CHECK (phase IN ('running', 'last_move', 'resignation', 'forfeit', 'no_show', 'abandonment')),
    winner        TEXT CHECK (winner IN ('first', 'second')),
    begun         INTEGER NOT NULL,
    since         INTEGER NOT NULL, -- of the phase: the last move, or the end
    deadline      INTEGER, -- the last moment in which the next move counts; null once it has ended
    remind        INTEGER, -- when to remind the player on turn; null if that is done, or not to be done
    first_active  INTEGER NOT NULL, -- when each player last did something in the game
    second_active INTEGER NOT NULL,
    first_vote    TEXT CHECK (first_vote IN ('rematch', 'new_piles')), -- which next game each player has voted for
    second_vote   TEXT CHECK (second_vote IN ('rematch', 'new_piles')),
    first_kept    INTEGER, -- at the end: moves from won positions that kept the win, of all moves from won positions
    first_won     INTEGER,
    second_kept   INTEGER,
    second_won    INTEGER,
    everywhere    INTEGER NOT NULL DEFAULT 1 CHECK (everywhere IN (0, 1)), -- whether it counts beyond its server
    finish        INTEGER UNIQUE, -- its number among the rated games that have ended, in order
    follows       INTEGER UNIQUE REFERENCES games_of_family (id), -- the finished game that this one follows
    taken_back    INTEGER NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
    typed         INTEGER, -- the interaction of the latest typed move
    version       INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0), -- how often the row was changed
    CHECK (first_player <> second_player),
    CHECK ((level IS NOT NULL) = (first_player = 0 OR second_player = 0)),
    CHECK (level IS NULL OR rated = 0),
    CHECK ((winner IS NOT NULL) = (phase IN ('last_move', 'resignation', 'forfeit'))),
    CHECK ((deadline IS NOT NULL) = (phase = 'running')),
    CHECK (remind IS NULL OR phase = 'running'),
    CHECK (finish IS NULL OR (rated = 1 AND winner IS NOT NULL))
) STRICT;
INSERT INTO games_of_family (id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, rated,
    variant, rules, start, position, size, ply, phase, winner, begun, since, deadline, remind, first_active, second_active, first_vote,
    second_vote, first_kept, first_won, second_kept, second_won, everywhere, finish, follows, taken_back, typed, version)
SELECT id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, rated,
    'wythoff', '', start_left || ' ' || start_right, pile_left || ' ' || pile_right,
    CASE WHEN start_left = 0 OR start_right = 0 OR start_left = start_right THEN 0
     WHEN start_left > 9223372036854775807 - start_right THEN 9223372036854775807 ELSE start_left + start_right END,
    ply, phase, winner, begun, since, deadline, remind, first_active, second_active, first_vote,
    second_vote, first_kept, first_won, second_kept, second_won, everywhere, finish, follows, taken_back, typed, version
FROM games;

CREATE TABLE plies_of_family (
    game   INTEGER NOT NULL REFERENCES games_of_family (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    mv     TEXT NOT NULL, -- in notation
    branch INTEGER NOT NULL CHECK (branch >= 0), -- how often moves had been taken back by then
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO plies_of_family (game, ply, mv, branch, at)
SELECT game, ply, CASE pile WHEN 'left' THEN 'A' || amount WHEN 'right' THEN 'B' || amount ELSE 'A' || amount || 'B' || amount END, branch, at
FROM plies;

CREATE TABLE challenges_of_family (
    id           INTEGER PRIMARY KEY CHECK (id > 0),
    guild        INTEGER,
    channel      INTEGER NOT NULL,
    editable     INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language     TEXT NOT NULL,
    message      INTEGER,
    challenger   INTEGER NOT NULL,
    invited      INTEGER, -- null: anyone
    variant      TEXT NOT NULL,
    rules        TEXT NOT NULL,
    start        TEXT NOT NULL CHECK (length(start) BETWEEN 1 AND 400),
    first        TEXT NOT NULL CHECK (first IN ('random', 'challenger', 'opponent', 'opponent_chooses')),
    clock        INTEGER NOT NULL CHECK (clock > 0),
    phase        TEXT NOT NULL CHECK (phase IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    until        INTEGER NOT NULL, -- while open: when it expires; else when it ended
    invited_name TEXT CHECK (length(invited_name) BETWEEN 1 AND 64),
    CHECK (challenger <> invited)
) STRICT;
INSERT INTO challenges_of_family (id, guild, channel, editable, language, message, challenger, invited, variant, rules, start, first, clock,
    phase, until, invited_name)
SELECT id, guild, channel, editable, language, message, challenger, invited, 'wythoff', '', pile_left || ' ' || pile_right, first, clock,
    phase, until, invited_name
FROM challenges;

CREATE TABLE ratings_of_family (
    member     INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    finish     INTEGER NOT NULL, -- of the game
    game       INTEGER NOT NULL REFERENCES games_of_family (id),
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    change     REAL NOT NULL, -- of the rating
    streak     INTEGER NOT NULL CHECK (streak >= 0), -- rated wins in a row up to and with this game
    PRIMARY KEY (member, variant, finish)
) STRICT, WITHOUT ROWID;
INSERT INTO ratings_of_family (member, variant, finish, game, rating, deviation, volatility, change, streak)
SELECT member, 'wythoff', finish, game, rating, deviation, volatility, change, streak FROM ratings;

CREATE TABLE standings_of_family (
    scope     INTEGER NOT NULL, -- the server; 0: everywhere
    variant   TEXT NOT NULL,
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
    PRIMARY KEY (member, variant, scope)
) STRICT, WITHOUT ROWID;
INSERT INTO standings_of_family (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak, by_rating, by_wins,
    by_accuracy, by_streak)
SELECT scope, 'wythoff', member, shown, rating, deviation, games, wins, kept, won, accuracy, streak, by_rating, by_wins, by_accuracy, by_streak
FROM standings;

CREATE TABLE steps_of_family (
    scope   INTEGER NOT NULL,
    variant TEXT NOT NULL,
    board   TEXT NOT NULL CHECK (board IN ('rating', 'wins', 'accuracy', 'streak')),
    step    INTEGER NOT NULL, -- the value that is ranked by, cut to whole points; an accuracy to tenths of a percent
    members INTEGER NOT NULL,
    PRIMARY KEY (scope, variant, board, step)
) STRICT, WITHOUT ROWID;
INSERT INTO steps_of_family (scope, variant, board, step, members) SELECT scope, 'wythoff', board, step, members FROM steps;

-- The children first: dropping a table deletes what refers to its rows.
DROP TABLE ratings;
DROP TABLE plies;
DROP TABLE games;
DROP TABLE challenges;
DROP TABLE standings;
DROP TABLE steps;
ALTER TABLE games_of_family RENAME TO games;
ALTER TABLE plies_of_family RENAME TO plies;
ALTER TABLE challenges_of_family RENAME TO challenges;
ALTER TABLE ratings_of_family RENAME TO ratings;
ALTER TABLE standings_of_family RENAME TO standings;
ALTER TABLE steps_of_family RENAME TO steps;

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
CREATE INDEX games_with_a_typed_move ON games (channel, typed) WHERE typed IS NOT NULL;
CREATE INDEX challenges_of_a_member ON challenges (challenger, phase, until);
CREATE INDEX challenges_to_a_member ON challenges (invited, phase);
CREATE INDEX challenges_of_a_server ON challenges (guild);
CREATE INDEX challenges_by_expiry ON challenges (until) WHERE phase = 'open';
CREATE INDEX ratings_of_a_game ON ratings (game);
CREATE INDEX standings_by_rating ON standings (scope, variant, by_rating, member);
CREATE INDEX standings_by_wins ON standings (scope, variant, by_wins, member);
CREATE INDEX standings_by_accuracy ON standings (scope, variant, by_accuracy, member);
CREATE INDEX standings_by_streak ON standings (scope, variant, by_streak, member);

ALTER TABLE servers RENAME COLUMN largest_pile TO largest_heap;
