-- The version of the tables that a program has to know at least to use these.
ALTER TABLE installation ADD COLUMN usable_from BIGINT NOT NULL DEFAULT 10;

-- Replicas of two versions run side by side while one is replaced by the other.
ALTER TABLE writers ADD COLUMN version TEXT COLLATE "C"; -- of the program, if it shares the database

-- One that has died stays until another has taken over what it left.
ALTER TABLE writers ADD COLUMN found BIGINT; -- when another one last found it dead
