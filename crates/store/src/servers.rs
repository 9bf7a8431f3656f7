//! Servers: their settings, and which of them the bot has left.

use std::collections::HashSet;
use std::time::Duration;

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::Timestamp;
use wythoff_game::records::{ChannelId, CrownRole, DailyChannel, Place, RoleId, ServerSettings};

impl FromRow for ServerSettings {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let daily: Option<ChannelId> = row.get("daily_channel")?;
        let language: Option<String> = row.get("daily_language")?;
        let crown_role: Option<RoleId> = row.get("crown_role")?;
        Ok(Self {
            clock: row.get("clock")?,
            largest_heap: row.get("largest_heap")?,
            language: row.get("language")?,
            pings: row.get("pings")?,
            everywhere: row.get("everywhere")?,
            begins_with_month: row.get("by_month")?,
            daily: match daily.zip(language) {
                Some((channel, language)) => Some(DailyChannel {
                    channel,
                    language,
                    hour: row.get("daily_hour")?,
                    is_refused: row.get("daily_refused")?,
                }),
                None => None,
            },
            crown_role: match crown_role {
                Some(role) => Some(CrownRole {
                    role,
                    is_refused: row.get("crown_role_refused")?,
                }),
                None => None,
            },
            has_crown: row.get("crowns")?,
        })
    }
}

/// The settings of a server, and whether the bot is known to be in it.
struct Server(ServerSettings, bool);

impl FromRow for Server {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let absent_since: Option<Timestamp> = row.get("absent_since")?;
        Ok(Self(ServerSettings::from_row(row)?, absent_since.is_none()))
    }
}

impl Read {
    /// The settings of a server, or the defaults for direct messages.
    pub async fn server_settings(&mut self, server: Option<i64>) -> Result<ServerSettings> {
        match server {
            Some(id) => Ok(self.server(id).await?.unwrap_or_default().0),
            None => Ok(ServerSettings::default()),
        }
    }

    /// Whether games in a channel of a server are shown only to their players.
    pub async fn is_quiet(&mut self, guild: i64, channel: ChannelId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM quiet_channels WHERE guild = $1 AND channel = $2";
        let count: i64 = self
            .one("quiet_channels", query(sql).bind(guild).bind(channel))
            .await?;
        Ok(count > 0)
    }

    /// The settings of a server, and whether the bot is known to be in it.
    async fn server(&mut self, id: i64) -> Result<Option<(ServerSettings, bool)>> {
        let sql = "SELECT id, clock, largest_heap, language, pings, everywhere, by_month, absent_since, daily_channel, daily_language, daily_refused, daily_hour,
             crown_role, crown_role_refused,
             (SELECT COUNT(*) FROM crowns WHERE guild = servers.id)
             + (SELECT COUNT(*) FROM (SELECT 1 AS one FROM tables WHERE guild = servers.id AND winner IS NOT NULL LIMIT 1) AS won) AS crowns
             FROM servers WHERE id = $1";
        let known = self.first("servers", query(sql).bind(id)).await?;
        Ok(known.map(|Server(settings, is_present)| (settings, is_present)))
    }
}

impl Tx {
    /// Has games in a channel of a server shown only to their players, or to everybody again.
    pub async fn set_quiet(
        &mut self,
        guild: i64,
        channel: ChannelId,
        is_quiet: bool,
    ) -> Result<()> {
        let sql = if is_quiet {
            "INSERT INTO quiet_channels (guild, channel) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM quiet_channels WHERE guild = $1 AND channel = $2"
        };
        self.execute(query(sql).bind(guild).bind(channel)).await
    }

    /// Saves the settings of a server. Also records that the bot is in the server.
    pub async fn set_server_settings(&mut self, id: i64, settings: &ServerSettings) -> Result<()> {
        let sql = "INSERT INTO servers (id, clock, largest_heap, language, pings, everywhere, daily_channel, daily_language, daily_refused, daily_hour, by_month,
             crown_role, crown_role_refused) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT (id) DO UPDATE SET clock = excluded.clock, largest_heap = excluded.largest_heap, language = excluded.language,
             pings = excluded.pings, everywhere = excluded.everywhere, daily_channel = excluded.daily_channel,
             daily_language = excluded.daily_language, daily_refused = excluded.daily_refused, daily_hour = excluded.daily_hour, by_month = excluded.by_month,
             crown_role = excluded.crown_role, crown_role_refused = excluded.crown_role_refused, absent_since = NULL";
        let daily = settings.daily.as_ref();
        let query = query(sql)
            .bind(id)
            .bind(settings.clock)
            .bind(settings.largest_heap)
            .bind(&settings.language)
            .bind(settings.pings)
            .bind(settings.everywhere)
            .bind(daily.map(|daily| daily.channel))
            .bind(daily.map(|daily| &daily.language))
            .bind(daily.is_some_and(|daily| daily.is_refused))
            .bind(daily.map_or(0, |daily| daily.hour))
            .bind(settings.begins_with_month)
            .bind(settings.crown_role.map(|it| it.role))
            .bind(settings.crown_role.is_some_and(|it| it.is_refused));
        self.execute(query).await
    }

    /// The settings of a server where something has just happened, or the defaults for direct
    /// messages. Records the server, so that what is known of it can be deleted once the bot has left it; and that the
    /// bot is there, unless only a member has brought it.
    pub async fn active_server_settings(&mut self, place: &Place) -> Result<ServerSettings> {
        let Some(id) = place.guild else {
            return Ok(ServerSettings::default());
        };
        let (settings, is_present) = self.server(id).await?.unwrap_or_default();
        if is_present {
            return Ok(settings);
        }
        if place.editable {
            self.mark_server_present(id).await?;
        } else {
            let sql = "INSERT INTO servers (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";
            self.execute(query(sql).bind(id)).await?;
        }
        Ok(settings)
    }

    /// Notes that the bot is in a server.
    async fn mark_server_present(&mut self, id: i64) -> Result<()> {
        let sql = "INSERT INTO servers (id) VALUES ($1)
             ON CONFLICT (id) DO UPDATE SET absent_since = NULL WHERE servers.absent_since IS NOT NULL";
        self.execute(query(sql).bind(id)).await
    }

    /// Compares the known servers with those that Discord lists for `shard` of `shards`
    /// (<https://discord.com/developers/docs/events/gateway#sharding>). Everything about a server
    /// that has been missing for longer than `patience` is deleted, except results, which no longer
    /// refer to it.
    pub async fn compare_servers(
        &mut self,
        present: &HashSet<i64>,
        (shard, shards): (i64, i64),
        now: Timestamp,
        patience: Duration,
    ) -> Result<()> {
        let sql = "SELECT id, absent_since FROM servers";
        let known: Vec<(i64, Option<Timestamp>)> = self.all("servers", query(sql)).await?;
        let is_of_shard = |&(id, _): &(i64, _)| (id >> 22) % shards.max(1) == shard;
        for (id, absent_since) in known.into_iter().filter(is_of_shard) {
            match absent_since {
                Some(_) if present.contains(&id) => self.mark_server_present(id).await?,
                Some(since) if since < now.minus(patience) => self.forget_server(id).await?,
                None if !present.contains(&id) => {
                    let sql = "UPDATE servers SET absent_since = $2 WHERE id = $1";
                    self.execute(query(sql).bind(id).bind(now)).await?;
                }
                Some(_) | None => {}
            }
        }
        Ok(())
    }

    /// Deletes everything about a server except results. Games and challenges that still run there
    /// end within days, and are left to a later comparison.
    async fn forget_server(&mut self, id: i64) -> Result<()> {
        for sql in [
            "DELETE FROM notifications WHERE game IN
             (SELECT id FROM games WHERE guild = $1 UNION ALL SELECT id FROM challenges WHERE guild = $1)",
            "DELETE FROM notifications_to_send WHERE game IN
             (SELECT id FROM games WHERE guild = $1 UNION ALL SELECT id FROM challenges WHERE guild = $1)",
            "DELETE FROM messages_to_delete WHERE game IN
             (SELECT id FROM games WHERE guild = $1 UNION ALL SELECT id FROM challenges WHERE guild = $1)",
            "UPDATE games SET guild = NULL, channel = 0, message = NULL WHERE phase <> 'running' AND guild = $1",
            "UPDATE dailies SET guild = NULL WHERE guild = $1",
            "DELETE FROM crowns WHERE guild = $1",
            "DELETE FROM crown_roles WHERE guild = $1",
            "DELETE FROM reminders WHERE guild = $1",
            "UPDATE races SET guild = NULL WHERE guild = $1",
            "DELETE FROM race_bests WHERE guild = $1",
            "DELETE FROM hidden_members WHERE guild = $1",
            "DELETE FROM quiet_channels WHERE guild = $1",
            "DELETE FROM dare_tries WHERE dare IN (SELECT id FROM dares WHERE guild = $1)",
            "DELETE FROM dares WHERE guild = $1",
            "DELETE FROM question_answers WHERE question IN (SELECT id FROM questions WHERE guild = $1)",
            "DELETE FROM questions WHERE guild = $1",
            "DELETE FROM boss_votes WHERE guild = $1",
            "DELETE FROM bosses WHERE guild = $1",
            "UPDATE tables SET guild = NULL, channel = 0, message = NULL WHERE phase = 'ended' AND guild = $1",
            "UPDATE challenges SET guild = NULL, channel = 0, message = NULL WHERE phase <> 'open' AND guild = $1",
            "DELETE FROM servers WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM games WHERE guild = $1)
             AND NOT EXISTS (SELECT 1 FROM challenges WHERE guild = $1)",
        ] {
            self.execute(query(sql).bind(id)).await?;
        }
        Ok(())
    }
}
