//! The queue of jobs for the writing task. The caller of a job can withdraw it, or wait for it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};
use tracing::Span;

use super::cache::Key;
use super::work::Work;
use super::{Error, Result};

/// How often the same value may be loaded for a job. More than once happens only if the cache is too small for the job.
const MAX_TIMES: u32 = 3;

/// A queued job. Its caller can still withdraw it.
pub(super) struct Queued {
    /// Whether it has begun or was withdrawn.
    claimed: Arc<AtomicBool>,
    /// The keys that the job is known to read.
    pub(super) asks: Vec<Key>,
    /// What was loaded for it beyond that, and how often.
    pub(super) asked: HashMap<Key, u32>,
    pub(super) job: Box<dyn Decide>,
    /// From here on until it is told; what is logged meanwhile belongs to what asked for it.
    pub(super) span: Span,
}

impl Queued {
    /// Begins the job. Returns `false` if it was withdrawn.
    pub(super) fn begin(&self) -> bool {
        !self.claimed.swap(true, Ordering::AcqRel)
    }

    /// Whether these values may be loaded for it again. Returns `false` after [`MAX_TIMES`], or the job might never end.
    pub(super) fn may_load(&mut self, missing: &BTreeSet<Key>) -> bool {
        missing.iter().all(|&key| {
            let times = self.asked.entry(key).or_default();
            *times += 1;
            *times <= MAX_TIMES
        })
    }
}

/// A job that decides on values. It may run several times; the last outcome counts. If it is dropped, its caller is told that it was rolled
/// back.
pub(super) trait Decide: Send {
    /// Decides. Returns whether to keep the changes.
    fn decide(&mut self, work: &mut Work<'_>) -> bool;

    /// Tells the caller the outcome.
    fn tell(self: Box<Self>);
}

struct Deciding<F, T, E> {
    job: F,
    outcome: Option<Result<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Decide for Deciding<F, T, E>
where
    F: Fn(&mut Work<'_>) -> Result<T, E> + Send,
    T: Send,
    E: Send,
{
    fn decide(&mut self, work: &mut Work<'_>) -> bool {
        let outcome = (self.job)(work);
        let keep = outcome.is_ok();
        self.outcome = Some(outcome);
        keep
    }

    fn tell(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // The caller may have stopped waiting. The change counts all the same.
            drop(self.caller.send(outcome));
        }
    }
}

/// A queued job, and its outcome to wait for.
pub(super) fn change<T: Send + 'static, E: Send + 'static>(
    asks: Vec<Key>,
    job: impl Fn(&mut Work<'_>) -> Result<T, E> + Send + 'static,
) -> (Queued, Pending<T, E>) {
    let (caller, outcome) = oneshot::channel();
    let deciding = Deciding {
        job,
        outcome: None,
        caller,
    };
    let claimed = Arc::new(AtomicBool::default());
    let queued = Queued {
        claimed: claimed.clone(),
        asks,
        asked: HashMap::new(),
        job: Box::new(deciding),
        span: tracing::debug_span!("change").or_current(),
    };
    (queued, Pending { claimed, outcome })
}

/// The outcome of a job that is not known yet.
#[derive(Debug)]
pub struct Pending<T, E = Error> {
    claimed: Arc<AtomicBool>,
    outcome: oneshot::Receiver<Result<T, E>>,
}

/// The status of a job when its caller stops waiting.
#[derive(Debug)]
pub enum JobStatus<T, E> {
    /// It was committed, or rolled back for the reason given.
    Done(Result<T, E>),
    /// It had not begun, and never will. Nothing is changed.
    Withdrawn,
    /// It is being carried out. The outcome is not known yet.
    Running(Pending<T, E>),
}

impl<T, E: From<Error>> Pending<T, E> {
    /// Waits until then, and withdraws the job if it has not begun by that time, or was not let into the queue.
    pub async fn within(mut self, deadline: Instant) -> JobStatus<T, E> {
        match timeout_at(deadline, &mut self.outcome).await {
            Ok(Err(_dropped)) if !self.claimed.load(Ordering::Acquire) => JobStatus::Withdrawn,
            Ok(outcome) => JobStatus::Done(Self::told(outcome)),
            Err(_elapsed) if !self.claimed.swap(true, Ordering::AcqRel) => JobStatus::Withdrawn,
            Err(_elapsed) => JobStatus::Running(self),
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
