-- The version of the tables that a program has to know at least to use these.
ALTER TABLE installation ADD COLUMN usable_from INTEGER NOT NULL DEFAULT 10;
