-- The most that a member has found in a race that began in a server.
CREATE TABLE race_bests (
    guild  INTEGER NOT NULL,
    member INTEGER NOT NULL,
    found  INTEGER NOT NULL CHECK (found > 0),
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX race_bests_of_a_member ON race_bests (member);
INSERT INTO race_bests SELECT guild, member, best FROM races WHERE guild IS NOT NULL AND best > 0;
