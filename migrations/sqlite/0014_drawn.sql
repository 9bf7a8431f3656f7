-- What Discord does not show yet: what was drawn before the last change.
ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0; -- when what its board shows changed last; later with each change
ALTER TABLE games ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0; -- the last of these changes that is drawn, or never can be
CREATE INDEX games_to_draw ON games (changed) WHERE drawn < changed;
ALTER TABLE challenges ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX challenges_to_draw ON challenges (changed) WHERE drawn < changed;

-- What changed shortly before the upgrade may not be drawn.
UPDATE games SET changed = 1 WHERE since >= (SELECT MIN(at) - 60000 FROM marks WHERE name IN ('alive', 'behind'));
UPDATE challenges SET changed = 1 WHERE phase <> 'open' AND until >= (SELECT MIN(at) - 60000 FROM marks WHERE name IN ('alive', 'behind'));
