-- The Penguin as everybody's opponent: at most one game of a server, the latest.
CREATE TABLE bosses (
    guild        BIGINT PRIMARY KEY,
    channel      BIGINT NOT NULL,
    language     TEXT COLLATE "C" NOT NULL,
    due          BIGINT, -- when the next game begins, or the votes are counted; NULL while it waits for a vote, and if it is switched off
    games        BIGINT NOT NULL CHECK (games >= 0), -- how many have begun
    won          BIGINT NOT NULL CHECK (won BETWEEN 0 AND games), -- how many of them were won
    message      BIGINT, -- that of the latest game, once it is known
    undrawn      BIGINT NOT NULL DEFAULT 0 CHECK (undrawn >= 0), -- how many changes it may not show
    begun        BIGINT, -- NULL before the first game, as what follows
    variant      TEXT COLLATE "C",
    rules        TEXT COLLATE "C",
    start        TEXT COLLATE "C",
    moves        TEXT COLLATE "C" NOT NULL,
    votes        BIGINT NOT NULL CHECK (votes >= 0), -- how many members voted for the latest of these moves
    voters       BIGINT NOT NULL CHECK (voters >= votes), -- of how many
    hinted       BIGINT, -- when the latest hint was given
    hinted_after BIGINT CHECK ((hinted_after IS NULL) = (hinted IS NULL)), -- after how many moves
    ended        BIGINT CHECK (ended IS NULL OR begun IS NOT NULL)
);
CREATE INDEX bosses_due ON bosses (due) WHERE due IS NOT NULL;
CREATE INDEX bosses_undrawn ON bosses (undrawn) WHERE undrawn > 0;
CREATE INDEX bosses_beaten ON bosses (won) WHERE won > 0;

-- Who has voted in the latest game.
CREATE TABLE boss_votes (
    guild  BIGINT NOT NULL REFERENCES bosses (guild),
    member BIGINT NOT NULL,
    move   TEXT COLLATE "C", -- NULL once it was counted
    PRIMARY KEY (guild, member)
);
CREATE INDEX boss_votes_of_a_member ON boss_votes (member);

-- The coins of members who have voted in a game that was won.
CREATE TABLE boss_coins (
    member  BIGINT NOT NULL,
    variant TEXT COLLATE "C" NOT NULL,
    since   BIGINT NOT NULL,
    PRIMARY KEY (member, variant)
);
