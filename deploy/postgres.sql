-- Two roles for PostgreSQL: one owns the tables, and the bot's own can only read and write them. Run
-- `wythoff migrate` with the owner's address before each new version, and the bot with its own.
--
--   psql --set owner_password=... --set bot_password=... --file deploy/postgres.sql
CREATE ROLE wythoff_owner LOGIN PASSWORD :'owner_password';

CREATE ROLE wythoff LOGIN PASSWORD :'bot_password';

CREATE DATABASE wythoff OWNER wythoff_owner;

\connect wythoff

ALTER DEFAULT PRIVILEGES FOR ROLE wythoff_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO wythoff;
