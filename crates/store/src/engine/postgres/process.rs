//! The process that uses the database, with its row in the table `writers`. It renews the row, so
//! that others see that it runs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::{AnyConnection, Executor};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::{DEAD_AFTER, DEAD_AFTER_BY_SERVER_CLOCK, Database, PATIENCE, answer, begin};
use crate::engine::{Peers, Seen};
use wythoff_game::chain::chain;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How often the row is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(1);

/// The time in milliseconds, by the clock of the database.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// This process. Its row is renewed until it signs off or is dropped.
pub(crate) struct Process {
    pub(super) id: String,
    /// Set once another process has taken over.
    pub(super) lost: CancellationToken,
    /// Whether it lets others use the database, too.
    shares: Arc<AtomicBool>,
    renewing: JoinHandle<()>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

/// The process that has renewed its row most recently, and when. Returns `None` if the latest
/// renewal was long ago. If `shares`, processes that share the database do not count.
pub(super) async fn latest(
    connection: &mut AnyConnection,
    shares: bool,
) -> Result<Option<(String, i64)>, sqlx::Error> {
    // Two statements, since older tables have no column `shares`.
    let sql = if shares {
        concat!(
            "SELECT id, seen FROM writers WHERE shares = 0 AND seen > ",
            now!(),
            " - $1 ORDER BY seen DESC LIMIT 1"
        )
    } else {
        concat!(
            "SELECT id, seen FROM writers WHERE seen > ",
            now!(),
            " - $1 ORDER BY seen DESC LIMIT 1"
        )
    };
    let latest = sqlx::query_as(sql);
    let latest = latest.bind(in_ms(DEAD_AFTER_BY_SERVER_CLOCK));
    latest.fetch_optional(connection).await
}

fn in_ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl Process {
    /// Adds a row for this process, deletes the rows of dead ones, and commits. If `shares`, the
    /// rows of processes that share the database stay.
    pub(super) async fn sign_on(
        database: Database,
        connection: &mut AnyConnection,
        shares: bool,
    ) -> Result<(Self, Peers), sqlx::Error> {
        let system = rustix::system::uname();
        let host = system.nodename().to_string_lossy();
        let name = format!("{host}, process {}", std::process::id());
        let dead = if shares {
            "DELETE FROM writers WHERE shares = 0"
        } else {
            "DELETE FROM writers"
        };
        // The id is random, since containers may repeat host names and process ids.
        let sql = concat!(
            "INSERT INTO writers (id, seen, saved) VALUES ($1 || ', ' || CAST(gen_random_uuid() AS TEXT), ",
            now!(),
            ", 0) RETURNING id"
        );
        let adding = async {
            connection.execute(dead).await?;
            let added = sqlx::query_scalar(sql).bind(name);
            let id: String = added.fetch_one(&mut *connection).await?;
            connection.execute("COMMIT").await?;
            Ok(id)
        };
        let id = answer(PATIENCE, adding).await?;
        let (lost, death) = (CancellationToken::new(), Arc::new(Notify::new()));
        let (seen_sender, seen) = watch::channel(Seen {
            at: Some(Instant::now()),
            // Assumed until it is known.
            other_version: database.is_shared(),
        });
        let shares = Arc::new(AtomicBool::new(false));
        let renewal = Renewal {
            id: id.clone(),
            shares: shares.clone(),
            death: death.clone(),
            seen: seen_sender,
        };
        let process = Self {
            renewing: tokio::spawn(renewal.renew(database, lost.clone())),
            id,
            lost,
            shares,
        };
        Ok((process, Peers { death, seen }))
    }

    /// Lets others use the database, too.
    pub(super) async fn share(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        begin(connection, PATIENCE).await?;
        let sql = "UPDATE writers SET shares = 1, version = $2 WHERE id = $1";
        let sharing = sqlx::query(sql).bind(self.id.clone());
        sharing.bind(VERSION).execute(&mut *connection).await?;
        connection.execute("COMMIT").await?;
        self.shares.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Whether no other process has deleted the row.
    pub(crate) async fn is_signed_on(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<bool, sqlx::Error> {
        let row = sqlx::query("SELECT 1 FROM writers WHERE id = $1");
        let row = row.bind(self.id.clone());
        Ok(row.fetch_optional(connection).await?.is_some())
    }

    /// Notes that the database is lost: from now on nothing is saved.
    pub(super) fn mark_lost(&self) {
        mark_lost(&self.lost);
    }

    /// Deletes the row, so that the next process need not wait.
    pub(crate) async fn sign_off(&self, connection: &mut AnyConnection) {
        self.renewing.abort();
        let deleting = async {
            begin(connection, PATIENCE).await?;
            let deleted = sqlx::query("DELETE FROM writers WHERE id = $1");
            let deleted = deleted.bind(self.id.clone());
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

fn mark_lost(lost: &CancellationToken) {
    if !lost.is_cancelled() {
        tracing::error!("another wythoff has taken over the database; nothing is saved any more");
        lost.cancel();
    }
}

/// Whether another version of the program shares the database. A version so old that it does not
/// record its version counts, too.
async fn has_other_version(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let others = "SELECT COUNT(*) FROM writers WHERE shares = 1 AND version IS DISTINCT FROM $1";
    let others = sqlx::query_scalar(others).bind(VERSION);
    let others: i64 = others.fetch_one(connection).await?;
    Ok(others > 0)
}

/// The rows of the other processes that share the database: when each was last renewed, by the clock
/// of the database, and since when it has been so, by ours. The clock of the database may be adjusted
/// at any time, so ages are never measured with it.
type Looks = HashMap<String, (i64, Instant)>;

/// The task that renews the row of a process.
struct Renewal {
    id: String,
    shares: Arc<AtomicBool>,
    death: Arc<Notify>,
    seen: watch::Sender<Seen>,
}

impl Renewal {
    /// Renews the row until it is gone, over a connection of its own, not one of the readers'. A
    /// slow commit locks the row, and the renewal that waits for it must not hold up reads.
    async fn renew(self, database: Database, lost: CancellationToken) {
        let (mut open, mut looks) = (None, Looks::new());
        loop {
            let renewing = async {
                let mut connection = match open.take() {
                    Some(open) => open,
                    None => database.connect_to_write().await?,
                };
                let is_there = self.renew_once(&mut connection, &mut looks).await?;
                open = Some(connection);
                Ok(is_there)
            };
            match answer(PATIENCE, renewing).await {
                Ok(true) => {}
                Ok(false) => return mark_lost(&lost),
                Err(error) => {
                    // After an outage of the database all rows are old, and the others need time to
                    // renew theirs.
                    looks.clear();
                    tracing::warn!(
                        error = chain(&error),
                        "the row of this process was not renewed"
                    );
                }
            }
            let slept = Instant::now();
            sleep(RENEWAL_INTERVAL).await;
            if slept.elapsed() > 2 * RENEWAL_INTERVAL {
                // This process was frozen. If the others were, too, they need time to renew theirs.
                looks.clear();
            }
        }
    }

    /// Renews the row, and looks for dead processes that shared the database. Returns whether the
    /// row was still there.
    async fn renew_once(
        &self,
        connection: &mut AnyConnection,
        looks: &mut Looks,
    ) -> Result<bool, sqlx::Error> {
        // If this process freezes during the transaction, the row must not stay locked: another
        // process may take over.
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL idle_in_transaction_session_timeout = 500;
            SET LOCAL lock_timeout = 2000; SET LOCAL synchronous_commit = off";
        connection.execute(begin).await?;
        let sql = concat!(
            "UPDATE writers SET seen = ",
            now!(),
            " WHERE id = $1 RETURNING 1"
        );
        let renewed = sqlx::query(sql).bind(self.id.clone());
        let renewed = renewed.fetch_all(&mut *connection).await?;
        let is_there = !renewed.is_empty();
        // A process that itself counts as dead no longer does anything for others.
        let mut other_version = self.seen.borrow().other_version;
        if is_there && self.shares.load(Ordering::Relaxed) {
            self.bury_the_dead(connection, looks).await?;
            other_version = has_other_version(connection).await?;
        }
        connection.execute("COMMIT").await?;
        if is_there {
            let at = Some(Instant::now());
            self.seen.send_replace(Seen { at, other_version });
        }
        Ok(is_there)
    }

    /// Deletes the rows of dead processes, which have not been renewed between two looks, and reports
    /// that before the commit: what they left is found in any case, but should be drawn soon.
    async fn bury_the_dead(
        &self,
        connection: &mut AnyConnection,
        looks: &mut Looks,
    ) -> Result<(), sqlx::Error> {
        let others = "SELECT id, seen FROM writers WHERE shares = 1 AND id <> $1";
        let others = sqlx::query_as(others).bind(&*self.id);
        let others: Vec<(String, i64)> = others.fetch_all(&mut *connection).await?;
        looks.retain(|known, _| others.iter().any(|(id, _)| id == known));
        for (id, seen) in others {
            let known = looks.get(&id).filter(|(known, _)| *known == seen);
            let since = known.map_or_else(Instant::now, |&(_, since)| since);
            looks.insert(id.clone(), (seen, since));
            if since.elapsed() >= DEAD_AFTER && bury(connection, &id, seen).await? {
                tracing::warn!("another process has died; this one draws what it left");
                self.death.notify_one();
            }
        }
        Ok(())
    }
}

/// Deletes the row of a dead process. Returns `false` if it lives after all, or if another process is
/// just deleting it, too: to wait for that one could be a deadlock, since it may be deleting ours.
async fn bury(connection: &mut AnyConnection, id: &str, seen: i64) -> Result<bool, sqlx::Error> {
    let sql = "DELETE FROM writers WHERE id IN (SELECT id FROM writers WHERE id = $1 AND seen = $2 FOR UPDATE SKIP LOCKED) RETURNING 1";
    let burying = sqlx::query(sql).bind(id).bind(seen);
    Ok(!burying.fetch_all(connection).await?.is_empty())
}
