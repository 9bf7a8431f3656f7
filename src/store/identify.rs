//! When the bot identified itself to the gateway: Discord allows so many a day, also across restarts.

use sqlx::Row;

use super::{Error, Snapshot, Transaction};
use crate::game::Timestamp;

/// An IDENTIFY that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identify {
    /// When.
    pub at: Timestamp,
    /// For which shard.
    pub shard: u32,
    /// Whether Discord took it: READY came.
    pub taken: bool,
}

impl Snapshot<'_> {
    /// Every IDENTIFY since then, the first one first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn identifies(&mut self, since: Timestamp) -> Result<Vec<Identify>, Error> {
        let query =
            sqlx::query("SELECT at, shard, taken FROM identifies WHERE at > $1 ORDER BY at");
        let rows = query.bind(since.0).fetch_all(&mut *self.connection).await?;
        rows.iter()
            .map(|row| {
                let shard = u32::try_from(row.try_get::<i64, _>("shard")?);
                Ok(Identify {
                    at: Timestamp(row.try_get("at")?),
                    shard: shard.map_err(|_| Error::Nonsense("shard"))?,
                    taken: row.try_get::<i64, _>("taken")? != 0,
                })
            })
            .collect()
    }
}

impl Transaction<'_> {
    /// Adds an IDENTIFY that is about to be sent, and forgets those before `oldest`.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn add_identify(&mut self, new: Identify, oldest: Timestamp) -> Result<(), Error> {
        sqlx::query("INSERT INTO identifies (at, shard, taken) VALUES ($1, $2, $3)")
            .bind(new.at.0)
            .bind(i64::from(new.shard))
            .bind(i64::from(new.taken))
            .execute(self.connection().await?)
            .await?;
        sqlx::query("DELETE FROM identifies WHERE at <= $1")
            .bind(oldest.0)
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    /// Notes that Discord took every IDENTIFY of that shard so far.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn take_identifies(&mut self, shard: u32) -> Result<(), Error> {
        sqlx::query("UPDATE identifies SET taken = 1 WHERE shard = $1 AND taken = 0")
            .bind(i64::from(shard))
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }
}
