-- Games whose boards only their member sees, and the channels in which that is so for all.
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0 CHECK (private IN (0, 1));
CREATE TABLE quiet_channels (
    guild   BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    PRIMARY KEY (guild, channel)
);
