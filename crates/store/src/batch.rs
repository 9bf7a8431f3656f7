//! The writing task. It owns the only connection that writes, and carries out the waiting changes
//! as one batch: one transaction, one sync.
//!
//! - If a change is refused, panics, breaks a constraint or reads an invalid value, it alone is
//!   rolled back: to its savepoint, or, if no change before it has written, with the transaction.
//! - A caller is told the outcome after the commit, so what was told is on disk (`synchronous =
//!   FULL`).
//! - A change that has not begun when its caller gives up never begins
//!   ([`super::Pending::within`]).
//! - A change that has begun runs to its end, since the effect of a dropped statement is unknown.
//!
//! After any other failure (disk full, I/O error, out of memory) SQLite may have rolled everything
//! back by itself. Then no further statement is sent, the connection is closed, and every change of
//! the batch fails. If a sync failed, the WAL may contain the transaction all the same, and a start
//! after a crash would find it. So callers are not told that their change failed until another
//! transaction has overwritten it.
//!
//! Callers are also told that a change failed if the database files were deleted or replaced: it
//! was committed to a file that nobody will find. From then on nothing is written
//! ([`Writer::lost`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use metrics::{counter, histogram};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::engine::{Access, Connection, Engine, Fate, LONG_PATIENCE, PATIENCE};
use super::queue::{Queued, Verdict};
use super::transaction::Tx;
use super::{Error, Result};
use wythoff_game::chain::chain;
use wythoff_game::records::Pseudonyms;

/// The limits of a batch: its size, and how long it accepts more changes, so that the first one
/// does not wait too long.
const LARGEST: usize = 64;
const OPEN_FOR: Duration = Duration::from_millis(100);

/// How many changes may wait. Even a full queue drains long before a player's interaction times
/// out. Any more are refused immediately.
const LONGEST_QUEUE: usize = 4096;

/// Commits slower than this are logged. A normal one takes milliseconds.
const SLOW: Duration = Duration::from_secs(1);

/// The pause before another attempt to find out what has become of failed changes.
const DOUBT_PAUSE: Duration = Duration::from_millis(100);

/// How long a background change is held back, so that it shares a sync with others.
const MOMENT: Duration = Duration::from_millis(20);

/// Hands changes to the writing task.
#[derive(Debug)]
pub(super) struct Writer {
    /// Changes whose callers wait.
    now: mpsc::Sender<Queued>,
    /// Background changes, which no member waits for.
    later: mpsc::Sender<Queued>,
    stop: CancellationToken,
    /// Set once the files of the database are gone, or another process has taken over.
    pub(super) lost: CancellationToken,
    /// Set after that, once nothing more is done to the files.
    pub(super) let_go: CancellationToken,
    /// How many batches in a row, up to the latest, could not be saved.
    pub(super) failed: Arc<AtomicU32>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(engine: Engine, link: Connection, pseudonyms: Arc<Pseudonyms>) -> Self {
        let (now, queue_now) = mpsc::channel(LONGEST_QUEUE);
        let (later, queue_later) = mpsc::channel(LONGEST_QUEUE);
        let stop = CancellationToken::new();
        let (lost, let_go) = (link.lost().clone(), link.let_go().clone());
        let failed = Arc::new(AtomicU32::new(0));
        let queues = Queues {
            now: queue_now,
            later: queue_later,
            held: None,
            stop: stop.clone(),
        };
        let writing = Writing {
            engine,
            link,
            pseudonyms,
            in_doubt: Vec::new(),
            failed: failed.clone(),
        };
        let task = tokio::spawn(writing.write(queues));
        Self {
            now,
            later,
            stop,
            lost,
            let_go,
            failed,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Queues a change. If the queue is full, the change is dropped before it has begun.
    pub(super) fn send(&self, queued: Queued) {
        drop(self.now.try_send(queued));
    }

    /// Queues a change that no member waits for.
    pub(super) fn send_later(&self, queued: Queued) {
        drop(self.later.try_send(queued));
    }

    /// Whether nothing is saved any more.
    pub(super) fn is_over(&self) -> bool {
        self.lost.is_cancelled() || self.stop.is_cancelled()
    }

    /// How many changes wait.
    pub(super) fn waiting(&self) -> usize {
        let waiting = |queue: &mpsc::Sender<_>| queue.max_capacity() - queue.capacity();
        waiting(&self.now) + waiting(&self.later)
    }

    /// Carries out the queued changes, accepts no more, and closes the connection.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        // The handle stays in place until the task has ended, so that a cancelled `stop` can be
        // called again.
        let mut running = self.task.lock().await;
        if let Some(task) = running.as_mut() {
            let ended = task.await;
            *running = None;
            if let Err(panic) = ended {
                tracing::error!(error = %panic, "the writing task panicked");
            }
        }
    }
}

/// Where changes wait.
struct Queues {
    now: mpsc::Receiver<Queued>,
    later: mpsc::Receiver<Queued>,
    /// The next change: already received, but not yet carried out.
    held: Option<Queued>,
    stop: CancellationToken,
}

impl Queues {
    /// Waits for a change. Returns `None` after the last one. A background change is held briefly,
    /// so that it can share a batch.
    async fn first(&mut self) -> Option<Queued> {
        loop {
            if let Some(held) = self.held.take() {
                return Some(held);
            }
            tokio::select! {
                biased;
                Some(queued) = self.now.recv() => return Some(queued),
                Some(queued) = self.later.recv() => {
                    // Held meanwhile, so that it is not lost if this future is dropped.
                    self.held = Some(queued);
                    let another = timeout(MOMENT, self.now.recv()).await.ok().flatten();
                    return std::mem::replace(&mut self.held, another);
                }
                () = self.stop.cancelled(), if !self.now.is_closed() => {
                    self.now.close();
                    self.later.close();
                }
                else => return None,
            }
        }
    }

    /// The next change, if it can be in the same batch. Background changes go first, or a busy
    /// queue would starve them.
    fn next(&mut self) -> Option<Queued> {
        let queued = self.held.take();
        let queued = queued.or_else(|| self.later.try_recv().ok());
        let queued = queued.or_else(|| self.now.try_recv().ok())?;
        if queued.has_own_batch {
            self.held = Some(queued);
            return None;
        }
        Some(queued)
    }

    /// Fails the changes that would have joined a batch that cannot begin. Each would only hit the
    /// same error in a batch of its own.
    fn fail_waiting(&mut self) {
        let waiting = std::iter::from_fn(|| self.next());
        drop(waiting.take(LARGEST).filter(try_begin).collect::<Vec<_>>());
    }
}

/// The writing task.
struct Writing {
    engine: Engine,
    link: Connection,
    pseudonyms: Arc<Pseudonyms>,
    /// Changes of failed batches that may be stored after all. Their callers are kept waiting.
    in_doubt: Vec<Queued>,
    failed: Arc<AtomicU32>,
}

impl Writing {
    async fn write(mut self, mut queues: Queues) {
        while let Some(first) = self.first(&mut queues).await {
            self.resolve_in_doubt().await;
            if try_begin(&first) {
                self.batch(first, &mut queues).await;
            }
        }
        self.resolve_in_doubt().await;
        // Leaked, since dropping them would tell their callers that they were rolled back.
        std::mem::forget(self.in_doubt);
        self.link.close().await;
    }

    /// Waits for a change. Meanwhile, keeps trying to find out what has become of failed changes,
    /// since their callers are waiting.
    async fn first(&mut self, queues: &mut Queues) -> Option<Queued> {
        while !self.in_doubt.is_empty() && !self.link.lost().is_cancelled() {
            if let Ok(first) = timeout(DOUBT_PAUSE, queues.first()).await {
                return first;
            }
            self.resolve_in_doubt().await;
        }
        queues.first().await
    }

    /// Carries out a change that has begun, in one batch with those that wait.
    async fn batch(&mut self, first: Queued, queues: &mut Queues) {
        let Some(connection) = self.link.take().await else {
            self.failed.fetch_add(1, Ordering::Relaxed);
            counter!("wythoff_rolled_back_total").increment(1);
            return queues.fail_waiting();
        };
        let patience = if first.has_own_batch {
            LONG_PATIENCE
        } else {
            PATIENCE
        };
        let access = Access {
            engine: self.engine,
            patience,
        };
        let mut tx = Tx::of(access, connection, self.pseudonyms.clone());
        let mut done = Vec::new();
        let committed = match carry_out(&mut tx, first, queues, &mut done).await {
            Ok(()) => self.commit(access, &mut tx).await,
            Err(error) => Err(error),
        };
        let (has_written, erases) = (tx.has_written(), tx.erases);
        let Some(connection) = tx.into_connection() else {
            return;
        };
        match committed {
            Ok(()) if !has_written => self.link.keep(connection),
            Ok(()) => {
                self.failed.store(0, Ordering::Relaxed);
                if !self.link.after_commit(connection, erases).await {
                    return;
                }
            }
            Err(error) => {
                tracing::error!(
                    error = chain(&error),
                    "a batch of changes could not be saved"
                );
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.link.give_up(connection, &error).await;
                self.in_doubt.extend(done);
                return self.resolve_in_doubt().await;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a batch has 64 at most")]
        histogram!("wythoff_batch_size").record(done.len() as f64);
        for queued in done {
            queued.tell();
        }
        self.resolve_in_doubt().await;
    }

    async fn commit(&mut self, access: Access, tx: &mut Tx) -> Result<()> {
        if !tx.has_begun() {
            return Ok(());
        }
        if !tx.has_written() {
            return tx.execute_outside_changes("ROLLBACK").await;
        }
        let begun = Instant::now();
        let committed = self.link.commit(access, tx.connection()?).await;
        if !tx.check(committed)? {
            return Err(Error::Lost);
        }
        let took = begun.elapsed();
        histogram!("wythoff_commit_seconds").record(took);
        if took > SLOW {
            let seconds = took.as_secs_f32();
            tracing::warn!(
                seconds,
                "saving took a long time: the disk is slow, or another program locks the database"
            );
        }
        Ok(())
    }

    /// Tells the callers of changes in doubt what has become of them, once that is certain.
    async fn resolve_in_doubt(&mut self) {
        if self.in_doubt.is_empty() {
            return;
        }
        match self.link.fate().await {
            Fate::Stored => self.in_doubt.drain(..).for_each(Queued::tell),
            Fate::RolledBack => {
                counter!("wythoff_rolled_back_total").increment(1);
                self.in_doubt.clear();
            }
            Fate::Unknown => {}
        }
    }
}

/// Begins a change, unless it was withdrawn.
fn try_begin(queued: &Queued) -> bool {
    let has_begun = queued.begin();
    if !has_begun {
        counter!("wythoff_withdrawn_total").increment(1);
    }
    has_begun
}

/// Carries out changes one after the other until the batch is full. Fails if the transaction can no
/// longer be committed.
async fn carry_out(
    tx: &mut Tx,
    first: Queued,
    queues: &mut Queues,
    done: &mut Vec<Queued>,
) -> Result<()> {
    let open_until = Instant::now() + OPEN_FOR;
    let has_own_batch = first.has_own_batch;
    let mut next = Some(first);
    while let Some(mut queued) = next {
        match queued.carry_out(tx).await {
            Verdict::Kept => {
                tx.keep();
                done.push(queued);
            }
            Verdict::Refused => {
                tx.roll_back_change().await?;
                done.push(queued);
            }
            Verdict::Panicked => tx.roll_back_change().await?,
        }
        if tx.has_failed() {
            if !tx.has_begun() {
                queues.fail_waiting();
            }
            return Err(Error::RolledBack);
        }
        let is_full = has_own_batch || done.len() >= LARGEST || Instant::now() >= open_until;
        let find_next = || std::iter::from_fn(|| queues.next()).find(try_begin);
        next = (!is_full).then(find_next).flatten();
    }
    Ok(())
}
