//! The writing connection.
//!
//! The answer to a COMMIT can be lost, and it can mislead: if the transaction has failed,
//! PostgreSQL rolls back, but reports no error. So the statement before it writes the number of the
//! batch into the row of the process, which fails if the transaction has failed. If the answer is
//! lost, another connection waits for the lock, which it gets once the transaction is over, and
//! compares the numbers.

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _, Executor};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{Database, PATIENCE, Process, answer, begin, hang_up};
use crate::Result;
use crate::engine::{Access, Fate};
use wythoff_game::chain::chain;

/// A connection that was not used for this long is tried first.
const IDLE: Duration = Duration::from_secs(1);

/// The writing connection.
pub(crate) struct Connection {
    database: Database,
    process: Process,
    /// The connection, and when it was last used.
    open: Option<(AnyConnection, Instant)>,
    /// The number of the latest batch.
    batch: i64,
    /// Whether the answer to its COMMIT was lost.
    is_in_doubt: bool,
}

impl Connection {
    pub(super) fn new(database: Database, process: Process, connection: AnyConnection) -> Self {
        Self {
            database,
            process,
            open: Some((connection, Instant::now())),
            batch: 0,
            is_in_doubt: false,
        }
    }

    pub(crate) const fn lost(&self) -> &CancellationToken {
        &self.process.lost
    }

    pub(crate) async fn take(&mut self) -> Option<AnyConnection> {
        // The next batch would overwrite the number of the one in doubt.
        if self.lost().is_cancelled() || self.is_in_doubt {
            return None;
        }
        if let Some((mut open, since)) = self.open.take() {
            // The server, or a firewall, may have cut an idle connection. A new one is then better
            // than a refused change.
            if since.elapsed() < IDLE || answer(PATIENCE, open.ping()).await.is_ok() {
                return Some(open);
            }
            hang_up(open).await;
        }
        connect(&self.database).await
    }

    pub(crate) fn keep(&mut self, connection: AnyConnection) {
        self.open = Some((connection, Instant::now()));
    }

    /// Commits a batch, with its number. Returns whether this process may still save.
    pub(crate) async fn commit(
        &mut self,
        access: Access,
        connection: &mut AnyConnection,
    ) -> Result<bool, sqlx::Error> {
        self.batch += 1;
        let sql = "UPDATE writers SET saved = $2 WHERE id = $1 RETURNING saved";
        let update = sqlx::query_scalar(sql)
            .bind(self.process.id.clone())
            .bind(self.batch);
        let saved: Option<i64> = access
            .answer(update.fetch_optional(&mut *connection))
            .await?;
        if saved.is_none() {
            self.process.mark_lost();
            return Ok(false);
        }
        self.is_in_doubt = true;
        access
            .answer(sqlx::query("COMMIT").execute(connection))
            .await?;
        self.is_in_doubt = false;
        Ok(true)
    }

    /// What has become of the latest batch.
    pub(crate) async fn fate(&mut self) -> Fate {
        if !self.is_in_doubt {
            return Fate::RolledBack;
        }
        if self.lost().is_cancelled() {
            return Fate::Unknown;
        }
        let Some(mut connection) = connect(&self.database).await else {
            return Fate::Unknown;
        };
        match answer(
            PATIENCE,
            latest_stored_batch(&mut connection, &self.process.id),
        )
        .await
        {
            Ok(Some(saved)) => {
                self.keep(connection);
                self.is_in_doubt = false;
                if saved == self.batch {
                    Fate::Stored
                } else {
                    Fate::RolledBack
                }
            }
            Ok(None) => {
                self.process.mark_lost();
                Fate::Unknown
            }
            Err(error) => {
                tracing::error!(
                    error = chain(&error),
                    "it is not known yet whether a batch of changes is saved"
                );
                hang_up(connection).await;
                Fate::Unknown
            }
        }
    }

    pub(crate) async fn close(mut self) {
        if let Some(mut connection) = self.take().await {
            self.process.sign_off(&mut connection).await;
            hang_up(connection).await;
        }
    }
}

async fn connect(database: &Database) -> Option<AnyConnection> {
    let connected = database.connect_to_write().await;
    let log = |error: &sqlx::Error| {
        tracing::error!(error = chain(error), "the database cannot be reached");
    };
    connected.inspect_err(log).ok()
}

/// The number of the latest stored batch of a process. The lock is granted once the transactions of
/// all earlier batches are over. A number that is only read may not have reached a synchronous
/// standby yet, so it is written again: that commit waits for the standby.
async fn latest_stored_batch(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<i64>, sqlx::Error> {
    begin(connection, PATIENCE).await?;
    let saved = "UPDATE writers SET saved = saved WHERE id = $1 RETURNING saved";
    let saved = sqlx::query_scalar(saved);
    let saved = saved
        .bind(id.to_owned())
        .fetch_all(&mut *connection)
        .await?;
    connection.execute("COMMIT").await?;
    Ok(saved.into_iter().next())
}
