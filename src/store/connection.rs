//! The writing connection: opening, closing and giving it up; its log; and what happens when its files are lost.

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _, Executor, Row};
use tokio_util::sync::CancellationToken;

use super::cache::{Cache, Known};
use super::files::Files;
use super::load::load;
use super::open::{Database, WRITE_TIMEOUT, set_lock_timeout};
use super::{Error, Result};

/// How long to wait for a lock while nothing can be saved.
const SHORT_TIMEOUT: Duration = Duration::from_millis(100);

/// SQLite's code for a sync that failed, `SQLITE_IOERR_FSYNC` (<https://www.sqlite.org/rescode.html>).
const FSYNC_FAILED: &str = "1034";

/// Changes nothing in the end. Its transaction takes the place in the log of one that could not be synchronised, since the index of the log does
/// not know of that one. An update to the same value would write nothing.
const VOID: &str = "BEGIN IMMEDIATE; INSERT INTO interactions (id) VALUES (-1);
    DELETE FROM interactions WHERE id = -1; COMMIT";

/// The writing connection, with the values that were loaded through it.
pub(super) struct Connection {
    database: Database,
    files: Files,
    open: Option<(AnyConnection, Known)>,
    cache: Cache,
    lost: CancellationToken,
    /// Whether the log still holds erased data.
    must_scrub: bool,
    /// Whether nothing could be saved the last time.
    has_failed: bool,
    /// Whether the log may hold a transaction that could not be synchronised. A start after a crash would find it.
    must_void: bool,
}

impl Connection {
    pub(super) fn new(
        database: Database,
        files: Files,
        connection: AnyConnection,
        known: Known,
        lost: CancellationToken,
    ) -> Self {
        Self {
            database,
            files,
            cache: known.cache.clone(),
            open: Some((connection, known)),
            lost,
            must_scrub: false,
            has_failed: false,
            must_void: false,
        }
    }

    /// The connection. It is reopened if the last group has given it up. Returns `None` if the database is gone or cannot be reached.
    pub(super) async fn take(&mut self) -> Option<(AnyConnection, Known)> {
        if self.lost.is_cancelled() {
            return None;
        }
        let open = match self.open.take() {
            Some(open) => open,
            None => match self.reopen().await {
                Ok(open) => open,
                Err(error) => {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "the database cannot be reached"
                    );
                    return None;
                }
            },
        };
        // Before anything is changed, so that no change is in a file without a name.
        if !self.files.is_named() {
            self.lose(open.0).await;
            return None;
        }
        Some(open)
    }

    async fn reopen(&mut self) -> Result<(AnyConnection, Known)> {
        let mut connection = self.database.connect_to_write().await?;
        if self.has_failed {
            set_lock_timeout(&mut connection, SHORT_TIMEOUT).await?;
        }
        if self.must_void {
            connection.execute(VOID).await?;
            self.must_void = false;
        }
        let mut known = Known::first(&mut connection).await?;
        self.cache.lock().clear();
        known.cache = self.cache.clone();
        Ok((connection, known))
    }

    /// Keeps the connection for the next group, after one that failed or had nothing to save.
    pub(super) fn keep(&mut self, open: (AnyConnection, Known)) {
        self.open = Some(open);
    }

    /// Keeps the connection after a commit. Returns whether the files are still there. After an erasure the log is emptied. If readers prevent
    /// that, it is tried again after each commit, without waiting for them.
    pub(super) async fn after_commit(
        &mut self,
        (mut connection, known): (AnyConnection, Known),
        erases: bool,
    ) -> bool {
        if !self.files.are_there() {
            self.lose(connection).await;
            return false;
        }
        if std::mem::take(&mut self.has_failed) {
            restore_lock_timeout(&mut connection).await;
        }
        if erases {
            self.must_scrub = !scrub(&mut connection).await;
        } else if self.must_scrub {
            self.must_scrub = !scrub_at_once(&mut connection).await;
        }
        self.open = Some((connection, known));
        true
    }

    /// The same after nothing could be saved, for a reason that is none of the jobs'. Until something can be saved again, others are told at
    /// once, and do not wait for a lock first.
    pub(super) async fn give_up_failed(&mut self, error: &Error) {
        self.has_failed = true;
        self.must_void |= is_failed_sync(error);
        self.give_up().await;
    }

    /// Makes sure that what could not be saved is not there after a crash either. Returns whether that is so.
    pub(super) async fn void(&mut self) -> bool {
        if self.must_void
            && let Some(open) = self.take().await
        {
            self.keep(open);
        }
        !self.must_void
    }

    /// Closes the connection and forgets the loaded values. A transaction in an unknown state is rolled back by closing it.
    pub(super) async fn give_up(&mut self) {
        let Some((connection, _)) = self.open.take() else {
            return;
        };
        if !self.files.are_there() {
            return self.lose(connection).await;
        }
        drop(connection.close().await);
        self.files.reopen();
    }

    /// Writes nothing any more, except the log into its own file, wherever that is now. The next start must not find it beside another
    /// database. The connection stays open until the process ends: closing it would delete the log of the database that is at that path now.
    async fn lose(&mut self, mut connection: AnyConnection) {
        tracing::error!(
            path = %self.database.path().display(),
            "the database was deleted or replaced while the bot ran; nothing is saved any more"
        );
        // First, so that nobody reads the last commit, which callers are told was rolled back.
        self.lost.cancel();
        if !scrub(&mut connection).await {
            tracing::warn!(
                "the log was not emptied; remove it before another database is put in its place"
            );
        }
        std::mem::forget(connection);
    }

    /// Brings everything from the log into the database, and closes it.
    pub(super) async fn close(self) {
        let Some((mut connection, known)) = self.open else {
            return;
        };
        if cfg!(debug_assertions) && compare(&mut connection, &known).await.is_err() {
            tracing::warn!("the cache was not compared with the database");
        }
        if !scrub(&mut connection).await {
            tracing::warn!("the log was not emptied; it belongs to the database");
        }
        if let Err(error) = connection.close().await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the database did not close well"
            );
        }
    }
}

/// Whether a transaction was written whole and not synchronised. The system may have dropped what it did not write, and tells so only once: a
/// second sync would succeed and mean nothing (<https://wiki.postgresql.org/wiki/Fsync_Errors>).
fn is_failed_sync(error: &Error) -> bool {
    let Error::Database(sqlx::Error::Database(error)) = error else {
        return false;
    };
    error.code().is_some_and(|code| code == FSYNC_FAILED)
}

/// Logs cached values that differ from the stored ones, which would be a defect.
async fn compare(connection: &mut AnyConnection, known: &Known) -> Result<()> {
    let mut stored = Known::first(connection).await?;
    load(connection, &known.kept(), &mut stored).await?;
    for difference in known.differences(&stored) {
        tracing::error!(difference, "what was known is not so");
    }
    Ok(())
}

/// Moves the log into the database. Returns whether it is empty then: readers may prevent that.
async fn scrub(connection: &mut AnyConnection) -> bool {
    let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
    match checkpoint.fetch_one(connection).await {
        Ok(row) => row.try_get::<i64, _>(0).is_ok_and(|is_busy| is_busy == 0),
        Err(error) => {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the log was not emptied"
            );
            false
        }
    }
}

/// The same without waiting for readers.
async fn scrub_at_once(connection: &mut AnyConnection) -> bool {
    let without_patience = set_lock_timeout(connection, Duration::ZERO).await;
    let is_empty = without_patience.is_ok() && scrub(connection).await;
    restore_lock_timeout(connection).await;
    is_empty
}

async fn restore_lock_timeout(connection: &mut AnyConnection) {
    if let Err(error) = set_lock_timeout(connection, WRITE_TIMEOUT).await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "the lock timeout was not set"
        );
    }
}
