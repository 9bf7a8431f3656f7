//! The queue of what follows first responses: private explanations, boards to post, to bring up to date, or to retire. The one
//! place that waits when Discord asks to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use serde::Serialize;
use tokio::sync::{RwLock, mpsc};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::rest::{Failure, Rest, without_controls};
use crate::discord::{Board, Bot, FollowUp};
use crate::game::{GameId, Timestamp};
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

/// For each message the latest token that can edit it.
#[derive(Debug, Default)]
struct Tokens(Mutex<HashMap<MessageId, Envelope>>);

/// What carries out the follow-ups.
struct Worker {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    tokens: Arc<Tokens>,
    /// Held for writing while Discord wants no calls at all.
    pause: RwLock<()>,
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
            pause: RwLock::new(()),
        };
        let task = tokio::spawn(async move {
            // A `None` in the queue is the end.
            let items = futures::stream::poll_fn(move |context| {
                waiting.poll_recv(context).map(Option::flatten)
            });
            items
                .for_each_concurrent(AT_ONCE, |(envelope, follow_up)| {
                    worker.carry_out(envelope, follow_up)
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
    pub(super) fn remember(&self, message: MessageId, envelope: Envelope) {
        self.tokens.remember(message, envelope);
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
    fn remember(&self, message: MessageId, envelope: Envelope) {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest_alive = InteractionId::first_at(envelope.interaction.at().before(TOKEN_LIFE));
        if tokens.len().is_power_of_two() {
            tokens.retain(|_, known| known.interaction >= oldest_alive);
        }
        tokens.insert(message, envelope);
    }

    fn of(&self, message: MessageId) -> Option<Envelope> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
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
            FollowUp::Retire(board) => self.edit(board, &without_controls()).await,
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
        let Some(message) = self.bot.board_to_post(game, rendering).await else {
            return Ok(());
        };
        let posted = self
            .patiently(|| {
                self.rest
                    .follow_up(envelope.application, &envelope.token, &message)
            })
            .await;
        match posted {
            Ok(message) => {
                self.tokens.remember(message, envelope.clone());
                match self
                    .bot
                    .delivered(game, message, envelope.interaction)
                    .await
                {
                    Some(retired) => self.edit(retired, &without_controls()).await,
                    None => Ok(()),
                }
            }
            Err(failure) => {
                self.bot
                    .undelivered(game, Timestamp(envelope.interaction.at().0))
                    .await;
                Err(failure)
            }
        }
    }

    async fn refresh(&self, envelope: &Envelope, game: GameId) -> Result<(), Failure> {
        // Not the interaction's own number: its first response may have drawn the same board with that.
        let rendering = envelope.interaction.0.cast_unsigned() + 1;
        match self.bot.current_board(game, rendering).await {
            Some((board, message)) => self.edit(board, &message).await,
            None => Ok(()),
        }
    }

    /// Edits a board: by the latest token that can, else as the bot, where the bot is a member.
    async fn edit(&self, board: Board, edit: &impl Serialize) -> Result<(), Failure> {
        if let Some(Envelope {
            application, token, ..
        }) = self.tokens.of(board.message)
        {
            match self
                .patiently(|| self.rest.edit_original(application, &token, edit))
                .await
            {
                Ok(()) => return Ok(()),
                Err(failure) if !board.editable => return Err(failure),
                Err(_failure) => {}
            }
        }
        if !board.editable {
            return Ok(());
        }
        self.patiently(|| self.rest.edit(board.channel, board.message, edit))
            .await
    }

    /// Tries a call until it succeeds, is refused for good, or has been tried often enough.
    async fn patiently<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        call: impl Fn() -> F,
    ) -> Result<T, Failure> {
        let mut tried = 0;
        loop {
            drop(self.pause.read().await);
            let failure = match call().await {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            tried += 1;
            if tried == TRIES || !failure.is_passing() {
                return Err(failure);
            }
            match failure {
                Failure::TooMany {
                    after,
                    global: true,
                } => {
                    let _everybody_waits = self.pause.write().await;
                    sleep(after).await;
                }
                Failure::TooMany {
                    after,
                    global: false,
                } => sleep(after).await,
                Failure::Refused { .. } | Failure::Unreachable(_) => {
                    sleep(Duration::from_millis(100) * 2_u32.pow(tried)).await;
                }
            }
        }
    }
}
