//! The roles of those who wear the crowns of servers: whom the bot is still to give one, or to take it away from.

use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::MemberId;
use wythoff_game::records::{RoleChange, RoleId};

/// How many roles are changed at a time. Some of them may wait for another attempt, and must not keep others waiting.
const AT_ONCE: i64 = 10_000;

/// The FROM clause for those who wear a crown that a role goes with, where the bot is.
macro_rules! wearers {
    () => {
        concat!(
            " FROM servers INNER JOIN crowns ON crowns.guild = servers.id
             INNER JOIN members ON members.id = crowns.member
             WHERE crown_role IS NOT NULL AND absent_since IS NULL AND ",
            listed!("crowns")
        )
    };
}

impl Read {
    /// Some of the roles that are still to be given or to be taken away.
    pub async fn role_changes(&mut self) -> Result<Vec<RoleChange>> {
        let to_give = concat!(
            "SELECT servers.id, crowns.member, crown_role",
            wearers!(),
            " AND crown_role_refused = 0 AND NOT EXISTS (SELECT 1 FROM crown_roles WHERE crown_roles.guild = servers.id
             AND crown_roles.member = crowns.member AND crown_roles.role = crown_role AND given = 1) LIMIT $1"
        );
        let to_take = concat!(
            "SELECT guild, member, role FROM crown_roles WHERE NOT EXISTS (SELECT 1",
            wearers!(),
            " AND servers.id = crown_roles.guild AND crowns.member = crown_roles.member
             AND crown_role = crown_roles.role)
             AND guild IN (SELECT id FROM servers WHERE absent_since IS NULL) LIMIT $1"
        );
        let mut changes = Vec::new();
        for (sql, is_given) in [(to_give, true), (to_take, false)] {
            let roles: Vec<(i64, MemberId, RoleId)> =
                self.all("crown_roles", query(sql).bind(AT_ONCE)).await?;
            let roles = roles.into_iter();
            changes.extend(roles.map(|(guild, member, role)| RoleChange {
                guild,
                member,
                role,
                is_given,
            }));
        }
        Ok(changes)
    }

    /// Whether a role is still to be given, or to be taken away.
    pub async fn wants_role(&mut self, change: RoleChange) -> Result<bool> {
        let sql = concat!(
            "SELECT COUNT(*)",
            wearers!(),
            " AND servers.id = $1 AND crowns.member = $2 AND crown_role = $3"
        );
        let RoleChange {
            guild,
            member,
            role,
            is_given,
        } = change;
        let wearing = query(sql).bind(guild).bind(member).bind(role);
        let count: i64 = self.one("crowns", wearing).await?;
        Ok((count > 0) == is_given)
    }

    /// The roles that a member has been given, each with its server.
    pub async fn roles_of(&mut self, member: MemberId) -> Result<Vec<(i64, RoleId)>> {
        let sql = "SELECT guild, role FROM crown_roles WHERE member = $1 ORDER BY guild, role";
        self.all("crown_roles", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Notes that a member is being given a role, so that it can be taken away again.
    pub async fn begin_role(&mut self, change: RoleChange) -> Result<()> {
        let sql = "INSERT INTO crown_roles (guild, member, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.of_role(sql, change).await
    }

    /// Notes that a role has been given, or taken away.
    pub async fn note_role(&mut self, change: RoleChange) -> Result<()> {
        let sql = if change.is_given {
            // Even if its row is gone meanwhile: then it is taken away again.
            "INSERT INTO crown_roles (guild, member, role, given) VALUES ($1, $2, $3, 1)
             ON CONFLICT (guild, member, role) DO UPDATE SET given = 1"
        } else {
            "DELETE FROM crown_roles WHERE guild = $1 AND member = $2 AND role = $3"
        };
        self.of_role(sql, change).await
    }

    /// Notes that Discord does not let the bot give a role: until the role is chosen again, or the next week is won.
    /// An earlier attempt may have arrived all the same, so that it is taken away one day.
    pub async fn refuse_role(&mut self, change: RoleChange) -> Result<()> {
        let sql = "UPDATE servers SET crown_role_refused = 1 WHERE id = $1 AND crown_role = $2";
        let refused = query(sql).bind(change.guild).bind(change.role);
        self.execute(refused).await
    }

    async fn of_role(&mut self, sql: &'static str, change: RoleChange) -> Result<()> {
        let RoleChange {
            guild,
            member,
            role,
            ..
        } = change;
        let statement = query(sql).bind(guild).bind(member).bind(role);
        self.execute(statement).await
    }
}
