-- What the fourth version of the tables holds beside the third: that a finished game against the bot was followed by another one, and that the
-- game of a challenge would not be rated.
UPDATE games SET followed = 1 WHERE id = (SELECT MIN(id) FROM games WHERE phase <> 'running' AND level IS NOT NULL);
UPDATE challenges SET rated = 0 WHERE id = (SELECT MIN(id) FROM challenges);
