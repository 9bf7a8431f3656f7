-- Columns and tables are called as the program calls what is in them.
ALTER TABLE games RENAME COLUMN first_touched TO first_active; -- when each player last did something in the game
ALTER TABLE games RENAME COLUMN second_touched TO second_active;
ALTER TABLE games RENAME COLUMN first_wish TO first_vote; -- which next game each player has voted for
ALTER TABLE games RENAME COLUMN second_wish TO second_vote;
ALTER TABLE members RENAME COLUMN telling TO notify_by;
ALTER TABLE members RENAME COLUMN challenges TO challenges_from;
ALTER TABLE members RENAME COLUMN visible TO visibility;
ALTER TABLE notices RENAME TO notifications;
