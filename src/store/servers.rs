//! Servers: their settings, and which of them the bot has left.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::FromRow;

use super::columns::{RowOf, seconds};
use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::Timestamp;
use crate::records::{ChannelId, DailyChannel, ServerSettings, Switch};

/// A row of `servers`.
#[derive(Debug, FromRow)]
struct ServerRow {
    clock: Option<i64>,
    largest_heap: Option<i64>,
    language: Option<String>,
    pings: i64,
    everywhere: i64,
    absent_since: Option<i64>,
    daily_channel: Option<i64>,
    daily_language: Option<String>,
    daily_refused: i64,
    daily_hour: i64,
    crowns: i64,
}

impl Read {
    /// The settings of a server, or the defaults for direct messages.
    pub async fn server_settings(&mut self, server: Option<i64>) -> Result<ServerSettings> {
        match server {
            Some(id) => Ok(self.server(id).await?.unwrap_or_default().0),
            None => Ok(ServerSettings::default()),
        }
    }

    /// The settings of a server, and whether the bot is known to be in it.
    async fn server(&mut self, id: i64) -> Result<Option<(ServerSettings, bool)>> {
        let sql = "SELECT clock, largest_heap, language, pings, everywhere, absent_since, daily_channel, daily_language, daily_refused, daily_hour,
             (SELECT COUNT(*) FROM crowns WHERE guild = servers.id) AS crowns FROM servers WHERE id = $1";
        let known: Option<ServerRow> = self.first(query_as(sql).bind(id)).await?;
        let Some(known) = known else {
            return Ok(None);
        };
        let (row, largest) = (RowOf::new("servers", id), known.largest_heap);
        let settings = ServerSettings {
            clock: known.clock.map(|clock| row.clock(clock)).transpose()?,
            largest_heap: largest
                .map(|most| row.number("largest_heap", most))
                .transpose()?,
            language: known.language,
            pings: Switch::of(known.pings != 0),
            everywhere: Switch::of(known.everywhere != 0),
            daily: match known.daily_channel.zip(known.daily_language) {
                Some((channel, language)) => Some(DailyChannel {
                    channel: ChannelId(channel),
                    language,
                    hour: row.number("daily_hour", known.daily_hour)?,
                    is_refused: known.daily_refused != 0,
                }),
                None => None,
            },
            has_crown: known.crowns > 0,
        };
        Ok(Some((settings, known.absent_since.is_none())))
    }
}

impl Tx {
    /// Saves the settings of a server. Also records that the bot is in the server.
    pub async fn set_server_settings(&mut self, id: i64, settings: &ServerSettings) -> Result<()> {
        let sql = "INSERT INTO servers (id, clock, largest_heap, language, pings, everywhere, daily_channel, daily_language, daily_refused, daily_hour)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (id) DO UPDATE SET clock = excluded.clock, largest_heap = excluded.largest_heap, language = excluded.language,
             pings = excluded.pings, everywhere = excluded.everywhere, daily_channel = excluded.daily_channel,
             daily_language = excluded.daily_language, daily_refused = excluded.daily_refused, daily_hour = excluded.daily_hour, absent_since = NULL";
        let daily = settings.daily.as_ref();
        let largest = settings.largest_heap;
        let query = query(sql)
            .bind(id)
            .bind(settings.clock.map(seconds))
            .bind(largest.map(|most| i64::try_from(most).unwrap_or(i64::MAX)))
            .bind(&settings.language)
            .bind(i64::from(settings.pings == Switch::On))
            .bind(i64::from(settings.everywhere == Switch::On))
            .bind(daily.map(|daily| daily.channel.0))
            .bind(daily.map(|daily| &daily.language))
            .bind(i64::from(daily.is_some_and(|daily| daily.is_refused)))
            .bind(daily.map_or(0, |daily| i64::from(daily.hour)));
        self.execute(query).await
    }

    /// The settings of a server where something has just happened, or the defaults for direct
    /// messages. Records that the bot is in the server.
    pub async fn active_server_settings(&mut self, server: Option<i64>) -> Result<ServerSettings> {
        let Some(id) = server else {
            return Ok(ServerSettings::default());
        };
        let (settings, is_present) = self.server(id).await?.unwrap_or_default();
        if !is_present {
            self.mark_server_present(id).await?;
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
        let known: Vec<(i64, Option<i64>)> = self.all(query_as(sql)).await?;
        let is_of_shard = |&(id, _): &(i64, _)| (id >> 22) % shards.max(1) == shard;
        for (id, absent_since) in known.into_iter().filter(is_of_shard) {
            match absent_since {
                Some(_) if present.contains(&id) => self.mark_server_present(id).await?,
                Some(since) if since < now.minus(patience).0 => self.forget_server(id).await?,
                None if !present.contains(&id) => {
                    let sql = "UPDATE servers SET absent_since = $2 WHERE id = $1";
                    self.execute(query(sql).bind(id).bind(now.0)).await?;
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
            "DELETE FROM reminders WHERE guild = $1",
            "UPDATE races SET guild = NULL WHERE guild = $1",
            "UPDATE challenges SET guild = NULL, channel = 0, message = NULL WHERE phase <> 'open' AND guild = $1",
            "DELETE FROM servers WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM games WHERE guild = $1)
             AND NOT EXISTS (SELECT 1 FROM challenges WHERE guild = $1)",
        ] {
            self.execute(query(sql).bind(id)).await?;
        }
        Ok(())
    }
}
