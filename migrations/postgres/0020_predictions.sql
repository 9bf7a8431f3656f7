-- Who has predicted that which player wins a game.
CREATE TABLE predictions (
    game   BIGINT NOT NULL REFERENCES games (id),
    member BIGINT NOT NULL,
    winner TEXT COLLATE "C" NOT NULL CHECK (winner IN ('first', 'second')),
    PRIMARY KEY (game, member)
);
CREATE INDEX predictions_of_a_member ON predictions (member);
