-- Tables: games for two to twelve, who move in turn.
CREATE TABLE tables (
    id        INTEGER PRIMARY KEY, -- the interaction that made it
    guild     INTEGER, -- NULL once the server is forgotten
    channel   INTEGER NOT NULL,
    editable  INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language  TEXT NOT NULL,
    message   INTEGER, -- its message, once it is known
    undrawn   INTEGER NOT NULL DEFAULT 0 CHECK (undrawn >= 0), -- how many changes its message may not show
    game      TEXT NOT NULL CHECK (game IN ('21', '100', 'nim')),
    most      INTEGER, -- the most that one may add; NULL for the usual limit
    target    INTEGER, -- the number that ends a count; NULL for the usual one
    turn_time TEXT NOT NULL, -- how long a turn may take
    phase     TEXT NOT NULL CHECK (phase IN ('gathering', 'playing', 'ended')),
    since     INTEGER NOT NULL, -- when the phase, or the turn, began
    due       INTEGER CHECK ((due IS NULL) = (phase = 'ended')), -- when it goes on without its members
    remind    INTEGER CHECK (remind IS NULL OR phase = 'playing'), -- when the member on turn is called, if they are slow
    round     INTEGER NOT NULL CHECK (round >= 0),
    step      INTEGER NOT NULL CHECK (step >= 0),
    latest    TEXT NOT NULL, -- what has happened since a member moved last
    turn      INTEGER CHECK ((turn IS NULL) = (phase <> 'playing')), -- the seat on turn
    winner    INTEGER CHECK (winner IS NULL OR phase = 'ended'), -- the seat that has won
    variant   TEXT,
    rules     TEXT,
    position  TEXT, -- of the round
    before    TEXT -- the position before the last move
) STRICT;
CREATE INDEX tables_due ON tables (due) WHERE phase <> 'ended';
CREATE INDEX tables_remind ON tables (remind) WHERE remind IS NOT NULL;
CREATE INDEX tables_of_a_server ON tables (guild);
CREATE INDEX tables_of_a_channel ON tables (channel) WHERE phase <> 'ended';
CREATE INDEX tables_undrawn ON tables (undrawn) WHERE undrawn > 0;

CREATE TABLE table_seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat >= 0), -- in the order of play
    member   INTEGER, -- NULL for an animal, and for who has erased everything
    level    TEXT, -- the animal
    out      INTEGER CHECK (out >= 0), -- how many were out before, if they are out
    won      INTEGER NOT NULL CHECK (won >= 0), -- how many rounds
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_seats_of_a_member ON table_seats (member);
