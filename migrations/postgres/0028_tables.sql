-- Tables: games for two to twelve, who move in turn.
CREATE TABLE tables (
    id        BIGINT PRIMARY KEY, -- the interaction that made it
    guild     BIGINT, -- NULL once the server is forgotten
    channel   BIGINT NOT NULL,
    editable  BIGINT NOT NULL CHECK (editable IN (0, 1)),
    language  TEXT COLLATE "C" NOT NULL,
    message   BIGINT, -- its message, once it is known
    undrawn   BIGINT NOT NULL DEFAULT 0 CHECK (undrawn >= 0), -- how many changes its message may not show
    game      TEXT COLLATE "C" NOT NULL CHECK (game IN ('21', '100', 'nim')),
    most      BIGINT, -- the most that one may add; NULL for the usual limit
    target    BIGINT, -- the number that ends a count; NULL for the usual one
    turn_time TEXT COLLATE "C" NOT NULL, -- how long a turn may take
    phase     TEXT COLLATE "C" NOT NULL CHECK (phase IN ('gathering', 'playing', 'ended')),
    since     BIGINT NOT NULL, -- when the phase, or the turn, began
    due       BIGINT CHECK ((due IS NULL) = (phase = 'ended')), -- when it goes on without its members
    remind    BIGINT CHECK (remind IS NULL OR phase = 'playing'), -- when the member on turn is called, if they are slow
    round     BIGINT NOT NULL CHECK (round >= 0),
    step      BIGINT NOT NULL CHECK (step >= 0),
    latest    TEXT COLLATE "C" NOT NULL, -- what has happened since a member moved last
    turn      BIGINT CHECK ((turn IS NULL) = (phase <> 'playing')), -- the seat on turn
    winner    BIGINT CHECK (winner IS NULL OR phase = 'ended'), -- the seat that has won
    variant   TEXT COLLATE "C",
    rules     TEXT COLLATE "C",
    position  TEXT COLLATE "C", -- of the round
    before    TEXT COLLATE "C" -- the position before the last move
);
CREATE INDEX tables_due ON tables (due) WHERE phase <> 'ended';
CREATE INDEX tables_remind ON tables (remind) WHERE remind IS NOT NULL;
CREATE INDEX tables_of_a_server ON tables (guild);
CREATE INDEX tables_of_a_channel ON tables (channel) WHERE phase <> 'ended';
CREATE INDEX tables_undrawn ON tables (undrawn) WHERE undrawn > 0;

CREATE TABLE table_seats (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    seat     BIGINT NOT NULL CHECK (seat >= 0), -- in the order of play
    member   BIGINT, -- NULL for an animal, and for who has erased everything
    level    TEXT COLLATE "C", -- the animal
    out      BIGINT CHECK (out >= 0), -- how many were out before, if they are out
    won      BIGINT NOT NULL CHECK (won >= 0), -- how many rounds
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX table_seats_of_a_member ON table_seats (member);
