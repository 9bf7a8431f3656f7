-- Everything that the bot stores, in PostgreSQL. The tables are those of SQLite, with their comments; a test compares them. It has the number of
-- SQLite's latest migration; the earlier ones never existed here.
--
-- Texts are ordered by their bytes, as in SQLite, whatever the database's collation is.

-- Who has been met, with the name last seen in an interaction, and what they have set.
CREATE TABLE members (
    id              BIGINT PRIMARY KEY,
    name            TEXT COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    language        TEXT COLLATE "C", -- null: as Discord says
    notify_by       TEXT COLLATE "C" NOT NULL DEFAULT 'ping' CHECK (notify_by IN ('ping', 'direct', 'never')),
    challenges_from TEXT COLLATE "C" NOT NULL DEFAULT 'anyone' CHECK (challenges_from IN ('anyone', 'nobody')),
    visibility      TEXT COLLATE "C" NOT NULL DEFAULT 'everywhere' CHECK (visibility IN ('everywhere', 'servers', 'nowhere')),
    told_of_lessons BIGINT NOT NULL DEFAULT 0 CHECK (told_of_lessons IN (0, 1)) -- after the first lost game, once
);

CREATE TABLE blocks (
    member  BIGINT NOT NULL, -- who wants no challenges
    blocked BIGINT NOT NULL, -- from whom
    PRIMARY KEY (member, blocked)
);

CREATE INDEX blocks_of_others ON blocks (blocked);

-- Servers with games or settings.
CREATE TABLE servers (
    id             BIGINT PRIMARY KEY,
    clock          BIGINT CHECK (clock > 0), -- seconds; null: a day
    largest_heap   BIGINT CHECK (largest_heap > 0),
    language       TEXT COLLATE "C", -- null: as Discord says
    pings          BIGINT NOT NULL DEFAULT 1 CHECK (pings IN (0, 1)),
    everywhere     BIGINT NOT NULL DEFAULT 1 CHECK (everywhere IN (0, 1)), -- whether its games count beyond it
    absent_since   BIGINT, -- when Discord first left it out of the bot's servers; null: it is among them
    daily_channel  BIGINT, -- where it wants the puzzle of each day to be posted
    daily_language TEXT COLLATE "C",
    daily_refused  BIGINT NOT NULL DEFAULT 0 CHECK (daily_refused IN (0, 1)),
    daily_due      BIGINT, -- when the next one is due
    daily_to_post  BIGINT -- the day whose puzzle is still to be posted
);

-- Games. What the rules of a game say of its position, a test holds: each is the fold of the game's moves.
CREATE TABLE games (
    id            BIGINT PRIMARY KEY CHECK (id > 0),
    guild         BIGINT,
    channel       BIGINT NOT NULL,
    editable      BIGINT NOT NULL CHECK (editable IN (0, 1)), -- whether the bot may edit there without an interaction
    language      TEXT COLLATE "C" NOT NULL, -- of the board: what the server spoke when the game began
    message       BIGINT, -- the board; null until Discord has said which message it is
    shown         BIGINT NOT NULL, -- the interaction that showed the board last
    first_player  BIGINT NOT NULL, -- 0: the bot; negative: a former player
    second_player BIGINT NOT NULL,
    level         TEXT COLLATE "C", -- of the bot; null: two members play
    clock         BIGINT NOT NULL CHECK (clock > 0), -- seconds for each move
    rated         BIGINT NOT NULL CHECK (rated IN (0, 1)),
    variant       TEXT COLLATE "C" NOT NULL, -- the game
    rules         TEXT COLLATE "C" NOT NULL, -- its options: 'misere most=4'
    start         TEXT COLLATE "C" NOT NULL CHECK (length(start) BETWEEN 1 AND 400), -- the position at the start
    position      TEXT COLLATE "C" NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    size          BIGINT NOT NULL CHECK (size >= 0), -- how many objects there were at the start; 0 if one move could have won
    ply           BIGINT NOT NULL CHECK (ply >= 0),
    taken_back    BIGINT NOT NULL CHECK (taken_back >= 0), -- how often moves have been taken back: such a game counts in no statistics
    hinted        BIGINT NOT NULL CHECK (hinted IN (0, 1)), -- whether its member was shown what to play
    followed      BIGINT NOT NULL DEFAULT 0 CHECK (followed IN (0, 1)), -- whether another game against the bot came after it: its board is one line then
    phase         TEXT COLLATE "C" NOT NULL CHECK (phase IN ('running', 'last_move', 'resignation', 'forfeit', 'no_show', 'abandonment')),
    winner        TEXT COLLATE "C" CHECK (winner IN ('first', 'second')),
    begun         BIGINT NOT NULL,
    since         BIGINT NOT NULL, -- of the phase: the last move, or the end
    deadline      BIGINT, -- the last moment in which the next move counts; null once it has ended
    remind        BIGINT, -- when to remind the player on turn; null if that is done, or not to be done
    first_active  BIGINT NOT NULL, -- when each player last did something in the game
    second_active BIGINT NOT NULL,
    typed         BIGINT, -- the interaction of the latest typed move
    typed_by      TEXT COLLATE "C" CHECK (typed_by IN ('first', 'second')),
    first_vote    TEXT COLLATE "C" CHECK (first_vote IN ('rematch', 'new_position')), -- which next game each player has voted for
    second_vote   TEXT COLLATE "C" CHECK (second_vote IN ('rematch', 'new_position')),
    first_kept    BIGINT, -- at the end: moves from won positions that kept the win, of all moves from won positions
    first_won     BIGINT,
    second_kept   BIGINT,
    second_won    BIGINT,
    everywhere    BIGINT NOT NULL CHECK (everywhere IN (0, 1)), -- whether it counts beyond its server
    follows       BIGINT UNIQUE REFERENCES games (id), -- the finished game that this one follows
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
) WITH (fillfactor = 80); -- room for the row of the next move beside that of the last one, so that no index has to change

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
    game   BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply    BIGINT NOT NULL CHECK (ply > 0),
    mv     TEXT COLLATE "C" NOT NULL,
    branch BIGINT NOT NULL CHECK (branch >= 0), -- how often moves had been taken back by then: with the ply it says which position came of it
    at     BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);

-- Invitations to a game. The id becomes that of the game.
CREATE TABLE challenges (
    id           BIGINT PRIMARY KEY CHECK (id > 0),
    guild        BIGINT,
    channel      BIGINT NOT NULL,
    editable     BIGINT NOT NULL CHECK (editable IN (0, 1)),
    language     TEXT COLLATE "C" NOT NULL,
    message      BIGINT,
    challenger   BIGINT NOT NULL, -- negative: a former player, once it has ended
    invited      BIGINT, -- null: anyone
    variant      TEXT COLLATE "C" NOT NULL,
    rules        TEXT COLLATE "C" NOT NULL,
    start        TEXT COLLATE "C" NOT NULL CHECK (length(start) BETWEEN 1 AND 400),
    first        TEXT COLLATE "C" NOT NULL CHECK (first IN ('random', 'challenger', 'opponent', 'opponent_chooses')),
    clock        BIGINT NOT NULL CHECK (clock > 0),
    phase        TEXT COLLATE "C" NOT NULL CHECK (phase IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    until        BIGINT NOT NULL, -- while open: when it expires; else when it ended
    invited_name TEXT COLLATE "C" CHECK (length(invited_name) BETWEEN 1 AND 64), -- for the buttons of an open challenge
    rated        BIGINT NOT NULL CHECK (rated IN (0, 1)), -- whether its game would have been rated when it was made: two play only so many a day
    CHECK (challenger <> invited),
    CHECK (phase <> 'open' OR challenger > 0)
);

CREATE INDEX challenges_of_a_member ON challenges (challenger, phase, until);

CREATE INDEX challenges_to_a_member ON challenges (invited, phase);

CREATE INDEX challenges_of_a_server ON challenges (guild);

CREATE INDEX challenges_by_expiry ON challenges (until) WHERE phase = 'open';

-- The one message by which a member was told something about a game or a challenge, until they have done something there.
CREATE TABLE notifications (
    game     BIGINT NOT NULL, -- or the challenge, which has the same number
    member   BIGINT NOT NULL,
    channel  BIGINT NOT NULL,
    message  BIGINT NOT NULL,
    editable BIGINT NOT NULL CHECK (editable IN (0, 1)),
    at       BIGINT NOT NULL, -- as of when it was told
    PRIMARY KEY (game, member)
);

CREATE INDEX notifications_of_a_member ON notifications (member);

-- What each rated game has made of the ratings of its players: the latest row of a member is the rating now.
CREATE TABLE ratings (
    member     BIGINT NOT NULL,
    variant    TEXT COLLATE "C" NOT NULL,
    finish     BIGINT NOT NULL, -- the number of the game among the rated ones that have ended, in order
    game       BIGINT NOT NULL REFERENCES games (id),
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    change     DOUBLE PRECISION NOT NULL, -- of the rating
    streak     BIGINT NOT NULL CHECK (streak >= 0), -- rated wins in a row up to and with this game
    PRIMARY KEY (member, variant, finish)
);

CREATE INDEX ratings_of_a_game ON ratings (game);

CREATE INDEX ratings_in_order ON ratings (finish);

-- The leaderboards: the fold of the rated games, for each server, and under scope 0 for everywhere.
CREATE TABLE standings (
    scope       BIGINT NOT NULL, -- the server; 0: everywhere
    variant     TEXT COLLATE "C" NOT NULL,
    member      BIGINT NOT NULL,
    shown       BIGINT NOT NULL CHECK (shown IN (0, 1)),
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    games       BIGINT NOT NULL,
    wins        BIGINT NOT NULL,
    kept        BIGINT NOT NULL,
    won         BIGINT NOT NULL,
    accuracy    DOUBLE PRECISION NOT NULL, -- kept / won
    streak      BIGINT NOT NULL,
    by_rating   DOUBLE PRECISION, -- what each leaderboard ranks by; null: not ranked
    by_wins     DOUBLE PRECISION,
    by_accuracy DOUBLE PRECISION,
    by_streak   DOUBLE PRECISION,
    PRIMARY KEY (member, variant, scope)
);

CREATE INDEX standings_by_rating ON standings (scope, variant, by_rating, member);

CREATE INDEX standings_by_wins ON standings (scope, variant, by_wins, member);

CREATE INDEX standings_by_accuracy ON standings (scope, variant, by_accuracy, member);

CREATE INDEX standings_by_streak ON standings (scope, variant, by_streak, member);

-- How many members of a leaderboard stand on which step of it, so that a place is counted without walking over everybody above.
CREATE TABLE steps (
    scope   BIGINT NOT NULL,
    variant TEXT COLLATE "C" NOT NULL,
    board   TEXT COLLATE "C" NOT NULL CHECK (board IN ('rating', 'wins', 'accuracy', 'streak')),
    step    BIGINT NOT NULL, -- the value that is ranked by, cut to whole points; an accuracy to tenths of a percent
    members BIGINT NOT NULL,
    PRIMARY KEY (scope, variant, board, step)
);

-- The only secret that the database needs: 32 random bytes, so that nobody can find out by trying ids whom a pseudonym stands for without
-- having the database.
CREATE TABLE secrets (
    name  TEXT COLLATE "C" PRIMARY KEY CHECK (name = 'pseudonyms'),
    value BYTEA NOT NULL CHECK (length(value) = 32)
);

INSERT INTO secrets (name, value) VALUES ('pseudonyms', sha256(convert_to(gen_random_uuid()::TEXT || gen_random_uuid()::TEXT, 'UTF8')));

-- Blocks of members who have erased everything: by pseudonym, until the member comes back and the block stands in `blocks` again.
CREATE TABLE pseudonymous_blocks (
    member  BIGINT NOT NULL, -- who wants no challenges
    blocked TEXT COLLATE "C" NOT NULL, -- the pseudonym of from whom
    PRIMARY KEY (member, blocked)
);

CREATE INDEX pseudonymous_blocks_of_others ON pseudonymous_blocks (blocked);

-- What limits members for a while. By the pseudonym of the member or of the pair, so that an erasure need not touch it.
CREATE TABLE limits (
    kind      TEXT COLLATE "C" NOT NULL CHECK (kind IN ('declined', 'rated', 'no_show', 'challenged')),
    pseudonym TEXT COLLATE "C" NOT NULL,
    at        BIGINT NOT NULL, -- when it happened
    until     BIGINT NOT NULL -- how long it is kept
);

CREATE INDEX limits_by_pseudonym ON limits (pseudonym, kind, at);

CREATE INDEX limits_by_end ON limits (until);

-- The interactions that have been applied, so that none is applied twice. Pruned after a day.
CREATE TABLE interactions (id BIGINT PRIMARY KEY);

-- When the bot identified itself to the gateway, and whether Discord took it.
CREATE TABLE identifies (
    at    BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    taken BIGINT NOT NULL DEFAULT 0 CHECK (taken IN (0, 1))
);

CREATE INDEX identifies_by_time ON identifies (at);

-- When the bot was last known to be connected, and since when boards may be behind.
CREATE TABLE marks (
    name TEXT COLLATE "C" PRIMARY KEY CHECK (name IN ('alive', 'behind')),
    at   BIGINT NOT NULL
);

-- What members have solved in lessons. A position is known by its game, its options and its notation, so that lessons may be put in another order.
CREATE TABLE solved (
    member   BIGINT NOT NULL,
    variant  TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    PRIMARY KEY (member, variant, rules, position)
);

-- What members are to be told, until they have been told, or it does not hold any more. There is at most one for a member and a game.
CREATE TABLE notifications_to_send (
    game   BIGINT NOT NULL, -- or the challenge, which has the same number
    member BIGINT NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL CHECK (kind IN ('turn', 'reminder', 'begun', 'ended', 'rematch', 'new_position', 'challenged')),
    via    TEXT COLLATE "C" NOT NULL CHECK (via IN ('ping', 'direct')),
    at     BIGINT NOT NULL, -- of the event
    PRIMARY KEY (game, member)
);

CREATE INDEX notifications_to_send_to_a_member ON notifications_to_send (member);

-- Messages of notifications that are obsolete, and messages that were boards, until they have been deleted.
CREATE TABLE messages_to_delete (
    message  BIGINT PRIMARY KEY,
    channel  BIGINT NOT NULL,
    game     BIGINT NOT NULL,
    editable BIGINT NOT NULL CHECK (editable IN (0, 1)),
    kind     TEXT COLLATE "C" NOT NULL CHECK (kind IN ('board', 'notification')),
    at       BIGINT NOT NULL -- since when it is obsolete
);

CREATE INDEX messages_to_delete_of_a_game ON messages_to_delete (game);

-- Tries at puzzles of the day. Rows older than a year are deleted when the member plays again.
CREATE TABLE dailies (
    member   BIGINT NOT NULL,
    day      BIGINT NOT NULL CHECK (day >= 0), -- since 1970
    guild    BIGINT, -- where it began
    moves    TEXT COLLATE "C" NOT NULL, -- in order: those that were taken back, those that count, each of these with the bot's reply
    slips    BIGINT NOT NULL CHECK (slips BETWEEN 0 AND 6),
    outcome  TEXT COLLATE "C" CHECK (outcome IN ('solved', 'failed')), -- null: it is not over
    practice TEXT COLLATE "C", -- the moves of the latest try after that, which does not count
    streak   BIGINT CHECK (streak > 0), -- days finished in a row
    forgiven BIGINT, -- the latest missed day that did not end the streak
    PRIMARY KEY (member, day),
    CHECK ((outcome IS NULL) = (streak IS NULL)),
    CHECK (outcome IS NOT NULL OR practice IS NULL)
);

CREATE INDEX dailies_of_a_day ON dailies (day, outcome, slips);

CREATE INDEX dailies_of_a_server ON dailies (guild, day);

CREATE INDEX servers_by_daily ON servers (daily_due) WHERE daily_due IS NOT NULL;
CREATE INDEX servers_with_daily_to_post ON servers (daily_to_post) WHERE daily_to_post IS NOT NULL;

-- Positions that members have thrown away, until they have learnt them: at most 20 for each.
CREATE TABLE practice (
    member   BIGINT NOT NULL,
    game     BIGINT NOT NULL, -- in which it was thrown away
    ply      BIGINT NOT NULL CHECK (ply > 0), -- by that move
    variant  TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    stage    BIGINT NOT NULL CHECK (stage BETWEEN 0 AND 3), -- how often it was found in a row
    due      BIGINT NOT NULL, -- the day on which it comes back
    PRIMARY KEY (member, game)
);

-- What members have practised.
CREATE TABLE practised (
    member BIGINT PRIMARY KEY,
    day    BIGINT, -- the latest day
    done   BIGINT NOT NULL DEFAULT 0 CHECK (done >= 0), -- positions on that day
    learnt BIGINT NOT NULL DEFAULT 0 CHECK (learnt >= 0), -- positions in all
    told   BIGINT -- the latest day on which the end of a game said that something waits
);

-- How far members have climbed the ladders.
CREATE TABLE ladders (
    member  BIGINT NOT NULL,
    variant TEXT COLLATE "C" NOT NULL,
    rung    TEXT COLLATE "C" NOT NULL, -- the highest that is open
    results TEXT COLLATE "C" NOT NULL CHECK (length(results) <= 3), -- of the latest games on it: w, l
    games   BIGINT NOT NULL CHECK (games >= 0), -- on the ladder, that have ended
    topped  BIGINT, -- when the last rung was passed
    PRIMARY KEY (member, variant)
);

-- The installation: one row, which every change locks first, so that changes are carried out one after the other.
CREATE TABLE installation (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    application BIGINT -- the bot's application, since its first connection to Discord
);

INSERT INTO installation (id) VALUES (1);

-- The process that uses the database, which SQLite knows by a lock on a file. Without its row, a process saves nothing any more.
CREATE TABLE writers (
    id    TEXT COLLATE "C" PRIMARY KEY, -- its host and process id, and a random number
    seen  BIGINT NOT NULL, -- when it was last known to run, by the clock of the database
    saved BIGINT NOT NULL -- the number of its latest batch of changes
);
