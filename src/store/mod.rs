//! Storage, the only layer that knows SQL: games and their moves, challenges, members and what they have set, ratings, applied
//! interactions.
//!
//! Writes go through one task that owns the only writing connection ([`Store::write`]); reads have their own connections
//! ([`Store::read`]). Statements go through `sqlx::Any`; what is SQLite's own is in
//! `open` and in the frame of the writer.

mod challenge;
mod error;
mod files;
mod history;
mod identify;
mod limits;
mod open;
mod ranking;
mod rows;
mod settings;
mod snapshot;
mod standing;
#[cfg(test)]
mod tests;
mod time;
mod transaction;
mod writer;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::AnyPool;
use tokio::time::timeout;

pub use challenge::ChallengeRecord;
pub use error::{Error, OpenError};
pub use history::{BotWin, Tally};
pub use identify::Identify;
pub use limits::Retention;
pub use open::Database;
pub use ranking::{Order, Page, Ranked, Rung};
pub use rows::{ChannelId, Counts, GameRecord, InteractionId, MessageId, Place, RatingChange};
pub use settings::{
    MemberChange, MemberSettings, ServerChange, ServerSettings, Switch, Telling, Visibility,
    Welcome,
};
pub use snapshot::Snapshot;
pub use standing::{RatedUpTo, Scope, Standing};
pub use time::Notice;
pub use transaction::Transaction;
pub use writer::{Pending, Progress};

/// How long whoever still reads may keep the database from being closed.
const READERS_CLOSE: Duration = Duration::from_secs(1);

/// How long a read may take. Players wait three seconds at most, and have to be told.
const READ_PATIENCE: Duration = Duration::from_millis(1500);

/// The database of a running bot.
#[derive(Debug)]
pub struct Store {
    writer: writer::Writer,
    readers: AnyPool,
    long_read: tokio::sync::Mutex<()>,
    lock: Mutex<Option<open::Lock>>,
}

impl Store {
    /// Opens a database, or makes it: takes its lock, checks it, brings its tables up to date and starts the writing task.
    ///
    /// # Errors
    /// [`OpenError`]; what is there is left as it was.
    pub async fn open(database: Database) -> Result<Self, OpenError> {
        let lock = database.lock()?;
        database.check().await?;
        database.create()?;
        let mut connection = database.connect_to_write().await?;
        database.try_to_write(&mut connection).await?;
        database.migrate(&mut connection).await?;
        let readers = database.connect_to_read().await?;
        let files = database.files()?;
        Ok(Self {
            writer: writer::Writer::start(database, files, connection),
            readers,
            long_read: tokio::sync::Mutex::default(),
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Queues a change: a job that loads, decides and saves, kept if it returns `Ok` and rolled back if it returns `Err`. The
    /// outcome is told once it is on disk.
    pub fn write<T, E>(
        &self,
        work: impl for<'c> FnOnce(Transaction<'c>) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    ) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        self.writer.run(work)
    }

    /// Asks something of what is committed.
    ///
    /// # Errors
    /// [`Error::Slow`] after a second and a half, [`Error::Lost`] once the files are gone; else what the database says.
    pub async fn read<T>(
        &self,
        query: impl for<'c> FnOnce(Snapshot<'c>) -> BoxFuture<'c, Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        self.read_within(READ_PATIENCE, query).await
    }

    /// Asks something that may take that long. One such question at a time, so that the others keep their connections.
    ///
    /// # Errors
    /// [`Error::Slow`] after that, [`Error::Lost`] once the files are gone; else what the database says.
    pub async fn read_at_length<T>(
        &self,
        patience: Duration,
        query: impl for<'c> FnOnce(Snapshot<'c>) -> BoxFuture<'c, Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        let _alone = self.long_read.lock().await;
        self.read_within(patience, query).await
    }

    async fn read_within<T>(
        &self,
        patience: Duration,
        query: impl for<'c> FnOnce(Snapshot<'c>) -> BoxFuture<'c, Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        let answer = async {
            // One transaction, so that all of the answer is of the same moment.
            let mut moment = self.readers.begin().await?;
            let answer = query(Snapshot::new(&mut moment)).await;
            // It may hold what was written last, and never told.
            if self.writer.lost().is_cancelled() {
                return Err(Error::Lost);
            }
            answer
        };
        timeout(patience, answer).await.unwrap_or(Err(Error::Slow))
    }

    /// How many changes wait for the writing task.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Lets the database grow to that many pages at most. Beyond, it behaves as on a full disk: what does not fit is refused
    /// and rolled back. Holds until the connection is opened anew, as after such a refusal.
    pub fn limit_pages(&self, pages: u32) -> Pending<(), Error> {
        self.write(move |mut transaction| {
            Box::pin(async move { transaction.limit_pages(pages).await })
        })
    }

    /// Waits until the files of the database have been deleted or replaced. Nothing can be saved from then on, and whoever waits
    /// for a change hears that it was rolled back.
    pub async fn lost(&self) {
        self.writer.lost().cancelled().await;
    }

    /// Leaves the connections to a database that is lost as they are until the process ends: closing the last one would delete
    /// the log of the database that is at that path now.
    pub fn abandon(&self) {
        std::mem::forget(self.readers.clone());
    }

    /// Carries out the changes that are queued, takes nothing new, and closes the database, which is then free for another
    /// process.
    ///
    /// All of it is then in the one file: the writing connection is the last one, and empties the log.
    pub async fn close(&self) {
        // Whoever reads for long, as for an export, must not keep the writer from closing well.
        let _took_too_long = timeout(READERS_CLOSE, self.readers.close()).await;
        self.writer.stop().await;
        drop(
            self.lock
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
    }
}
