-- What members have solved in lessons. A position is known by its game, its options and its notation, so that lessons may be put in another order.
CREATE TABLE solved (
    member   INTEGER NOT NULL,
    variant  TEXT NOT NULL,
    rules    TEXT NOT NULL,
    position TEXT NOT NULL CHECK (length(position) BETWEEN 1 AND 400),
    PRIMARY KEY (member, variant, rules, position)
) STRICT, WITHOUT ROWID;

-- Whether a member was told that there are lessons: once, after the first lost game. Whoever has finished a game by now knows the bot.
ALTER TABLE members ADD COLUMN told_of_lessons INTEGER NOT NULL DEFAULT 0 CHECK (told_of_lessons IN (0, 1));

UPDATE members SET told_of_lessons = 1 WHERE id IN (
    SELECT first_player FROM games WHERE phase <> 'running' UNION SELECT second_player FROM games WHERE phase <> 'running');
