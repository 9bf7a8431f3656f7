//! What members and servers have set, and the servers that the bot is in.

use std::collections::HashSet;
use std::time::Duration;

use serde::Deserialize;
use sqlx::Row;

use super::known::{Key, Member, Server};
use super::rows::pile_size;
use super::text::{self, RunningText};
use super::{Error, Transaction};
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

/// A member as it is read: id, name, language, telling, challenges, visible, blocked; running games as the first and as the second;
/// who blocked before an erasure, and by which pseudonym.
#[derive(Deserialize)]
pub(super) struct MemberText(
    i64,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Vec<i64>,
    Vec<RunningText>,
    Vec<RunningText>,
    Vec<i64>,
    String,
);

impl MemberText {
    pub(super) fn member(self) -> Result<(MemberId, Member), Error> {
        let Self(
            id,
            name,
            language,
            telling,
            welcome,
            visible,
            blocked,
            first,
            second,
            blocked_by,
            pseudonym,
        ) = self;
        let settings = MemberSettings {
            language,
            telling: value_of(&TELLINGS, telling, "telling")?,
            welcome: value_of(&WELCOMES, welcome, "challenges")?,
            blocked: blocked.into_iter().map(MemberId).collect(),
            visibility: value_of(&VISIBILITIES, visible, "visible")?,
        };
        let member = Member {
            name,
            settings,
            running: first.iter().chain(&second).map(text::running).collect(),
            pseudonym: (!blocked_by.is_empty()).then_some(pseudonym),
            blocked_by: blocked_by.into_iter().map(MemberId).collect(),
        };
        Ok((MemberId(id), member))
    }
}

/// A server as it is read: id, clock, largest pile, language, pings, everywhere; whether it is present.
#[derive(Deserialize)]
pub(super) struct ServerText(
    i64,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<i64>,
    i64,
);

impl ServerText {
    pub(super) fn server(self) -> Result<(i64, Server), Error> {
        let Self(id, clock, largest_pile, language, pings, everywhere, is_present) = self;
        let is_on = |stored: Option<i64>| stored.is_none_or(|stored| stored != 0);
        let settings = ServerSettings {
            clock: clock.map(text::clock_of).transpose()?,
            largest_pile: largest_pile.and_then(|largest| u64::try_from(largest).ok()),
            language,
            pings: is_on(pings),
            everywhere: is_on(everywhere),
        };
        let server = Server {
            settings,
            is_present: is_present != 0,
        };
        Ok((id, server))
    }
}

impl Transaction<'_> {
    /// Changes what a member has set. The member has been seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn change_member(
        &mut self,
        member: MemberId,
        change: &MemberChange,
    ) -> Result<(), Error> {
        self.forget(Key::Member(member));
        let (statement, value) = match change {
            MemberChange::Language(language) => (
                "UPDATE members SET language = $2 WHERE id = $1",
                language.clone(),
            ),
            MemberChange::Telling(telling) => (
                "UPDATE members SET telling = $2 WHERE id = $1",
                set(&TELLINGS, *telling),
            ),
            MemberChange::Welcome(welcome) => (
                "UPDATE members SET challenges = $2 WHERE id = $1",
                set(&WELCOMES, *welcome),
            ),
            MemberChange::Visibility(visibility) => {
                self.show_standings(member, *visibility).await?;
                (
                    "UPDATE members SET visible = $2 WHERE id = $1",
                    set(&VISIBILITIES, *visibility),
                )
            }
            MemberChange::Blocked(blocked) => return self.block(member, blocked).await,
        };
        sqlx::query(statement)
            .bind(member.0)
            .bind(value)
            .execute(self.connection().await?)
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
        self.unrank(member).await?;
        sqlx::query(
            "UPDATE standings SET shown = CASE WHEN scope = 0 THEN $2 ELSE $3 END WHERE member = $1",
        )
        .bind(member.0)
        .bind(everywhere)
        .bind(in_servers)
        .execute(self.connection().await?)
        .await?;
        self.rank(member).await
    }

    async fn block(&mut self, member: MemberId, blocked: &[MemberId]) -> Result<(), Error> {
        sqlx::query("DELETE FROM blocks WHERE member = $1")
            .bind(member.0)
            .execute(self.connection().await?)
            .await?;
        for other in blocked {
            sqlx::query(
                "INSERT INTO blocks (member, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(member.0)
            .bind(other.0)
            .execute(self.connection().await?)
            .await?;
        }
        Ok(())
    }

    /// Changes what a server has set.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn change_server(&mut self, server: i64, change: &ServerChange) -> Result<(), Error> {
        self.forget(Key::Server(server));
        let number =
            |statement, value: Option<i64>| sqlx::query(statement).bind(server).bind(value);
        let query = match change {
            ServerChange::Clock(clock) => number(
                "UPDATE servers SET clock = $2 WHERE id = $1",
                Some(text::clock(*clock)),
            ),
            ServerChange::LargestPile(largest) => number(
                "UPDATE servers SET largest_pile = $2 WHERE id = $1",
                largest.map(pile_size).transpose()?,
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
        query.execute(self.connection().await?).await?;
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
        self.forget_all();
        let rows = sqlx::query("SELECT id, absent_since FROM servers WHERE (id >> 22) % $1 = $2")
            .bind(shards.max(1))
            .bind(shard)
            .fetch_all(self.connection().await?)
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
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    async fn purge_server(&mut self, server: i64) -> Result<(), Error> {
        for statement in [
            "DELETE FROM notices WHERE game IN (SELECT id FROM games WHERE guild = $1)",
            "UPDATE games SET version = version + 1, message = NULL WHERE guild = $1",
            "UPDATE challenges SET message = NULL WHERE guild = $1",
            "DELETE FROM servers WHERE id = $1",
        ] {
            sqlx::query(statement)
                .bind(server)
                .execute(self.connection().await?)
                .await?;
        }
        Ok(())
    }
}

/// What is set; as ever, where nothing is.
fn value_of<T: Copy + Default>(
    words: &[(T, &str)],
    stored: Option<String>,
    what: &'static str,
) -> Result<T, Error> {
    match stored {
        Some(stored) => text::named(words, &stored, what),
        None => Ok(T::default()),
    }
}

fn set<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> Option<String> {
    Some(text::word(words, value).to_owned()).filter(|word| !word.is_empty())
}
