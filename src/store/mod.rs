//! Storage. The only layer that knows SQL.
//!
//! A change is a pure function over values, a job ([`Store::change`], [`Work`]). One task owns the only writing connection: it loads the
//! values that jobs read, and saves those that they change, in groups. Reads use other connections ([`Store::look`], [`Store::read`]).
//! Statements go through `sqlx::Any`. What only SQLite has is in `open`, `connection` and `files` (the file), and in the JSON of `load`, `save`,
//! `ranking`, `servers` and `time`; and a migration is in the SQL of SQLite.
//!
//! Functions fail with [`Error::Database`] if the database does, and with [`Error::Corrupt`] if it holds a value that is never written.
//! Reads fail with [`Error::Slow`] after a timeout, and with [`Error::Lost`] once the files are gone.

#![expect(clippy::missing_errors_doc, reason = "said above")]

mod cache;
mod challenges;
mod connection;
mod erasure;
mod error;
mod files;
mod games;
mod history;
mod identify;
mod limits;
mod load;
mod open;
mod profiles;
mod queue;
mod ranking;
mod rows;
mod save;
mod servers;
mod snapshot;
mod standing;
mod testing;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod time;
mod unsent;
mod work;
mod writer;

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sqlx::AnyPool;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

use cache::{Cache, Known, Value};
use work::Changes;

use crate::game::MemberId;
use crate::records::{InteractionId, Pseudonyms};

pub use cache::{Key, Member, Running};
pub use error::{Error, OpenError, Result};
pub use open::Database;
pub use queue::{JobStatus, Pending};
pub use snapshot::Snapshot;
pub use work::Work;

/// How long readers may delay closing the database.
const READERS_CLOSE: Duration = Duration::from_secs(1);

/// How long a read may take. Players wait three seconds at most.
const READ_TIMEOUT: Duration = Duration::from_millis(1500);

/// How many reads may take longer at the same time.
const LONG_READS: usize = 2;

/// How long a change that nobody waits for is retried, and the pause between attempts.
const RETRY_FOR: Duration = Duration::from_secs(30);
const RETRY_PAUSE: Duration = Duration::from_millis(250);

/// The database of a running bot.
#[derive(Debug)]
pub struct Store {
    database: Database,
    writer: writer::Writer,
    readers: AnyPool,
    pseudonyms: Arc<Pseudonyms>,
    cache: Cache,
    newest_applied: InteractionId,
    long_reads: Semaphore,
    lock: Mutex<Option<open::Lock>>,
}

impl Store {
    /// Opens or creates a database: takes its lock, checks it, migrates its tables and starts the writing task.
    ///
    /// # Errors
    /// [`OpenError`]. An existing file is left as it was.
    pub async fn open(database: Database) -> Result<Self, OpenError> {
        let database = database.resolved()?;
        let lock = database.lock()?;
        database.check().await?;
        database.create()?;
        let mut connection = database.connect_to_write().await?;
        database.try_to_write(&mut connection).await?;
        database.migrate(&mut connection).await?;
        let readers = database.connect_to_read().await?;
        let files = database.files()?;
        let known = Known::first(&mut connection).await?;
        let newest = "SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM interactions";
        let newest = sqlx::query_scalar(newest)
            .fetch_one(&mut connection)
            .await?;
        Ok(Self {
            newest_applied: InteractionId(newest),
            pseudonyms: known.pseudonyms.clone(),
            cache: known.cache.clone(),
            writer: writer::Writer::start(database.clone(), files, connection, known),
            database,
            readers,
            long_reads: Semaphore::new(LONG_READS),
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Queues a change: a job whose changes are kept if it returns `Ok`. It may run several times, so it must not draw random numbers. `asks`
    /// are the keys that it is known to read: they are loaded with those of other jobs. Other keys cost another trip. The outcome is known once
    /// it is on disk.
    pub fn change<T: Send + 'static, E: Send + 'static>(
        &self,
        asks: Vec<Key>,
        job: impl Fn(&mut Work<'_>) -> Result<T, E> + Send + 'static,
    ) -> Pending<T, E> {
        let (queued, pending) = queue::change(asks, job);
        self.writer.send(queued);
        pending
    }

    /// Saves a change that nobody waits for, with the next group or in a moment. If it is rolled back, as on a full disk, it is retried.
    pub async fn note<T: Send + 'static>(
        &self,
        asks: Vec<Key>,
        job: impl Fn(&mut Work<'_>) -> Result<T> + Clone + Send + 'static,
    ) -> Result<T> {
        let until = Instant::now() + RETRY_FOR;
        loop {
            let (queued, pending) = queue::change(asks.clone(), job.clone());
            self.writer.send_later(queued);
            match pending.done().await {
                Err(Error::RolledBack) if Instant::now() < until && !self.writer.is_over() => {
                    sleep(RETRY_PAUSE).await;
                }
                noted => return noted,
            }
        }
    }

    /// Runs a job that only reads, on one snapshot of the committed values.
    pub async fn look<T, E: From<Error>>(
        &self,
        asks: Vec<Key>,
        job: impl Fn(&mut Work<'_>) -> Result<T, E> + Send,
    ) -> Result<T, E> {
        let none = Changes::default();
        let mut keys: BTreeSet<Key> = asks.into_iter().collect();
        // Boxed, like every read, so that the futures that wait for it stay small.
        let looking = Box::pin(async {
            loop {
                let mut known = Known::new(0, self.pseudonyms.clone());
                let mut connection = self.readers.acquire().await?;
                load::load(&mut connection, &keys, &mut known).await?;
                let mut work = Work::new(&mut known, &none);
                let outcome = job(&mut work);
                if work.missing.is_empty() {
                    return Ok(outcome);
                }
                keys.append(&mut work.missing);
            }
        });
        self.soon(READ_TIMEOUT, looking).await?
    }

    /// Reads from one snapshot of the database.
    pub async fn read<T, F: Future<Output = Result<T>>>(
        &self,
        query: impl FnOnce(Snapshot) -> F,
    ) -> Result<T> {
        self.read_within(READ_TIMEOUT, query).await
    }

    /// Reads for up to that long. A few such reads at a time, so that others keep their connections.
    pub async fn read_at_length<T, F: Future<Output = Result<T>>>(
        &self,
        patience: Duration,
        query: impl FnOnce(Snapshot) -> F,
    ) -> Result<T> {
        let _turn = self.long_reads.acquire().await;
        self.read_within(patience, query).await
    }

    async fn read_within<T, F: Future<Output = Result<T>>>(
        &self,
        patience: Duration,
        query: impl FnOnce(Snapshot) -> F,
    ) -> Result<T> {
        let answer = Box::pin(async { query(Snapshot(self.readers.begin().await?)).await });
        self.soon(patience, answer).await
    }

    /// Fails after a timeout, and if the files are gone.
    async fn soon<T>(
        &self,
        patience: Duration,
        answer: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let answer = timeout(patience, answer).await.unwrap_or(Err(Error::Slow));
        // The answer may contain a change that its caller was told was rolled back.
        if self.writer.lost.is_cancelled() {
            return Err(Error::Lost);
        }
        answer
    }

    /// A member from the cache.
    #[must_use]
    pub fn known_member(&self, id: MemberId) -> Option<Arc<Member>> {
        match self.cache.lock().peek(&Key::Member(id)) {
            Some(Value::Member(member)) => Some(member.clone()),
            _unknown => None,
        }
    }

    /// The newest interaction that was applied before the database was opened.
    #[must_use]
    pub const fn newest_applied(&self) -> InteractionId {
        self.newest_applied
    }

    /// When `wythoff backup` last made a copy. Returns `None` if it never did.
    #[must_use]
    pub fn backed_up(&self) -> Option<SystemTime> {
        self.database.backed_up()
    }

    /// How many changes wait for the writing task.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Whether nothing is saved any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.writer.is_over()
    }

    /// Whether the latest changes could not be saved.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.writer.failing.load(Ordering::Relaxed)
    }

    /// Waits until the files of the database have been deleted or replaced. From then on every change is rolled back.
    pub async fn lost(&self) {
        self.writer.lost.cancelled().await;
    }

    /// Leaves the connections to lost files open until the process ends. Closing the last one would delete the log of the database that is at
    /// that path now.
    pub fn abandon(&self) {
        std::mem::forget(self.readers.clone());
    }

    /// Carries out the queued changes, accepts no more, and closes the database.
    ///
    /// Everything is then in one file: the writing connection is closed last, and empties the log.
    pub async fn close(&self) {
        // A long read, as for an export, must not keep the writer from closing well.
        let _took_too_long = timeout(READERS_CLOSE, self.readers.close()).await;
        self.writer.stop().await;
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(lock.take());
    }
}
