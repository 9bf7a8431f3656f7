//! The writing task. It owns the only writing connection, and saves the jobs that wait together as one group.
//!
//! A group is loaded in one trip (ratings in another), decided in the order of the queue, and saved in one trip with one sync. A job with
//! statements for many rows is a group of its own. Guarantees:
//! - A job that refuses or panics changes nothing, and harms no other job. If a job breaks a constraint, has decided on an old version of a
//!   game, each job of the group is decided again in a group of its own.
//! - A caller is told the outcome after the group is saved, so what was told is on disk (`synchronous = FULL`).
//! - A job that has not begun when its caller gives up never begins ([`super::Pending::within`]).
//! - A job that has begun runs to its end. A dropped database future may or may not have been executed, so none is dropped.
//!
//! SQLite may roll a transaction back by itself (disk full, I/O error, out of memory). If saving fails, the connection is reopened, the cache
//! is cleared, and every job of the group is told that it was rolled back. If a sync failed, the transaction may be in the log all the same, and
//! a start after a crash would find it: another transaction takes its place first, and nobody is told before that.
//!
//! Jobs are told the same if the files of the database have been deleted or replaced: what was committed is in a file that nobody will find.
//! From then on nothing is written ([`Writer::lost`]).

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use metrics::{counter, histogram};
use sqlx::AnyConnection;
use sqlx::error::ErrorKind;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::cache::{Key, Known};
use super::connection::Connection;
use super::files::Files;
use super::load::load;
use super::open::Database;
use super::queue::Queued;
use super::save::save;
use super::work::{Changes, Work};
use super::{Error, Result};

/// How many jobs a group has at most. More would make the first of them wait too long.
const LARGEST_GROUP: usize = 64;

/// How many jobs may wait. They take a fraction of the time that a player can wait. More are refused at once.
const LONGEST_QUEUE: usize = 4096;

/// From when on saving a group is slow enough for a line of the log. It takes milliseconds, and whoever waits is told after two seconds.
const SLOW: Duration = Duration::from_secs(1);

/// How long a job without a waiting caller is held back, so that it shares a sync with others.
const MOMENT: Duration = Duration::from_millis(20);

/// Hands jobs to the writing task.
#[derive(Debug)]
pub(super) struct Writer {
    now: mpsc::Sender<Queued>,
    later: mpsc::Sender<Queued>,
    stop: CancellationToken,
    /// Set once the files of the database are gone.
    pub(super) lost: CancellationToken,
    /// Whether the latest changes could not be saved.
    pub(super) failing: Arc<AtomicBool>,
    /// How many trips to the database were made.
    pub(super) trips: Arc<AtomicU64>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(
        database: Database,
        files: Files,
        connection: AnyConnection,
        known: Known,
    ) -> Self {
        let (now, queue_now) = mpsc::channel(LONGEST_QUEUE);
        let (later, queue_later) = mpsc::channel(LONGEST_QUEUE);
        let stop = CancellationToken::new();
        let lost = CancellationToken::new();
        let trips = Arc::new(AtomicU64::new(0));
        let failing = Arc::new(AtomicBool::new(false));
        let writing = Writing {
            link: Connection::new(database, files, connection, known, lost.clone()),
            unsettled: Vec::new(),
            failing: failing.clone(),
            trips: trips.clone(),
        };
        let task = tokio::spawn(writing.write(queue_now, queue_later, stop.clone()));
        Self {
            now,
            later,
            stop,
            lost,
            failing,
            trips,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Queues a job. If the queue is full, it is dropped before it has begun.
    pub(super) fn send(&self, queued: Queued) {
        drop(self.now.try_send(queued));
    }

    /// The same for a job that nobody waits for.
    pub(super) fn send_later(&self, queued: Queued) {
        drop(self.later.try_send(queued));
    }

    /// Whether nothing is saved any more.
    pub(super) fn is_over(&self) -> bool {
        self.lost.is_cancelled() || self.stop.is_cancelled()
    }

    /// How many jobs wait.
    pub(super) fn waiting(&self) -> usize {
        let waiting = |queue: &mpsc::Sender<_>| queue.max_capacity() - queue.capacity();
        waiting(&self.now) + waiting(&self.later)
    }

    /// Carries out the queued jobs, accepts no more, and closes the connection.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        // Whoever stops waiting may wait again.
        let mut running = self.task.lock().await;
        if let Some(task) = running.as_mut() {
            let ended = task.await;
            *running = None;
            if let Err(panic) = ended {
                tracing::error!(error = %panic, "the writing task ended badly");
            }
        }
    }
}

/// The writing task.
struct Writing {
    link: Connection,
    /// Jobs that could not be saved for certain, nor not be saved. Their callers wait.
    unsettled: Vec<Queued>,
    failing: Arc<AtomicBool>,
    trips: Arc<AtomicU64>,
}

/// Whether a failure is the fault of one job in the group: it has broken a constraint, or read a corrupt value.
fn is_of_one(error: &Error) -> bool {
    if let Error::Database(sqlx::Error::Database(error)) = error {
        return !matches!(error.kind(), ErrorKind::Other);
    }
    matches!(error, Error::Corrupt(_))
}

impl Writing {
    async fn write(
        mut self,
        mut now: mpsc::Receiver<Queued>,
        mut later: mpsc::Receiver<Queued>,
        stop: CancellationToken,
    ) {
        while let Some(mut group) = next(&mut now, &mut later, &stop).await {
            while group.len() < LARGEST_GROUP
                && let Ok(next) = later.try_recv().or_else(|_| now.try_recv())
            {
                group.push_back(next);
            }
            let all = group.len();
            group.retain(Queued::begin);
            counter!("wythoff_withdrawn_total").increment((all - group.len()) as u64);
            self.settle().await;
            while !group.is_empty() {
                self.change(&mut group).await;
            }
        }
        self.link.close().await;
    }

    /// Decides and saves as many jobs as can be saved together. If one of them fails, each is decided again in a group of its own.
    async fn change(&mut self, group: &mut VecDeque<Queued>) {
        let mut decided = Vec::new();
        match self.change_together(group, &mut decided).await {
            Ok(()) => tell(decided),
            Err(error) if is_of_one(&error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "a group of changes cannot be saved; each change is tried again on its own"
                );
                self.link.give_up().await;
                let again = decided.len() + group.len();
                counter!("wythoff_decided_again_total", "why" => "conflict")
                    .increment(again as u64);
                for job in decided.into_iter().chain(group.drain(..)) {
                    let (mut alone, mut decided) = (VecDeque::from([job]), Vec::new());
                    match self.change_together(&mut alone, &mut decided).await {
                        Ok(()) => tell(decided),
                        Err(error) if is_of_one(&error) => {
                            tracing::error!(
                                error = &error as &dyn std::error::Error,
                                "a change was rolled back"
                            );
                            self.link.give_up().await;
                        }
                        Err(error) => self.roll_back(&error, decided).await,
                    }
                }
            }
            Err(error) => {
                group.clear();
                self.roll_back(&error, decided).await;
            }
        }
    }

    /// Decides and saves. Jobs move from `group` to `decided`.
    async fn change_together(
        &mut self,
        group: &mut VecDeque<Queued>,
        decided: &mut Vec<Queued>,
    ) -> Result<()> {
        let Some(mut open) = self.link.take().await else {
            self.failing.store(true, Ordering::Relaxed);
            group.clear();
            return Ok(());
        };
        let (connection, known) = (&mut open.0, &mut open.1);
        let saved = match self.decide(connection, known, group, decided).await {
            Ok(changes) => self.save(connection, known, changes).await,
            Err(error) => Err(error),
        };
        match saved {
            Ok(Some(erases)) => {
                if !self.link.after_commit(open, erases).await {
                    group.clear();
                    decided.clear();
                }
                Ok(())
            }
            Ok(None) => {
                self.link.keep(open);
                Ok(())
            }
            Err(error) => {
                self.link.keep(open);
                Err(error)
            }
        }
    }

    /// Saves changes. Returns `None` if there are none, else whether they erase data.
    async fn save(
        &mut self,
        connection: &mut AnyConnection,
        known: &mut Known,
        changes: Changes,
    ) -> Result<Option<bool>> {
        if changes.is_empty() {
            known.forget_answers();
            return Ok(None);
        }
        self.count_trips(1);
        let begun = Instant::now();
        save(connection, &changes).await?;
        self.failing.store(false, Ordering::Relaxed);
        let took = begun.elapsed();
        histogram!("wythoff_commit_seconds").record(took);
        if took > SLOW {
            let seconds = took.as_secs_f32();
            tracing::warn!(
                seconds,
                "saving took long: the disk is slow, or another program locks the database"
            );
        }
        let erases = changes.erases;
        changes.keep(known);
        Ok(Some(erases))
    }

    async fn decide(
        &mut self,
        connection: &mut AnyConnection,
        known: &mut Known,
        group: &mut VecDeque<Queued>,
        decided: &mut Vec<Queued>,
    ) -> Result<Changes> {
        let asked = group.iter().flat_map(|queued| known.lacking(&queued.asks));
        self.load(connection, &asked.collect(), known).await?;
        let mut changes = Changes::default();
        while let Some(mut queued) = group.pop_front() {
            let mut work = Work::new(known, &changes);
            let decide = AssertUnwindSafe(|| queued.job.decide(&mut work));
            let outcome = queued.span.in_scope(|| catch_unwind(decide));
            let Work { own, missing, .. } = work;
            let Ok(keep) = outcome else {
                // The panic hook has logged it. The caller is told that the job was rolled back.
                tracing::error!(parent: &queued.span, "a change panicked and was rolled back");
                continue;
            };
            if !missing.is_empty() {
                if !queued.may_load(&missing) {
                    tracing::error!("a change kept asking for the same value, and was rolled back");
                    continue;
                }
                group.push_front(queued);
                counter!("wythoff_decided_again_total", "why" => "missing").increment(1);
                self.load(connection, &missing, known).await?;
                continue;
            }
            // Statements do not see the changes of other jobs, nor other jobs theirs. So such a job is alone.
            let is_wide = keep && !own.wide.is_empty();
            if is_wide && !changes.is_empty() {
                queued.asked.clear();
                group.push_front(queued);
                break;
            }
            if keep {
                changes.extend(own);
            }
            decided.push(queued);
            if is_wide {
                break;
            }
        }
        changes.bump_versions();
        Ok(changes)
    }

    async fn load(
        &mut self,
        connection: &mut AnyConnection,
        keys: &BTreeSet<Key>,
        known: &mut Known,
    ) -> Result<()> {
        let trips = load(connection, keys, known).await?;
        self.count_trips(trips);
        Ok(())
    }

    fn count_trips(&self, trips: u64) {
        self.trips.fetch_add(trips, Ordering::Relaxed);
        counter!("wythoff_trips_total").increment(trips);
    }

    /// Rolls back a group. Its jobs are told so once it is certain.
    async fn roll_back(&mut self, error: &Error, decided: Vec<Queued>) {
        tracing::error!(
            error = error as &dyn std::error::Error,
            "a group of changes was rolled back"
        );
        counter!("wythoff_rolled_back_total").increment(1);
        self.failing.store(true, Ordering::Relaxed);
        self.link.give_up_failed(error).await;
        self.unsettled.extend(decided);
        self.settle().await;
    }

    /// Tells jobs that could not be saved that they never will be, if that is so.
    async fn settle(&mut self) {
        if !self.unsettled.is_empty() && self.link.void().await {
            self.unsettled.clear();
        }
    }
}

/// Waits for jobs. Returns `None` after the last one. A job that nobody waits for waits a moment for others.
async fn next(
    now: &mut mpsc::Receiver<Queued>,
    later: &mut mpsc::Receiver<Queued>,
    stop: &CancellationToken,
) -> Option<VecDeque<Queued>> {
    loop {
        tokio::select! {
            biased;
            Some(job) = now.recv() => return Some([job].into()),
            Some(job) = later.recv() => {
                let meanwhile = timeout(MOMENT, now.recv()).await;
                return Some([job].into_iter().chain(meanwhile.ok().flatten()).collect());
            }
            () = stop.cancelled(), if !now.is_closed() => {
                now.close();
                later.close();
            }
            else => return None,
        }
    }
}

fn tell(decided: Vec<Queued>) {
    #[expect(clippy::cast_precision_loss, reason = "a group has 64 at most")]
    histogram!("wythoff_group_size").record(decided.len() as f64);
    for queued in decided {
        queued.job.tell();
    }
}
