-- A database with rows in every table and in every state: games that run and that ended in each way,
-- against the bot at each level and between members, rated and not, of several games of the family, with a hint and with moves taken back;
-- challenges in every phase; a former player.
UPDATE secrets SET value = x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
INSERT INTO members (id, name, language, notify_by, challenges_from, visibility, direct_refused) VALUES
    (10, 'Anna', 'en-US', 'direct', 'nobody', 'servers', 1),
    (11, 'Boris', NULL, 'ping', 'anyone', 'everywhere', 0),
    (14, 'Carla', NULL, 'never', 'anyone', 'nowhere', 0);
INSERT INTO servers (id, clock, largest_heap, language, pings, everywhere, absent_since) VALUES
    (30, 3600, 100, 'en-US', 0, 0, NULL),
    (31, NULL, NULL, NULL, 1, 1, 1700000000000);
INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, rated, variant, rules,
    start, position, size, ply, taken_back, hinted, phase, winner, begun, since, deadline, remind, first_active, second_active, typed, typed_by,
    first_vote, second_vote, first_kept, first_won, second_kept, second_won, everywhere, follows) VALUES
    (1000, 30, 20, 1, 'en-US', 40, 1, 10, 11, NULL, 86400, 1, 'wythoff', '', '2 2', '0 0', 0, 1, 0, 0, 'last_move', 'first', 1, 5, NULL, NULL, 5, 1, 5, 'first', 'rematch', 'new_position', 1, 1, 0, 0, 1, NULL),
    (1001, 30, 20, 1, 'en-US', 41, 2, 11, 10, NULL, 300, 0, 'wythoff', '', '3 5', '2 5', 8, 1, 1, 0, 'running', NULL, 6, 9, 300009, 200009, 9, 6, 1003, 'first', NULL, NULL, NULL, NULL, NULL, NULL, 0, 1000),
    (1002, NULL, 21, 0, 'en-US', NULL, 3, 10, 0, 'good', 604800, 0, 'nim', 'misere', '3 5 7', '3 5 7', 15, 0, 0, 1, 'running', NULL, 7, 7, 604800007, NULL, 7, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL),
    (1003, 30, 22, 1, 'en-US', 43, 4, -77, 11, NULL, 300, 0, 'take', 'most=4', '4 4', '4 4', 8, 0, 0, 0, 'no_show', NULL, 8, 308, NULL, NULL, 8, 8, NULL, NULL, 'new_position', 'rematch', 0, 0, 0, 0, 1, NULL),
    (1004, 30, 23, 1, 'en-US', 44, 5, 0, 10, 'perfect', 604800, 0, '21', '', '0/21', '2/21', 21, 1, 0, 0, 'resignation', 'first', 9, 10, NULL, NULL, 9, 10, 10, 'second', NULL, NULL, 0, 0, 0, 1, 1, NULL),
    (1005, 30, 24, 1, 'en-US', 45, 6, 10, 11, NULL, 300, 0, '100', 'most=5', '0/100', '3/100', 100, 1, 0, 0, 'forfeit', 'second', 11, 400000, NULL, NULL, 12, 11, NULL, NULL, NULL, NULL, 0, 1, 0, 0, 0, NULL),
    (1006, NULL, 25, 0, 'en-US', 46, 7, 11, 0, 'beginner', 604800, 0, 'greedy', '', '2 1', '2 1', 3, 0, 0, 0, 'abandonment', NULL, 13, 14, NULL, NULL, 13, 13, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 1, NULL);
INSERT INTO plies (game, ply, mv, branch, at) VALUES
    (1000, 1, 'A2B2', 0, 5),
    (1001, 1, 'A1', 1, 9),
    (1004, 1, '+2', 0, 9),
    (1005, 1, '+3', 0, 12);
INSERT INTO interactions (id) VALUES
    (500),
    (501);
INSERT INTO challenges (id, guild, channel, editable, language, message, challenger, invited, variant, rules, start, first, clock, phase, until,
    invited_name, rated) VALUES
    (1000, 30, 20, 1, 'en-US', 40, 10, 11, 'wythoff', '', '2 2', 'random', 86400, 'accepted', 1, NULL, 1),
    (2000, 30, 20, 1, 'en-US', 50, 10, 11, 'wythoff', '', '7 9', 'random', 86400, 'open', 99, 'Boris', 1),
    (2001, 30, 20, 1, 'en-US', 51, 10, NULL, 'nim', 'misere', '1 3 5 7', 'opponent_chooses', 300, 'expired', 98, NULL, 1),
    (2002, 30, 20, 1, 'en-US', NULL, -77, 10, '21', 'most=5', '0/34', 'challenger', 300, 'declined', 97, NULL, 1),
    (2003, NULL, 21, 0, 'en-US', 52, 11, 10, 'greedy', '', '3 4 5', 'opponent', 300, 'withdrawn', 96, NULL, 1);
INSERT INTO ratings (member, variant, finish, game, rating, deviation, volatility, change, streak) VALUES
    (10, 'wythoff', 1, 1000, 1662.3, 290.3, 0.06, 162.3, 1),
    (11, 'wythoff', 1, 1000, 1337.7, 290.3, 0.06, -162.3, 0);
INSERT INTO standings (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak, by_rating, by_wins,
    by_accuracy, by_streak) VALUES
    (30, 'wythoff', 10, 1, 1662.3, 290.3, 1, 1, 1, 1, 1.0, 1, 1662.3, 1, NULL, 1),
    (30, 'wythoff', 11, 1, 1337.7, 290.3, 1, 0, 0, 0, 0.0, 0, 1337.7, NULL, NULL, NULL),
    (0, 'wythoff', 10, 0, 1662.3, 290.3, 1, 1, 1, 1, 1.0, 1, NULL, NULL, NULL, NULL);
INSERT INTO steps (scope, variant, board, step, members) VALUES
    (30, 'wythoff', 'rating', 1337, 1),
    (30, 'wythoff', 'rating', 1662, 1),
    (30, 'wythoff', 'accuracy', 1000, 1),
    (30, 'wythoff', 'streak', 1, 1),
    (30, 'wythoff', 'wins', 1, 1);
INSERT INTO notifications (game, member, channel, message, editable, at) VALUES
    (1001, 10, 20, 60, 1, 9),
    (2000, 11, 21, 61, 0, 10);
INSERT INTO blocks (member, blocked) VALUES
    (10, 12),
    (11, 13);
INSERT INTO pseudonymous_blocks (member, blocked) VALUES
    (11, 'somebody');
INSERT INTO limits (kind, pseudonym, at, until) VALUES
    ('declined', 'a pair', 1, 9000000000000),
    ('rated', 'a pair', 2, 9000000000000),
    ('no_show', 'somebody', 3, 9000000000000),
    ('challenged', 'a pair', 4, 9000000000000);
INSERT INTO marks (name, at) VALUES
    ('alive', 1000),
    ('behind', 900);
INSERT INTO identifies (at, shard, taken) VALUES
    (1700000000000, 0, 1),
    (1700000005000, 0, 0);
-- what was solved in lessons, and who was told of them.
INSERT INTO solved (member, variant, rules, position) VALUES
    (10, 'wythoff', '', '0 5'),
    (10, 'wythoff', 'misere', '0 4'),
    (11, 'nim', '', '1 4');
UPDATE members SET told_of_lessons = 1 WHERE id = 14;
-- what is to be sent and to be deleted.
INSERT INTO notifications_to_send (game, member, kind, via, at) VALUES
    (1001, 10, 'turn', 'ping', 9),
    (1001, 11, 'reminder', 'direct', 9),
    (1002, 11, 'begun', 'ping', 9),
    (1000, 10, 'ended', 'ping', 9),
    (1000, 11, 'rematch', 'ping', 9),
    (1003, 11, 'new_position', 'ping', 9),
    (2000, 11, 'challenged', 'direct', 10);
INSERT INTO messages_to_delete (message, channel, game, editable, kind, at) VALUES
    (70, 20, 1001, 1, 'board', 9),
    (71, 20, 1000, 0, 'notification', 9);
-- A finished game that was followed, and a challenge whose game would not be rated.
UPDATE games SET followed = 1 WHERE id = (SELECT MIN(id) FROM games WHERE phase <> 'running' AND level IS NOT NULL);
UPDATE games SET ladder = CASE id WHEN 1002 THEN 'on' WHEN 1004 THEN 'beaten' ELSE 'helped' END WHERE level IS NOT NULL;
UPDATE challenges SET rated = 0 WHERE id = (SELECT MIN(id) FROM challenges);
-- Puzzles of the day: one that is not over, and one that is, with practice; and where they are posted.
INSERT INTO dailies (member, day, guild, moves, slips, outcome, practice, streak, forgiven) VALUES
    (10, 21925, 30, 'A1', 1, NULL, NULL, NULL, NULL),
    (14, 21935, NULL, 'B6 A2 A1B1 A2 B1', 0, 'solved', NULL, 1, NULL),
    (11, 21925, 30, 'A1 A2 A3 A4 A5 A7', 6, 'failed', 'B1', 12, 21918);
INSERT INTO crowns (guild, member, monday) VALUES (30, 14, 21921);
INSERT INTO crown_roles (guild, member, role, given) VALUES (30, 14, 51, 1), (30, 11, 50, 0);
INSERT INTO reminders (member, daily, due, to_send, guild, channel, editable, language) VALUES (10, 1, 9000000000000, 21921, 30, 20, 1, 'en-US');
INSERT INTO races (member, guild, begun, seed, found, mistakes, best) VALUES (10, 30, 9, -7, 4, 2, 11);
INSERT INTO dares (id, member, guild, channel, editable, language, message, variant, rules, start, level, begins, moves, undrawn) VALUES
    (3000, 10, 30, 20, 1, 'en-US', 78, 'nim', '', '3 5 7', 'otter', 1, 4, 1);
INSERT INTO dare_tries (dare, member, moves, own_moves, won) VALUES (3000, 14, 'A1 B1', 1, NULL), (3000, 11, '', 0, 1);
INSERT INTO questions (id, member, guild, channel, editable, language, message, variant, rules, position, closed, undrawn, anonymous) VALUES
    (3002, 10, 30, 20, 1, 'en-US', 79, 'nim', '', '3 5 7', 0, 1, 0);
INSERT INTO question_answers (question, member, move) VALUES (3002, 14, 'A1'), (3002, 11, 'B5');
INSERT INTO tables (id, guild, channel, editable, language, message, undrawn, game, most, target, turn_time, phase, since, due, remind, round, step, latest, turn, winner, variant, rules, position, before) VALUES
    (3004, 30, 20, 1, 'en-US', 80, 1, '21', 4, NULL, '2m', 'playing', 1000, 121000, 61000, 2, 9, 's0:17 o0 s1:4', 2, NULL, '21', 'most=4', '4/20', '0/20'),
    (3005, 30, 21, 1, 'en-US', NULL, 0, '100', NULL, 60, '30s', 'gathering', 1000, 901000, NULL, 0, 1, '', NULL, NULL, NULL, NULL, NULL, NULL),
    (3006, NULL, 0, 0, 'en-US', NULL, 0, 'nim', NULL, NULL, '10m', 'ended', 1000, NULL, NULL, 1, 7, 'm1:A1 o1', NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO table_seats (table_id, seat, member, level, out, won) VALUES
    (3004, 0, 11, NULL, 0, 0), (3004, 1, NULL, 'otter', NULL, 0), (3004, 2, 14, NULL, NULL, 0), (3005, 0, 10, NULL, NULL, 0),
    (3006, 0, 14, NULL, NULL, 0), (3006, 1, NULL, NULL, 0, 0);
INSERT INTO bosses (guild, channel, language, due, games, won, message, undrawn, begun, variant, rules, start, moves, votes, voters, hinted, hinted_after, ended) VALUES
    (30, 20, 'en-US', 3601000, 3, 1, 82, 1, 1000, 'nim', '', '3 5 7', '', 0, 0, 900, 0, NULL),
    (31, 21, 'de', NULL, 0, 0, NULL, 0, NULL, NULL, NULL, NULL, '', 0, 0, NULL, NULL, NULL);
INSERT INTO boss_votes (guild, member, move) VALUES (30, 14, 'A1'), (30, 11, NULL);
INSERT INTO boss_coins (member, variant, since) VALUES (14, 'nim', 1000);
INSERT INTO quiet_channels (guild, channel) VALUES (30, 22);
INSERT INTO hidden_members (guild, member) VALUES (30, 12);
INSERT INTO predictions (game, member, winner) VALUES (1000, 14, 'second'), (1000, 12, 'first');
INSERT INTO race_bests (guild, member, found, week, found_in_week) VALUES (30, 14, 12, 21920, 9);
UPDATE servers SET crown_role = 50, crown_role_refused = 1, by_month = 0, daily_channel = 20, daily_language = 'en-US', daily_refused = 1, daily_due = 9000000000000, daily_to_post = 21921, daily_hour = 9, daily_message = 77, daily_posted = 21920, daily_posted_in = 21, daily_ended = 21919, daily_ended_message = 76, daily_ended_in = 21 WHERE id = 30;
INSERT INTO practice (member, game, ply, variant, rules, position, stage, due) VALUES
    (10, 1000, 1, 'wythoff', '', '4 4', 2, 21925);
INSERT INTO practised (member, day, done, learnt, told) VALUES
    (10, 21921, 3, 7, 21920);
INSERT INTO ladders (member, variant, rung, results, games, topped) VALUES
    (10, 'wythoff', 'otter', 'wl', 9, NULL),
    (11, 'nim', 'penguin', '', 40, 1700000000000);
INSERT INTO tokens (message, interaction, channel, token, by_id) VALUES
    (80, 5, 20, 'abc', 0),
    (81, 6, 20, 'def', 1);
INSERT INTO drafts (drawing, chosen, at) VALUES ('1:0:7', 'A2', 1700000000000);
