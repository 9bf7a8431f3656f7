-- Games against an animal that members have won, and that others try to win. Pruned after two weeks.
CREATE TABLE dares (
    id       BIGINT PRIMARY KEY, -- the interaction that made it
    member   BIGINT, -- who dares; NULL once they have erased everything
    guild    BIGINT,
    channel  BIGINT NOT NULL,
    editable BIGINT NOT NULL CHECK (editable IN (0, 1)),
    language TEXT COLLATE "C" NOT NULL,
    message  BIGINT, -- its message, once somebody has pressed a button there
    variant  TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL,
    start    TEXT COLLATE "C" NOT NULL,
    level    TEXT COLLATE "C" NOT NULL, -- the animal
    begins   BIGINT NOT NULL CHECK (begins IN (0, 1)), -- whether the member moves first
    moves    BIGINT NOT NULL CHECK (moves >= 0), -- of the one who dares
    undrawn  BIGINT NOT NULL DEFAULT 0 CHECK (undrawn >= 0) -- how many changes its message may not show
);
CREATE INDEX dares_of_a_member ON dares (member);
CREATE INDEX dares_of_a_server ON dares (guild);
CREATE INDEX dares_undrawn ON dares (undrawn) WHERE undrawn > 0;

CREATE TABLE dare_tries (
    dare      BIGINT NOT NULL REFERENCES dares (id),
    member    BIGINT NOT NULL,
    moves     TEXT COLLATE "C" NOT NULL, -- of both, in order
    own_moves BIGINT NOT NULL CHECK (own_moves >= 0),
    won       BIGINT CHECK (won IN (0, 1)), -- NULL while it runs
    PRIMARY KEY (dare, member)
);
CREATE INDEX dare_tries_of_a_member ON dare_tries (member);
