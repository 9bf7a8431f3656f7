-- What protects members from each other outlives an erasure, identifies are counted across restarts, and a challenge can have a
-- notice.

-- The only secret that the database needs: 32 random bytes, so that nobody can find out by trying ids whom a pseudonym stands for
-- without having the database.
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

-- What limits somebody who has erased everything for a while: by the pseudonym of the member or of the pair.
CREATE TABLE limits (
    kind      TEXT NOT NULL CHECK (kind IN ('declined', 'rated', 'no_show')),
    pseudonym TEXT NOT NULL,
    at        INTEGER NOT NULL, -- when it happened
    until     INTEGER NOT NULL -- how long it is kept
) STRICT;
CREATE INDEX limits_by_pseudonym ON limits (pseudonym, kind, at);
CREATE INDEX limits_by_end ON limits (until);

-- When the bot identified itself to the gateway, and whether Discord took it.
CREATE TABLE identifies (
    at    INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0 CHECK (taken IN (0, 1))
) STRICT;
CREATE INDEX identifies_by_time ON identifies (at);

-- Without the reference to games: a challenge is not one yet.
CREATE TABLE notices_of_all (
    game     INTEGER NOT NULL, -- or the challenge, which has the same number
    member   INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    at       INTEGER NOT NULL, -- as of when it was told
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;
INSERT INTO notices_of_all SELECT game, member, channel, message, editable, at FROM notices;
DROP TABLE notices;
ALTER TABLE notices_of_all RENAME TO notices;
CREATE INDEX notices_to_a_member ON notices (member);

-- Names that were seen before may be those of one server. From now on they are those that a member has everywhere; each comes back
-- with the next thing that the member does.
UPDATE members SET name = '?';
