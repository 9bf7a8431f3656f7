-- Moves that are taken back, typed moves whose answer is on its way, and leaderboards that know everybody's place at once.

-- How often moves have been taken back: such a game counts in no statistics.
ALTER TABLE games ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back >= 0);
-- The interaction of the latest typed move.
ALTER TABLE games ADD COLUMN typed INTEGER;
CREATE INDEX games_with_a_typed_move ON games (channel, typed) WHERE typed IS NOT NULL;

-- How often moves had been taken back when the move was made: with the ply it says which position came of it.
ALTER TABLE plies ADD COLUMN branch INTEGER NOT NULL DEFAULT 0 CHECK (branch >= 0);

-- Provisional ratings are ranked as well, below the established ones, which are ranked by 10 000 more.
UPDATE standings SET by_rating = CASE WHEN deviation < 110.0 THEN rating + 10000.0 ELSE rating END WHERE shown = 1;

-- How many members of a leaderboard stand on which step of it, so that a place is counted without walking over everybody above.
CREATE TABLE steps (
    scope   INTEGER NOT NULL,
    board   TEXT NOT NULL CHECK (board IN ('rating', 'wins', 'accuracy', 'streak')),
    step    INTEGER NOT NULL, -- the value that is ranked by, cut to whole points; an accuracy to tenths of a percent
    members INTEGER NOT NULL,
    PRIMARY KEY (scope, board, step)
) STRICT, WITHOUT ROWID;
INSERT INTO steps (scope, board, step, members)
SELECT scope, 'rating', CAST(by_rating AS INTEGER), COUNT(*) FROM standings WHERE by_rating IS NOT NULL GROUP BY 1, 3
UNION ALL
SELECT scope, 'wins', by_wins, COUNT(*) FROM standings WHERE by_wins IS NOT NULL GROUP BY 1, 3
UNION ALL
SELECT scope, 'accuracy', CAST(by_accuracy * 1000 AS INTEGER), COUNT(*) FROM standings WHERE by_accuracy IS NOT NULL
GROUP BY 1, 3
UNION ALL
SELECT scope, 'streak', by_streak, COUNT(*) FROM standings WHERE by_streak IS NOT NULL GROUP BY 1, 3;

-- What the invited member is called, for the buttons of an open challenge.
ALTER TABLE challenges ADD COLUMN invited_name TEXT CHECK (length(invited_name) BETWEEN 1 AND 64);
