-- Games and their moves as the first version of the tables held them.
INSERT INTO members (id, name, language) VALUES (10, 'Anna', 'en-US');
INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level, start_left,
    start_right, pile_left, pile_right, ply, phase, winner, since)
VALUES (7340032000000, 30, 20, 1, 'en-US', 40, 1, 10, 0, 'good', 2, 2, 0, 0, 1, 'last_move', 'first', 1700000000000),
    (7340032000001, 30, 20, 1, 'en-US', 41, 2, 0, 10, 'good', 2, 2, 2, 1, 1, 'running', NULL, 1700000000000);
UPDATE games SET follows = 7340032000000 WHERE id = 7340032000001;
INSERT INTO plies (game, ply, pile, amount, at) VALUES (7340032000000, 1, 'both', 2, 1), (7340032000001, 1, 'right', 1, 1);
INSERT INTO interactions (id, game) VALUES (1, 7340032000000);
