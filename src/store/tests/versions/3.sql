-- A database as the third version of the tables held it, with rows in every table that may have some: running and finished games,
-- against the bot and between members, rated and not; open and closed challenges; a former player.
UPDATE secrets SET value = x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
INSERT INTO members (id, name, language, telling, challenges, visible) VALUES
    (10, 'Anna', 'en-US', 'direct', 'nobody', 'servers'),
    (11, 'Boris', NULL, 'ping', 'anyone', 'everywhere');
INSERT INTO servers (id, clock, largest_pile, language, pings, everywhere, absent_since) VALUES
    (30, 3600, 100, 'en-US', 0, 0, NULL),
    (31, NULL, NULL, NULL, 1, 1, 1700000000000);
INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, rated, start_left,
    start_right, pile_left, pile_right, ply, phase, winner, begun, since, deadline, remind, first_touched, second_touched, first_wish,
    second_wish, first_kept, first_won, second_kept, second_won, everywhere, finish, follows) VALUES
    (1000, 30, 20, 1, 'en-US', 40, 1, 10, 11, NULL, 86400, 1, 2, 2, 0, 0, 1, 'last_move', 'first', 1, 5, NULL, NULL, 5, 1, 'rematch', NULL, 1, 1, 0, 0, 1, 1, NULL),
    (1001, 30, 20, 1, 'en-US', 41, 2, 11, 10, NULL, 300, 0, 3, 5, 2, 5, 1, 'running', NULL, 6, 9, 300009, 200009, 9, 6, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 1000),
    (1002, NULL, 21, 0, 'en-US', NULL, 3, 10, 0, 'good', 604800, 0, 10, 6, 10, 6, 0, 'running', NULL, 7, 7, 604800007, NULL, 7, 7, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL),
    (1003, 30, 22, 1, 'en-US', 43, 4, -77, 11, NULL, 300, 0, 4, 4, 4, 4, 0, 'no_show', NULL, 8, 308, NULL, NULL, 8, 8, NULL, NULL, 0, 0, 0, 0, 1, NULL, NULL);
INSERT INTO plies (game, ply, pile, amount, at) VALUES
    (1000, 1, 'both', 2, 5),
    (1001, 1, 'left', 1, 9);
INSERT INTO interactions (id) VALUES
    (500),
    (501);
INSERT INTO challenges (id, guild, channel, editable, language, message, challenger, invited, pile_left, pile_right, first, clock, phase,
    until) VALUES
    (2000, 30, 20, 1, 'en-US', 50, 10, 11, 7, 9, 'random', 86400, 'open', 99),
    (2001, 30, 20, 1, 'en-US', 51, 10, NULL, 7, 9, 'opponent_chooses', 300, 'expired', 98),
    (2002, 30, 20, 1, 'en-US', NULL, 11, 10, 7, 9, 'challenger', 300, 'declined', 97);
INSERT INTO ratings (member, finish, game, rating, deviation, volatility, change, streak) VALUES
    (10, 1, 1000, 1662.3, 290.3, 0.06, 162.3, 1),
    (11, 1, 1000, 1337.7, 290.3, 0.06, -162.3, 0);
INSERT INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak, by_rating, by_wins,
    by_accuracy, by_streak) VALUES
    (30, 10, 1, 1662.3, 290.3, 1, 1, 1, 1, 1.0, 1, NULL, 1, NULL, 1),
    (30, 11, 1, 1337.7, 290.3, 1, 0, 0, 0, 0.0, 0, NULL, NULL, NULL, NULL);
INSERT INTO notices (game, member, channel, message, editable, at) VALUES
    (1001, 10, 20, 60, 1, 9);
INSERT INTO blocks (member, blocked) VALUES
    (10, 12),
    (11, 13);
INSERT INTO marks (name, at) VALUES
    ('alive', 1000);
INSERT INTO pseudonymous_blocks (member, blocked) VALUES
    (11, 'somebody');
INSERT INTO limits (kind, pseudonym, at, until) VALUES
    ('declined', 'a pair', 1, 9000000000000),
    ('rated', 'a pair', 2, 9000000000000),
    ('no_show', 'somebody', 3, 9000000000000);
INSERT INTO identifies (at, shard, taken) VALUES
    (1700000000000, 0, 1),
    (1700000005000, 0, 0);
