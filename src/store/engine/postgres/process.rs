//! The process that uses the database: its row of `writers`, which it renews, and by which others see
//! that it runs.

use std::time::Duration;

use sqlx::{AnyConnection, Executor};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::{DEAD_BY_THE_SERVER, Database, PATIENCE, answer, begin};
use crate::chain::chain;

/// How often the row is renewed.
const RENEWED: Duration = Duration::from_secs(1);

/// The time in milliseconds, by the clock of the database.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// This process. Its row is renewed until it signs off or is dropped.
pub(in crate::store) struct Process {
    pub(super) id: String,
    /// Set once another process has taken over.
    pub(super) lost: CancellationToken,
    renewing: JoinHandle<()>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

/// The process seen most recently, and when. Returns `None` if that was long ago.
pub(super) async fn latest(
    connection: &mut AnyConnection,
) -> Result<Option<(String, i64)>, sqlx::Error> {
    let sql = concat!(
        "SELECT id, seen FROM writers WHERE seen > ",
        now!(),
        " - $1 ORDER BY seen DESC LIMIT 1"
    );
    let long_ago = i64::try_from(DEAD_BY_THE_SERVER.as_millis()).unwrap_or(i64::MAX);
    let latest = sqlx::query_as(sql).persistent(false).bind(long_ago);
    latest.fetch_optional(connection).await
}

impl Process {
    /// Adds a row for this process, in place of those of dead ones, and commits.
    pub(super) async fn sign_on(
        database: Database,
        connection: &mut AnyConnection,
    ) -> Result<Self, sqlx::Error> {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let name = format!("{}, process {}", host.trim(), std::process::id());
        // In containers, hosts and processes may have the same names again.
        let sql = concat!(
            "INSERT INTO writers (id, seen, saved) VALUES ($1 || ', ' || CAST(gen_random_uuid() AS TEXT), ",
            now!(),
            ", 0) RETURNING id"
        );
        let adding = async {
            connection.execute("DELETE FROM writers").await?;
            let added = sqlx::query_scalar(sql).persistent(false).bind(name);
            let id: String = added.fetch_one(&mut *connection).await?;
            connection.execute("COMMIT").await?;
            Ok(id)
        };
        let id = answer(PATIENCE, adding).await?;
        let lost = CancellationToken::new();
        Ok(Self {
            renewing: tokio::spawn(renew(database, id.clone(), lost.clone())),
            id,
            lost,
        })
    }

    /// From now on nothing is saved any more.
    pub(super) fn lose(&self) {
        lose(&self.lost);
    }

    /// Deletes the row, so that the next process need not wait.
    pub(in crate::store) async fn sign_off(&self, connection: &mut AnyConnection) {
        self.renewing.abort();
        let deleting = async {
            begin(connection, PATIENCE).await?;
            let deleted = sqlx::query("DELETE FROM writers WHERE id = $1");
            let deleted = deleted.persistent(false).bind(self.id.clone());
            deleted.execute(&mut *connection).await?;
            connection.execute("COMMIT").await
        };
        if let Err(error) = answer(PATIENCE, deleting).await {
            tracing::warn!(
                error = chain(&error),
                "the row of this process was not deleted"
            );
        }
    }
}

fn lose(lost: &CancellationToken) {
    if !lost.is_cancelled() {
        tracing::error!("another wythoff has taken over the database; nothing is saved any more");
        lost.cancel();
    }
}

/// Renews the row of a process until it is gone, over a connection of its own: a commit that waits
/// holds the row, and must not hold up reads.
async fn renew(database: Database, id: String, lost: CancellationToken) {
    let mut open = None;
    loop {
        sleep(RENEWED).await;
        let renewing = async {
            let mut connection = match open.take() {
                Some(open) => open,
                None => database.connect_to_write().await?,
            };
            let is_there = renew_once(&mut connection, &id).await?;
            open = Some(connection);
            Ok(is_there)
        };
        match answer(PATIENCE, renewing).await {
            Ok(true) => {}
            Ok(false) => return lose(&lost),
            Err(error) => tracing::warn!(
                error = chain(&error),
                "the row of this process was not renewed"
            ),
        }
    }
}

/// Renews the row. Returns whether it is still there.
async fn renew_once(connection: &mut AnyConnection, id: &str) -> Result<bool, sqlx::Error> {
    // A process that freezes here must not keep the row from the one that takes over.
    let begin = "BEGIN READ WRITE; SET LOCAL idle_in_transaction_session_timeout = 500;
        SET LOCAL lock_timeout = 2000; SET LOCAL synchronous_commit = off";
    connection.execute(begin).await?;
    let sql = concat!(
        "UPDATE writers SET seen = ",
        now!(),
        " WHERE id = $1 RETURNING 1"
    );
    let renewed = sqlx::query(sql).persistent(false).bind(id.to_owned());
    let renewed = renewed.fetch_all(&mut *connection).await?;
    connection.execute("COMMIT").await?;
    Ok(!renewed.is_empty())
}
