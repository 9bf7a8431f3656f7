-- The installation: one row.
CREATE TABLE installation (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    application INTEGER -- the bot's application, since its first connection to Discord
) STRICT;

INSERT INTO installation (id) VALUES (1);
