//! When the bot identified itself to the gateway. Discord limits how often it may do so in a day,
//! and a restart does not reset the count.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::Timestamp;
use wythoff_game::records::Identify;

impl FromRow for Identify {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            at: row.get("at")?,
            shard: row.get("shard")?,
            accepted: row.get("taken")?,
        })
    }
}

impl Read {
    /// Every IDENTIFY after `since`, the oldest first.
    pub async fn identifies(&mut self, since: Timestamp) -> Result<Vec<Identify>> {
        let sql = "SELECT at, shard, taken FROM identifies WHERE at > $1 ORDER BY at";
        self.all("identifies", query(sql).bind(since)).await
    }
}

impl Tx {
    /// Saves an IDENTIFY that is about to be sent, and deletes those that were sent at or before
    /// `oldest`. One that Discord has accepted was saved before it was sent: then the saved
    /// IDENTIFYs of its shard are only marked as accepted.
    pub async fn note_identify(&mut self, identify: Identify, oldest: Timestamp) -> Result<()> {
        let shard = identify.shard;
        if identify.accepted {
            let sql = "UPDATE identifies SET taken = 1 WHERE shard = $1 AND taken = 0";
            return self.execute(query(sql).bind(shard)).await;
        }
        let sql = "INSERT INTO identifies (at, shard, taken) VALUES ($1, $2, 0)";
        self.execute(query(sql).bind(identify.at).bind(shard))
            .await?;
        let sql = "DELETE FROM identifies WHERE at <= $1";
        self.execute(query(sql).bind(oldest)).await
    }
}
