//! The writing connection: opening, closing and giving it up; its log; and what happens when its
//! files are lost.

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _, Executor, Row};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::files::Files;
use super::{Database, FSYNC_FAILED, Lock, VOID, WRITE_TIMEOUT, set_lock_timeout};
use crate::{Error, Result};
use wythoff_game::chain::chain;

/// How long to wait for a lock while nothing can be saved.
const SHORT_TIMEOUT: Duration = Duration::from_millis(100);

/// How long an erasure and a shutdown wait for readers of the log. Our own readers take
/// milliseconds. A program that copies the database continuously, such as Litestream, reads the log
/// for as long as it runs, and all changes would wait meanwhile.
const SCRUB_PATIENCE: Duration = Duration::from_millis(200);

/// The shortest and the longest pause before another attempt to empty the log. Each attempt moves
/// the part of the log that nobody reads any more to the database.
const SCRUB_PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(30)];

/// The writing connection.
pub(crate) struct Connection {
    database: Database,
    files: Files,
    /// Held for as long as the connection.
    lock: Lock,
    open: Option<AnyConnection>,
    /// Set once the files of the database are gone.
    pub(crate) lost: CancellationToken,
    /// Set after that, once the log has been moved into the database, or cannot be.
    pub(crate) let_go: CancellationToken,
    /// When the log, which still holds erased data, is to be emptied.
    scrub: Option<Scrub>,
    /// Whether the last attempt to save failed.
    has_failed: bool,
    /// Whether the log may hold a transaction that could not be synchronised, which a start after a
    /// crash would recover.
    must_void: bool,
}

/// The next attempt to empty the log.
struct Scrub {
    due: Instant,
    /// How long to wait if that attempt fails, too.
    pause: Duration,
}

impl Scrub {
    /// An attempt after the next commit.
    fn soon() -> Self {
        Self {
            due: Instant::now(),
            pause: SCRUB_PAUSES[0],
        }
    }

    /// The attempt that follows a failed one, after a pause that doubles each time.
    fn later(self) -> Self {
        Self {
            due: Instant::now() + self.pause,
            pause: (self.pause * 2).min(SCRUB_PAUSES[1]),
        }
    }

    fn is_due(&self) -> bool {
        self.due <= Instant::now()
    }
}

impl Connection {
    pub(crate) fn new(
        database: Database,
        files: Files,
        lock: Lock,
        connection: AnyConnection,
    ) -> Self {
        Self {
            database,
            files,
            lock,
            open: Some(connection),
            lost: CancellationToken::new(),
            let_go: CancellationToken::new(),
            // The process before may have left erased data in the log.
            scrub: Some(Scrub::soon()),
            has_failed: false,
            must_void: false,
        }
    }

    /// The connection. It is reopened if the last batch has given it up. Returns `None` if the
    /// database is gone or cannot be reached.
    pub(crate) async fn take(&mut self) -> Option<AnyConnection> {
        if self.lost.is_cancelled() {
            return None;
        }
        let open = match self.open.take() {
            Some(open) => open,
            None => match self.reopen().await {
                Ok(open) => open,
                Err(error) => {
                    tracing::error!(error = chain(&error), "the database cannot be reached");
                    return None;
                }
            },
        };
        // Checked before anything is changed, so that no change goes to an unlinked file.
        if !(self.files.is_at_its_path() && self.lock.is_there()) {
            self.lose(open).await;
            return None;
        }
        Some(open)
    }

    async fn reopen(&mut self) -> Result<AnyConnection> {
        let mut connection = self.database.connect_to_write().await?;
        if self.has_failed {
            set_lock_timeout(&mut connection, SHORT_TIMEOUT).await?;
        }
        if self.must_void {
            connection.execute(VOID).await?;
            self.must_void = false;
        }
        Ok(connection)
    }

    /// Keeps the connection for the next batch, after one that had nothing to save.
    pub(crate) fn keep(&mut self, connection: AnyConnection) {
        self.open = Some(connection);
    }

    /// Keeps the connection after a commit. Returns whether what was committed is stored, which it may not
    /// be if the files are gone. After an
    /// erasure the log is emptied. If readers prevent that, it is tried again after later commits,
    /// without waiting for the readers.
    pub(crate) async fn after_commit(
        &mut self,
        mut connection: AnyConnection,
        erases: bool,
    ) -> bool {
        if !self.files.are_there() {
            // If only the log is gone, the last commit has just been moved into the database.
            return self.lose(connection).await && self.files.is_at_its_path();
        }
        if std::mem::take(&mut self.has_failed) {
            restore_lock_timeout(&mut connection).await;
        }
        if erases {
            let is_empty = empty_log(&mut connection, SCRUB_PATIENCE).await;
            self.scrub = (!is_empty).then(Scrub::soon);
        } else if let Some(due) = self.scrub.take_if(|scrub| scrub.is_due()) {
            let is_empty = empty_log(&mut connection, Duration::ZERO).await;
            self.scrub = (!is_empty).then(|| due.later());
        }
        self.open = Some(connection);
        true
    }

    /// Closes the connection after `error` prevented saving. This rolls back a transaction in an
    /// unknown state. Until something can be saved again, changes wait only briefly for a lock, so
    /// that they fail fast.
    pub(crate) async fn give_up(&mut self, connection: AnyConnection, error: &Error) {
        self.has_failed = true;
        self.must_void |= is_failed_sync(error);
        if !self.files.are_there() {
            self.lose(connection).await;
            return;
        }
        drop(connection.close().await);
        self.files.forget_log();
    }

    /// Makes sure that a transaction that could not be saved does not reappear after a crash.
    /// Returns whether that succeeded.
    pub(crate) async fn void(&mut self) -> bool {
        // Reopening the connection overwrites the transaction.
        if self.must_void
            && let Some(open) = self.take().await
        {
            self.keep(open);
        }
        !self.must_void
    }

    /// Stops writing, except that the log is moved into its own database file, wherever that is
    /// now: the next start must not find the log beside another database. The connection stays open
    /// until the process ends: closing it would delete the log of any other database that is now at
    /// the old path. Returns whether the log was moved.
    async fn lose(&mut self, mut connection: AnyConnection) -> bool {
        tracing::error!(
            path = %self.database.path().display(),
            "the database or its lock was deleted or replaced while the bot ran; nothing is saved any more"
        );
        // This comes first, so that nobody reads the last commit, whose callers may be told that it
        // was rolled back.
        self.lost.cancel();
        let is_moved = empty_log(&mut connection, SCRUB_PATIENCE).await;
        if !is_moved {
            tracing::warn!(
                "the log was not emptied; remove it before you put another database in this place"
            );
        }
        std::mem::forget(connection);
        self.let_go.cancel();
        is_moved
    }

    /// Moves everything from the log into the database, and closes the connection.
    pub(crate) async fn close(self) {
        let Some(mut connection) = self.open else {
            return;
        };
        if !empty_log(&mut connection, SCRUB_PATIENCE).await {
            tracing::warn!("the log was not emptied; keep it with the database");
        }
        if let Err(error) = connection.close().await {
            tracing::warn!(error = chain(&error), "the database did not close cleanly");
        }
    }
}

/// Whether a transaction was written completely but not synchronised. The system may have dropped
/// the data that it could not write, and reports that only once: a second sync would succeed and
/// mean nothing (<https://wiki.postgresql.org/wiki/Fsync_Errors>).
fn is_failed_sync(error: &Error) -> bool {
    let Error::Database(sqlx::Error::Database(error)) = error else {
        return false;
    };
    error.code().is_some_and(|code| code == FSYNC_FAILED)
}

/// Moves the log into the database. Returns whether the log is then empty: readers may prevent that
/// for longer than `patience`.
async fn empty_log(connection: &mut AnyConnection, patience: Duration) -> bool {
    let emptied = async {
        set_lock_timeout(connection, patience).await?;
        let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
        let is_busy: i64 = checkpoint.fetch_one(&mut *connection).await?.try_get(0)?;
        Ok::<_, sqlx::Error>(is_busy == 0)
    };
    let is_empty = emptied.await.unwrap_or_else(|error| {
        tracing::warn!(error = chain(&error), "the log was not emptied");
        false
    });
    restore_lock_timeout(connection).await;
    is_empty
}

async fn restore_lock_timeout(connection: &mut AnyConnection) {
    if let Err(error) = set_lock_timeout(connection, WRITE_TIMEOUT).await {
        tracing::warn!(error = chain(&error), "the lock timeout was not set");
    }
}
