//! Answers interactions: lets them in, calls the handler, and sends the first response in time.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use metrics::{counter, histogram};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

use super::admission::Admission;
use super::after::{Step, after, after_search};
use super::delivery::{Delivery, MAX_LATENESS, deliver, search};
use super::outbox::{Edit, Outbox, TokenRoute};
use super::reply_to::{FIRST_RESPONSE, ReplyTo};
use super::rest::Rest;
use super::rest::codes::{UNKNOWN_INTERACTION, UNKNOWN_MESSAGE};
use super::time::DiscordTime;
use wythoff_discord::{Bot, FollowUp, Interaction, Late, NewBoard, Response, TurnedAway, handle};
use wythoff_game::chain::chain;
use wythoff_game::records::{InteractionId, MessageId};
use wythoff_game::{GameId, MemberId, Timestamp};
use wythoff_service::NotedBoard;

/// The part of [`FIRST_RESPONSE`] reserved for delivery; at most half of the time left.
const DELIVERY: Duration = Duration::from_millis(900);

/// How an interaction came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    /// Through the gateway.
    Gateway,
    /// As an HTTP request.
    Http,
}

/// What happens to an interaction.
#[derive(Debug)]
pub(super) enum Accepted {
    /// It is being answered. The receiver resolves once that is done, or at once for a duplicate.
    Begun(oneshot::Receiver<()>),
    /// It is not answered: too many are in progress, so another process should answer it.
    Busy,
}

/// Answers interactions, each in a task of its own.
#[derive(Debug)]
pub struct Responder {
    pub(super) bot: Arc<Bot>,
    pub(super) rest: Arc<Rest>,
    outbox: Arc<Outbox>,
    tasks: TaskTracker,
    admission: Admission,
    pub(super) time: Arc<DiscordTime>,
}

impl Responder {
    /// Creates a responder. Its tasks are tracked by `tasks`, so that shutdown can wait for them.
    #[must_use]
    pub fn new(
        bot: Arc<Bot>,
        rest: Arc<Rest>,
        outbox: Arc<Outbox>,
        tasks: TaskTracker,
        time: Arc<DiscordTime>,
    ) -> Self {
        Self {
            bot,
            rest,
            outbox,
            tasks,
            admission: Admission::new(),
            time,
        }
    }

    /// Stores which servers the bot is in, for one shard out of `shards`.
    pub(super) async fn compare_servers(&self, servers: HashSet<i64>, (shard, shards): (u32, u32)) {
        let shard = (shard.into(), shards.into());
        let service = self.bot.service();
        let compared = service.compare_servers(servers, shard, self.time.now());
        if let Err(error) = compared.done().await {
            let error = chain(&error);
            tracing::error!(error, "the list of servers was not compared");
        }
    }

    /// Answers an interaction in the background. `text` is its JSON, as Discord sent it.
    pub(super) fn accept(self: &Arc<Self>, text: String, via: Via) -> Accepted {
        let responder = self.clone();
        let (in_progress, done) = oneshot::channel::<()>();
        // Parsed before spawning, to keep the task's future small.
        let interaction = match Interaction::read(&text) {
            Ok(interaction) => interaction,
            Err(error) => {
                self.tasks.spawn(async move {
                    responder.answer_unparsed(&text, &error).await;
                    drop(in_progress);
                });
                return Accepted::Begun(done);
            }
        };
        let id = interaction.id();
        // If this process has seen the interaction before, the first task answers it.
        if !self.bot.service().mark_seen(id) {
            return Accepted::Begun(done);
        }
        let span = span(id);
        match self.admission.admit(interaction.member_id(), id.at()) {
            Ok(slot) => {
                let under_way = self.outbox.begin();
                let answering = async move {
                    let late = responder.respond_to(interaction, in_progress).await;
                    // Frees the slot: slow work must not block other interactions.
                    drop(slot);
                    if let Some((reply_to, late)) = late {
                        responder.follow_up_late(reply_to, late).await;
                    }
                    drop(under_way);
                };
                self.tasks.spawn(answering.instrument(span));
            }
            Err(TurnedAway::Busy) if via == Via::Http => {
                self.bot.service().forget_seen(id);
                return Accepted::Busy;
            }
            Err(why) => {
                let reason = match why {
                    TurnedAway::Busy => "busy",
                    TurnedAway::TooQuick => "too_quick",
                };
                counter!("wythoff_turned_away_total", "why" => reason).increment(1);
                let answer = self.bot.turn_away(&interaction, why);
                let reply_to = ReplyTo::of(&interaction);
                let answering = async move {
                    responder.turn_away(&reply_to, &answer).await;
                    drop(in_progress);
                };
                self.tasks.spawn(answering.instrument(span));
            }
        }
        Accepted::Begun(done)
    }

    /// Answers an interaction, then drops `in_progress`. Returns the follow-ups that are not known yet,
    /// and the [`ReplyTo`] if the interaction's token can be used.
    async fn respond_to(
        &self,
        interaction: Interaction,
        in_progress: oneshot::Sender<()>,
    ) -> Option<(Option<ReplyTo>, Late)> {
        let reply_to = ReplyTo::of(&interaction);
        if interaction.lets_bot_write() {
            self.rest
                .note_permissions(reply_to.channel, interaction.lets_bot_attach());
        }
        let arrival = self.time.arrival_of(reply_to.interaction.at());
        histogram!("wythoff_arrival_delay_seconds").record(arrival.delay);
        if arrival.is_jump {
            // Nobody could move during the jump, so deadlines are extended before any is enforced.
            self.bot.service().enforce_deadlines(false);
        }
        let Some(time_left) = FIRST_RESPONSE.checked_sub(arrival.delay) else {
            let is_completion = interaction.is_completion();
            self.reject_late(&reply_to, is_completion).await;
            return None;
        };
        let now = Instant::now();
        let (deadline, answer_by) = (
            now + time_left,
            now + time_left.saturating_sub(DELIVERY).max(time_left / 2),
        );
        let answer = AssertUnwindSafe(handle(&self.bot, &interaction, answer_by)).catch_unwind();
        let answered = answer.await;
        histogram!("wythoff_handling_seconds").record(now.elapsed());
        let Ok(reply) = answered else {
            // The panic hook has logged what happened and where.
            let apology = self.apology(&reply_to, interaction.is_completion());
            self.apologise(&reply_to, &apology, deadline).await;
            return None;
        };
        let clicked = interaction.clicked();
        drop(interaction);
        let is_late = time_left <= DELIVERY;
        let started = Instant::now();
        let mut first = reply.first;
        let delivery = self.respond(&reply_to, clicked, &mut first, deadline).await;
        self.count(delivery, started, &reply_to);
        drop(in_progress);
        if is_late && matches!(delivery, Delivery::Delivered(_)) {
            // Discord accepted the response although little time seemed to be left, so the
            // interaction's estimated delay may have been too long.
            self.time.forget();
        }
        let reply_to = self
            .complete_reply(reply_to, clicked, (delivery, first), reply.follow_ups)
            .await;
        reply.late.map(|late| (reply_to, late))
    }

    /// Records which message shows a reply, and queues the reply's follow-ups. Returns `reply_to`
    /// if the interaction's token can be used.
    async fn complete_reply(
        &self,
        reply_to: ReplyTo,
        clicked: Option<MessageId>,
        (delivery, first): (Delivery, Response),
        mut follow_ups: Vec<FollowUp>,
    ) -> Option<ReplyTo> {
        let steps = after(reply_to.interaction, delivery, first, clicked);
        self.carry_out(&reply_to, steps).await;
        // An interaction that was never answered accepts no private follow-ups. Other
        // follow-ups are carried out.
        let reply_to = Some(reply_to).filter(|_| delivery != Delivery::Lost);
        if delivery == Delivery::AnsweredBefore {
            // The first answer has told the member already.
            follow_ups.retain(|follow_up| !matches!(follow_up, FollowUp::SendPrivate(_)));
        }
        self.follow_up(reply_to.as_ref(), follow_ups).await;
        reply_to
    }

    /// Counts a first response by its outcome, and records how long it took.
    pub(super) fn count(&self, delivery: Delivery, started: Instant, reply_to: &ReplyTo) {
        let outcome = match delivery {
            Delivery::Delivered(_) => "delivered",
            Delivery::AnsweredBefore => "answered_before",
            Delivery::Lost => "lost",
            Delivery::Unknown => "unknown",
        };
        counter!("wythoff_first_responses_total", "outcome" => outcome).increment(1);
        if let Delivery::Delivered(_) = delivery {
            histogram!("wythoff_delivery_seconds").record(started.elapsed());
            let since_made = self.time.now().since(reply_to.interaction.at());
            histogram!("wythoff_answer_seconds").record(since_made);
        }
    }

    /// Delivers the first response. If the message to edit is gone, the response is sent as a new
    /// message. If Discord refuses the response, an apology takes its place.
    async fn respond(
        &self,
        reply_to: &ReplyTo,
        clicked: Option<MessageId>,
        first: &mut Response,
        deadline: Instant,
    ) -> Delivery {
        let is_edit = matches!(first, Response::Board { .. } | Response::Update(_));
        let edited = clicked.filter(|_| is_edit);
        let edit = edited.map(|message| self.outbox.begin_edit(message));
        let mut delivered = deliver(&self.rest, reply_to, first, deadline).await;
        let may_be_outdated = edit.is_some_and(Edit::finish) || self.bot.store().is_shared();
        if let (true, &mut Response::Board { game, changed, .. }) = (may_be_outdated, &mut *first) {
            self.redraw_if_changed(reply_to, game, changed, edited)
                .await;
        }
        if let Err(failure) = &delivered
            && failure.code() == Some(UNKNOWN_MESSAGE)
            && is_edit
        {
            *first = std::mem::replace(first, Response::Acknowledge).without_edit();
            delivered = deliver(&self.rest, reply_to, first, deadline).await;
        }
        match delivered {
            Ok(delivery) => delivery,
            Err(failure) => {
                tracing::warn!(error = chain(&failure), "a first response was refused");
                if failure.code() != Some(UNKNOWN_INTERACTION) {
                    let is_completion = matches!(first, Response::Choices(_));
                    let apology = self.apology(reply_to, is_completion);
                    self.apologise(reply_to, &apology, deadline).await;
                    // The apology takes the place of a public message, which must not be posted as
                    // well.
                    if let Response::Public(_) = first {
                        *first = Response::Acknowledge;
                    }
                }
                Delivery::Lost
            }
        }
    }

    async fn carry_out(&self, reply_to: &ReplyTo, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::NoteBoard(board, message) => {
                    self.note_new_board(reply_to, board, message).await;
                }
                Step::NoteDrawn(game, changed) => self.outbox.note_drawn(game, changed),
                Step::Remember(message) => self.remember(reply_to, message).await,
                Step::RememberIfNone(message) => {
                    let can_edit = !reply_to.needs_token;
                    if !self.outbox.has_token(message, can_edit).await {
                        self.remember(reply_to, message).await;
                    }
                }
                Step::NotePost(post, message) => self.bot.note_message_of(post, message).await,
                Step::Search(first) => {
                    let found = search(&self.rest, reply_to).await;
                    let steps = after_search(reply_to.interaction, found, first);
                    Box::pin(self.carry_out(reply_to, steps)).await;
                }
                Step::Answer(follow_up) => self.outbox.send(Some(reply_to), follow_up).await,
                Step::Send(follow_up) => self.outbox.send(None, follow_up).await,
                Step::SendLater(follow_up) => {
                    self.outbox.send_after(MAX_LATENESS, follow_up).await;
                }
            }
        }
    }

    /// Notes that the token of an interaction can edit a message.
    async fn remember(&self, reply_to: &ReplyTo, message: MessageId) {
        let reply_to = reply_to.clone();
        self.outbox
            .remember(message, reply_to, TokenRoute::Original)
            .await;
    }

    /// Carries out what is not known yet: now, or at its time, for which a shutdown does not wait.
    async fn follow_up_late(self: Arc<Self>, reply_to: Option<ReplyTo>, late: Late) {
        let Late { at, follow_ups } = late;
        let Some(at) = at else {
            return self.follow_up(reply_to.as_ref(), follow_ups.await).await;
        };
        tokio::spawn(async move {
            self.time.wait_until(at).await;
            self.follow_up(reply_to.as_ref(), follow_ups.await).await;
        });
    }

    async fn follow_up(
        &self,
        reply_to: Option<&ReplyTo>,
        follow_ups: impl IntoIterator<Item = FollowUp>,
    ) {
        for follow_up in follow_ups {
            self.outbox.send(reply_to, follow_up).await;
        }
    }

    /// Draws a board again if the game has changed since `drawn`: a later edit, perhaps by
    /// another process, may have arrived before this one.
    async fn redraw_if_changed(
        &self,
        reply_to: &ReplyTo,
        game: GameId,
        drawn: Timestamp,
        edited: Option<MessageId>,
    ) {
        if let Ok(Some(current)) = self.bot.service().changed(game).await
            && current == drawn
        {
            return;
        }
        let mut redraw = vec![FollowUp::RedrawBoard(game)];
        if let Some(message) = edited {
            let forgotten = self.bot.forgotten_board(game, message).await;
            redraw.extend(forgotten.map(FollowUp::RedrawMessage));
        }
        self.follow_up(Some(reply_to), redraw).await;
    }

    async fn note_new_board(&self, reply_to: &ReplyTo, board: NewBoard, message: MessageId) {
        let game = board.game;
        self.note_board(reply_to, game, board.changed, message)
            .await;
        self.note_pings(reply_to, game, &board.pings).await;
        if let Some(pending_answer) = board.pending_answer {
            pending_answer.mark_delivered(game, message);
        }
    }

    /// Records that the board has pinged these members.
    async fn note_pings(&self, reply_to: &ReplyTo, game: GameId, pings: &[MemberId]) {
        let at = reply_to.interaction.at();
        for &member in pings {
            let obsolete = self.bot.replace_notification(game, member, at).await;
            let delete = obsolete.map(FollowUp::Delete);
            self.follow_up(Some(reply_to), delete).await;
        }
    }

    /// Records which message is the board. If the game has changed since the board was drawn, it is
    /// drawn again.
    async fn note_board(
        &self,
        reply_to: &ReplyTo,
        game: GameId,
        drawn: Timestamp,
        message: MessageId,
    ) {
        self.remember(reply_to, message).await;
        let noted = self.bot.note_board(game, message, reply_to.interaction);
        let Some(NotedBoard { obsolete, changed }) = noted.await else {
            return;
        };
        let redraw = (drawn != changed).then_some(FollowUp::RedrawBoard(game));
        self.outbox.note_drawn(game, drawn);
        let follow_ups = obsolete.map(FollowUp::Delete).into_iter().chain(redraw);
        self.follow_up(Some(reply_to), follow_ups).await;
    }
}

/// A span at error level, so that the id is on every log line, whatever the filter.
pub(super) fn span(InteractionId(interaction): InteractionId) -> Span {
    tracing::error_span!("respond", interaction)
}
