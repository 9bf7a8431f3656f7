-- What the second version of the tables holds beside the first: what was solved in lessons, and who was told of them.
INSERT INTO solved (member, variant, rules, position) VALUES
    (10, 'wythoff', '', '0 5'),
    (10, 'wythoff', 'misere', '0 4'),
    (11, 'nim', '', '1 4');
UPDATE members SET told_of_lessons = 1 WHERE id = 14;
