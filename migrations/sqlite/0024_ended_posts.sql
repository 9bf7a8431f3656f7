-- The latest post of a puzzle that is over, until its message shows the result: its day, the message and the channel.
ALTER TABLE servers ADD COLUMN daily_ended INTEGER;
ALTER TABLE servers ADD COLUMN daily_ended_message INTEGER;
ALTER TABLE servers ADD COLUMN daily_ended_in INTEGER;
CREATE INDEX servers_with_ended_post ON servers (daily_ended) WHERE daily_ended IS NOT NULL;
