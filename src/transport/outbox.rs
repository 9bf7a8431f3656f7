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
use crate::game::GameId;
use crate::store::{InteractionId, MessageId};

/// How many follow-ups are under way at the same time.
const AT_ONCE: usize = 8;

/// How many may wait.
const QUEUE: usize = 4096;

/// How often a call is tried.
const TRIES: u32 = 5;

/// How long Discord takes an interaction's token
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>).
const TOKEN_LIFE: Duration = Duration::from_mins(15);

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
    queue: mpsc::Sender<Option<(Envelope, FollowUp)>>,
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
        let (queue, mut waiting) = mpsc::channel::<Option<(Envelope, FollowUp)>>(QUEUE);
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

    /// Queues a follow-up.
    pub(super) async fn send(&self, envelope: &Envelope, follow_up: FollowUp) {
        if self
            .queue
            .send(Some((envelope.clone(), follow_up)))
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
    async fn carry_out(&self, envelope: Envelope, follow_up: FollowUp) {
        let outcome = match follow_up {
            FollowUp::Private(message) => {
                let post = || {
                    self.rest
                        .follow_up(envelope.application, &envelope.token, &message)
                };
                self.patiently(post).await.map(drop)
            }
            FollowUp::PostBoard(game) => self.post_board(&envelope, game).await,
            FollowUp::Refresh(game) => self.refresh(&envelope, game).await,
            FollowUp::Retire(board) => self.retire(board).await,
        };
        if let Err(failure) = outcome {
            tracing::warn!(
                interaction = envelope.interaction.0,
                error = &failure as &dyn std::error::Error,
                "a follow-up failed; the next click repairs what it left"
            );
        }
    }

    async fn post_board(&self, envelope: &Envelope, game: GameId) -> Result<(), Failure> {
        let rendering = envelope.interaction.0.cast_unsigned();
        let posted = self
            .patiently(
                async || match self.bot.board_to_post(game, rendering).await? {
                    Some(message) => self
                        .rest
                        .follow_up(envelope.application, &envelope.token, &message)
                        .await
                        .map(Some),
                    None => Ok(None),
                },
            )
            .await;
        match posted {
            Ok(None) => Ok(()),
            Ok(Some(message)) => {
                self.tokens.remember(message, envelope.clone(), Name::Id);
                match self
                    .bot
                    .delivered(game, message, envelope.interaction)
                    .await
                {
                    Some(retired) => self.retire(retired).await,
                    None => Ok(()),
                }
            }
            Err(failure) => {
                // Where it is not certain that nobody has seen it, the game stays.
                if !failure.is_passing() {
                    self.bot.undelivered(game, envelope.interaction).await;
                }
                Err(failure)
            }
        }
    }

    /// Draws the board as it is at that moment, on every attempt anew: while an attempt waits, the game may go on.
    async fn refresh(&self, envelope: &Envelope, game: GameId) -> Result<(), Failure> {
        // Not the interaction's own number: its first response may have drawn the same board with that.
        let rendering = envelope.interaction.0.cast_unsigned() + 1;
        self.patiently(
            async || match self.bot.current_board(game, rendering).await? {
                Some((board, message)) => self.edit(board, &message).await,
                None => Ok(()),
            },
        )
        .await
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
