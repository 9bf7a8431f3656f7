-- What brings members back: the puzzle of the day, practice and the ladder.

ALTER TABLE messages_to_delete RENAME COLUMN was TO kind;

-- Tries at puzzles of the day. Rows older than a year are deleted when the member plays again.
CREATE TABLE dailies (
    member   INTEGER NOT NULL,
    day      INTEGER NOT NULL CHECK (day >= 0), -- since 1970
    guild    INTEGER, -- where it began
    moves    TEXT NOT NULL, -- in order: those that were taken back, those that count, each of these with the bot's reply
    slips    INTEGER NOT NULL CHECK (slips BETWEEN 0 AND 6),
    outcome  TEXT CHECK (outcome IN ('solved', 'failed')), -- null: it is not over
    practice TEXT, -- the moves of the latest try after that, which does not count
    streak   INTEGER CHECK (streak > 0), -- days finished in a row
    forgiven INTEGER, -- the latest missed day that did not end the streak
    PRIMARY KEY (member, day),
    CHECK ((outcome IS NULL) = (streak IS NULL)),
    CHECK (outcome IS NOT NULL OR practice IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX dailies_of_a_day ON dailies (day, outcome, slips);

CREATE INDEX dailies_of_a_server ON dailies (guild, day);

-- Where a server wants the puzzle of each day to be posted, and when the next one is due.
ALTER TABLE servers ADD COLUMN daily_channel INTEGER;
ALTER TABLE servers ADD COLUMN daily_language TEXT;
ALTER TABLE servers ADD COLUMN daily_refused INTEGER NOT NULL DEFAULT 0 CHECK (daily_refused IN (0, 1));
ALTER TABLE servers ADD COLUMN daily_due INTEGER;
ALTER TABLE servers ADD COLUMN daily_to_post INTEGER; -- the day whose puzzle is still to be posted

CREATE INDEX servers_by_daily ON servers (daily_due) WHERE daily_due IS NOT NULL;
CREATE INDEX servers_with_daily_to_post ON servers (daily_to_post) WHERE daily_to_post IS NOT NULL;

-- Positions that members have thrown away, until they have learnt them: at most 20 for each.
CREATE TABLE practice (
    member   INTEGER NOT NULL,
    game     INTEGER NOT NULL, -- in which it was thrown away
    ply      INTEGER NOT NULL CHECK (ply > 0), -- by that move
    variant  TEXT NOT NULL,
    rules    TEXT NOT NULL,
    position TEXT NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    stage    INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 3), -- how often it was found in a row
    due      INTEGER NOT NULL, -- the day on which it comes back
    PRIMARY KEY (member, game)
) STRICT, WITHOUT ROWID;

-- What members have practised.
CREATE TABLE practised (
    member INTEGER PRIMARY KEY,
    day    INTEGER, -- the latest day
    done   INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0), -- positions on that day
    learnt INTEGER NOT NULL DEFAULT 0 CHECK (learnt >= 0), -- positions in all
    told   INTEGER -- the latest day on which the end of a game said that something waits
) STRICT;

-- How far members have climbed the ladders.
CREATE TABLE ladders (
    member  INTEGER NOT NULL,
    variant TEXT NOT NULL,
    rung    TEXT NOT NULL, -- the highest that is open
    results TEXT NOT NULL CHECK (length(results) <= 3), -- of the latest games on it: w, l
    games   INTEGER NOT NULL CHECK (games >= 0), -- on the ladder, that have ended
    topped  INTEGER, -- when the last rung was passed
    PRIMARY KEY (member, variant)
) STRICT, WITHOUT ROWID;
