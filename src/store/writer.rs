//! The one task that writes: it owns the only connection that can, and saves what jobs that wait together have decided as one group.
//!
//! A group is loaded in one trip, decided in the order in which its jobs were queued, and saved in one trip, with one sync. What
//! callers can rely on:
//! - a job that refuses or panics has changed nothing, and harms no other; nor does one that breaks a rule of the database, or has
//!   decided on what is not so any more: then each job of the group is decided again, by itself, on what is loaded anew;
//! - nobody is told anything before the group is saved, so what was told is on disk (`synchronous = FULL`);
//! - a job that has not begun when its caller gives up never begins ([`super::Pending::within`]);
//! - a job that has begun runs to its end. Dropping a database future does not say whether it was carried out, so none is dropped halfway.
//!
//! SQLite may roll a transaction back by itself (disk full, I/O error, out of memory). So when saving fails, the connection is closed, a
//! new one is opened, everything that is known is forgotten, and every job of the group is told that it was not applied.
//!
//! The same is told where the files of the database have been deleted or replaced meanwhile: what was committed then is in a file
//! that nobody will find. From then on nothing is written any more ([`Writer::lost`]).

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::FutureExt;
use sqlx::error::ErrorKind;
use sqlx::{AnyConnection, Connection, Executor, Row};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::files::Files;
use super::known::{Cache, Key, Known};
use super::load::load;
use super::open::{Database, WRITE_PATIENCE, set_patience};
use super::queue::{Alone, Decide, Hurry, Job, Queued, Ticket};
use super::save::{Within, save};
use super::work::{Changes, Work};
use super::{Error, Result, Transaction};

/// How many jobs are saved together at most: more would make the first of them wait too long.
const LARGEST_GROUP: usize = 64;

/// How many jobs may wait. This is a fraction of the time that a player can wait; what comes on top is turned away at once.
const LONGEST_QUEUE: usize = 4096;

/// How long what nobody waits for waits for others, so that a sync is shared.
const MOMENT: Duration = Duration::from_millis(20);

/// How often a job may ask for something else before it is given up: each time, what it asked for was loaded.
const MOST_QUESTIONS: usize = 50;

/// Hands jobs to the writing task.
#[derive(Debug)]
pub(super) struct Writer {
    now: mpsc::Sender<Queued>,
    later: mpsc::Sender<Queued>,
    stop: CancellationToken,
    lost: CancellationToken,
    trips: Arc<AtomicU64>,
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
        let writing = Writing {
            database,
            files,
            cache: known.cache.clone(),
            open: Some((connection, known)),
            trips: trips.clone(),
            lost: lost.clone(),
            must_scrub: false,
        };
        let task = tokio::spawn(writing.write(queue_now, queue_later, stop.clone()));
        Self {
            now,
            later,
            stop,
            lost,
            trips,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Set once the files of the database are gone.
    pub(super) const fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// How many trips have been made to the database.
    pub(super) fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }

    /// Queues a job. Where the queue is full, it is dropped, and its caller hears that it was rolled back.
    pub(super) fn send(&self, queued: Queued, hurry: Hurry) {
        let queue = match hurry {
            Hurry::Now => &self.now,
            Hurry::Later => &self.later,
        };
        drop(queue.try_send(queued));
    }

    /// How many jobs wait that have not been taken up.
    pub(super) fn waiting(&self) -> usize {
        let waiting = |queue: &mpsc::Sender<_>| queue.max_capacity() - queue.capacity();
        waiting(&self.now) + waiting(&self.later)
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
    /// The connection, and what is known of the database through it.
    open: Option<(AnyConnection, Known)>,
    cache: Cache,
    trips: Arc<AtomicU64>,
    lost: CancellationToken,
    /// Whether the log still holds what has been erased.
    must_scrub: bool,
}

/// Whether a change has broken a rule of the database, which is no fault of the others in its group.
fn is_rule(error: &Error) -> bool {
    match error {
        Error::Database(sqlx::Error::Database(error)) => !matches!(error.kind(), ErrorKind::Other),
        _other => false,
    }
}

/// Jobs that decide, in their order.
type Deciders = VecDeque<Decider>;
type Decider = (Vec<Key>, Box<dyn Decide>);

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
                group.push(next);
            }
            self.write_group(group).await;
        }
        self.close().await;
    }

    /// Carries out jobs, and tells what came of them.
    async fn write_group(&mut self, group: Vec<Queued>) {
        let begun = group
            .into_iter()
            .filter(|queued| queued.ticket.claim(Ticket::BEGUN));
        let mut deciders = Deciders::new();
        for Queued { job, .. } in begun {
            match job {
                Job::Change(asks, decider) => deciders.push_back((asks, decider)),
                Job::Alone(alone) => {
                    self.change(std::mem::take(&mut deciders)).await;
                    self.alone(alone).await;
                }
            }
        }
        self.change(deciders).await;
    }

    /// Decides and saves. Where one of them breaks a rule of the database, each is decided again, by itself.
    async fn change(&mut self, deciders: Deciders) {
        let mut decided = Vec::new();
        match self.change_together(deciders, &mut decided).await {
            Err(error) if is_rule(&error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "a change broke a rule of the database; each of its group is decided again, by itself"
                );
                self.give_up_connection().await;
                for decider in decided {
                    let mut decided = Vec::new();
                    let changed = self.change_together(Deciders::from([decider]), &mut decided);
                    match changed.await {
                        Ok(()) => tell(decided),
                        Err(error) => self.roll_back(&error).await,
                    }
                }
            }
            Ok(()) => tell(decided),
            Err(error) => self.roll_back(&error).await,
        }
    }

    /// Decides and saves as one. Who has decided is moved from the one list to the other.
    async fn change_together(
        &mut self,
        mut deciders: Deciders,
        decided: &mut Vec<Decider>,
    ) -> Result<()> {
        let Some((mut connection, mut known)) = self.open().await else {
            return Ok(());
        };
        let saved = self
            .save(&mut connection, &mut known, &mut deciders, decided)
            .await;
        if let Ok(true) = saved
            && !self.files.are_there()
        {
            decided.clear();
            self.lose(connection).await;
            return Ok(());
        }
        if saved.is_ok() && self.must_scrub {
            self.must_scrub = !scrub_at_once(&mut connection).await;
        }
        self.open = Some((connection, known));
        saved.map(drop)
    }

    /// Returns whether there was anything to save.
    async fn save(
        &mut self,
        connection: &mut AnyConnection,
        known: &mut Known,
        deciders: &mut Deciders,
        decided: &mut Vec<Decider>,
    ) -> Result<bool> {
        let asked = deciders.iter().flat_map(|(asks, _)| known.lacking(asks));
        self.load(connection, &asked.collect(), known).await?;
        let mut changes = Changes::default();
        let mut questions = 0;
        while let Some((asks, mut decider)) = deciders.pop_front() {
            let mut work = Work::new(known, &changes);
            let outcome = catch_unwind(AssertUnwindSafe(|| decider.decide(&mut work)));
            let Work { own, missing, .. } = work;
            let Ok(keep) = outcome else {
                // The panic hook has said what and where; the caller hears that it was rolled back.
                tracing::error!("a change panicked and was rolled back");
                continue;
            };
            if missing.is_empty() {
                if keep {
                    changes.extend(own);
                }
                decided.push((asks, decider));
                questions = 0;
            } else if questions == MOST_QUESTIONS {
                tracing::error!("a change asks for ever, and was rolled back");
                questions = 0;
            } else {
                questions += 1;
                self.load(connection, &missing, known).await?;
                deciders.push_front((asks, decider));
            }
        }
        let is_changed = !changes.is_empty();
        if is_changed {
            changes.number();
            self.trips.fetch_add(1, Ordering::Relaxed);
            save(connection, &changes, Within::Own).await?;
        }
        changes.keep(known);
        Ok(is_changed)
    }

    async fn load(
        &mut self,
        connection: &mut AnyConnection,
        keys: &BTreeSet<Key>,
        known: &mut Known,
    ) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        let is_form = |key: &&Key| matches!(key, Key::Form(_));
        let forms = keys.iter().filter(is_form).count();
        let trips = u64::from(forms > 0) + u64::from(forms < keys.len());
        self.trips.fetch_add(trips, Ordering::Relaxed);
        load(connection, keys, known).await
    }

    /// Carries out a job with a transaction of its own. Whoever has erased something is told after the log has been emptied. Should
    /// readers keep it from being emptied now, that is tried again after each group, without waiting for them.
    async fn alone(&mut self, job: Alone) {
        let Some((mut connection, mut known)) = self.open().await else {
            return;
        };
        let mut transaction = Transaction::new(&mut connection, &mut known);
        let finished = AssertUnwindSafe(job(&mut transaction)).catch_unwind().await;
        let state = transaction.state;
        let keep = finished.as_ref().is_ok_and(|finished| finished.keep);
        if state.has_begun {
            let end = if keep { "COMMIT" } else { "ROLLBACK" };
            if let Err(error) = connection.execute(end).await {
                self.open = Some((connection, known));
                return self.roll_back(&error.into()).await;
            }
        }
        if !self.files.are_there() && state.has_begun {
            return self.lose(connection).await;
        }
        if keep {
            known.finish += i64::try_from(state.rated).unwrap_or(0);
            known.forget(state.forgotten);
        }
        if state.has_erased && keep {
            self.must_scrub = !scrub(&mut connection).await;
        } else if self.must_scrub {
            self.must_scrub = !scrub_at_once(&mut connection).await;
        }
        self.open = Some((connection, known));
        match finished {
            Ok(finished) => (finished.tell)(),
            Err(_panic) => tracing::error!("a change panicked and was rolled back"),
        }
    }

    /// The connection, opened anew where the last group has cost it; none where the database is gone, or cannot be reached.
    async fn open(&mut self) -> Option<(AnyConnection, Known)> {
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

    async fn roll_back(&mut self, error: &Error) {
        tracing::error!(
            error = error as &dyn std::error::Error,
            "a group of changes was rolled back"
        );
        self.give_up_connection().await;
    }

    /// Closes the connection, and forgets what is known: it may still be in a transaction that nobody knows the state of, which closing
    /// it rolls back.
    async fn give_up_connection(&mut self) {
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
    async fn close(self) {
        let Some((mut connection, mut known)) = self.open else {
            return;
        };
        if cfg!(debug_assertions) {
            compare(&mut connection, &mut known).await;
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
async fn compare(connection: &mut AnyConnection, known: &mut Known) {
    let mut transaction = Transaction::new(connection, known);
    let astray = transaction.astray().await;
    let has_begun = transaction.state.has_begun;
    if has_begun && connection.execute("ROLLBACK").await.is_err() {
        tracing::warn!("the comparison was not ended");
    }
    for difference in astray.unwrap_or_default() {
        tracing::error!(difference, "what was known is not so");
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
    if let Err(error) = set_patience(connection, WRITE_PATIENCE).await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "the patience for locks was not set"
        );
    }
    is_empty
}

/// Waits for jobs; none once nothing more will come. What nobody waits for waits a moment for what somebody does.
async fn next(
    now: &mut mpsc::Receiver<Queued>,
    later: &mut mpsc::Receiver<Queued>,
    stop: &CancellationToken,
) -> Option<Vec<Queued>> {
    loop {
        tokio::select! {
            biased;
            Some(job) = now.recv() => return Some(vec![job]),
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

fn tell(decided: Vec<Decider>) {
    for (_, decider) in decided {
        decider.tell();
    }
}
