-- What members are to be told, until they have been told, or it does not hold any more. There is at most one for a member and a game.
CREATE TABLE notifications_to_send (
    game   INTEGER NOT NULL, -- or the challenge, which has the same number
    member INTEGER NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('turn', 'reminder', 'begun', 'ended', 'rematch', 'new_position', 'challenged')),
    via    TEXT NOT NULL CHECK (via IN ('ping', 'direct')),
    at     INTEGER NOT NULL, -- of the event
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_to_send_to_a_member ON notifications_to_send (member);

-- Messages of notifications that are obsolete, and messages that were boards, until they have been deleted.
CREATE TABLE messages_to_delete (
    message  INTEGER PRIMARY KEY,
    channel  INTEGER NOT NULL,
    game     INTEGER NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    was      TEXT NOT NULL CHECK (was IN ('board', 'notification')),
    at       INTEGER NOT NULL -- since when it is obsolete
) STRICT;

CREATE INDEX messages_to_delete_of_a_game ON messages_to_delete (game);
