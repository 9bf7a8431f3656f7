-- How many results the post of today's puzzle may not show.
ALTER TABLE servers ADD COLUMN daily_undrawn INTEGER NOT NULL DEFAULT 0 CHECK (daily_undrawn >= 0);
CREATE INDEX servers_with_undrawn_post ON servers (daily_undrawn) WHERE daily_undrawn > 0;
-- The day on which the member has asked for it.
ALTER TABLE reminders ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
