-- Whether a finished game against the bot was followed by another one from its board, which then is one line.
ALTER TABLE games ADD COLUMN followed INTEGER NOT NULL DEFAULT 0 CHECK (followed IN (0, 1));

-- Whether the game of a challenge would have been rated when it was made: two members play only so many rated games a day.
ALTER TABLE challenges ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));
