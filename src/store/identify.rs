//! When the bot identified itself to the gateway. Discord limits that per day, also across restarts.

use super::{Error, Result, Snapshot, Work};
use crate::game::Timestamp;
use crate::records::Identify;

impl Snapshot {
    /// Every IDENTIFY since then, the oldest first.
    pub async fn identifies(&mut self, since: Timestamp) -> Result<Vec<Identify>> {
        let sent =
            sqlx::query_as("SELECT at, shard, taken FROM identifies WHERE at > $1 ORDER BY at");
        let sent: Vec<(i64, i64, i64)> = sent.bind(since.0).fetch_all(self.connection()).await?;
        let identify = |(at, shard, taken)| {
            Ok(Identify {
                at: Timestamp(at),
                shard: u32::try_from(shard).map_err(|_| Error::Corrupt("shard"))?,
                accepted: taken != 0,
            })
        };
        sent.into_iter().map(identify).collect()
    }
}

impl Work<'_> {
    /// Saves an IDENTIFY that is about to be sent, or that Discord accepted those of its shard. Those before `oldest` are deleted.
    pub fn note_identify(&mut self, identify: Identify, oldest: Timestamp) {
        if identify.accepted {
            let take = "UPDATE identifies SET taken = 1 WHERE shard = $1 AND taken = 0";
            return self.execute(take, &[i64::from(identify.shard)]);
        }
        let add = "INSERT INTO identifies (at, shard, taken) VALUES ($1, $2, 0)";
        self.execute(add, &[identify.at.0, i64::from(identify.shard)]);
        self.execute("DELETE FROM identifies WHERE at <= $1", &[oldest.0]);
    }
}
