-- The animals are the levels of every game: those of earlier versions are renamed.
-- climbs: whether beating the animal counts, because the bot has chosen the start.
ALTER TABLE games ADD COLUMN climbs INTEGER NOT NULL DEFAULT 0 CHECK (climbs IN (0, 1));
UPDATE games SET climbs = 1 WHERE level NOT IN ('perfect', 'good', 'beginner');
UPDATE games SET level = CASE level WHEN 'perfect' THEN 'penguin' WHEN 'good' THEN 'dolphin' ELSE 'squirrel' END
WHERE level IN ('perfect', 'good', 'beginner');
