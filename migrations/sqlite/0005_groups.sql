-- Changes are saved in groups, each with one statement a table.

-- How often the row was changed: what is saved was decided on that version, or it is not saved.
ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0);

-- Always empty: how many rows a statement should have changed, and has not. A row would break the rule, and with it the group.
CREATE TABLE conflicts (rows INTEGER NOT NULL CHECK (rows = 0)) STRICT;
