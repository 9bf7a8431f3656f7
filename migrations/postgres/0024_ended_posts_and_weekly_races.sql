-- The latest post of a puzzle that is over, until its message shows the result: its day, the message and the channel.
ALTER TABLE servers ADD COLUMN daily_ended BIGINT;
ALTER TABLE servers ADD COLUMN daily_ended_message BIGINT;
ALTER TABLE servers ADD COLUMN daily_ended_in BIGINT;
CREATE INDEX servers_with_ended_post ON servers (daily_ended) WHERE daily_ended IS NOT NULL;

-- The best race of a week in a server, and the Monday of that week.
ALTER TABLE race_bests ADD COLUMN week BIGINT;
ALTER TABLE race_bests ADD COLUMN found_in_week BIGINT NOT NULL DEFAULT 0 CHECK (found_in_week >= 0);

CREATE INDEX questions_in_a_channel ON questions (channel);
CREATE INDEX dares_in_a_channel ON dares (channel);
CREATE INDEX servers_with_last_post ON servers (daily_posted) WHERE daily_message IS NOT NULL AND daily_due IS NULL;
