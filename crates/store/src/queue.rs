//! The queue of changes. The caller can withdraw a change, or wait for it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};
use tracing::{Instrument, Span};

use super::transaction::Tx;
use super::{Error, Result};

/// A queued change. Its caller can withdraw it until it begins.
pub(super) struct Queued {
    /// Whether it has begun or was withdrawn.
    claimed: Arc<AtomicBool>,
    /// Whether it changes many rows, and so gets a batch of its own.
    pub(super) has_own_batch: bool,
    change: Box<dyn Change>,
    /// The caller's span, to which the change's log lines belong.
    span: Span,
}

/// The result of carrying out a change.
pub(super) enum Verdict {
    Kept,
    /// It returned an error.
    Refused,
    Panicked,
}

impl Queued {
    /// Begins the change. Returns `false` if it was withdrawn.
    pub(super) fn begin(&self) -> bool {
        !self.claimed.swap(true, Ordering::AcqRel)
    }

    /// Carries it out.
    pub(super) async fn carry_out(&mut self, tx: &mut Tx) -> Verdict {
        let carrying_out = AssertUnwindSafe(self.change.carry_out(tx)).catch_unwind();
        match carrying_out.instrument(self.span.clone()).await {
            Ok(true) => Verdict::Kept,
            Ok(false) => Verdict::Refused,
            Err(_logged_by_the_panic_hook) => {
                tracing::error!(parent: &self.span, "a change panicked and was rolled back");
                Verdict::Panicked
            }
        }
    }

    /// Tells the caller the outcome. If a change that has begun is dropped instead, the caller is
    /// told that it was rolled back.
    pub(super) fn tell(self) {
        self.change.tell();
    }
}

/// A change, whatever the types of its result.
trait Change: Send {
    /// Carries it out. Returns whether to keep it.
    fn carry_out<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;

    fn tell(self: Box<Self>);
}

struct Job<F, T, E> {
    change: Option<F>,
    outcome: Option<Result<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Change for Job<F, T, E>
where
    F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send,
    T: Send,
    E: Send,
{
    fn carry_out<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        async move {
            if let Some(change) = self.change.take() {
                self.outcome = Some(change(tx).await);
            }
            matches!(self.outcome, Some(Ok(_)))
        }
        .boxed()
    }

    fn tell(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // The caller may have stopped waiting. The change counts all the same.
            drop(self.caller.send(outcome));
        }
    }
}

/// A queued change, and a handle to wait for its outcome.
pub(super) fn change<T: Send + 'static, E: Send + 'static>(
    has_own_batch: bool,
    change: impl for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
) -> (Queued, Pending<T, E>) {
    let (caller, outcome) = oneshot::channel();
    let job = Job {
        change: Some(change),
        outcome: None,
        caller,
    };
    let claimed = Arc::new(AtomicBool::default());
    let queued = Queued {
        claimed: claimed.clone(),
        has_own_batch,
        change: Box::new(job),
        span: tracing::debug_span!("change").or_current(),
    };
    (queued, Pending { claimed, outcome })
}

/// The pending outcome of a change.
#[derive(Debug)]
pub struct Pending<T, E = Error> {
    claimed: Arc<AtomicBool>,
    outcome: oneshot::Receiver<Result<T, E>>,
}

/// The status of a change when its caller stops waiting.
#[derive(Debug)]
pub enum Status<T, E> {
    /// It was committed, or rolled back for the reason given.
    Done(Result<T, E>),
    /// It had not begun, and never will. Nothing is changed.
    Withdrawn,
    /// It is being carried out. The outcome is not known yet.
    Running(Pending<T, E>),
}

impl<T, E: From<Error>> Pending<T, E> {
    /// Waits until `deadline`, and withdraws the change if it has not begun by then. A change that
    /// did not fit into the queue counts as withdrawn, too.
    pub async fn within(mut self, deadline: Instant) -> Status<T, E> {
        match timeout_at(deadline, &mut self.outcome).await {
            Ok(Err(_dropped)) if !self.claimed.load(Ordering::Acquire) => Status::Withdrawn,
            Ok(outcome) => Status::Done(Self::or_rolled_back(outcome)),
            Err(_elapsed) if !self.claimed.swap(true, Ordering::AcqRel) => Status::Withdrawn,
            Err(_elapsed) => Status::Running(self),
        }
    }

    /// Waits for as long as it takes.
    ///
    /// # Errors
    /// The change's own, or [`Error::RolledBack`].
    pub async fn done(self) -> Result<T, E> {
        Self::or_rolled_back(self.outcome.await)
    }

    fn or_rolled_back(outcome: Result<Result<T, E>, oneshot::error::RecvError>) -> Result<T, E> {
        outcome.unwrap_or_else(|_dropped| Err(Error::RolledBack.into()))
    }
}
