-- How many crowns of a week a member has been given. Those of before are counted from the puzzles that are known.
ALTER TABLE members ADD COLUMN weeks_won BIGINT NOT NULL DEFAULT 0 CHECK (weeks_won >= 0);
UPDATE members SET weeks_won = won.weeks FROM (
    SELECT member, COUNT(*) AS weeks FROM (
        SELECT member, RANK() OVER (PARTITION BY guild, week ORDER BY points DESC) AS place,
            COUNT(*) OVER (PARTITION BY guild, week) AS players
        FROM (
            SELECT guild, (day + 3) / 7 AS week, member, SUM(6 - slips) AS points FROM dailies
            WHERE outcome = 'solved' AND helped = 0 AND guild IS NOT NULL AND day < (SELECT MAX(monday) FROM crowns)
            GROUP BY guild, (day + 3) / 7, member
        ) AS weeks
    ) AS places WHERE place = 1 AND players > 1 GROUP BY member
) AS won WHERE won.member = members.id;
