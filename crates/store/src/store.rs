//! The database of a running bot: reading, changing, and closing.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use futures::future::BoxFuture;
use sqlx::{AnyPool, Executor as _, Row as _};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

use crate::engine::{Access, Database, Engine, Opened, Peers};
use crate::{Error, OpenError, Pending, Read, Result, Tx, batch, queue};
use wythoff_game::records::Pseudonyms;

/// How long the process waits for the log to be moved once the files of the database are gone.
const LOG_MOVED_WITHIN: Duration = Duration::from_secs(30);

/// How long readers may delay closing the database.
const READERS_CLOSE: Duration = Duration::from_secs(1);

/// How long a read may take. Players wait three seconds at most.
const READ_TIMEOUT: Duration = Duration::from_millis(1500);

/// How many long reads may run at the same time.
const LONG_READS: usize = 2;

/// How long a change that no member waits for is retried, and the pause between attempts.
const RETRY_FOR: Duration = Duration::from_secs(30);
const RETRY_PAUSE: Duration = Duration::from_millis(250);

/// After this many failed batches in a row, the bot is not ready.
const FAILING: u32 = 3;

/// A process that has not renewed its row for this long is not ready.
const SILENCE: Duration = Duration::from_secs(5);

/// The database of a running bot.
#[derive(Debug)]
pub struct Store {
    pub(crate) database: Database,
    pub(crate) writer: batch::Writer,
    pub(crate) engine: Engine,
    pub(crate) readers: AnyPool,
    pub(crate) pseudonyms: Arc<Pseudonyms>,
    pub(crate) long_reads: Semaphore,
    pub(crate) peers: Peers,
}

impl Store {
    /// Opens or creates a database: makes sure that no other process uses it, checks it, migrates
    /// its tables and starts the writing task.
    ///
    /// # Errors
    /// [`OpenError`]. An existing database is left as it was.
    pub async fn open(database: Database) -> Result<Self, OpenError> {
        let Opened {
            engine,
            connection,
            readers,
            peers,
        } = database.open().await?;
        let key = sqlx::raw_sql("SELECT value FROM secrets WHERE name = 'pseudonyms'");
        let key: Vec<u8> = readers.fetch_one(key).await?.try_get(0)?;
        let pseudonyms = Arc::new(Pseudonyms::new(&key));
        Ok(Self {
            peers,
            writer: batch::Writer::start(engine, connection, pseudonyms.clone()),
            pseudonyms,
            database,
            engine,
            readers,
            long_reads: Semaphore::new(LONG_READS),
        })
    }

    /// Queues a change, which is kept if it returns `Ok`. The outcome is known once the change is
    /// on disk. A change must await nothing but its transaction, since all other changes wait for
    /// it.
    pub fn change<T: Send + 'static, E: Send + 'static>(
        &self,
        change: impl for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    ) -> Pending<T, E> {
        let (queued, pending) = queue::change(false, change);
        self.writer.send(queued);
        pending
    }

    /// Queues a change of many rows as a batch of its own, so that no other change shares its
    /// commit or its failure.
    pub fn change_alone<T: Send + 'static, E: Send + 'static>(
        &self,
        change: impl for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    ) -> Pending<T, E> {
        let (queued, pending) = queue::change(true, change);
        self.writer.send(queued);
        pending
    }

    /// Saves a change that no member waits for, with the next batch or after a short pause. If it
    /// is rolled back, for example because the disk is full, it is retried.
    pub async fn change_later<T: Send + 'static>(
        &self,
        change: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<T>> + Clone + Send + 'static,
    ) -> Result<T> {
        let until = Instant::now() + RETRY_FOR;
        loop {
            let change = change.clone();
            let (queued, pending) = queue::change(false, move |tx| change(tx));
            self.writer.send_later(queued);
            match pending.done().await {
                Err(Error::RolledBack) if Instant::now() < until && !self.writer.is_over() => {
                    sleep(RETRY_PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }

    /// Reads from one snapshot of what is committed.
    pub async fn read<T, E: From<Error>, F: Future<Output = Result<T, E>>>(
        &self,
        query: impl FnOnce(Read) -> F,
    ) -> Result<T, E> {
        self.read_within(READ_TIMEOUT, query).await
    }

    /// Reads for up to `patience`. Only a few such reads run at a time, so that connections are
    /// left for the others.
    pub async fn long_read<T, E: From<Error>, F: Future<Output = Result<T, E>>>(
        &self,
        patience: Duration,
        query: impl FnOnce(Read) -> F,
    ) -> Result<T, E> {
        let _turn = self.long_reads.acquire().await;
        self.read_within(patience, query).await
    }

    pub(crate) async fn read_within<T, E: From<Error>, F: Future<Output = Result<T, E>>>(
        &self,
        patience: Duration,
        query: impl FnOnce(Read) -> F,
    ) -> Result<T, E> {
        let access = Access {
            engine: self.engine,
            patience,
        };
        // Boxed, so that the futures that wait for it stay small.
        let answer = Box::pin(async {
            let begun = self.readers.begin_with(access.begin_reading());
            let transaction = begun.await.map_err(Error::from)?;
            query(Read::of(access, transaction, self.pseudonyms.clone())).await
        });
        let answer = timeout(patience, answer).await;
        // After a loss, the answer may contain a change that was reported as rolled back.
        if self.writer.lost.is_cancelled() {
            return Err(Error::Lost.into());
        }
        answer.unwrap_or_else(|_elapsed| Err(Error::Slow.into()))
    }

    /// When `wythoff backup` last copied the SQLite file. Returns `None` if it never did.
    #[must_use]
    pub fn last_backup(&self) -> Option<SystemTime> {
        self.database.last_backup()
    }

    /// Whether an erasure also overwrites the data in the files. PostgreSQL only frees the space,
    /// and its log keeps the data until the log expires.
    #[must_use]
    pub const fn overwrites_erased(&self) -> bool {
        matches!(self.engine, Engine::Sqlite)
    }

    /// How many changes wait for the writing task.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Whether other processes may use the database, too.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// Waits for another process that shares the database to die. What it has changed may not be drawn.
    pub async fn death(&self) {
        self.peers.death.notified().await;
    }

    /// Whether another version of this program uses the database, too.
    #[must_use]
    pub fn has_other_version(&self) -> bool {
        self.peers.seen.borrow().other_version
    }

    /// Waits until no other version of this program uses the database.
    pub async fn wait_for_one_version(&self) {
        let mut seen = self.peers.seen.clone();
        // The channel closes if this process has lost the database. The process then ends.
        let _closed = seen.wait_for(|seen| !seen.other_version).await;
    }

    /// Whether the database has not answered for some seconds.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        let seen = self.peers.seen.borrow();
        seen.at.is_some_and(|at| at.elapsed() > SILENCE)
    }

    /// Whether nothing is saved any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.writer.is_over()
    }

    /// Whether the latest batches of changes, several in a row, could not be saved.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.writer.failed.load(Ordering::Relaxed) >= FAILING
    }

    /// Waits until nothing can be saved any more: the files of the database have been deleted or
    /// replaced, or another process has taken it over. From then on every change is rolled back. Then the
    /// process may end: the log of an SQLite file has been moved into its database, or cannot be.
    pub async fn lost(&self) {
        self.writer.lost.cancelled().await;
        let _in_time = timeout(LOG_MOVED_WITHIN, self.writer.let_go.cancelled()).await;
    }

    /// Leaves the connections to lost files open until the process ends. Closing the last one would
    /// delete the log of the database that is at that path now.
    pub fn abandon(&self) {
        std::mem::forget(self.readers.clone());
    }

    /// Carries out the queued changes, accepts no more, and closes the database.
    ///
    /// An SQLite database is then in one file: the writing connection is closed last, and empties
    /// the log.
    pub async fn close(&self) {
        // A long read, such as one for an export, must not keep the writer from closing cleanly.
        let _took_too_long = timeout(READERS_CLOSE, self.readers.close()).await;
        self.writer.stop().await;
    }
}
