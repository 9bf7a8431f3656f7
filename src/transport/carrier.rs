//! Carries one interaction through the door, and its first response to Discord in time.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use serenity::all::Interaction;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::task::TaskTracker;

use super::delay::Delays;
use super::outbox::{Envelope, Outbox};
use super::rest::{Failure, Rest};
use crate::discord::{Bot, FollowUp, Reply, Response, handle};
use crate::game::GameId;
use crate::store::{InteractionId, MessageId};

/// When a first response comes too late
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>): three seconds after the interaction, of which
/// some have gone by when it arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2900);

/// How long one attempt may take: on a connection that died silently no answer ever comes, and a second attempt is harmless.
const ATTEMPT: Duration = Duration::from_secs(1);

/// How long to wait before a failed first response is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Discord's codes for an interaction that has been answered already, and for one that it knows no more
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
const ALREADY_ACKNOWLEDGED: u64 = 40060;
const UNKNOWN_INTERACTION: u64 = 10062;

/// Takes interactions from a transport, each in a task of its own.
#[derive(Debug)]
pub struct Carrier {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    outbox: Arc<Outbox>,
    tasks: TaskTracker,
    delays: Delays,
}

/// There is no first response.
struct NotThere;

/// What is known of a first response.
enum Delivery {
    /// Discord has it, with the message that it made.
    Delivered(Option<MessageId>),
    /// Discord does not have it.
    Lost,
}

impl Carrier {
    /// Carries between that bot and Discord. Its tasks are those of `tasks`, so that a stop can wait for them.
    #[must_use]
    pub fn new(bot: Arc<Bot>, rest: Arc<Rest>, outbox: Arc<Outbox>, tasks: TaskTracker) -> Self {
        Self {
            bot,
            rest,
            outbox,
            tasks,
            delays: Delays::default(),
        }
    }

    /// Answers an interaction, in the background.
    pub fn take(self: &Arc<Self>, interaction: Interaction) {
        let carrier = self.clone();
        self.tasks
            .spawn(async move { carrier.carry(interaction).await });
    }

    async fn carry(self: Arc<Self>, interaction: Interaction) {
        let Some((envelope, clicked)) = envelope(&interaction) else {
            return;
        };
        let Some(left) = FIRST_RESPONSE.checked_sub(self.delays.of(envelope.interaction.at()))
        else {
            // Discord has told the person that it failed, so it must not be carried out now: as after a long resume.
            tracing::debug!(
                interaction = envelope.interaction.0,
                "an interaction came too late"
            );
            return;
        };
        let deadline = Instant::now() + left;
        let answer = AssertUnwindSafe(handle(&self.bot, interaction)).catch_unwind();
        let Ok(Reply {
            first,
            board,
            then,
            late,
        }) = answer.await
        else {
            // The panic hook has said what and where.
            self.apologise(&envelope, deadline).await;
            return;
        };
        match self.respond(&envelope, &first, board, deadline).await {
            Delivery::Delivered(posted) => {
                self.note(&envelope, &first, board, posted, clicked).await;
                self.follow_up(&envelope, then).await;
            }
            Delivery::Lost => {
                if let Some(game) = board {
                    self.bot.undelivered(game, envelope.interaction).await;
                }
                // Nobody is to be told anything through a dead token; boards are to be put right all the same.
                let repairs = then
                    .into_iter()
                    .filter(|follow_up| !matches!(follow_up, FollowUp::Private(_)));
                self.follow_up(
                    &envelope,
                    board.map(FollowUp::Refresh).into_iter().chain(repairs),
                )
                .await;
            }
        }
        if let Some(late) = late {
            self.follow_up(&envelope, late.await).await;
        }
    }

    async fn follow_up(&self, envelope: &Envelope, follow_ups: impl IntoIterator<Item = FollowUp>) {
        for follow_up in follow_ups {
            self.outbox.send(envelope, follow_up).await;
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
            Response::Pong | Response::Nothing | Response::Form(_) | Response::Choices(_) => {}
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
        if matches!(first, Response::Nothing) {
            return Delivery::Delivered(None);
        }
        let posts_board = board.is_some() && matches!(first, Response::Message(_));
        loop {
            let call = self
                .rest
                .respond(envelope.interaction, &envelope.token, first);
            let attempt = timeout_at(deadline.min(Instant::now() + ATTEMPT), call).await;
            let pause = match attempt {
                Ok(Ok(message)) => return Delivery::Delivered(message),
                Ok(Err(failure)) if failure.code() == Some(ALREADY_ACKNOWLEDGED) => {
                    // By an earlier attempt whose answer was lost, or by another event of the same interaction.
                    let posted = if posts_board {
                        self.original(envelope, deadline).await.ok().flatten()
                    } else {
                        None
                    };
                    return Delivery::Delivered(posted);
                }
                Ok(Err(Failure::TooMany { after, .. })) => after,
                Ok(Err(failure)) if failure.is_passing() => PAUSE,
                Ok(Err(failure)) => {
                    tracing::warn!(
                        interaction = envelope.interaction.0,
                        error = &failure as &dyn std::error::Error,
                        "a first response was refused"
                    );
                    if failure.code() != Some(UNKNOWN_INTERACTION) {
                        self.apologise(envelope, deadline).await;
                    }
                    return Delivery::Lost;
                }
                Err(_elapsed) => PAUSE,
            };
            if Instant::now() + pause < deadline {
                sleep(pause).await;
                continue;
            }
            tracing::warn!(
                interaction = envelope.interaction.0,
                "a first response was not confirmed in time"
            );
            return match self.original(envelope, deadline).await {
                Ok(Some(message)) if posts_board => Delivery::Delivered(Some(message)),
                // Where Discord cannot say either, it is taken for delivered: a game that may have been seen is not abandoned.
                Ok(_) => Delivery::Delivered(None),
                Err(NotThere) => Delivery::Lost,
            };
        }
    }

    /// The public message that is the first response, if there is one and Discord says so.
    async fn original(
        &self,
        envelope: &Envelope,
        deadline: Instant,
    ) -> Result<Option<MessageId>, NotThere> {
        let until = deadline + ATTEMPT;
        loop {
            match timeout_at(
                until,
                self.rest.original(envelope.application, &envelope.token),
            )
            .await
            {
                Ok(Ok(message)) => return Ok(message),
                Ok(Err(failure)) if !failure.is_passing() => return Err(NotThere),
                Ok(Err(_)) if Instant::now() + PAUSE < until => sleep(PAUSE).await,
                Ok(Err(_)) | Err(_) => return Ok(None),
            }
        }
    }

    /// Says that something went wrong, where there is still time to say anything.
    async fn apologise(&self, envelope: &Envelope, deadline: Instant) {
        let apology = self.bot.apology(envelope.interaction);
        let call = self
            .rest
            .respond(envelope.interaction, &envelope.token, &apology);
        if !matches!(timeout_at(deadline, call).await, Ok(Ok(_))) {
            tracing::error!(
                incident = envelope.interaction.0,
                "an interaction could not be answered at all"
            );
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
