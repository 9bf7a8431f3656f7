//! What members and servers have set, and the servers that the bot is in.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::rows;
use super::{Error, Snapshot, Transaction};
use crate::game::{Clock, MemberId, Timestamp};

/// How a member is told about games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// By a mention where the game is.
    #[default]
    Ping,
    /// By a direct message.
    Direct,
    /// Not at all.
    Never,
}

/// Who may challenge a member, but for those who are blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// Anyone.
    #[default]
    Anyone,
    /// Nobody.
    Nobody,
}

/// On which leaderboards a member appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// On all of them.
    #[default]
    Everywhere,
    /// On those of servers, not on the one for everywhere.
    Servers,
    /// On none.
    Nowhere,
}

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is on.
    On,
    /// It is off.
    Off,
}

/// What a member has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberSettings {
    /// The language of what only the member sees; none: as Discord says.
    pub language: Option<String>,
    /// How the member is told about games.
    pub telling: Telling,
    /// Who may challenge the member.
    pub welcome: Welcome,
    /// Who may not in any case.
    pub blocked: Vec<MemberId>,
    /// On which leaderboards the member appears.
    pub visibility: Visibility,
}

/// One thing that a member sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    /// The language.
    Language(Option<String>),
    /// How to be told.
    Telling(Telling),
    /// Who may challenge.
    Welcome(Welcome),
    /// Who may not in any case.
    Blocked(Vec<MemberId>),
    /// On which leaderboards to appear.
    Visibility(Visibility),
}

/// What a server has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// The clock of challenges that name none; none: a day.
    pub clock: Option<Clock>,
    /// The largest pile that a game may begin with; none: Discord's own largest number.
    pub largest_pile: Option<u64>,
    /// The language of public messages; none: as Discord says.
    pub language: Option<String>,
    /// Whether anybody is mentioned with a ping.
    pub pings: bool,
    /// Whether its games count on the leaderboard for everywhere.
    pub everywhere: bool,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            clock: None,
            largest_pile: None,
            language: None,
            pings: true,
            everywhere: true,
        }
    }
}

/// One thing that a server sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerChange {
    /// The clock of challenges that name none.
    Clock(Clock),
    /// The largest pile.
    LargestPile(Option<u64>),
    /// The language of public messages.
    Language(Option<String>),
    /// Whether anybody is mentioned with a ping.
    Pings(Switch),
    /// Whether its games count on the leaderboard for everywhere.
    Everywhere(Switch),
}

const TELLINGS: [(Telling, &str); 3] = [
    (Telling::Ping, "ping"),
    (Telling::Direct, "direct"),
    (Telling::Never, "never"),
];
const WELCOMES: [(Welcome, &str); 2] = [(Welcome::Anyone, "anyone"), (Welcome::Nobody, "nobody")];
const VISIBILITIES: [(Visibility, &str); 3] = [
    (Visibility::Everywhere, "everywhere"),
    (Visibility::Servers, "servers"),
    (Visibility::Nowhere, "nowhere"),
];

impl Snapshot<'_> {
    /// What a member has set.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn member_settings(&mut self, member: MemberId) -> Result<MemberSettings, Error> {
        let query = sqlx::query("SELECT * FROM members WHERE id = $1").bind(member.0);
        let Some(row) = query.fetch_optional(&mut *self.connection).await? else {
            return Ok(MemberSettings::default());
        };
        let blocked = sqlx::query("SELECT blocked FROM blocks WHERE member = $1 ORDER BY blocked")
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
        Ok(MemberSettings {
            language: row.try_get("language")?,
            telling: value_of(&TELLINGS, &row, "telling")?,
            welcome: value_of(&WELCOMES, &row, "challenges")?,
            blocked: blocked
                .iter()
                .map(|row| Ok(MemberId(row.try_get(0)?)))
                .collect::<Result<_, Error>>()?,
            visibility: value_of(&VISIBILITIES, &row, "visible")?,
        })
    }

    /// The language that a member has chosen; none where Discord's own is to be followed.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn language(&mut self, member: MemberId) -> Result<Option<String>, Error> {
        let query = sqlx::query("SELECT language FROM members WHERE id = $1").bind(member.0);
        match query.fetch_optional(&mut *self.connection).await? {
            Some(row) => Ok(row.try_get(0)?),
            None => Ok(None),
        }
    }

    /// What a server has set.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn server_settings(&mut self, server: i64) -> Result<ServerSettings, Error> {
        let query = sqlx::query("SELECT * FROM servers WHERE id = $1").bind(server);
        let Some(row) = query.fetch_optional(&mut *self.connection).await? else {
            return Ok(ServerSettings::default());
        };
        let largest = row.try_get::<Option<i64>, _>("largest_pile")?;
        Ok(ServerSettings {
            clock: row
                .try_get::<Option<i64>, _>("clock")?
                .map(rows::clock_of)
                .transpose()?,
            largest_pile: largest.and_then(|largest| u64::try_from(largest).ok()),
            language: row.try_get("language")?,
            pings: row.try_get::<i64, _>("pings")? != 0,
            everywhere: row.try_get::<i64, _>("everywhere")? != 0,
        })
    }

    /// The name under which a member was last seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn name(&mut self, member: MemberId) -> Result<Option<String>, Error> {
        let query = sqlx::query("SELECT name FROM members WHERE id = $1").bind(member.0);
        let row = query.fetch_optional(&mut *self.connection).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }
}

impl Transaction<'_> {
    /// Keeps the name under which a member was last seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn see_member(&mut self, member: MemberId, name: &str) -> Result<(), Error> {
        let seen = sqlx::query(
            "INSERT INTO members (id, name) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE members.name <> excluded.name",
        )
        .bind(member.0)
        .bind(name)
        .execute(&mut *self.connection)
        .await?;
        // New, or with a new name, which is as rare.
        if seen.rows_affected() > 0 {
            self.restore_blocks(member).await?;
        }
        Ok(())
    }

    /// Notes that something happens in a server.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn see_server(&mut self, server: i64) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO servers (id) VALUES ($1)
             ON CONFLICT (id) DO UPDATE SET absent_since = NULL WHERE absent_since IS NOT NULL",
        )
        .bind(server)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Changes what a member has set. The member has been seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn change_member(
        &mut self,
        member: MemberId,
        change: &MemberChange,
    ) -> Result<(), Error> {
        let (statement, value) = match change {
            MemberChange::Language(language) => (
                "UPDATE members SET language = $2 WHERE id = $1",
                language.clone(),
            ),
            MemberChange::Telling(telling) => (
                "UPDATE members SET telling = $2 WHERE id = $1",
                word(&TELLINGS, *telling),
            ),
            MemberChange::Welcome(welcome) => (
                "UPDATE members SET challenges = $2 WHERE id = $1",
                word(&WELCOMES, *welcome),
            ),
            MemberChange::Visibility(visibility) => {
                self.show_standings(member, *visibility).await?;
                (
                    "UPDATE members SET visible = $2 WHERE id = $1",
                    word(&VISIBILITIES, *visibility),
                )
            }
            MemberChange::Blocked(blocked) => return self.block(member, blocked).await,
        };
        sqlx::query(statement)
            .bind(member.0)
            .bind(value)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    async fn show_standings(
        &mut self,
        member: MemberId,
        visibility: Visibility,
    ) -> Result<(), Error> {
        let (everywhere, in_servers) = match visibility {
            Visibility::Everywhere => (1, 1),
            Visibility::Servers => (0, 1),
            Visibility::Nowhere => (0, 0),
        };
        sqlx::query(
            "UPDATE standings SET shown = CASE WHEN scope = 0 THEN $2 ELSE $3 END WHERE member = $1",
        )
        .bind(member.0)
        .bind(everywhere)
        .bind(in_servers)
        .execute(&mut *self.connection)
        .await?;
        self.rank_member(member).await
    }

    async fn block(&mut self, member: MemberId, blocked: &[MemberId]) -> Result<(), Error> {
        sqlx::query("DELETE FROM blocks WHERE member = $1")
            .bind(member.0)
            .execute(&mut *self.connection)
            .await?;
        for other in blocked {
            sqlx::query(
                "INSERT INTO blocks (member, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(member.0)
            .bind(other.0)
            .execute(&mut *self.connection)
            .await?;
        }
        Ok(())
    }

    /// Changes what a server has set.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn change_server(&mut self, server: i64, change: &ServerChange) -> Result<(), Error> {
        self.see_server(server).await?;
        let number =
            |statement, value: Option<i64>| sqlx::query(statement).bind(server).bind(value);
        let query = match change {
            ServerChange::Clock(clock) => number(
                "UPDATE servers SET clock = $2 WHERE id = $1",
                Some(rows::clock(*clock)),
            ),
            ServerChange::LargestPile(largest) => number(
                "UPDATE servers SET largest_pile = $2 WHERE id = $1",
                largest.map(rows::pile_size).transpose()?,
            ),
            ServerChange::Language(language) => {
                sqlx::query("UPDATE servers SET language = $2 WHERE id = $1")
                    .bind(server)
                    .bind(language.clone())
            }
            ServerChange::Pings(switch) => number(
                "UPDATE servers SET pings = $2 WHERE id = $1",
                Some(i64::from(*switch == Switch::On)),
            ),
            ServerChange::Everywhere(switch) => number(
                "UPDATE servers SET everywhere = $2 WHERE id = $1",
                Some(i64::from(*switch == Switch::On)),
            ),
        };
        query.execute(&mut *self.connection).await?;
        Ok(())
    }

    /// Compares the servers that are known here with those that Discord says the bot is in. `shard` of `shards` is all that
    /// Discord has spoken of (<https://discord.com/developers/docs/events/gateway#sharding>). What is kept for a server that
    /// has been missing for longer than `patience`, but for results, is purged.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn compare_servers(
        &mut self,
        present: &HashSet<i64>,
        (shard, shards): (i64, i64),
        now: Timestamp,
        patience: Duration,
    ) -> Result<(), Error> {
        let rows = sqlx::query("SELECT id, absent_since FROM servers WHERE (id >> 22) % $1 = $2")
            .bind(shards.max(1))
            .bind(shard)
            .fetch_all(&mut *self.connection)
            .await?;
        for row in rows {
            let server: i64 = row.try_get("id")?;
            let absent_since = row.try_get::<Option<i64>, _>("absent_since")?;
            match absent_since.map(Timestamp) {
                Some(_) if present.contains(&server) => self.set_absent(server, None).await?,
                None if present.contains(&server) => {}
                None => self.set_absent(server, Some(now)).await?,
                Some(since) if now.since(since) > patience => self.purge_server(server).await?,
                Some(_) => {}
            }
        }
        Ok(())
    }

    async fn set_absent(&mut self, server: i64, since: Option<Timestamp>) -> Result<(), Error> {
        sqlx::query("UPDATE servers SET absent_since = $2 WHERE id = $1")
            .bind(server)
            .bind(since.map(|since| since.0))
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    async fn purge_server(&mut self, server: i64) -> Result<(), Error> {
        for statement in [
            "DELETE FROM notices WHERE game IN (SELECT id FROM games WHERE guild = $1)",
            "UPDATE games SET message = NULL WHERE guild = $1",
            "UPDATE challenges SET message = NULL WHERE guild = $1",
            "DELETE FROM servers WHERE id = $1",
        ] {
            sqlx::query(statement)
                .bind(server)
                .execute(&mut *self.connection)
                .await?;
        }
        Ok(())
    }
}

fn value_of<T: Copy>(words: &[(T, &str)], row: &AnyRow, column: &'static str) -> Result<T, Error> {
    let stored: String = row.try_get(column)?;
    words
        .iter()
        .find(|(_, word)| *word == stored)
        .map(|(value, _)| *value)
        .ok_or(Error::Nonsense(column))
}

fn word<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> Option<String> {
    words
        .iter()
        .find(|(known, _)| *known == value)
        .map(|(_, word)| (*word).to_owned())
}
