-- The tokens of interactions by which the bot can edit messages where it is no member, for 15 minutes.
CREATE TABLE tokens (
    message     INTEGER PRIMARY KEY,
    interaction INTEGER NOT NULL,
    channel     INTEGER NOT NULL, -- of the interaction
    token       TEXT NOT NULL,
    by_id       INTEGER NOT NULL CHECK (by_id IN (0, 1)) -- whether the message is named by its id, or as @original
) STRICT;
CREATE INDEX tokens_by_age ON tokens (interaction);

-- What was chosen of a move by quick taps on one drawing of a board.
CREATE TABLE drafts (
    drawing TEXT PRIMARY KEY, -- the game, the point in it, and the number of the drawing
    chosen  TEXT NOT NULL,    -- in the notation of moves, or empty
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_by_age ON drafts (at);
