-- Who has predicted that which player wins a game.
CREATE TABLE predictions (
    game   INTEGER NOT NULL REFERENCES games (id),
    member INTEGER NOT NULL,
    winner TEXT NOT NULL CHECK (winner IN ('first', 'second')),
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX predictions_of_a_member ON predictions (member);
