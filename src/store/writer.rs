//! The one task that writes: it owns the only connection that can, and commits jobs that wait together as one group.
//!
//! A job loads, decides and saves within its own savepoint; the group is one transaction. What callers can rely on:
//! - a job that fails or panics is rolled back alone and harms no other;
//! - nobody is told anything before the group is committed, so what was told is on disk (`synchronous = FULL`);
//! - a job that has not begun when its caller gives up never begins ([`Pending::within`]);
//! - a job that has begun runs to its end. Dropping a database future does not say whether it was carried out, so a job is
//!   never dropped halfway.
//!
//! SQLite may roll a whole transaction back by itself (disk full, I/O error, out of memory). The next savepoint would then
//! begin a transaction of its own, and commit it. So when ending a savepoint or the transaction fails, the whole group is
//! given up: the connection is closed, a new one is opened, and every job of the group is told that it was not applied.
//!
//! The same is told where the files of the database have been deleted or replaced meanwhile: what was committed then is in a file
//! that nobody will find. From then on nothing is written any more ([`Writer::lost`]).

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;

use sqlx::{AnyConnection, Connection, Executor, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::files::Files;
use super::open::{Database, LOCK_PATIENCE, set_patience};
use super::{Error, Transaction};

/// How many jobs are committed together at most: more would make the first of them wait too long.
const LARGEST_GROUP: usize = 64;

/// How many jobs may wait. At the measured 13 000 commits a second this is a fraction of the time that a player can wait; what
/// comes on top is turned away at once.
const LONGEST_QUEUE: usize = 4096;

/// Hands jobs to the writing task.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Queued>,
    stop: CancellationToken,
    lost: CancellationToken,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

/// A job on its way: who waits for it may still withdraw it.
struct Queued {
    ticket: Arc<Ticket>,
    job: Job,
}

type Job = Box<dyn for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Finished> + Send>;

/// What a job leaves behind: whether its changes are to be kept, and what to send once the group has been committed. Dropping
/// it unsent tells the caller that the change was rolled back.
struct Finished {
    keep: bool,
    /// Whether it has erased what must not be found in the files any more.
    has_erased: bool,
    tell: Box<dyn FnOnce() + Send>,
}

/// Whether a job may still be withdrawn. It moves away from `QUEUED` once, by whoever comes first.
#[derive(Debug, Default)]
struct Ticket(AtomicU8);

impl Ticket {
    const QUEUED: u8 = 0;
    const BEGUN: u8 = 1;
    const WITHDRAWN: u8 = 2;

    fn claim(&self, next: u8) -> bool {
        self.0
            .compare_exchange(Self::QUEUED, next, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }
}

/// The outcome of a job, to be waited for.
#[derive(Debug)]
pub struct Pending<T, E> {
    ticket: Arc<Ticket>,
    outcome: oneshot::Receiver<Result<T, E>>,
}

/// How far a job has come when its caller's patience ends.
#[derive(Debug)]
pub enum Progress<T, E> {
    /// It was committed, or rolled back for the reason given.
    Done(Result<T, E>),
    /// It had not begun and now never will; nothing is changed.
    Withdrawn,
    /// It is being carried out; what comes of it is still open.
    Running(Pending<T, E>),
}

impl<T, E: From<Error>> Pending<T, E> {
    /// Waits until then, and withdraws the job if it has not begun by that time.
    pub async fn within(mut self, deadline: Instant) -> Progress<T, E> {
        match timeout_at(deadline, &mut self.outcome).await {
            Ok(outcome) => Progress::Done(Self::told(outcome)),
            Err(_elapsed) if self.ticket.claim(Ticket::WITHDRAWN) => Progress::Withdrawn,
            Err(_elapsed) => Progress::Running(self),
        }
    }

    /// Waits for as long as it takes.
    ///
    /// # Errors
    /// The job's own, or [`Error::RolledBack`].
    pub async fn done(self) -> Result<T, E> {
        Self::told(self.outcome.await)
    }

    fn told(outcome: Result<Result<T, E>, oneshot::error::RecvError>) -> Result<T, E> {
        outcome.unwrap_or_else(|_dropped| Err(Error::RolledBack.into()))
    }
}

impl Writer {
    pub(super) fn start(database: Database, files: Files, connection: AnyConnection) -> Self {
        let (jobs, queue) = mpsc::channel(LONGEST_QUEUE);
        let stop = CancellationToken::new();
        let lost = CancellationToken::new();
        let writing = Writing {
            database,
            files,
            connection: Some(connection),
            lost: lost.clone(),
            must_scrub: false,
        };
        let task = tokio::spawn(writing.write(queue, stop.clone()));
        Self {
            jobs,
            stop,
            lost,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Set once the files of the database are gone.
    pub(super) const fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Queues a job. Where the queue is full it is turned away at once, as [`Error::RolledBack`].
    pub(super) fn run<T, E>(
        &self,
        work: impl for<'c> FnOnce(Transaction<'c>) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    ) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (sender, outcome) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let has_erased = Arc::new(AtomicBool::default());
            let work = work(Transaction::new(connection, has_erased.clone()));
            async move {
                let result = work.await;
                let keep = result.is_ok();
                // Nobody waits any more where the receiver is gone; the job counts all the same.
                Finished {
                    keep,
                    has_erased: has_erased.load(Ordering::Relaxed),
                    tell: Box::new(move || drop(sender.send(result))),
                }
            }
            .boxed()
        });
        let ticket = Arc::new(Ticket::default());
        // Where the queue is full, the job is dropped, and its caller hears that it was rolled back.
        drop(self.jobs.try_send(Queued {
            ticket: ticket.clone(),
            job,
        }));
        Pending { ticket, outcome }
    }

    /// How many jobs wait that have not been taken up.
    pub(super) fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Carries out what is queued, takes nothing new, and closes the connection.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        let task = self.task.lock().await.take();
        if let Some(Err(panic)) = match task {
            Some(task) => Some(task.await),
            None => None,
        } {
            tracing::error!(error = %panic, "the writing task ended badly");
        }
    }
}

/// The writing task.
struct Writing {
    database: Database,
    files: Files,
    connection: Option<AnyConnection>,
    lost: CancellationToken,
    /// Whether the log still holds what has been erased.
    must_scrub: bool,
}

impl Writing {
    async fn write(mut self, mut queue: mpsc::Receiver<Queued>, stop: CancellationToken) {
        loop {
            let first = tokio::select! {
                biased;
                job = queue.recv() => job,
                () = stop.cancelled(), if !queue.is_closed() => {
                    queue.close();
                    continue;
                }
            };
            let Some(first) = first else { break };
            let mut group = vec![first];
            while group.len() < LARGEST_GROUP
                && let Ok(next) = queue.try_recv()
            {
                group.push(next);
            }
            self.write_group(group).await;
        }
        self.close().await;
    }

    /// Commits a group of jobs, and tells what came of them.
    async fn write_group(&mut self, group: Vec<Queued>) {
        if self.lost.is_cancelled() {
            return;
        }
        let Some(mut connection) = self.take_connection().await else {
            return;
        };
        // Before anything is changed, so that nothing of it is in the file that has lost its name.
        if !self.files.is_named() {
            return self.give_up(connection).await;
        }
        match try_group(&mut connection, group).await {
            Ok(_) if !self.files.are_there() => self.give_up(connection).await,
            Ok(finished) => {
                self.tell(finished, &mut connection).await;
                self.connection = Some(connection);
            }
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a group of changes was rolled back"
                );
                if !self.files.are_there() {
                    return self.give_up(connection).await;
                }
                // It may still be in a transaction that nobody knows the state of; closing it rolls that back.
                drop(connection.close().await);
                self.files.reopen();
            }
        }
    }

    /// Tells everybody what has come of their changes; whoever has erased something, after the log has been emptied. Should readers
    /// keep it from being emptied now, that is tried again after each group, without waiting for them.
    async fn tell(&mut self, finished: Vec<Finished>, connection: &mut AnyConnection) {
        let (erasing, others): (Vec<_>, Vec<_>) = finished
            .into_iter()
            .partition(|finished| finished.has_erased);
        for finished in others {
            (finished.tell)();
        }
        if !erasing.is_empty() {
            self.must_scrub = !scrub(connection).await;
        } else if self.must_scrub {
            self.must_scrub = !scrub_at_once(connection).await;
        }
        for finished in erasing {
            (finished.tell)();
        }
    }

    /// The connection, opened anew where the last group has cost it.
    async fn take_connection(&mut self) -> Option<AnyConnection> {
        if let Some(connection) = self.connection.take() {
            return Some(connection);
        }
        match self.database.connect_to_write().await {
            Ok(connection) => Some(connection),
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the database cannot be reached"
                );
                None
            }
        }
    }

    /// Writes nothing any more, but for what the log holds: that goes into the file that it belongs to, wherever that is now, and not
    /// into another one that the next start finds beside the log. The connection is left open until the process ends: closing it
    /// would delete the log of whatever database is at that path now.
    async fn give_up(&mut self, mut connection: AnyConnection) {
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
    async fn close(self) {
        let Some(mut connection) = self.connection else {
            return;
        };
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
    if let Err(error) = set_patience(connection, LOCK_PATIENCE).await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "the patience for locks was not set"
        );
    }
    is_empty
}

async fn try_group(
    connection: &mut AnyConnection,
    group: Vec<Queued>,
) -> Result<Vec<Finished>, sqlx::Error> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let mut finished = Vec::with_capacity(group.len());
    for Queued { ticket, job } in group {
        if !ticket.claim(Ticket::BEGUN) {
            continue;
        }
        connection.execute("SAVEPOINT job").await?;
        let outcome = AssertUnwindSafe(async { job(connection).await })
            .catch_unwind()
            .await;
        if !outcome.as_ref().is_ok_and(|finished| finished.keep) {
            connection.execute("ROLLBACK TO job").await?;
        }
        connection.execute("RELEASE job").await?;
        match outcome {
            Ok(outcome) => finished.push(outcome),
            // The panic hook has said what and where; the caller hears that it was rolled back.
            Err(_panic) => tracing::error!("a change panicked and was rolled back"),
        }
    }
    connection.execute("COMMIT").await?;
    Ok(finished)
}
