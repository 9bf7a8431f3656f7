-- The role that comes with the crown of a server, and whether Discord refuses to give it.
ALTER TABLE servers ADD COLUMN crown_role INTEGER;
ALTER TABLE servers ADD COLUMN crown_role_refused INTEGER NOT NULL DEFAULT 0 CHECK (crown_role_refused IN (0, 1));
CREATE INDEX servers_with_crown_role ON servers (id) WHERE crown_role IS NOT NULL;

-- The roles that the bot gives, or has given, until they are taken away.
CREATE TABLE crown_roles (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    role INTEGER NOT NULL,
    given INTEGER NOT NULL DEFAULT 0 CHECK (given IN (0, 1)),
    PRIMARY KEY (guild, member, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX crown_roles_of_member ON crown_roles (member);
