//! The servers that the bot is in, compared with those that Discord says it is in.

use std::collections::HashSet;
use std::time::Duration;

use super::{Result, Transaction};
use crate::game::Timestamp;

impl Transaction<'_> {
    /// Compares the servers that are known here with those that Discord says the bot is in. `shard` of `shards` is all that
    /// Discord has spoken of (<https://discord.com/developers/docs/events/gateway#sharding>). What is kept for a server that
    /// has been missing for longer than `patience`, but for results, is purged.
    pub async fn compare_servers(
        &mut self,
        present: &HashSet<i64>,
        (shard, shards): (i64, i64),
        now: Timestamp,
        patience: Duration,
    ) -> Result<()> {
        self.forget_all();
        let known =
            sqlx::query_as("SELECT id, absent_since FROM servers WHERE (id >> 22) % $1 = $2");
        let known = known.bind(shards.max(1)).bind(shard);
        let known: Vec<(i64, Option<i64>)> = known.fetch_all(self.connection().await?).await?;
        for (server, absent_since) in known {
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

    async fn set_absent(&mut self, server: i64, since: Option<Timestamp>) -> Result<()> {
        let set = sqlx::query("UPDATE servers SET absent_since = $2 WHERE id = $1");
        let set = set.bind(server).bind(since.map(|since| since.0));
        set.execute(self.connection().await?).await?;
        Ok(())
    }

    async fn purge_server(&mut self, server: i64) -> Result<()> {
        for statement in [
            "DELETE FROM notices WHERE game IN (SELECT id FROM games WHERE guild = $1)",
            "UPDATE games SET version = version + 1, message = NULL WHERE guild = $1",
            "UPDATE challenges SET message = NULL WHERE guild = $1",
            "DELETE FROM servers WHERE id = $1",
        ] {
            self.execute(statement, &[server]).await?;
        }
        Ok(())
    }
}
