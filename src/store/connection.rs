//! The one connection that writes: opened, given up where nobody knows its state, lost with its files, closed; and its log.

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _, Row};
use tokio_util::sync::CancellationToken;

use super::Result;
use super::cache::{Cache, Known};
use super::files::Files;
use super::load::load;
use super::open::{Database, WRITE_PATIENCE, set_patience};

/// The connection that writes, with what is known of the database through it.
pub(super) struct Connection {
    database: Database,
    files: Files,
    open: Option<(AnyConnection, Known)>,
    cache: Cache,
    lost: CancellationToken,
    /// Whether the log still holds what has been erased.
    must_scrub: bool,
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
        }
    }

    /// The connection, opened anew where the last group has cost it; none where the database is gone, or cannot be reached.
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
        // Before anything is changed, so that nothing of it is in the file that has lost its name.
        if !self.files.is_named() {
            self.lose(open.0).await;
            return None;
        }
        Some(open)
    }

    async fn reopen(&mut self) -> Result<(AnyConnection, Known)> {
        let mut connection = self.database.connect_to_write().await?;
        let mut known = Known::first(&mut connection).await?;
        self.cache.lock().clear();
        known.cache = self.cache.clone();
        Ok((connection, known))
    }

    /// Keeps the connection for the next group, after one that failed or had nothing to save.
    pub(super) fn keep(&mut self, open: (AnyConnection, Known)) {
        self.open = Some(open);
    }

    /// Keeps the connection after a commit, if the files are still there; returns whether they are. Whoever has erased something is
    /// told after the log has been emptied. Should readers keep it from being emptied now, that is tried again after each commit,
    /// without waiting for them.
    pub(super) async fn has_committed(
        &mut self,
        (mut connection, known): (AnyConnection, Known),
        erases: bool,
    ) -> bool {
        if !self.files.are_there() {
            self.lose(connection).await;
            return false;
        }
        if erases {
            self.must_scrub = !scrub(&mut connection).await;
        } else if self.must_scrub {
            self.must_scrub = !scrub_at_once(&mut connection).await;
        }
        self.open = Some((connection, known));
        true
    }

    /// Closes the connection, and forgets what is known: it may still be in a transaction that nobody knows the state of, which closing
    /// it rolls back.
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

    /// Writes nothing any more, but for what the log holds: that goes into the file that it belongs to, wherever that is now, and not
    /// into another one that the next start finds beside the log. The connection is left open until the process ends: closing it
    /// would delete the log of whatever database is at that path now.
    async fn lose(&mut self, mut connection: AnyConnection) {
        tracing::error!(
            path = %self.database.path().display(),
            "the database was deleted or replaced while the bot ran; nothing is saved any more"
        );
        // First, so that nobody reads what was committed last and will be refused.
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
            tracing::warn!("what is known was not compared with what is stored");
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

/// Says what is known and is not so, which would be a defect.
async fn compare(connection: &mut AnyConnection, known: &Known) -> Result<()> {
    let mut stored = Known::first(connection).await?;
    load(connection, &known.kept(), &mut stored).await?;
    for difference in known.differences(&stored) {
        tracing::error!(difference, "what was known is not so");
    }
    Ok(())
}

/// Brings everything from the log into the database and empties it; whether that was done. Readers may keep it from being done.
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
    let without_patience = set_patience(connection, Duration::ZERO).await;
    let is_empty = without_patience.is_ok() && scrub(connection).await;
    if let Err(error) = set_patience(connection, WRITE_PATIENCE).await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "the patience for locks was not set"
        );
    }
    is_empty
}
