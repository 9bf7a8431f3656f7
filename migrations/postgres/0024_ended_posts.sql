-- The latest post of a puzzle that is over, until its message shows the result: its day, the message and the channel.
ALTER TABLE servers ADD COLUMN daily_ended BIGINT;
ALTER TABLE servers ADD COLUMN daily_ended_message BIGINT;
ALTER TABLE servers ADD COLUMN daily_ended_in BIGINT;
CREATE INDEX servers_with_ended_post ON servers (daily_ended) WHERE daily_ended IS NOT NULL;
