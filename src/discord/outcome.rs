//! From what a use case has made of an interaction to its reply: the board, a refusal, a fault, or an outcome that is still open.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout;

use super::answering::InteractionContext;
use super::control::{Control, Verb};
use super::handler::board_at;
use super::reply::{FollowUp, Message, Reply, Response};
use super::text::{Key, key};
use super::view;
use super::view::Saved;
use crate::game::{Action, GameId, Refusal as GameRefusal};
use crate::records::{
    GameRecord, MemberSettings, MessageId, Notification, NotificationKind, NotifyVia,
    ServerSettings,
};
use crate::service::{
    ChallengeResult, Challenged, Erased, Error, GameOrChallenge, GameUpdate, Refusal,
    RematchResult, Target,
};
use crate::store::{self, JobStatus, Pending};

/// How long a board may take to be read for drawing it anew: the time for answering may be almost up.
const REDRAWING: Duration = Duration::from_millis(500);

/// Where an action came from, which decides where its outcome is shown.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// A command, or a form that a command opened: a new message.
    Command,
    /// A control on a message that only the person sees: a new message, which that one makes way for.
    Private,
    /// A control on that message: the message becomes the board.
    Control {
        /// The message.
        message: MessageId,
        /// The control, which says what the message shows.
        control: Control,
    },
}

/// A board older than this is posted anew where somebody is told about the game: nobody would find it.
const OLD: Duration = Duration::from_hours(1);

/// What follows from an action for those who are away: whoever has acted needs no notice any more, others get one. The end of a game is
/// told by its board, posted anew.
pub(super) fn follow_ups_of(update: &GameUpdate) -> impl Iterator<Item = FollowUp> + use<> {
    let is_told_by_the_board = |notification: &Notification| {
        let board = update.record.board;
        let is_old = board.is_some_and(|board| notification.at.since(board.at()) > OLD);
        notification.via == NotifyVia::Ping
            && (is_old || notification.kind == NotificationKind::Ended)
    };
    let (anew, told): (Vec<Notification>, Vec<Notification>) = update
        .notifications
        .iter()
        .copied()
        .partition(is_told_by_the_board);
    let board = (!anew.is_empty()).then(|| FollowUp::PostBoard {
        game: update.record.game.id(),
        pings: anew
            .iter()
            .map(|notification| notification.member)
            .collect(),
        instead: None,
    });
    let obsolete = update.obsolete.clone().into_iter().map(FollowUp::Remove);
    obsolete
        .chain(board)
        .chain(told.into_iter().map(FollowUp::Notify))
}

/// The same, with what brings the board up to date where it is not posted anew anyway.
pub(super) fn follow_ups_or(update: &GameUpdate, otherwise: FollowUp) -> Vec<FollowUp> {
    let mut after: Vec<FollowUp> = follow_ups_of(update).collect();
    let is_posted = after
        .iter()
        .any(|follow_up| matches!(follow_up, FollowUp::PostBoard { .. }));
    if !is_posted {
        after.push(otherwise);
    }
    after
}

/// What has come of what somebody asked for, as far as anybody is shown anything of it.
pub(super) enum Outcome {
    /// A game has begun, or something has happened in it.
    Updated(Box<GameUpdate>),
    /// A game has begun in place of that one.
    Replaced(GameId, Box<GameUpdate>),
    /// A challenge has been made.
    Challenged(Challenged),
    /// A challenge has been answered.
    Answered(GameId, ChallengeResult),
    /// Somebody has resigned.
    Resigned(Box<GameUpdate>),
    /// Somebody wants to go on from that game.
    Rematch(GameId, RematchResult),
    /// A game has begun that goes on from one against the bot.
    RematchBegan(Box<GameUpdate>),
    /// A member has set something.
    OwnSettings(MemberSettings),
    /// Something has been set for a server.
    ServerSettings(ServerSettings),
    /// A member has been erased.
    Erased(Erased),
    /// Nothing has been done: there was no time for it.
    Withdrawn,
    /// Nothing has been done, for that reason.
    Failed(Error),
}

impl InteractionContext {
    pub(super) async fn act(self, target: Target, action: Action, origin: Origin) -> Reply {
        let pending = self.bot.service.act(self.caller.clone(), target, action);
        self.outcome(pending, origin, |update| Outcome::Updated(Box::new(update)))
            .await
    }

    /// Waits for the outcome of a change, and shows it; where it is still open when there is no time left, answers without it, and
    /// shows it once it is known.
    pub(super) async fn outcome<T: Send + 'static>(
        mut self,
        pending: Pending<T, Error>,
        origin: Origin,
        of: impl FnOnce(T) -> Outcome + Send + 'static,
    ) -> Reply {
        let outcome = match pending.within(self.deadline).await {
            JobStatus::Done(done) => done.map_or_else(Outcome::Failed, of),
            JobStatus::Withdrawn => Outcome::Withdrawn,
            JobStatus::Running(rest) => {
                let outcome = async move { rest.done().await.map_or_else(Outcome::Failed, of) };
                return self.later(outcome, origin);
            }
        };
        let reply = self.reply(outcome, origin).await;
        Reply {
            pending_answer: self.pending_answer.take(),
            ..reply
        }
    }

    /// The change is being carried out and its outcome is still open: answers now, and shows what holds once that is known.
    fn later(
        self,
        outcome: impl Future<Output = Outcome> + Send + 'static,
        origin: Origin,
    ) -> Reply {
        let first = match origin {
            Origin::Command => {
                Response::Message(view::plain(self.language().say(key!("still-saving"))))
            }
            Origin::Private | Origin::Control { .. } => Response::Acknowledge,
        };
        let mut answering = self;
        let late = async move {
            let reply = answering.reply(outcome.await, origin).await;
            reply.into_follow_ups()
        };
        Reply {
            late: Some(late.boxed()),
            ..Reply::only(first)
        }
    }

    /// What is to be said about an outcome, whether in time or late.
    async fn reply(&mut self, outcome: Outcome, origin: Origin) -> Reply {
        // By now it is known, mostly.
        let known = self.bot.service.known_member(self.caller.member);
        if let Some(chosen) = known.and_then(|member| member.settings.language.clone()) {
            self.locale = chosen;
        }
        match outcome {
            Outcome::Updated(update) => self.show_update(&update, origin),
            Outcome::Replaced(replaced, update) => self
                .show_update(&update, origin)
                .then([FollowUp::Refresh(replaced)]),
            Outcome::Resigned(update) => self.resigned(&update),
            Outcome::RematchBegan(update) => self.show_update(&update, Origin::Command),
            Outcome::Challenged(challenged) => self.challenged(&challenged),
            Outcome::Answered(id, answered) => self.answered(id, answered, origin),
            Outcome::Rematch(from, rematch_result) => {
                self.rematch_result(from, rematch_result, origin)
            }
            Outcome::OwnSettings(settings) => {
                let message = self.own_page(&settings, Saved::JustNow);
                Reply::only(Response::Update(message))
            }
            Outcome::ServerSettings(settings) => {
                let message = self.server_page(&settings, Saved::JustNow);
                Reply::only(Response::Update(message))
            }
            Outcome::Erased(erased) => self.erased(&erased),
            Outcome::Withdrawn => self.undone(key!("refused-busy"), origin).await,
            Outcome::Failed(error) => self.failed(error, origin).await,
        }
    }

    /// The board as it is after an action: in place of the message that was used, or as a new message.
    pub(super) fn show_update(&self, update: &GameUpdate, origin: Origin) -> Reply {
        let record = &update.record;
        let game = record.game.id();
        let message = self.bot.board(record, self.rendering());
        let mut update = update.clone();
        // A new message can ping by itself.
        let mut pinged = Vec::new();
        if let Origin::Command | Origin::Private = origin {
            let is_ping = |notification: &Notification| notification.via == NotifyVia::Ping;
            let (by_board, told): (Vec<Notification>, Vec<Notification>) =
                update.notifications.iter().copied().partition(is_ping);
            update.notifications = told;
            pinged.extend(by_board.iter().map(|notification| notification.member));
        }
        let refused = update
            .refused
            .map(|why| FollowUp::Say(view::plain(view::game_refusal(self.language(), why))));
        let reply = match origin {
            Origin::Command => Reply {
                board: Some(game),
                since: Some(record.game.phase().since()),
                pings: pinged.clone(),
                ..Reply::only(Response::Message(message.pinging(&pinged)))
            },
            Origin::Private => {
                let done = view::plain(self.language().say(key!("done-below")));
                let post = FollowUp::PostBoard {
                    game,
                    pings: pinged,
                    instead: None,
                };
                Reply::only(Response::Update(done)).then([post, FollowUp::Dismiss])
            }
            Origin::Control { .. } => Reply {
                board: Some(game),
                ..Reply::only(Response::Update(message))
            },
        };
        reply
            .then(
                update
                    .retired
                    .map(|retired| FollowUp::Retire(board_at(record, retired))),
            )
            .then(refused)
            .then(follow_ups_of(&update))
    }

    /// The game that somebody has resigned in a private message shows its end.
    fn resigned(&self, update: &GameUpdate) -> Reply {
        // Where the time was over already, that ended the game.
        let text = update.refused.map_or_else(
            || self.language().say(key!("resigned")),
            |why| view::game_refusal(self.language(), why),
        );
        let end = FollowUp::Conclude(update.record.game.id());
        Reply::only(Response::Update(view::plain(text))).then(follow_ups_or(update, end))
    }

    /// Says why nothing was done. A message that is behind the game is brought up to date first.
    pub(super) async fn failed(&self, error: Error, origin: Origin) -> Reply {
        let (why, game) = match error {
            Error::Refused {
                why: Refusal::Repeated,
                ..
            } => return Reply::only(Response::Nothing),
            Error::Refused {
                why: Refusal::AlreadyRunning,
                game: Some(running),
            } => {
                return Reply::private(view::running_here(self.language(), &running, self.wanted));
            }
            Error::Refused {
                why: Refusal::Ambiguous(candidates),
                ..
            } => return Reply::private(self.which_game(&candidates).await),
            Error::Refused { why, game } => (why, game),
            Error::Fault(store::Error::RolledBack) => {
                return self.undone(key!("not-saved"), origin).await;
            }
            Error::Fault(fault) => return self.choosable_again(self.fault(&fault), origin).await,
        };
        let message = view::refusal(self.language(), &why, game.as_deref(), self.caller.member);
        if why == Refusal::Game(GameRefusal::ChallengeClosed) {
            return self.shown_again(message, origin).await;
        }
        match (origin, game) {
            (Origin::Private, _) => Reply::only(Response::Update(message)),
            (Origin::Command, Some(record)) if matches!(why, Refusal::Game(_)) => {
                let language = self.language();
                Reply::private(view::named(language, &record, self.caller.member, &message))
            }
            (
                Origin::Control {
                    message: here,
                    control,
                },
                Some(record),
            ) if is_behind(control, &record) => {
                self.repaired(&record, here).then([FollowUp::Say(message)])
            }
            (Origin::Control { .. } | Origin::Command, _) => Reply::private(message),
        }
    }

    /// Asks which of several games is meant; the answer carries out what was asked for.
    async fn which_game(&self, candidates: &[GameRecord]) -> Message {
        let mut choices = Vec::with_capacity(candidates.len());
        for record in candidates {
            let opponent = self.opponent(record).await;
            choices.push((record, opponent));
        }
        view::which_game(self.language(), &choices, self.asks.unwrap_or(Verb::Show))
    }

    /// Nothing was done for want of time or room, and the person may try again.
    async fn undone(&self, why: Key, origin: Origin) -> Reply {
        self.choosable_again(view::plain(self.language().say(why)), origin)
            .await
    }

    /// Says something in private, after the board has been drawn anew: what was chosen cannot be chosen again on the same
    /// select. Where the board cannot be read, saying it has to do.
    async fn choosable_again(&self, message: Message, origin: Origin) -> Reply {
        let Origin::Control {
            message: here,
            control:
                Control {
                    game,
                    verb: Verb::Take { .. },
                    ..
                },
        } = origin
        else {
            return Reply::private(message);
        };
        match timeout(REDRAWING, self.bot.service.game(game)).await {
            Ok(Ok(Some(record))) => self.repaired(&record, here).then([FollowUp::Say(message)]),
            Ok(Ok(None) | Err(_)) | Err(_) => Reply::private(message),
        }
    }

    /// Says something in private, after a challenge that is over has been brought up to date: it may be a game by now.
    async fn shown_again(&self, message: Message, origin: Origin) -> Reply {
        let Origin::Control {
            message: here,
            control,
        } = origin
        else {
            return Reply::private(message);
        };
        let reading = self.bot.service.shown(control.game);
        let repaired = match timeout(REDRAWING, reading).await {
            Ok(Ok(Some(GameOrChallenge::Game(record)))) => self.repaired(&record, here),
            Ok(Ok(Some(GameOrChallenge::Challenge(record)))) => {
                Reply::only(Response::Update(self.bot.challenge(&record)))
            }
            Ok(Ok(None) | Err(_)) | Err(_) => return Reply::private(message),
        };
        repaired.then([FollowUp::Say(message)])
    }

    /// The message as it should be: the board of the game, or where the board is.
    fn repaired(&self, record: &GameRecord, message: MessageId) -> Reply {
        match record.board {
            Some(board) if board != message => {
                let language = self.bot.texts.language(&record.place.language);
                let link = view::link(&record.place, board);
                Reply::only(Response::Update(view::moved_away(language, &link)))
            }
            Some(_) | None => {
                let update = Response::Update(self.bot.board(record, self.rendering()));
                Reply {
                    board: Some(record.game.id()),
                    ..Reply::only(update)
                }
            }
        }
    }

    /// Logs what is broken, once, and tells the person under which number.
    pub(super) fn fault(&self, fault: &store::Error) -> Message {
        let incident = self.caller.interaction;
        tracing::error!(
            incident = incident.0,
            error = fault as &dyn std::error::Error,
            "an interaction failed"
        );
        view::fault(self.language(), incident)
    }

    pub(super) const fn rendering(&self) -> u64 {
        self.caller.interaction.0.cast_unsigned()
    }
}

/// Whether the message that carries this control shows an earlier state of that game.
fn is_behind(control: Control, record: &GameRecord) -> bool {
    if control.game != record.game.id() {
        return false;
    }
    let is_running = record.game.outcome().is_none();
    match control.verb.is_for_running() {
        Some(for_running) => control.point != record.game.point() || for_running != is_running,
        None => false,
    }
}
