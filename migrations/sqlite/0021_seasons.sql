-- The games that members of a server have won in a month, whether its leaderboards begin with them, and whom those
-- who manage the server have hidden from its leaderboards.
CREATE INDEX finished_games_of_a_server ON games (guild, since) WHERE phase <> 'running';
ALTER TABLE servers ADD COLUMN by_month INTEGER NOT NULL DEFAULT 0 CHECK (by_month IN (0, 1));
CREATE TABLE hidden_members (
    guild  INTEGER NOT NULL,
    member INTEGER NOT NULL,
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX hidden_members_by_member ON hidden_members (member);
