//! The servers that the bot is in.

use std::collections::HashSet;
use std::time::Duration;

use super::{Result, Work, text};
use crate::game::Timestamp;

/// The servers of the shard that have been missing for too long.
macro_rules! missing {
    () => {
        "SELECT id FROM servers WHERE absent_since < $4 AND id NOT IN (SELECT value FROM json_each($1)) AND (id >> 22) % $2 = $3"
    };
}

/// What is about a game or a challenge in one of them.
macro_rules! about_missing {
    () => {
        concat!(
            "game IN (SELECT id FROM games WHERE guild IN (",
            missing!(),
            ")
             UNION ALL SELECT id FROM challenges WHERE guild IN (",
            missing!(),
            "))"
        )
    };
}

impl Work<'_> {
    /// Compares the known servers with those that Discord lists for `shard` of `shards`
    /// (<https://discord.com/developers/docs/events/gateway#sharding>). Everything about a server that has been missing for longer than
    /// `patience` is deleted, except results, which do not name it any more.
    pub fn compare_servers(
        &mut self,
        present: &HashSet<i64>,
        (shard, shards): (i64, i64),
        now: Timestamp,
        patience: Duration,
    ) -> Result<()> {
        self.forget();
        let numbers = [shards.max(1), shard, now.before(patience).0, now.0];
        for statement in [
            "UPDATE servers SET absent_since = NULL
             WHERE absent_since IS NOT NULL AND id IN (SELECT value FROM json_each($1)) AND (id >> 22) % $2 = $3",
            concat!("DELETE FROM notifications WHERE ", about_missing!()),
            concat!("DELETE FROM notifications_to_send WHERE ", about_missing!()),
            concat!("DELETE FROM messages_to_delete WHERE ", about_missing!()),
            concat!(
                "UPDATE games SET version = version + 1, guild = NULL, channel = 0, message = NULL
                 WHERE phase <> 'running' AND guild IN (", missing!(), ")"
            ),
            concat!(
                "UPDATE challenges SET guild = NULL, channel = 0, message = NULL WHERE phase <> 'open' AND guild IN (", missing!(), ")"
            ),
            // What runs there ends within days, and a later comparison finds it ended.
            concat!(
                "DELETE FROM servers WHERE id IN (", missing!(), ")
                 AND NOT EXISTS (SELECT 1 FROM games WHERE guild = servers.id)
                 AND NOT EXISTS (SELECT 1 FROM challenges WHERE guild = servers.id)"
            ),
            "UPDATE servers SET absent_since = $5
             WHERE absent_since IS NULL AND id NOT IN (SELECT value FROM json_each($1)) AND (id >> 22) % $2 = $3",
        ] {
            self.execute_on(Some(text::write(present)?), statement, &numbers);
        }
        Ok(())
    }
}
