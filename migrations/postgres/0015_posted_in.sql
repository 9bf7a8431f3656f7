-- Where the last puzzle was posted: it is edited into its result, although the next one may come to another channel.
ALTER TABLE servers ADD COLUMN daily_posted_in BIGINT;
UPDATE servers SET daily_posted_in = daily_channel WHERE daily_message IS NOT NULL;
