//! The writing connection, and the row of its process.
//!
//! The answer to a COMMIT can be lost, and it can be wrong: after a failed statement PostgreSQL
//! answers it as if all was well, and rolls back. So the last statement of a batch writes its number
//! into the row of the process. It fails if the transaction has failed. If the answer is lost,
//! another connection takes the lock, which it gets once the transaction is over, and compares.

use std::time::Duration;

use sqlx::{AnyConnection, AnyPool, Executor};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::{DEAD_MS, Database, answer, begin, hang_up};
use crate::chain::chain;
use crate::store::engine::{Fate, briefly};
use crate::store::transaction::{Tx, query_as};
use crate::store::{Error, Result};

/// How often the row of the process is renewed.
const RENEWED: Duration = Duration::from_secs(1);

/// The time in milliseconds, by the clock of the database.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// The writing connection.
pub(in crate::store) struct Connection {
    database: Database,
    /// The id of the process in `writers`.
    writer: String,
    open: Option<AnyConnection>,
    /// The number of the latest batch.
    batch: i64,
    /// Whether the answer to its COMMIT was lost.
    is_in_doubt: bool,
    /// Set once another process has taken over.
    pub(in crate::store) lost: CancellationToken,
    renewing: JoinHandle<()>,
}

impl Connection {
    pub(super) fn new(
        database: Database,
        writer: String,
        pool: AnyPool,
        connection: AnyConnection,
    ) -> Self {
        let lost = CancellationToken::new();
        let keeps_statements = !database.is_pooled;
        let renewing = renew(pool, writer.clone(), keeps_statements, lost.clone());
        Self {
            database,
            writer,
            open: Some(connection),
            batch: 0,
            is_in_doubt: false,
            lost,
            renewing: tokio::spawn(renewing),
        }
    }

    pub(in crate::store) async fn take(&mut self) -> Option<AnyConnection> {
        // The next batch would overwrite the number of the one in doubt.
        if self.lost.is_cancelled() || self.is_in_doubt {
            return None;
        }
        match self.open.take() {
            Some(open) => Some(open),
            None => connect(&self.database).await,
        }
    }

    pub(in crate::store) fn keep(&mut self, connection: AnyConnection) {
        self.open = Some(connection);
    }

    /// Commits a batch, with its number.
    pub(in crate::store) async fn commit(&mut self, tx: &mut Tx) -> Result<()> {
        self.batch += 1;
        let sql = concat!(
            "UPDATE writers SET saved = $2, seen = ",
            now!(),
            " WHERE id = $1 RETURNING saved"
        );
        let numbered = query_as(sql).bind(self.writer.clone()).bind(self.batch);
        let numbered: Vec<(i64,)> = tx.all(numbered).await?;
        if numbered.is_empty() {
            lose(&self.lost);
            return Err(Error::Lost);
        }
        self.is_in_doubt = true;
        tx.execute_outside_changes("COMMIT").await?;
        self.is_in_doubt = false;
        Ok(())
    }

    /// What has become of the latest batch.
    pub(in crate::store) async fn fate(&mut self) -> Fate {
        if !self.is_in_doubt {
            return Fate::RolledBack;
        }
        let Some(mut connection) = connect(&self.database).await else {
            return Fate::Unknown;
        };
        match answer(saved(&mut connection, &self.writer)).await {
            Ok(Some(saved)) => {
                self.open = Some(connection);
                self.is_in_doubt = false;
                if saved == self.batch {
                    Fate::Stored
                } else {
                    Fate::RolledBack
                }
            }
            Ok(None) => {
                lose(&self.lost);
                Fate::Unknown
            }
            Err(error) => {
                tracing::error!(error = chain(&error), "a lost answer is still open");
                hang_up(connection).await;
                Fate::Unknown
            }
        }
    }

    pub(in crate::store) async fn close(mut self) {
        self.renewing.abort();
        if let Some(mut connection) = self.take().await {
            briefly(sign_off(&mut connection, &self.writer)).await;
            hang_up(connection).await;
        }
    }
}

async fn connect(database: &Database) -> Option<AnyConnection> {
    let connected = database.connect_to_write().await;
    let failed = |error: &sqlx::Error| {
        tracing::error!(error = chain(error), "the database cannot be reached");
    };
    connected.inspect_err(failed).ok()
}

/// The number of the latest batch of a process that is stored. The lock is given once the
/// transaction of every earlier batch is over.
async fn saved(connection: &mut AnyConnection, writer: &str) -> Result<Option<i64>, sqlx::Error> {
    begin(connection).await?;
    let saved = sqlx::query_scalar("SELECT saved FROM writers WHERE id = $1")
        .persistent(false)
        .bind(writer.to_owned())
        .fetch_optional(&mut *connection)
        .await?;
    connection.execute("ROLLBACK").await?;
    Ok(saved)
}

fn lose(lost: &CancellationToken) {
    tracing::error!("another wythoff has taken over the database; nothing is saved any more");
    lost.cancel();
}

/// Renews the row of the process, until it is gone.
async fn renew(pool: AnyPool, writer: String, keeps_statements: bool, lost: CancellationToken) {
    let sql = concat!(
        "UPDATE writers SET seen = ",
        now!(),
        " WHERE id = $1 RETURNING 1"
    );
    loop {
        sleep(RENEWED).await;
        let renewed = sqlx::query(sql)
            .persistent(keeps_statements)
            .bind(writer.clone());
        match answer(renewed.fetch_all(&pool)).await {
            Ok(rows) if rows.is_empty() => return lose(&lost),
            Ok(_) => {}
            Err(error) => tracing::debug!(
                error = chain(&error),
                "the row of this process was not renewed"
            ),
        }
    }
}

/// Another process that was seen lately: its id, and when it was seen.
pub(super) async fn living(
    connection: &mut AnyConnection,
) -> Result<Option<(String, i64)>, sqlx::Error> {
    let sql = concat!(
        "SELECT id, seen FROM writers WHERE seen > ",
        now!(),
        " - $1"
    );
    let living = sqlx::query_as(sql).persistent(false).bind(DEAD_MS);
    living.fetch_optional(connection).await
}

/// Adds a row for this process, in place of those of dead ones. Returns its id.
pub(super) async fn sign_on(connection: &mut AnyConnection) -> Result<String, sqlx::Error> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let process = format!("{}, process {}", host.trim(), std::process::id());
    connection.execute("DELETE FROM writers").await?;
    // In containers, hosts and processes may have the same names again.
    let sql = concat!(
        "INSERT INTO writers (id, seen, saved) VALUES ($1 || ', ' || CAST(gen_random_uuid() AS TEXT), ",
        now!(),
        ", 0) RETURNING id"
    );
    let added = sqlx::query_scalar(sql).persistent(false).bind(process);
    added.fetch_one(connection).await
}

/// Deletes the row of this process, so that the next one need not wait.
pub(in crate::store) async fn sign_off(connection: &mut AnyConnection, writer: &str) {
    let sql = "DELETE FROM writers WHERE id = $1";
    let deleted = sqlx::query(sql).persistent(false).bind(writer.to_owned());
    if let Err(error) = deleted.execute(connection).await {
        tracing::warn!(
            error = chain(&error),
            "the row of this process was not deleted"
        );
    }
}
