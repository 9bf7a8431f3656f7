-- Positions that members show to a channel, and the move that each member there would make. Pruned after two weeks.
CREATE TABLE questions (
    id       INTEGER PRIMARY KEY, -- the interaction that made it
    member   INTEGER, -- who asks; NULL once they have erased everything
    guild    INTEGER,
    channel  INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    language TEXT NOT NULL,
    message  INTEGER, -- its message, once somebody has pressed a button there
    variant  TEXT NOT NULL,
    rules    TEXT NOT NULL,
    position TEXT NOT NULL,
    closed   INTEGER NOT NULL CHECK (closed IN (0, 1)),
    undrawn  INTEGER NOT NULL DEFAULT 0 CHECK (undrawn >= 0) -- how many changes its message may not show
) STRICT;
CREATE INDEX questions_of_a_member ON questions (member);
CREATE INDEX questions_of_a_server ON questions (guild);
CREATE INDEX questions_undrawn ON questions (undrawn) WHERE undrawn > 0;

CREATE TABLE question_answers (
    question INTEGER NOT NULL REFERENCES questions (id),
    member   INTEGER NOT NULL,
    move     TEXT NOT NULL,
    PRIMARY KEY (question, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_answers_of_a_member ON question_answers (member);
