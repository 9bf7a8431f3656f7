-- The tokens of interactions by which the bot can edit messages where it is no member, for 15 minutes.
CREATE TABLE tokens (
    message     BIGINT PRIMARY KEY,
    interaction BIGINT NOT NULL,
    channel     BIGINT NOT NULL, -- of the interaction
    token       TEXT COLLATE "C" NOT NULL,
    by_id       BIGINT NOT NULL CHECK (by_id IN (0, 1)) -- whether the message is named by its id, or as @original
);
CREATE INDEX tokens_by_age ON tokens (interaction);

-- What was chosen of a move by quick taps on one drawing of a board.
CREATE TABLE drafts (
    drawing TEXT COLLATE "C" PRIMARY KEY, -- the game, the point in it, and the number of the drawing
    chosen  TEXT COLLATE "C" NOT NULL,    -- in the notation of moves, or empty
    at      BIGINT NOT NULL
);
CREATE INDEX drafts_by_age ON drafts (at);

-- Replicas use the database together: whether this one lets others use it, and since when its changes are not shown.
ALTER TABLE writers ADD COLUMN shares BIGINT NOT NULL DEFAULT 0 CHECK (shares IN (0, 1));
ALTER TABLE writers ADD COLUMN behind BIGINT;
