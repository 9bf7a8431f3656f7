-- Positions that members show to a channel, and the move that each member there would make. Pruned after two weeks.
CREATE TABLE questions (
    id       BIGINT PRIMARY KEY, -- the interaction that made it
    member   BIGINT, -- who asks; NULL once they have erased everything
    guild    BIGINT,
    channel  BIGINT NOT NULL,
    editable BIGINT NOT NULL CHECK (editable IN (0, 1)),
    language TEXT COLLATE "C" NOT NULL,
    message  BIGINT, -- its message, once somebody has pressed a button there
    variant  TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL,
    closed   BIGINT NOT NULL CHECK (closed IN (0, 1)),
    undrawn  BIGINT NOT NULL DEFAULT 0 CHECK (undrawn >= 0) -- how many changes its message may not show
);
CREATE INDEX questions_of_a_member ON questions (member);
CREATE INDEX questions_of_a_server ON questions (guild);
CREATE INDEX questions_undrawn ON questions (undrawn) WHERE undrawn > 0;

CREATE TABLE question_answers (
    question BIGINT NOT NULL REFERENCES questions (id),
    member   BIGINT NOT NULL,
    move     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (question, member)
);
CREATE INDEX question_answers_of_a_member ON question_answers (member);
