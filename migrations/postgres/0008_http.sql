-- By what Discord's requests are verified, in hexadecimal: kept, so that a start need not ask first.
ALTER TABLE installation ADD COLUMN verify_key TEXT COLLATE "C";

-- The game or challenge that an interaction has changed, so that its repetition can be answered.
ALTER TABLE interactions ADD COLUMN game BIGINT;
