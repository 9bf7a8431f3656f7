-- The most that a member has found in a race that began in a server.
CREATE TABLE race_bests (
    guild  BIGINT NOT NULL,
    member BIGINT NOT NULL,
    found  BIGINT NOT NULL CHECK (found > 0),
    PRIMARY KEY (guild, member)
);
CREATE INDEX race_bests_of_a_member ON race_bests (member);
INSERT INTO race_bests SELECT guild, member, best FROM races WHERE guild IS NOT NULL AND best > 0;
