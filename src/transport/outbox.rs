//! The queue of what follows first responses: private explanations, boards to post, to bring up to date, or to retire. Here is
//! time to wait when Discord asks to; first responses have three seconds and see to themselves (`carrier`).

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::rest::{Failure, Rest};
use crate::discord::{Board, Bot, FollowUp, Message};
use crate::game::{GameId, MemberId};
use crate::service::{Tell, Way};
use crate::store::{InteractionId, MessageId, Notice, Place};

/// How many follow-ups are under way at the same time.
const AT_ONCE: usize = 8;

/// How many may wait.
const QUEUE: usize = 4096;

/// How often a call is tried.
const TRIES: u32 = 5;

/// How long Discord takes an interaction's token
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>).
const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// Discord's code for a message that is not there
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
const UNKNOWN_MESSAGE: u64 = 10008;

/// What is needed to answer an interaction further.
#[derive(Clone)]
pub(super) struct Envelope {
    pub(super) application: u64,
    pub(super) interaction: InteractionId,
    pub(super) token: String,
}

/// The queue, and the tokens by which boards can be edited where the bot is no member.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Option<(Option<Envelope>, FollowUp)>>,
    tokens: Arc<Tokens>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// For each message the latest token that can edit it. Those that have run out are dropped whenever there are twice as many as
/// were left the last time.
#[derive(Debug, Default)]
struct Tokens(Mutex<KnownTokens>);

/// By which name a token edits a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// The first response, or the message whose control was used.
    Original,
    /// A follow-up: by its id.
    Id,
}

#[derive(Debug, Default)]
struct KnownTokens {
    by_message: HashMap<MessageId, (Envelope, Name)>,
    enough: usize,
}

/// What carries out the follow-ups.
struct Worker {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    tokens: Arc<Tokens>,
    /// Until when Discord wants no calls at all.
    pause: Mutex<Instant>,
}

impl std::fmt::Debug for Envelope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Envelope")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

impl Outbox {
    /// Starts to carry out follow-ups.
    #[must_use]
    pub fn start(bot: Arc<Bot>, rest: Arc<Rest>) -> Self {
        let (queue, mut waiting) = mpsc::channel::<Option<(Option<Envelope>, FollowUp)>>(QUEUE);
        let tokens = Arc::new(Tokens::default());
        let worker = Worker {
            bot,
            rest,
            tokens: tokens.clone(),
            pause: Mutex::new(Instant::now()),
        };
        let task = tokio::spawn(async move {
            // A `None` in the queue is the end.
            let items = futures::stream::poll_fn(move |context| {
                waiting.poll_recv(context).map(Option::flatten)
            });
            items
                .for_each_concurrent(AT_ONCE, async |(envelope, follow_up)| {
                    // One that panics must not take the others with it; the panic hook has said what and where.
                    drop(
                        AssertUnwindSafe(worker.carry_out(envelope, follow_up))
                            .catch_unwind()
                            .await,
                    );
                })
                .await;
        });
        Self {
            queue,
            tokens,
            task: Mutex::new(Some(task)),
        }
    }

    /// Queues a follow-up: of that interaction, or of none where time has brought it.
    pub(super) async fn send(&self, envelope: Option<&Envelope>, follow_up: FollowUp) {
        if self
            .queue
            .send(Some((envelope.cloned(), follow_up)))
            .await
            .is_err()
        {
            tracing::debug!("a follow-up came after the end");
        }
    }

    /// Notes that an interaction's token can edit that message from now on.
    pub(super) fn remember(&self, message: MessageId, envelope: Envelope, name: Name) {
        self.tokens.remember(message, envelope, name);
    }

    /// Carries out what is queued, and ends.
    pub async fn drain(&self) {
        let _ended_already = self.queue.send(None).await;
        let task = self
            .task
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the outbox ended badly"
            );
        }
    }
}

impl Tokens {
    fn remember(&self, message: MessageId, envelope: Envelope, name: Name) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.by_message.len() >= known.enough {
            let oldest_alive =
                InteractionId::first_at(envelope.interaction.at().before(TOKEN_LIFE));
            known
                .by_message
                .retain(|_, (known, _)| known.interaction >= oldest_alive);
            known.enough = 2 * known.by_message.len() + 1;
        }
        known.by_message.insert(message, (envelope, name));
    }

    fn of(&self, message: MessageId) -> Option<(Envelope, Name)> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .by_message
            .get(&message)
            .cloned()
    }
}

impl Worker {
    async fn carry_out(&self, envelope: Option<Envelope>, follow_up: FollowUp) {
        let envelope = envelope.as_ref();
        let outcome = match follow_up {
            FollowUp::Private(message) => self.say(envelope, &message).await,
            FollowUp::PostBoard { game, pings } => self.post_board(envelope, game, &pings).await,
            FollowUp::Refresh(game) => self.refresh(envelope, game).await,
            FollowUp::Redraw(board) => self.redraw(board).await,
            FollowUp::Tell(tell) => self.tell(envelope, tell).await,
            FollowUp::Remove(notice) => self.remove(notice).await,
            FollowUp::Retire(board) => self.retire(board).await,
        };
        if let Err(failure) = outcome {
            tracing::warn!(
                interaction = envelope.map(|envelope| envelope.interaction.0),
                error = &failure as &dyn std::error::Error,
                "a follow-up failed; the next click repairs what it left"
            );
        }
    }

    /// Says something to the person who interacted.
    async fn say(&self, envelope: Option<&Envelope>, message: &Message) -> Result<(), Failure> {
        let Some(envelope) = envelope else {
            return Ok(());
        };
        let post = || {
            self.rest
                .follow_up(envelope.application, &envelope.token, message)
        };
        self.patiently(post).await.map(drop)
    }

    /// Posts a message that everybody sees: by the token of the interaction, else as the bot, where the bot is a member.
    async fn post(
        &self,
        envelope: Option<&Envelope>,
        place: &Place,
        message: &Message,
    ) -> Result<Option<MessageId>, Failure> {
        let posted = match envelope {
            Some(Envelope {
                application, token, ..
            }) => self.rest.follow_up(*application, token, message).await?,
            None if place.editable => self.rest.post(place.channel, message).await?,
            None => return Ok(None),
        };
        if let Some(envelope) = envelope {
            self.tokens.remember(posted, envelope.clone(), Name::Id);
        }
        Ok(Some(posted))
    }

    async fn post_board(
        &self,
        envelope: Option<&Envelope>,
        game: GameId,
        pings: &[MemberId],
    ) -> Result<(), Failure> {
        let posted = self
            .patiently(async || {
                match self
                    .bot
                    .board_to_post(game, pings, rendering(envelope))
                    .await?
                {
                    Some((place, message)) => self.post(envelope, &place, &message).await,
                    None => Ok(None),
                }
            })
            .await;
        match posted {
            Ok(None) => Ok(()),
            Ok(Some(message)) => {
                // What time has posted is as new as the message itself.
                let by = envelope.map_or(InteractionId(message.0), |envelope| envelope.interaction);
                let retired = self.bot.delivered(game, message, by).await;
                // The board itself tells them now.
                for &member in pings {
                    if let Some(notice) = self.bot.told_otherwise(game, member).await {
                        self.remove(notice).await?;
                    }
                }
                match retired {
                    Some(retired) => self.retire(retired).await,
                    None => Ok(()),
                }
            }
            Err(failure) => {
                // Where it is not certain that nobody has seen it, the game stays.
                if let Some(envelope) = envelope.filter(|_| !failure.is_passing()) {
                    self.bot.undelivered(game, envelope.interaction).await;
                }
                Err(failure)
            }
        }
    }

    /// Draws the board as it is at that moment, on every attempt anew: while an attempt waits, the game may go on.
    async fn refresh(&self, envelope: Option<&Envelope>, game: GameId) -> Result<(), Failure> {
        self.patiently(
            async || match self.bot.current_board(game, rendering(envelope)).await? {
                Some((board, message)) => self.edit(board, &message).await,
                None => Ok(()),
            },
        )
        .await
    }

    /// The same in a message that is known to show it, whatever is stored about that.
    async fn redraw(&self, board: Board) -> Result<(), Failure> {
        self.patiently(async || {
            match self
                .bot
                .board_to_post(board.game, &[], rendering(None))
                .await?
            {
                Some((_, message)) => self.edit(board, &message).await,
                None => Ok(()),
            }
        })
        .await
    }

    /// Tells somebody who is away about a game: where it is played, or in a direct message.
    async fn tell(&self, envelope: Option<&Envelope>, tell: Tell) -> Result<(), Failure> {
        let posted = self
            .patiently(async || {
                let Some((place, message)) = self.bot.telling(tell).await? else {
                    return Ok(None);
                };
                let (channel, editable, posted) = match tell.way {
                    Way::Ping => {
                        let posted = self.post(envelope, &place, &message).await?;
                        (place.channel, place.editable, posted)
                    }
                    Way::Direct => {
                        let channel = self.rest.direct_channel(tell.member).await?;
                        let posted = self.rest.post(channel, &message).await?;
                        (channel, true, Some(posted))
                    }
                };
                Ok(posted.map(|message| Notice {
                    game: tell.game,
                    member: tell.member,
                    channel,
                    message,
                    editable,
                    at: tell.at,
                }))
            })
            .await?;
        let Some(notice) = posted else { return Ok(()) };
        match self.bot.told(notice).await {
            Some(unwanted) => self.remove(unwanted).await,
            None => Ok(()),
        }
    }

    /// Takes a message away; it may be gone already.
    async fn remove(&self, notice: Notice) -> Result<(), Failure> {
        let removed = self
            .patiently(async || {
                if let Some((
                    Envelope {
                        application, token, ..
                    },
                    _,
                )) = self.tokens.of(notice.message)
                {
                    match self
                        .rest
                        .delete_by_token(application, &token, notice.message)
                        .await
                    {
                        Err(failure) if failure.is_passing() || !notice.editable => {
                            return Err(failure);
                        }
                        Err(_refused) => {}
                        Ok(()) => return Ok(()),
                    }
                }
                if notice.editable {
                    self.rest.delete(notice.channel, notice.message).await
                } else {
                    Ok(())
                }
            })
            .await;
        match removed {
            Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => Ok(()),
            removed => removed,
        }
    }

    /// Takes the controls off a message and says where the board is now, unless it has become the board again.
    async fn retire(&self, retired: Board) -> Result<(), Failure> {
        self.patiently(async || match self.bot.instead_of(retired).await? {
            Some(message) => self.edit(retired, &message).await,
            None => Ok(()),
        })
        .await
    }

    /// Edits a board: by the latest token that can, else as the bot, where the bot is a member.
    async fn edit(&self, board: Board, edit: &Message) -> Result<(), Failure> {
        if let Some((
            Envelope {
                application, token, ..
            },
            name,
        )) = self.tokens.of(board.message)
        {
            let name = match name {
                Name::Original => "@original".to_owned(),
                Name::Id => board.message.0.to_string(),
            };
            match self
                .rest
                .edit_by_token(application, &token, &name, edit)
                .await
            {
                Err(failure) if failure.is_passing() || !board.editable => return Err(failure),
                Err(_refused) => {}
                Ok(()) => return Ok(()),
            }
        }
        if board.editable {
            self.rest.edit(board.channel, board.message, edit).await
        } else {
            Ok(())
        }
    }

    /// Tries a call until it succeeds, is refused for good, or has failed often enough. Waiting as Discord asks is no failure.
    async fn patiently<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        call: impl Fn() -> F,
    ) -> Result<T, Failure> {
        let given_up = Instant::now() + TOKEN_LIFE;
        let mut failed = 0;
        loop {
            let pause = *self.pause.lock().unwrap_or_else(PoisonError::into_inner);
            sleep_until(pause).await;
            let failure = match call().await {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            let wait = match failure {
                Failure::TooMany { after, .. } => after,
                Failure::Refused { .. } | Failure::Unreachable(_) | Failure::Unreadable(_) => {
                    failed += 1;
                    Duration::from_millis(100) * 2_u32.pow(failed)
                }
            };
            let until = Instant::now() + wait;
            if failed == TRIES || !failure.is_passing() || until > given_up {
                return Err(failure);
            }
            if let Failure::TooMany { global: true, .. } = failure {
                let mut pause = self.pause.lock().unwrap_or_else(PoisonError::into_inner);
                *pause = until.max(*pause);
            }
            sleep_until(until).await;
        }
    }
}

/// What sets a drawing apart from others of the same ply. Not the interaction's own number: its first response may have drawn
/// the same board with that.
fn rendering(envelope: Option<&Envelope>) -> u64 {
    envelope.map_or(1, |envelope| {
        envelope.interaction.0.cast_unsigned().wrapping_add(1)
    })
}
