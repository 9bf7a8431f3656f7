//! The queue of follow-ups: private messages, boards to post, to edit or to delete, notifications.
//! They can wait for rate limits. First responses have three seconds, and are sent by `responder`.

mod backoff;
mod calls;
mod drawn;
mod edits;
mod keyed_mutex;
mod sent;
mod tokens;
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

use self::backoff::Backoff;
pub(super) use self::backoff::UnderWay;
use self::drawn::Drawn;
pub(super) use self::edits::Edit;
use self::edits::Edits;
pub(super) use self::tokens::TokenRoute;
use self::tokens::Tokens;
use self::worker::Worker;
use super::reply_to::ReplyTo;
use super::rest::Rest;
use super::time::DiscordTime;
use super::to_show::{ToShow, Why};
use wythoff_discord::{Bot, FollowUp, RetryKey};
use wythoff_game::chain::chain;
use wythoff_game::records::{DailyTo, MessageId};
use wythoff_game::{Day, GameId, Timestamp};

/// How many follow-ups may be in progress. Most of them wait for Discord or for their turn.
const MAX_IN_PROGRESS: usize = 4096;

/// How long a process that shares the database leaves a puzzle to the one that has begun to post it,
/// which may have died. Discord remembers a post's nonce for longer, so none appears twice.
const POSTED_WITHIN: Duration = Duration::from_mins(1);

/// After this time, a change that is not shown is shown by any process. A living one that has made it
/// has had time for its follow-ups.
const SHOWN_WITHIN: Duration = Duration::from_mins(1);

/// How many further follow-ups may be queued.
const QUEUED: usize = 256;

/// The queue of follow-ups, and the tokens for editing boards where the bot is not a member.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Option<Queued>>,
    tokens: Arc<Tokens>,
    edits: Arc<Edits>,
    backoff: Arc<Backoff>,
    drawn: Arc<Drawn>,
    /// Since when the oldest of what is still to be shown has been so.
    oldest: Mutex<Option<Timestamp>>,
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
    under_way: UnderWay,
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
        let (backoff, drawn) = (Arc::new(Backoff::default()), Arc::new(Drawn::default()));
        let worker = Worker::new(
            (bot.clone(), rest),
            (tokens.clone(), edits.clone()),
            (backoff.clone(), drawn.clone()),
            time.clone(),
        );
        let noting = drawn.clone();
        let task = tokio::spawn(async move {
            // A `None` ends the queue.
            let items = futures::stream::poll_fn(move |context| {
                receiver.poll_recv(context).map(Option::flatten)
            });
            let carrying_out = items.for_each_concurrent(MAX_IN_PROGRESS, async |queued| {
                sleep_until(queued.not_before).await;
                let interaction = queued.reply_to.as_ref().map(|to| to.interaction.0);
                let span = tracing::error_span!("follow_up", interaction);
                let carried_out = worker.carry_out(queued.reply_to, queued.follow_up);
                let carried_out = carried_out.instrument(span);
                // A panic must not end the other follow-ups. The panic hook has logged it.
                drop(AssertUnwindSafe(carried_out).catch_unwind().await);
                drop((queued.under_way, queued.done));
            });
            tokio::select! {
                () = carrying_out => {}
                () = noting.save_regularly(&bot) => {}
            }
            noting.save(&bot).await;
        });
        Self {
            queue,
            tokens,
            edits,
            backoff,
            drawn,
            oldest: Mutex::default(),
            theirs: Mutex::default(),
            time,
            task: Mutex::new(Some(task)),
        }
    }

    /// Queues a follow-up. `reply_to` is the interaction that it may be a response to, if there is one.
    pub(super) async fn send(&self, reply_to: Option<&ReplyTo>, follow_up: FollowUp) {
        self.queue(Queued {
            reply_to: reply_to.cloned(),
            ..self.queued(follow_up)
        })
        .await;
    }

    /// Queues a follow-up to be carried out once `wait` has passed.
    pub(super) async fn send_after(&self, wait: Duration, follow_up: FollowUp) {
        self.queue(Queued {
            not_before: Instant::now() + wait,
            ..self.queued(follow_up)
        })
        .await;
    }

    /// Queues a follow-up, and waits until it has been carried out or left for a retry.
    pub(super) async fn carry_out(&self, follow_up: FollowUp) {
        let (done, is_done) = oneshot::channel();
        self.queue(Queued {
            done: Some(done),
            ..self.queued(follow_up)
        })
        .await;
        let _dropped_when_done = is_done.await;
    }

    fn queued(&self, follow_up: FollowUp) -> Queued {
        Queued {
            reply_to: None,
            not_before: Instant::now(),
            under_way: self.backoff.begin(follow_up.retry_keys()),
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
        if queued.reply_to.is_some() && queued.under_way.keys().is_empty() {
            // The member waits for this follow-up, and it would not be retried.
            drop(self.queue.send(Some(queued)).await);
            return;
        }
        if queued.under_way.keys().is_empty() {
            return tracing::warn!("too much is queued, so a follow-up is dropped");
        }
        for &key in queued.under_way.keys() {
            self.backoff
                .retry_later(key, self.time.now(), Duration::ZERO);
        }
    }

    /// Notes that something is under way until the result is dropped.
    pub(super) fn begin(&self) -> UnderWay {
        self.backoff.begin(Vec::new())
    }

    /// How much is under way or waits for another attempt.
    pub fn count(&self) -> usize {
        self.backoff.count()
    }

    /// Since when the oldest of what is still to be shown has been so.
    pub fn oldest(&self) -> Option<Timestamp> {
        *self.oldest.lock()
    }

    /// Notes since when the oldest of what is still to be shown has been so.
    pub(super) fn note_oldest(&self, to_show: &ToShow) {
        let told = to_show.oldest(
            |game, at| self.drawn.includes(game, at),
            |key| self.backoff.is_left_alone(key),
        );
        *self.oldest.lock() = told.into_iter().chain(self.backoff.oldest()).min();
    }

    /// Notes that a board was drawn as it was after a change.
    pub(super) fn note_drawn(&self, game: GameId, changed: Timestamp) {
        self.drawn.add(game, changed);
    }

    /// Takes what is still to be shown, and picks what to try now: what is not under way, and was not tried
    /// recently. Returns the boards, and queues the rest. A board that this process has never tried to draw
    /// is picked if it has waited for [`SHOWN_WITHIN`]. After a death each is picked, even if this process has
    /// drawn it: a newer message of its game may not be known. If the database is shared, a puzzle that this
    /// process has not begun to post is left to the one that has, for [`POSTED_WITHIN`].
    pub(super) async fn take_due(
        &self,
        to_show: ToShow,
        why: Why,
        is_shared: bool,
    ) -> Vec<(GameId, Timestamp)> {
        self.note_oldest(&to_show);
        let ToShow { mut boards, unsent } = to_show;
        let now = self.time.now();
        let shown_before = match why {
            Why::Death => Timestamp(i64::MAX),
            Why::Regularly => {
                boards.retain(|&(game, changed)| !self.drawn.includes(game, changed));
                now.minus(SHOWN_WITHIN)
            }
        };
        let dailies = unsent.dailies.into_iter();
        let dailies = dailies.map(|(server, day, _)| (DailyTo::Server(server), day));
        let reminders = unsent.reminders.into_iter();
        let reminders = reminders.map(|(member, day)| (DailyTo::Member(member), day));
        let mut dailies: Vec<(DailyTo, Day)> = dailies.chain(reminders).collect();
        if is_shared {
            self.leave_to_others(&mut dailies, now);
        }
        let to_send = unsent.to_send.into_iter().map(FollowUp::Notify);
        let to_delete = unsent.to_delete.into_iter();
        let to_delete = to_delete.map(|(it, _)| FollowUp::Delete(it));
        let dailies = dailies.into_iter();
        let dailies = dailies.map(|(it, day)| FollowUp::PostDaily(it, day));
        let posts = unsent.posts.into_iter().map(FollowUp::RedrawPost);
        let roles = unsent.roles.into_iter().map(FollowUp::ChangeRole);
        let others = to_send.chain(to_delete).chain(dailies);
        let follow_ups: Vec<FollowUp> = others.chain(posts).chain(roles).collect();
        let keys = follow_ups.iter().flat_map(FollowUp::retry_keys);
        let mut all: HashMap<RetryKey, bool> = keys.map(|key| (key, true)).collect();
        all.extend(
            boards
                .iter()
                .map(|&(game, at)| (RetryKey::Board(game), at < shown_before)),
        );
        let due = self.backoff.take_due(&all, now);
        for follow_up in follow_ups {
            if follow_up.retry_keys().iter().any(|key| due.contains(key)) {
                self.queue(self.queued(follow_up)).await;
            }
        }
        let is_due = |&(game, _): &(GameId, Timestamp)| due.contains(&RetryKey::Board(game));
        boards.into_iter().filter(is_due).collect()
    }

    /// Removes the puzzles that other processes have begun to post, until they have been pending for
    /// too long.
    fn leave_to_others(&self, dailies: &mut Vec<(DailyTo, Day)>, now: Timestamp) {
        let mut theirs = self.theirs.lock();
        theirs.retain(|daily, _| dailies.contains(daily));
        dailies.retain(|&(to, day)| {
            self.backoff.has_retry(RetryKey::Daily(to)) || {
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
