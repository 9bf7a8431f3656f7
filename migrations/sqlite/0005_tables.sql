-- Everything that the bot stores. An id is a snowflake of Discord's: a game and a challenge have that of the interaction that made them. Times
-- are milliseconds since 1970 in Discord's time. Positions, moves and options are in notation.
--
-- SQLite's own are STRICT, WITHOUT ROWID, BLOB and randomblob(32); INTEGER has 64 bits, and REAL is a double.
--
-- It is number 5, since databases of before the first release had 1 to 4, and tables that are not taken over.

-- Who has been met, with the name last seen in an interaction, and what they have set.
CREATE TABLE members (
    id              INTEGER PRIMARY KEY,
    name            TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    language        TEXT, -- null: as Discord says
    notify_by       TEXT NOT NULL DEFAULT 'ping' CHECK (notify_by IN ('ping', 'direct', 'never')),
    challenges_from TEXT NOT NULL DEFAULT 'anyone' CHECK (challenges_from IN ('anyone', 'nobody')),
    visibility      TEXT NOT NULL DEFAULT 'everywhere' CHECK (visibility IN ('everywhere', 'servers', 'nowhere')),
    told_of_lessons INTEGER NOT NULL DEFAULT 0 CHECK (told_of_lessons IN (0, 1)) -- after the first lost game, once
) STRICT;

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
    largest_heap INTEGER CHECK (largest_heap > 0),
    language     TEXT, -- null: as Discord says
    pings        INTEGER NOT NULL DEFAULT 1 CHECK (pings IN (0, 1)),
    everywhere   INTEGER NOT NULL DEFAULT 1 CHECK (everywhere IN (0, 1)), -- whether its games count beyond it
    absent_since INTEGER -- when Discord first left it out of the bot's servers; null: it is among them
) STRICT;

-- Games. What the rules of a game say of its position, a test holds: each is the fold of the game's moves.
CREATE TABLE games (
    id            INTEGER PRIMARY KEY CHECK (id > 0),
    guild         INTEGER,
    channel       INTEGER NOT NULL,
    editable      INTEGER NOT NULL CHECK (editable IN (0, 1)), -- whether the bot may edit there without an interaction
    language      TEXT NOT NULL, -- of the board: what the server spoke when the game began
    message       INTEGER, -- the board; null until Discord has said which message it is
    shown         INTEGER NOT NULL, -- the interaction that showed the board last
    first_player  INTEGER NOT NULL, -- 0: the bot; negative: a former player
    second_player INTEGER NOT NULL,
    level         TEXT, -- of the bot; null: two members play
    clock         INTEGER NOT NULL CHECK (clock > 0), -- seconds for each move
    rated         INTEGER NOT NULL CHECK (rated IN (0, 1)),
    variant       TEXT NOT NULL, -- the game
    rules         TEXT NOT NULL, -- its options: 'misere most=4'
    start         TEXT NOT NULL CHECK (length(start) BETWEEN 1 AND 400), -- the position at the start
    position      TEXT NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    size          INTEGER NOT NULL CHECK (size >= 0), -- how many objects there were at the start; 0 if one move could have won
    ply           INTEGER NOT NULL CHECK (ply >= 0),
    taken_back    INTEGER NOT NULL CHECK (taken_back >= 0), -- how often moves have been taken back: such a game counts in no statistics
    hinted        INTEGER NOT NULL CHECK (hinted IN (0, 1)), -- whether its member was shown what to play
    followed      INTEGER NOT NULL DEFAULT 0 CHECK (followed IN (0, 1)), -- whether another game against the bot came after it: its board is one line then
    phase         TEXT NOT NULL CHECK (phase IN ('running', 'last_move', 'resignation', 'forfeit', 'no_show', 'abandonment')),
    winner        TEXT CHECK (winner IN ('first', 'second')),
    begun         INTEGER NOT NULL,
    since         INTEGER NOT NULL, -- of the phase: the last move, or the end
    deadline      INTEGER, -- the last moment in which the next move counts; null once it has ended
    remind        INTEGER, -- when to remind the player on turn; null if that is done, or not to be done
    first_active  INTEGER NOT NULL, -- when each player last did something in the game
    second_active INTEGER NOT NULL,
    typed         INTEGER, -- the interaction of the latest typed move
    typed_by      TEXT CHECK (typed_by IN ('first', 'second')),
    first_vote    TEXT CHECK (first_vote IN ('rematch', 'new_position')), -- which next game each player has voted for
    second_vote   TEXT CHECK (second_vote IN ('rematch', 'new_position')),
    first_kept    INTEGER, -- at the end: moves from won positions that kept the win, of all moves from won positions
    first_won     INTEGER,
    second_kept   INTEGER,
    second_won    INTEGER,
    everywhere    INTEGER NOT NULL CHECK (everywhere IN (0, 1)), -- whether it counts beyond its server
    follows       INTEGER UNIQUE REFERENCES games (id), -- the finished game that this one follows
    CHECK (first_player <> second_player),
    CHECK ((level IS NOT NULL) = (first_player = 0 OR second_player = 0)),
    CHECK (level IS NULL OR rated = 0),
    CHECK ((winner IS NOT NULL) = (phase IN ('last_move', 'resignation', 'forfeit'))),
    CHECK ((deadline IS NOT NULL) = (phase = 'running')),
    CHECK (remind IS NULL OR phase = 'running'),
    CHECK ((typed IS NULL) = (typed_by IS NULL)),
    CHECK ((first_kept IS NULL) = (phase = 'running')),
    CHECK ((first_kept IS NULL) = (first_won IS NULL)),
    CHECK ((first_kept IS NULL) = (second_kept IS NULL)),
    CHECK ((first_kept IS NULL) = (second_won IS NULL))
) STRICT;

CREATE UNIQUE INDEX one_running_game_a_pair
    ON games (
        channel,
        (CASE WHEN first_player < second_player THEN first_player ELSE second_player END),
        (CASE WHEN first_player < second_player THEN second_player ELSE first_player END)
    ) WHERE phase = 'running';

CREATE INDEX running_games_of_the_first ON games (first_player) WHERE phase = 'running';

CREATE INDEX running_games_of_the_second ON games (second_player) WHERE phase = 'running';

CREATE INDEX finished_games_of_the_first ON games (first_player, since) WHERE phase <> 'running';

CREATE INDEX finished_games_of_the_second ON games (second_player, since) WHERE phase <> 'running';

CREATE INDEX games_by_deadline ON games (deadline) WHERE phase = 'running';

CREATE INDEX games_by_reminder ON games (remind) WHERE remind IS NOT NULL;

CREATE INDEX games_of_a_server ON games (guild);

CREATE INDEX games_with_a_typed_move ON games (channel, typed) WHERE typed IS NOT NULL;

-- Every move of every game.
CREATE TABLE plies (
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    mv     TEXT NOT NULL,
    branch INTEGER NOT NULL CHECK (branch >= 0), -- how often moves had been taken back by then: with the ply it says which position came of it
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Invitations to a game. The id becomes that of the game.
CREATE TABLE challenges (
    id           INTEGER PRIMARY KEY CHECK (id > 0),
    guild        INTEGER,
    channel      INTEGER NOT NULL,
    editable     INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language     TEXT NOT NULL,
    message      INTEGER,
    challenger   INTEGER NOT NULL, -- negative: a former player, once it has ended
    invited      INTEGER, -- null: anyone
    variant      TEXT NOT NULL,
    rules        TEXT NOT NULL,
    start        TEXT NOT NULL CHECK (length(start) BETWEEN 1 AND 400),
    first        TEXT NOT NULL CHECK (first IN ('random', 'challenger', 'opponent', 'opponent_chooses')),
    clock        INTEGER NOT NULL CHECK (clock > 0),
    phase        TEXT NOT NULL CHECK (phase IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    until        INTEGER NOT NULL, -- while open: when it expires; else when it ended
    invited_name TEXT CHECK (length(invited_name) BETWEEN 1 AND 64), -- for the buttons of an open challenge
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)), -- whether its game would have been rated when it was made: two play only so many a day
    CHECK (challenger <> invited),
    CHECK (phase <> 'open' OR challenger > 0)
) STRICT;

CREATE INDEX challenges_of_a_member ON challenges (challenger, phase, until);

CREATE INDEX challenges_to_a_member ON challenges (invited, phase);

CREATE INDEX challenges_of_a_server ON challenges (guild);

CREATE INDEX challenges_by_expiry ON challenges (until) WHERE phase = 'open';

-- The one message by which a member was told something about a game or a challenge, until they have done something there.
CREATE TABLE notifications (
    game     INTEGER NOT NULL, -- or the challenge, which has the same number
    member   INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    at       INTEGER NOT NULL, -- as of when it was told
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_of_a_member ON notifications (member);

-- What each rated game has made of the ratings of its players: the latest row of a member is the rating now.
CREATE TABLE ratings (
    member     INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    finish     INTEGER NOT NULL, -- the number of the game among the rated ones that have ended, in order
    game       INTEGER NOT NULL REFERENCES games (id),
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    change     REAL NOT NULL, -- of the rating
    streak     INTEGER NOT NULL CHECK (streak >= 0), -- rated wins in a row up to and with this game
    PRIMARY KEY (member, variant, finish)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_a_game ON ratings (game);

CREATE INDEX ratings_in_order ON ratings (finish);

-- The leaderboards: the fold of the rated games, for each server, and under scope 0 for everywhere.
CREATE TABLE standings (
    scope       INTEGER NOT NULL, -- the server; 0: everywhere
    variant     TEXT NOT NULL,
    member      INTEGER NOT NULL,
    shown       INTEGER NOT NULL CHECK (shown IN (0, 1)),
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    games       INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    kept        INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    accuracy    REAL NOT NULL, -- kept / won
    streak      INTEGER NOT NULL,
    by_rating   REAL, -- what each leaderboard ranks by; null: not ranked
    by_wins     REAL,
    by_accuracy REAL,
    by_streak   REAL,
    PRIMARY KEY (member, variant, scope)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_by_rating ON standings (scope, variant, by_rating, member);

CREATE INDEX standings_by_wins ON standings (scope, variant, by_wins, member);

CREATE INDEX standings_by_accuracy ON standings (scope, variant, by_accuracy, member);

CREATE INDEX standings_by_streak ON standings (scope, variant, by_streak, member);

-- How many members of a leaderboard stand on which step of it, so that a place is counted without walking over everybody above.
CREATE TABLE steps (
    scope   INTEGER NOT NULL,
    variant TEXT NOT NULL,
    board   TEXT NOT NULL CHECK (board IN ('rating', 'wins', 'accuracy', 'streak')),
    step    INTEGER NOT NULL, -- the value that is ranked by, cut to whole points; an accuracy to tenths of a percent
    members INTEGER NOT NULL,
    PRIMARY KEY (scope, variant, board, step)
) STRICT, WITHOUT ROWID;

-- The only secret that the database needs: 32 random bytes, so that nobody can find out by trying ids whom a pseudonym stands for without
-- having the database.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY CHECK (name = 'pseudonyms'),
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT;

INSERT INTO secrets (name, value) VALUES ('pseudonyms', randomblob(32));

-- Blocks of members who have erased everything: by pseudonym, until the member comes back and the block stands in `blocks` again.
CREATE TABLE pseudonymous_blocks (
    member  INTEGER NOT NULL, -- who wants no challenges
    blocked TEXT NOT NULL, -- the pseudonym of from whom
    PRIMARY KEY (member, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX pseudonymous_blocks_of_others ON pseudonymous_blocks (blocked);

-- What limits members for a while. By the pseudonym of the member or of the pair, so that an erasure need not touch it.
CREATE TABLE limits (
    kind      TEXT NOT NULL CHECK (kind IN ('declined', 'rated', 'no_show', 'challenged')),
    pseudonym TEXT NOT NULL,
    at        INTEGER NOT NULL, -- when it happened
    until     INTEGER NOT NULL -- how long it is kept
) STRICT;

CREATE INDEX limits_by_pseudonym ON limits (pseudonym, kind, at);

CREATE INDEX limits_by_end ON limits (until);

-- The interactions that have been applied, so that none is applied twice. Pruned after a day.
CREATE TABLE interactions (id INTEGER PRIMARY KEY) STRICT;

-- When the bot identified itself to the gateway, and whether Discord took it.
CREATE TABLE identifies (
    at    INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0 CHECK (taken IN (0, 1))
) STRICT;

CREATE INDEX identifies_by_time ON identifies (at);

-- When the bot was last known to be connected, and since when boards may be behind.
CREATE TABLE marks (
    name TEXT PRIMARY KEY CHECK (name IN ('alive', 'behind')),
    at   INTEGER NOT NULL
) STRICT;

-- What members have solved in lessons. A position is known by its game, its options and its notation, so that lessons may be put in another order.
CREATE TABLE solved (
    member   INTEGER NOT NULL,
    variant  TEXT NOT NULL,
    rules    TEXT NOT NULL,
    position TEXT NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    PRIMARY KEY (member, variant, rules, position)
) STRICT, WITHOUT ROWID;

-- What members are to be told, until they have been told, or it does not hold any more. There is at most one for a member and a game.
CREATE TABLE notifications_to_send (
    game   INTEGER NOT NULL, -- or the challenge, which has the same number
    member INTEGER NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('turn', 'reminder', 'begun', 'ended', 'rematch', 'new_position', 'challenged')),
    via    TEXT NOT NULL CHECK (via IN ('ping', 'direct')),
    at     INTEGER NOT NULL, -- of the event
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_to_send_to_a_member ON notifications_to_send (member);

-- Messages of notifications that are obsolete, and messages that were boards, until they have been deleted.
CREATE TABLE messages_to_delete (
    message  INTEGER PRIMARY KEY,
    channel  INTEGER NOT NULL,
    game     INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    was      TEXT NOT NULL CHECK (was IN ('board', 'notification')),
    at       INTEGER NOT NULL -- since when it is obsolete
) STRICT;

CREATE INDEX messages_to_delete_of_a_game ON messages_to_delete (game);
