-- Games against an animal that members have won, and that others try to win. Pruned after two weeks.
CREATE TABLE dares (
    id       INTEGER PRIMARY KEY, -- the interaction that made it
    member   INTEGER, -- who dares; NULL once they have erased everything
    guild    INTEGER,
    channel  INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language TEXT NOT NULL,
    message  INTEGER, -- its message, once somebody has pressed a button there
    variant  TEXT NOT NULL,
    rules    TEXT NOT NULL,
    start    TEXT NOT NULL,
    level    TEXT NOT NULL, -- the animal
    begins   INTEGER NOT NULL CHECK (begins IN (0, 1)), -- whether the member moves first
    moves    INTEGER NOT NULL CHECK (moves >= 0), -- of the one who dares
    undrawn  INTEGER NOT NULL DEFAULT 0 CHECK (undrawn >= 0) -- how many changes its message may not show
) STRICT;
CREATE INDEX dares_of_a_member ON dares (member);
CREATE INDEX dares_of_a_server ON dares (guild);
CREATE INDEX dares_undrawn ON dares (undrawn) WHERE undrawn > 0;

CREATE TABLE dare_tries (
    dare      INTEGER NOT NULL REFERENCES dares (id),
    member    INTEGER NOT NULL,
    moves     TEXT NOT NULL, -- of both, in order
    own_moves INTEGER NOT NULL CHECK (own_moves >= 0),
    won       INTEGER CHECK (won IN (0, 1)), -- NULL while it runs
    PRIMARY KEY (dare, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX dare_tries_of_a_member ON dare_tries (member);
