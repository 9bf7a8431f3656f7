-- Two roles for PostgreSQL: one owns the tables, and the other, the bot's, can only read and write
-- them. For a new database, as a superuser; psql asks for both passwords:
--
--   psql --host db.example --username postgres --dbname postgres --file deploy/postgres.sql
--
-- Then run `wythoff migrate` with the owner's address, and the bot with its own. To update, stop the
-- bot (but not replicas), and run the `wythoff migrate` of the new version first.
\set ON_ERROR_STOP on

CREATE ROLE wythoff_owner LOGIN;

CREATE ROLE wythoff LOGIN;

\password wythoff_owner
\password wythoff

CREATE DATABASE wythoff OWNER wythoff_owner ENCODING UTF8 TEMPLATE template0;

\connect wythoff

-- Up to PostgreSQL 14, every role may create tables in `public` by default.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

GRANT CREATE ON SCHEMA public TO wythoff_owner;

ALTER DEFAULT PRIVILEGES FOR ROLE wythoff_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO wythoff;
