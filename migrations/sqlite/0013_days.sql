-- Tries at the puzzle of the day are kept, since the table of all time counts them. A streak is one of
-- solved days: it means nothing where the try was not solved, or something helped.
ALTER TABLE dailies ADD COLUMN begun INTEGER; -- when the try began; null: before this was noted, or not at all
ALTER TABLE dailies ADD COLUMN helped INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1)); -- whether something helped, so that it does not count
ALTER TABLE dailies ADD COLUMN shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)); -- whether its result was shared
ALTER TABLE dailies ADD COLUMN replay TEXT; -- the moves of the latest practice, if there was no try
ALTER TABLE dailies ADD COLUMN practised INTEGER NOT NULL DEFAULT 0 CHECK (practised IN (0, 1)); -- whether it was solved in practice

-- Who wears the crown of a server: who had most points in the week before.
CREATE TABLE crowns (
    guild  INTEGER NOT NULL,
    member INTEGER NOT NULL,
    monday INTEGER NOT NULL, -- the day on which it was given
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX crowns_of_a_member ON crowns (member);

-- Who wants to be reminded of the puzzle of the day.
CREATE TABLE reminders (
    member   INTEGER PRIMARY KEY,
    daily    INTEGER NOT NULL CHECK (daily IN (0, 1)), -- whether each day, not once
    due      INTEGER, -- when the next one is due; null: none
    to_send  INTEGER, -- the day whose reminder is still to be sent
    guild    INTEGER,
    channel  INTEGER NOT NULL, -- where it was asked for
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)), -- whether the bot may write there
    language TEXT NOT NULL
) STRICT;
CREATE INDEX reminders_by_due ON reminders (due) WHERE due IS NOT NULL;
CREATE INDEX reminders_of_a_server ON reminders (guild);
CREATE INDEX reminders_to_send ON reminders (to_send) WHERE to_send IS NOT NULL;

-- Races: the latest of each member, and the best.
CREATE TABLE races (
    member   INTEGER PRIMARY KEY,
    guild    INTEGER, -- where it began
    begun    INTEGER NOT NULL,
    seed     INTEGER NOT NULL, -- decides which positions come
    found    INTEGER NOT NULL CHECK (found >= 0),
    mistakes INTEGER NOT NULL CHECK (mistakes BETWEEN 0 AND 3),
    best     INTEGER NOT NULL CHECK (best >= 0)
) STRICT;
CREATE INDEX races_of_a_server ON races (guild, best);

-- The hour (UTC) at which a server's puzzle is posted, the latest post, and whether its managers were
-- asked if they want it.
ALTER TABLE servers ADD COLUMN daily_hour INTEGER NOT NULL DEFAULT 0 CHECK (daily_hour BETWEEN 0 AND 23);
ALTER TABLE servers ADD COLUMN daily_message INTEGER;
ALTER TABLE servers ADD COLUMN daily_posted INTEGER;
ALTER TABLE servers ADD COLUMN daily_asked INTEGER NOT NULL DEFAULT 0 CHECK (daily_asked IN (0, 1));
