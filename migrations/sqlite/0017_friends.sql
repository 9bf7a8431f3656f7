-- Clocks for all moves of a game, and two games with sides swapped.
ALTER TABLE games ADD COLUMN time_left INTEGER; -- ms that the player not on turn has for all moves; NULL if the clock is for each move
ALTER TABLE games ADD COLUMN pair TEXT; -- NULL for a game on its own, or 'first', 'first_ahead', 'second_ahead': the second of two, and who has won the first
ALTER TABLE challenges ADD COLUMN in_all INTEGER NOT NULL DEFAULT 0; -- whether the clock is for all moves
ALTER TABLE challenges ADD COLUMN games INTEGER NOT NULL DEFAULT 1; -- 1 or 2
