//! The queue of follow-ups: private messages, boards to post, to edit or to delete, notifications.
//! They can wait for rate limits. First responses have three seconds, and are sent by `responder`.

mod calls;
mod edits;
mod keyed_mutex;
mod tokens;
mod unshown;
mod worker;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt, StreamExt};
use parking_lot::Mutex;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use tracing::Instrument;

pub(super) use self::edits::Edit;
use self::edits::Edits;
pub(super) use self::tokens::TokenRoute;
use self::tokens::Tokens;
use self::unshown::Unshown;
pub(super) use self::unshown::UnshownGuard;
use self::worker::Worker;
use super::reply_to::ReplyTo;
use super::rest::Rest;
use super::time::DiscordTime;
use crate::chain::chain;
use crate::discord::{Bot, FollowUp, RetryKey};
use crate::game::{Day, GameId, Timestamp};
use crate::records::{DailyTo, MessageId};
use crate::service::Unsent;

/// How many follow-ups may be in progress. Most of them wait for Discord or for their turn.
const MAX_IN_PROGRESS: usize = 4096;

/// How long a process that shares the database leaves a puzzle to the one that has begun to post it,
/// which may have died. Discord remembers a post's nonce for longer, so none appears twice.
const POSTED_WITHIN: Duration = Duration::from_mins(1);

/// How many further follow-ups may be queued.
const QUEUED: usize = 256;

/// The queue of follow-ups, and the tokens for editing boards where the bot is not a member.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Option<Queued>>,
    tokens: Arc<Tokens>,
    edits: Arc<Edits>,
    unshown: Arc<Unshown>,
    /// The puzzles that other processes have begun to post, and since when that has been known.
    theirs: Mutex<HashMap<(DailyTo, Day), Timestamp>>,
    time: Arc<DiscordTime>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// A queued follow-up.
struct Queued {
    reply_to: Option<ReplyTo>,
    follow_up: FollowUp,
    not_before: Instant,
    guard: UnshownGuard,
    /// Dropped once the follow-up has been carried out.
    done: Option<oneshot::Sender<()>>,
}

impl Outbox {
    /// Starts the queue.
    #[must_use]
    pub fn start(bot: Arc<Bot>, rest: Arc<Rest>, time: Arc<DiscordTime>) -> Self {
        let (queue, mut receiver) = mpsc::channel::<Option<Queued>>(QUEUED);
        let tokens = Arc::new(Tokens::new(bot.clone()));
        let edits = Arc::new(Edits::default());
        let unshown = Arc::new(Unshown::default());
        let worker = Worker::new(
            (bot, rest),
            (tokens.clone(), edits.clone(), unshown.clone()),
            time.clone(),
        );
        let task = tokio::spawn(async move {
            // A `None` ends the queue.
            let items = futures::stream::poll_fn(move |context| {
                receiver.poll_recv(context).map(Option::flatten)
            });
            items
                .for_each_concurrent(MAX_IN_PROGRESS, async |queued| {
                    sleep_until(queued.not_before).await;
                    let since = queued.guard.since();
                    let interaction = queued.reply_to.as_ref().map(|to| to.interaction.0);
                    let span = tracing::error_span!("follow_up", interaction);
                    let carried_out = worker.carry_out(queued.reply_to, queued.follow_up, since);
                    let carried_out = carried_out.instrument(span);
                    // A panic must not end the other follow-ups. The panic hook has logged it.
                    drop(AssertUnwindSafe(carried_out).catch_unwind().await);
                    drop((queued.guard, queued.done));
                })
                .await;
        });
        Self {
            queue,
            tokens,
            edits,
            unshown,
            theirs: Mutex::default(),
            time,
            task: Mutex::new(Some(task)),
        }
    }

    /// Queues a follow-up to something that happened at `since`. `reply_to` is the interaction that
    /// it may be a response to, if there is one.
    pub(super) async fn send(
        &self,
        since: Timestamp,
        reply_to: Option<&ReplyTo>,
        follow_up: FollowUp,
    ) {
        self.queue(Queued {
            reply_to: reply_to.cloned(),
            ..self.queued(since, follow_up)
        })
        .await;
    }

    /// Queues a follow-up to something that happened at `since`, to be carried out once `wait` has
    /// passed.
    pub(super) async fn send_after(&self, wait: Duration, since: Timestamp, follow_up: FollowUp) {
        self.queue(Queued {
            not_before: Instant::now() + wait,
            ..self.queued(since, follow_up)
        })
        .await;
    }

    /// Queues a follow-up to something that happened at `since`, and waits until it has been
    /// carried out or left for a retry.
    pub(super) async fn carry_out(&self, since: Timestamp, follow_up: FollowUp) {
        let (done, is_done) = oneshot::channel();
        self.queue(Queued {
            done: Some(done),
            ..self.queued(since, follow_up)
        })
        .await;
        let _dropped_when_done = is_done.await;
    }

    /// A queued follow-up. It counts as unshown since `since`, or since now if `since` is in the
    /// future: the clock may have jumped.
    fn queued(&self, since: Timestamp, follow_up: FollowUp) -> Queued {
        let since = since.min(self.time.now());
        Queued {
            reply_to: None,
            not_before: Instant::now(),
            guard: self.unshown.count_as_unshown(since, follow_up.retry_keys()),
            follow_up,
            done: None,
        }
    }

    /// Queues a follow-up. If the queue is full, only a follow-up to an interaction that cannot be
    /// retried later waits for room. Of the others, those that can be retried are scheduled for a
    /// retry, and the rest are dropped.
    async fn queue(&self, queued: Queued) {
        let queued = match self.queue.try_send(Some(queued)) {
            Err(TrySendError::Full(Some(queued))) => queued,
            Err(TrySendError::Closed(_)) => {
                return tracing::debug!("a follow-up came after the end");
            }
            Ok(()) | Err(TrySendError::Full(None)) => return,
        };
        if queued.reply_to.is_some() && queued.guard.keys().is_empty() {
            // The member waits for this follow-up, and it would not be retried.
            drop(self.queue.send(Some(queued)).await);
            return;
        }
        if queued.guard.keys().is_empty() {
            return tracing::warn!("too much is queued, so a follow-up is dropped");
        }
        let (since, now) = (queued.guard.since(), self.time.now());
        for &key in queued.guard.keys() {
            self.unshown.retry_later(key, since, now, Duration::ZERO);
        }
    }

    /// Counts a change at `since` as unshown until the result is dropped.
    pub(super) fn count_as_unshown(&self, since: Timestamp) -> UnshownGuard {
        self.unshown.count_as_unshown(since, Vec::new())
    }

    /// The time of the oldest change that should be shown by now, but is not.
    pub(super) fn stale_since(&self) -> Option<Timestamp> {
        self.unshown.since(self.time.now())
    }

    /// The number of changes that may not be shown yet, retries included.
    pub fn unshown(&self) -> usize {
        self.unshown.count()
    }

    /// The time of the oldest unshown change.
    pub fn oldest(&self) -> Option<Timestamp> {
        self.unshown.oldest()
    }

    /// The games whose boards could not be drawn and are due for a retry, each with the time of its
    /// unshown change.
    pub(super) fn take_due_boards(&self) -> Vec<(GameId, Timestamp)> {
        self.unshown.take_due_boards(self.time.now())
    }

    /// The time since when all changed boards are to be redrawn, if there were too many to remember
    /// and there is room again.
    pub(super) fn take_overflow(&self) -> Option<Timestamp> {
        self.unshown.take_overflow()
    }

    /// Queues the pending follow-ups, unless they are queued already or were tried recently. If the
    /// database is shared, a puzzle that this process has not begun to post is left to the one that
    /// has, for [`POSTED_WITHIN`].
    pub(super) async fn retry_unsent(&self, unsent: Unsent, is_shared: bool) {
        let to_send = unsent.to_send.into_iter();
        let to_send = to_send.map(|it| (it.at, FollowUp::Notify(it)));
        let to_delete = unsent.to_delete.into_iter();
        let to_delete = to_delete.map(|(it, at)| (at, FollowUp::Delete(it)));
        let now = self.time.now();
        let mut dailies = unsent.dailies;
        if is_shared {
            self.leave_to_others(&mut dailies, now);
        }
        let dailies = dailies
            .into_iter()
            .map(|(it, day)| (day.start(), FollowUp::PostDaily(it, day)));
        let all: Vec<_> = to_send.chain(to_delete).chain(dailies).collect();
        let keys = all.iter().flat_map(|(_, follow_up)| follow_up.retry_keys());
        let to_try = self.unshown.take_due_unsent(keys.collect(), now);
        for (since, follow_up) in all {
            if follow_up
                .retry_keys()
                .iter()
                .any(|key| to_try.contains(key))
            {
                self.queue(self.queued(since, follow_up)).await;
            }
        }
    }

    /// Removes the puzzles that other processes have begun to post, until they have been pending for
    /// too long.
    fn leave_to_others(&self, dailies: &mut Vec<(DailyTo, Day)>, now: Timestamp) {
        let mut theirs = self.theirs.lock();
        theirs.retain(|daily, _| dailies.contains(daily));
        dailies.retain(|&(to, day)| {
            self.unshown.has_retry(RetryKey::Daily(to)) || {
                let &mut seen = theirs.entry((to, day)).or_insert(now);
                now.since(seen) >= POSTED_WITHIN
            }
        });
    }

    /// Notes that a token can edit a message.
    pub(super) async fn remember(&self, message: MessageId, reply_to: ReplyTo, route: TokenRoute) {
        self.tokens.remember(message, reply_to, route).await;
    }

    /// Whether a token is known that can edit a message.
    pub(super) async fn has_token(&self, message: MessageId, editable: bool) -> bool {
        let token = self.tokens.get((message, editable), self.time.now()).await;
        token.is_some()
    }

    /// Notes that a first response is going to edit a message.
    pub(super) fn begin_edit(&self, message: MessageId) -> Edit {
        self.edits.begin(message)
    }

    /// Carries out the queued follow-ups, and ends the queue.
    pub async fn drain(&self) {
        let _ended_already = self.queue.send(None).await;
        let task = self.task.lock().take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::error!(error = chain(&error), "the outbox ended badly");
        }
    }
}
