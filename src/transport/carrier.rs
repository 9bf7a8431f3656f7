//! Carries one interaction through the door, and its first response to Discord in time.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Interaction;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::task::TaskTracker;

use super::outbox::{Envelope, Outbox};
use super::rest::Rest;
use crate::discord::{Bot, FollowUp, Reply, Response, handle};
use crate::game::GameId;
use crate::store::{InteractionId, MessageId};

/// When a first response comes too late
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>): three seconds after the interaction, of which
/// some have gone by when it arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2900);

/// How long to wait before a failed first response is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Discord's code for an interaction that has been answered already.
const ALREADY_ACKNOWLEDGED: u64 = 40060;

/// Takes interactions from a transport, each in a task of its own.
#[derive(Debug)]
pub struct Carrier {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    outbox: Arc<Outbox>,
    tasks: TaskTracker,
}

/// What is known of a first response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Delivery {
    /// Discord has it, with the message that it made.
    Delivered(Option<MessageId>),
    /// Discord does not have it.
    Lost,
}

impl Carrier {
    /// Carries between that bot and Discord. Its tasks are those of `tasks`, so that a stop can wait for them.
    #[must_use]
    pub const fn new(
        bot: Arc<Bot>,
        rest: Arc<Rest>,
        outbox: Arc<Outbox>,
        tasks: TaskTracker,
    ) -> Self {
        Self {
            bot,
            rest,
            outbox,
            tasks,
        }
    }

    /// Answers an interaction, in the background.
    pub fn take(self: &Arc<Self>, interaction: Interaction) {
        let carrier = self.clone();
        self.tasks
            .spawn(async move { carrier.carry(interaction).await });
    }

    async fn carry(self: Arc<Self>, interaction: Interaction) {
        let deadline = Instant::now() + FIRST_RESPONSE;
        let Some((envelope, clicked)) = envelope(&interaction) else {
            return;
        };
        let reply = handle(&self.bot, interaction).await;
        let Reply {
            first,
            board,
            then,
            late,
        } = reply;
        let delivery = self.respond(&envelope, &first, board, deadline).await;
        match delivery {
            Delivery::Delivered(posted) => {
                self.note(&envelope, &first, board, posted, clicked).await;
                for follow_up in then {
                    self.outbox.send(&envelope, follow_up).await;
                }
            }
            Delivery::Lost => {
                if let Some(game) = board {
                    self.bot.undelivered(game, envelope.interaction.at()).await;
                    self.outbox.send(&envelope, FollowUp::Refresh(game)).await;
                }
            }
        }
        if let Some(late) = late {
            for follow_up in late.await {
                self.outbox.send(&envelope, follow_up).await;
            }
        }
    }

    /// Remembers what a delivered response has made of which message.
    async fn note(
        &self,
        envelope: &Envelope,
        first: &Response,
        board: Option<GameId>,
        posted: Option<MessageId>,
        clicked: Option<MessageId>,
    ) {
        match first {
            Response::Message(_) => {
                if let (Some(game), Some(message)) = (board, posted) {
                    self.outbox.remember(message, envelope.clone());
                    if let Some(retired) = self
                        .bot
                        .delivered(game, message, envelope.interaction)
                        .await
                    {
                        self.outbox.send(envelope, FollowUp::Retire(retired)).await;
                    }
                }
            }
            Response::Update(_) | Response::Acknowledge => {
                if let Some(message) = clicked {
                    self.outbox.remember(message, envelope.clone());
                }
            }
            Response::Pong | Response::Form(_) | Response::Choices(_) => {}
        }
    }

    /// Delivers the first response: tries again for as long as there is time, and where the outcome is open finds it out.
    async fn respond(
        &self,
        envelope: &Envelope,
        first: &Response,
        board: Option<GameId>,
        deadline: Instant,
    ) -> Delivery {
        let posts_board = board.is_some() && matches!(first, Response::Message(_));
        loop {
            let call = self
                .rest
                .respond(envelope.interaction, &envelope.token, first);
            let failure = match timeout_at(deadline, call).await {
                Ok(Ok(message)) => return Delivery::Delivered(message),
                Ok(Err(failure)) if failure.code() == Some(ALREADY_ACKNOWLEDGED) => {
                    return if posts_board {
                        self.find_out(envelope).await
                    } else {
                        Delivery::Delivered(None)
                    };
                }
                Ok(Err(failure)) => Some(failure),
                Err(_elapsed) => None,
            };
            let passing = failure.as_ref().is_some_and(super::Failure::is_passing);
            if passing && Instant::now() + PAUSE < deadline {
                sleep(PAUSE).await;
                continue;
            }
            let reason = failure
                .as_ref()
                .map_or("no answer in time".to_owned(), ToString::to_string);
            tracing::warn!(
                interaction = envelope.interaction.0,
                reason,
                "a first response was not confirmed"
            );
            return if posts_board {
                self.find_out(envelope).await
            } else {
                Delivery::Lost
            };
        }
    }

    /// Whether a message came of the interaction: by an earlier attempt, by another event of the same interaction, or by a call
    /// whose answer was lost.
    async fn find_out(&self, envelope: &Envelope) -> Delivery {
        match self
            .rest
            .original(envelope.application, &envelope.token)
            .await
        {
            Ok(message) => Delivery::Delivered(Some(message)),
            Err(_failure) => Delivery::Lost,
        }
    }
}

/// What is needed for answering, and the message whose control was used.
fn envelope(interaction: &Interaction) -> Option<(Envelope, Option<MessageId>)> {
    let message = |id: serenity::all::MessageId| MessageId(id.get().cast_signed());
    let (application, id, token, clicked) = match interaction {
        Interaction::Command(it) | Interaction::Autocomplete(it) => {
            (it.application_id, it.id, &it.token, None)
        }
        Interaction::Component(it) => (
            it.application_id,
            it.id,
            &it.token,
            Some(message(it.message.id)),
        ),
        Interaction::Modal(it) => {
            let opened_from = it
                .message
                .as_ref()
                .map(|opened_from| message(opened_from.id));
            (it.application_id, it.id, &it.token, opened_from)
        }
        // Pings come over HTTP only, and other kinds have no token that is known here.
        _ => return None,
    };
    let envelope = Envelope {
        application: application.get(),
        interaction: InteractionId(id.get().cast_signed()),
        token: token.clone(),
    };
    Some((envelope, clicked))
}
