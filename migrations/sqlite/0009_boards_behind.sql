-- Since when boards may be behind: a process that ended while it was drawing them again leaves the rest to the next one.

CREATE TABLE all_marks (
    name TEXT PRIMARY KEY CHECK (name IN ('alive', 'behind')),
    at   INTEGER NOT NULL
) STRICT;
INSERT INTO all_marks (name, at) SELECT name, at FROM marks;
DROP TABLE marks;
ALTER TABLE all_marks RENAME TO marks;
