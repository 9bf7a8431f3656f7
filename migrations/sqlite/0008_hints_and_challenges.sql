-- Whether the member of a game was shown what to play; and how often a member has challenged another lately, also after an erasure.

ALTER TABLE games ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1));

CREATE INDEX challenges_made_by ON challenges (challenger, id);
CREATE INDEX challenges_made_to ON challenges (invited, id);

CREATE TABLE limits_of_all (
    kind      TEXT NOT NULL CHECK (kind IN ('declined', 'rated', 'no_show', 'challenged')),
    pseudonym TEXT NOT NULL,
    at        INTEGER NOT NULL, -- when it happened
    until     INTEGER NOT NULL -- how long it is kept
) STRICT;
INSERT INTO limits_of_all (kind, pseudonym, at, until) SELECT kind, pseudonym, at, until FROM limits;
DROP TABLE limits;
ALTER TABLE limits_of_all RENAME TO limits;
CREATE INDEX limits_by_pseudonym ON limits (pseudonym, kind, at);
CREATE INDEX limits_by_end ON limits (until);
