-- The tokens of interactions by which the bot can edit messages where it is no member, for 15 minutes.
CREATE TABLE tokens (
    message     BIGINT PRIMARY KEY,
    interaction BIGINT NOT NULL,
    channel     BIGINT NOT NULL, -- of the interaction
    token       TEXT COLLATE "C" NOT NULL,
    by_id       BIGINT NOT NULL CHECK (by_id IN (0, 1)) -- whether the message is named by its id, or as @original
);
CREATE INDEX tokens_by_age ON tokens (interaction);
