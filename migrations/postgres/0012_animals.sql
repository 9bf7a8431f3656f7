-- The animals are the levels of every game: those of earlier versions are renamed.
-- ladder: what the game means for the ladder. It counts only if the bot has chosen the start.
ALTER TABLE games ADD COLUMN ladder TEXT NOT NULL DEFAULT 'off' CHECK (ladder IN ('off', 'on', 'beaten', 'helped'));
UPDATE games SET ladder = 'on' WHERE level NOT IN ('perfect', 'good', 'beginner');
UPDATE games SET level = CASE level WHEN 'perfect' THEN 'penguin' WHEN 'good' THEN 'dolphin' ELSE 'squirrel' END
WHERE level IN ('perfect', 'good', 'beginner');
