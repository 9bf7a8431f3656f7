-- What brings members back: the puzzle of the day, practice and the ladder.

ALTER TABLE messages_to_delete RENAME COLUMN was TO kind;
