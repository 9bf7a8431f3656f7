-- The Penguin as everybody's opponent: at most one game of a server, the latest.
CREATE TABLE bosses (
    guild        INTEGER PRIMARY KEY,
    channel      INTEGER NOT NULL,
    language     TEXT NOT NULL,
    due          INTEGER, -- when the next game begins, or the votes are counted; NULL while it waits for a vote, and if it is switched off
    games        INTEGER NOT NULL CHECK (games >= 0), -- how many have begun
    won          INTEGER NOT NULL CHECK (won BETWEEN 0 AND games), -- how many of them were won
    message      INTEGER, -- that of the latest game, once it is known
    undrawn      INTEGER NOT NULL DEFAULT 0 CHECK (undrawn >= 0), -- how many changes it may not show
    begun        INTEGER, -- NULL before the first game, as what follows
    variant      TEXT,
    rules        TEXT,
    start        TEXT,
    moves        TEXT NOT NULL,
    votes        INTEGER NOT NULL CHECK (votes >= 0), -- how many members voted for the latest of these moves
    voters       INTEGER NOT NULL CHECK (voters >= votes), -- of how many
    hinted       INTEGER, -- when the latest hint was given
    hinted_after INTEGER CHECK ((hinted_after IS NULL) = (hinted IS NULL)), -- after how many moves
    ended        INTEGER CHECK (ended IS NULL OR begun IS NOT NULL)
) STRICT;
CREATE INDEX bosses_due ON bosses (due) WHERE due IS NOT NULL;
CREATE INDEX bosses_undrawn ON bosses (undrawn) WHERE undrawn > 0;
CREATE INDEX bosses_beaten ON bosses (won) WHERE won > 0;

-- Who has voted in the latest game.
CREATE TABLE boss_votes (
    guild  INTEGER NOT NULL REFERENCES bosses (guild),
    member INTEGER NOT NULL,
    move   TEXT, -- NULL once it was counted
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX boss_votes_of_a_member ON boss_votes (member);

-- The coins of members who have voted in a game that was won.
CREATE TABLE boss_coins (
    member  INTEGER NOT NULL,
    variant TEXT NOT NULL,
    since   INTEGER NOT NULL,
    PRIMARY KEY (member, variant)
) STRICT, WITHOUT ROWID;
