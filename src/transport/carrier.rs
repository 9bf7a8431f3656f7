//! Carries one interaction through the door, and its first response to Discord in time.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use serenity::all::{Interaction, UserId};
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_util::task::TaskTracker;

use super::outbox::{Envelope, Name, Outbox};
use super::rest::{Failure, Rest};
use super::time::DiscordTime;
use crate::discord::{Bot, FollowUp, Reply, Response, handle};
use crate::game::{GameId, MemberId};
use crate::store::{InteractionId, MessageId};

/// When a first response comes too late
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>): three seconds after the interaction, of which
/// some have gone by when it arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2900);

/// What is kept of that for delivering the answer.
const DELIVERY: Duration = Duration::from_millis(900);

/// How much longer Discord may take an answer that is on its way when the time is up.
const MARGIN: Duration = Duration::from_millis(200);

/// How long one attempt may take: on a connection that died silently no answer ever comes, and a second attempt is harmless.
const ATTEMPT: Duration = Duration::from_secs(1);

/// How long to wait before a failed first response is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Discord's codes for an interaction that has been answered already, for one that it knows no more, and for a message that is not
/// there, or whose token was never answered
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
const ALREADY_ACKNOWLEDGED: u64 = 40060;
const UNKNOWN_INTERACTION: u64 = 10062;
const UNKNOWN_MESSAGE: u64 = 10008;
const UNKNOWN_WEBHOOK: u64 = 10015;

/// Takes interactions from a transport, each in a task of its own.
#[derive(Debug)]
pub struct Carrier {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    outbox: Arc<Outbox>,
    tasks: TaskTracker,
    time: Arc<DiscordTime>,
}

/// What is known of a first response.
enum Delivery {
    /// Discord has it, with the message that it made.
    Delivered(Option<MessageId>),
    /// Discord has one already: that of another event of the same interaction.
    Answered,
    /// Discord does not have it.
    Lost,
}

impl Carrier {
    /// Carries between that bot and Discord. Its tasks are those of `tasks`, so that a stop can wait for them.
    #[must_use]
    pub fn new(
        (bot, rest): (Arc<Bot>, Arc<Rest>),
        outbox: Arc<Outbox>,
        tasks: TaskTracker,
        time: Arc<DiscordTime>,
    ) -> Self {
        Self {
            bot,
            rest,
            outbox,
            tasks,
            time,
        }
    }

    /// Takes note of who the bot is, and of the servers that it is in: those of that shard, of so many.
    pub(super) async fn greet(
        &self,
        user: UserId,
        servers: HashSet<i64>,
        (shard, shards): (u32, u32),
    ) {
        self.bot.introduce(MemberId(user.get().cast_signed()));
        self.bot
            .see_servers(servers, (shard.into(), shards.into()), self.time.now())
            .await;
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
        let Some(left) = FIRST_RESPONSE.checked_sub(self.time.delay_of(envelope.interaction.at()))
        else {
            return self.turn_away(&envelope).await;
        };
        let deadline = Instant::now() + left;
        let answer_by = deadline.checked_sub(DELIVERY).unwrap_or(deadline);
        let answer = AssertUnwindSafe(handle(&self.bot, interaction, answer_by)).catch_unwind();
        let Ok(Reply {
            first,
            board,
            then,
            late,
            ..
        }) = answer.await
        else {
            // The panic hook has said what and where.
            return self.apologise(&envelope, deadline).await;
        };
        let delivery = self.respond(&envelope, &first, board, deadline).await;
        let is_lost = matches!(delivery, Delivery::Lost);
        match delivery {
            // Another event of the same interaction was quicker, and does all that is left to do.
            Delivery::Answered => return,
            Delivery::Delivered(posted) => {
                self.note(&envelope, &first, board, posted, clicked).await;
            }
            Delivery::Lost => {
                if let Some(game) = board {
                    self.bot.undelivered(game, envelope.interaction).await;
                    self.outbox
                        .send(Some(&envelope), FollowUp::Refresh(game))
                        .await;
                }
            }
        }
        // Nobody can be told anything through a token that was never answered; boards are to be put right all the same.
        let can_be_done =
            |follow_up: &FollowUp| !(is_lost && matches!(follow_up, FollowUp::Private(_)));
        self.follow_up(&envelope, then.into_iter().filter(can_be_done))
            .await;
        if let Some(late) = late {
            self.follow_up(&envelope, late.await.into_iter().filter(can_be_done))
                .await;
        }
    }

    /// Changes nothing for an interaction that seems to have come too late, as after a long resume: Discord has told the person
    /// that it failed. Where Discord takes an answer after all, the clocks were misjudged.
    async fn turn_away(&self, envelope: &Envelope) {
        let answer = self.bot.too_late();
        let call = self
            .rest
            .respond(envelope.interaction, &envelope.token, &answer);
        match timeout(ATTEMPT, call).await {
            Ok(Err(failure))
                if matches!(
                    failure.code(),
                    Some(UNKNOWN_INTERACTION | ALREADY_ACKNOWLEDGED)
                ) =>
            {
                tracing::debug!(
                    interaction = envelope.interaction.0,
                    "an interaction came too late"
                );
            }
            _ => {
                tracing::warn!(
                    interaction = envelope.interaction.0,
                    "an interaction seemed to come too late"
                );
                self.time.forget();
            }
        }
    }

    async fn follow_up(&self, envelope: &Envelope, follow_ups: impl IntoIterator<Item = FollowUp>) {
        for follow_up in follow_ups {
            self.outbox.send(Some(envelope), follow_up).await;
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
                    self.outbox
                        .remember(message, envelope.clone(), Name::Original);
                    if let Some(retired) = self
                        .bot
                        .delivered(game, message, envelope.interaction)
                        .await
                    {
                        self.outbox
                            .send(Some(envelope), FollowUp::Retire(retired))
                            .await;
                    }
                }
            }
            Response::Update(_) | Response::Acknowledge => {
                if let Some(message) = clicked {
                    self.outbox
                        .remember(message, envelope.clone(), Name::Original);
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
            return Delivery::Answered;
        }
        let posts_board = board.is_some() && matches!(first, Response::Message(_));
        // Whether an earlier attempt may have had its effect without our knowing.
        let mut is_open = false;
        loop {
            let call = self
                .rest
                .respond(envelope.interaction, &envelope.token, first);
            let pause = match timeout_at(deadline.min(Instant::now() + ATTEMPT), call).await {
                Ok(Ok(message)) => return Delivery::Delivered(message),
                Ok(Err(failure)) if failure.code() == Some(ALREADY_ACKNOWLEDGED) => {
                    return if is_open {
                        self.settle(envelope, posts_board).await
                    } else {
                        Delivery::Answered
                    };
                }
                Ok(Err(Failure::TooMany { after, .. })) => after,
                Ok(Err(failure)) if !failure.is_passing() => {
                    tracing::warn!(
                        interaction = envelope.interaction.0,
                        error = &failure as &dyn std::error::Error,
                        "a first response was refused"
                    );
                    if is_open {
                        return self.settle(envelope, posts_board).await;
                    }
                    if failure.code() != Some(UNKNOWN_INTERACTION) {
                        self.apologise(envelope, deadline).await;
                    }
                    return Delivery::Lost;
                }
                Ok(Err(_)) | Err(_) => {
                    is_open = true;
                    PAUSE
                }
            };
            if Instant::now() + pause < deadline {
                sleep(pause).await;
                continue;
            }
            tracing::warn!(
                interaction = envelope.interaction.0,
                "a first response was not confirmed in time"
            );
            // Until then Discord may still take what is under way.
            sleep_until(deadline + MARGIN).await;
            return self.settle(envelope, posts_board).await;
        }
    }

    /// Finds out whether there is a first response. Where Discord cannot say, it is taken for delivered: a game that may have been
    /// seen is not abandoned.
    async fn settle(&self, envelope: &Envelope, posts_board: bool) -> Delivery {
        let until = Instant::now() + ATTEMPT;
        loop {
            match timeout_at(
                until,
                self.rest.original(envelope.application, &envelope.token),
            )
            .await
            {
                Ok(Ok(message)) => return Delivery::Delivered(message.filter(|_| posts_board)),
                Ok(Err(failure))
                    if matches!(failure.code(), Some(UNKNOWN_WEBHOOK | UNKNOWN_MESSAGE)) =>
                {
                    return Delivery::Lost;
                }
                Ok(Err(failure)) if failure.is_passing() && Instant::now() + PAUSE < until => {
                    sleep(PAUSE).await;
                }
                Ok(Err(_)) | Err(_) => return Delivery::Delivered(None),
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
