-- What the third version of the tables holds beside the second: what is to be sent and to be deleted.
INSERT INTO notifications_to_send (game, member, kind, via, at) VALUES
    (1001, 10, 'turn', 'ping', 9),
    (1001, 11, 'reminder', 'direct', 9),
    (1002, 11, 'begun', 'ping', 9),
    (1000, 10, 'ended', 'ping', 9),
    (1000, 11, 'rematch', 'ping', 9),
    (1003, 11, 'new_position', 'ping', 9),
    (2000, 11, 'challenged', 'direct', 10);
INSERT INTO messages_to_delete (message, channel, game, editable, was, at) VALUES
    (70, 20, 1001, 1, 'board', 9),
    (71, 20, 1000, 0, 'notification', 9);
