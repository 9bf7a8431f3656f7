-- Whether a question names nobody. Those from before promised that.
ALTER TABLE questions ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 1 CHECK (anonymous IN (0, 1));
