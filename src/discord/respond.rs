//! From the outcome of a change to the reply: the board, a refusal, a fault, or nothing yet.

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::time::timeout;

use crate::discord::commands;
use crate::discord::context::{InteractionContext, Origin, Purpose};
use crate::discord::follow_ups::follow_ups_of;
use crate::discord::input::control::{BoardAction, Control};
use crate::discord::message::Message;
use crate::discord::reply::{FollowUp, Late, Reply, Response};
use crate::discord::text::{Key, key};
use crate::discord::view;
use crate::game::{GameId, PlayerId, Refusal as GameRefusal};
use crate::records::{GameRecord, MessageId, Notification};
use crate::service::{Error, GameOrChallenge, GameUpdate, Refusal, Target};
use crate::store::{self, Pending, Status};

/// How long reading a board to draw it again may take: the time for answering may be almost up.
const REDRAW_TIMEOUT: Duration = Duration::from_millis(500);

impl InteractionContext {
    /// Waits for the outcome of a change, and shows it. If it is still open at the deadline, answers without it, and shows it later.
    pub(super) async fn change<T, S>(
        mut self: Box<Self>,
        pending: Pending<T, Error>,
        show: S,
    ) -> Reply
    where
        T: Send + 'static,
        S: for<'c> FnOnce(&'c Self, T) -> BoxFuture<'c, Reply> + Send + 'static,
    {
        let reply = match pending.within(self.deadline).await {
            Status::Done(Ok(done)) => show(&self, done).await,
            Status::Done(Err(error)) => self.failed(error).await,
            Status::Withdrawn => self.not_done(key!("refused-busy")).await,
            Status::Running(pending) => return self.later(pending, show).await,
        };
        Reply {
            pending_answer: self.pending_answer.take(),
            ..reply
        }
    }

    /// Answers now, and shows the outcome of the change once it is known.
    async fn later<T, S>(self: Box<Self>, pending: Pending<T, Error>, show: S) -> Reply
    where
        T: Send + 'static,
        S: for<'c> FnOnce(&'c Self, T) -> BoxFuture<'c, Reply> + Send + 'static,
    {
        let first = match self.origin {
            Origin::Command => {
                let text = self.language().await.say(key!("still-saving"));
                Response::Message(view::plain(text))
            }
            Origin::Private | Origin::Message { .. } => Response::Acknowledge,
        };
        let late = async move {
            let reply = match pending.done().await {
                Ok(done) => show(&self, done).await,
                Err(error) => self.failed(error).await,
            };
            reply.into_follow_ups()
        };
        Reply {
            late: Some(Late(late.boxed())),
            ..Reply::only(first)
        }
    }

    /// The board after a change: on the message with the control, or as a new message.
    pub(super) async fn show_update(&self, update: GameUpdate) -> Reply {
        self.board_reply(update, self.origin).await
    }

    /// The board after a change, as a new message.
    pub(super) async fn show_new_board(&self, update: GameUpdate) -> Reply {
        self.board_reply(update, Origin::Command).await
    }

    async fn board_reply(&self, mut update: GameUpdate, origin: Origin) -> Reply {
        let game = update.record.game.id();
        let message = self.bot.board_after(&update, self.rendering()).await;
        // A new message can ping by itself.
        let mut pinged = Vec::new();
        if let Origin::Command | Origin::Private = origin {
            let (by_board, others): (Vec<_>, Vec<_>) = update
                .notifications
                .into_iter()
                .partition(Notification::is_ping);
            update.notifications = others;
            pinged.extend(by_board.iter().map(|notification| notification.member));
        }
        let reply = match origin {
            Origin::Command => Reply {
                board: Some(game),
                since: Some(update.record.game.phase().since()),
                pings: pinged.clone(),
                ..Reply::only(Response::Message(message.pinging(&pinged)))
            },
            Origin::Private => {
                let done = view::plain(self.language().await.say(key!("done-below")));
                let post = FollowUp::PostBoard {
                    game,
                    pings: pinged,
                    instead: None,
                };
                Reply::only(Response::Update(done)).then([post, FollowUp::DeletePrivate])
            }
            Origin::Message { .. } => Reply {
                board: Some(game),
                ..Reply::only(Response::Update(message))
            },
        };
        let refused = match update.refused {
            Some(why) => Some(view::game_refusal(self.language().await, why)),
            None => None,
        };
        reply
            .then(refused.map(|why| FollowUp::SendPrivate(view::plain(why))))
            .then(follow_ups_of(&update))
    }

    /// Says why nothing was done.
    pub(super) async fn failed(&self, error: Error) -> Reply {
        self.failed_at(error, self.origin).await
    }

    /// The same. A message that is behind the game is brought up to date first.
    pub(super) async fn failed_at(&self, error: Error, origin: Origin) -> Reply {
        let (why, game) = match error {
            Error::Refused { why, game } => (why, game),
            Error::Fault(store::Error::RolledBack) => {
                return self.not_done(key!("not-saved")).await;
            }
            Error::Fault(fault) => return self.say_and_redraw(self.fault(&fault).await).await,
        };
        let language = self.language().await;
        match (&why, &game) {
            (Refusal::AlreadyHandled, _) => return Reply::only(Response::Nothing),
            // Its first board is lost, or still on its way.
            (Refusal::AlreadyRunning, Some(running)) if running.board.is_none() => {
                let origin = match origin {
                    Origin::Message { .. } => Origin::Command,
                    Origin::Command | Origin::Private => origin,
                };
                let shown = GameUpdate::of(running.as_ref().clone());
                return self.board_reply(shown, origin).await;
            }
            (Refusal::AlreadyRunning, Some(running)) => {
                let wanted = match self.purpose {
                    Purpose::Start(new) => Some(new),
                    Purpose::InGame(_) | Purpose::Other => None,
                };
                let message = view::running_here(language, running, wanted);
                // A menu that is refused goes: the same game could not be chosen there again.
                return match origin {
                    Origin::Private => Reply::only(Response::Update(message)),
                    Origin::Command | Origin::Message { .. } => Reply::private(message),
                };
            }
            (Refusal::Ambiguous(candidates), _) => {
                return Reply::private(self.which_game(candidates).await);
            }
            (_, _) => {}
        }
        let message = view::refusal(language, &why, game.as_deref(), self.caller.member);
        if why == Refusal::Game(GameRefusal::ChallengeClosed) {
            return self.say_and_show(message).await;
        }
        match (origin, game) {
            (Origin::Private, _) => Reply::only(Response::Update(message)),
            (Origin::Command, Some(record)) if matches!(why, Refusal::Game(_)) => Reply::private(
                commands::games::view::named(language, &record, self.caller.member, &message),
            ),
            (Origin::Message { message: here, .. }, Some(record))
                if origin.is_outdated(&record) =>
            {
                self.repaired(&record, here)
                    .await
                    .then([FollowUp::SendPrivate(message)])
            }
            (Origin::Message { control, .. }, Some(record))
                if self.has_refused_choice(origin, &record) =>
            {
                // What somebody has chosen of a move stays.
                self.redrawn(&record, control.draft())
                    .then([FollowUp::SendPrivate(message)])
            }
            (Origin::Message { .. } | Origin::Command, _) => Reply::private(message),
        }
    }

    /// Whether a player has chosen something in a select that stays chosen there unless the board is drawn again.
    fn has_refused_choice(&self, origin: Origin, record: &GameRecord) -> bool {
        let player = PlayerId::Member(self.caller.member);
        origin.is_select() && record.game.players().seat_of(player).is_some()
    }

    /// Asks which of several games is meant. The answer does what the member wanted.
    async fn which_game(&self, candidates: &[GameRecord]) -> Message {
        let to_do = match self.purpose {
            Purpose::InGame(action) => action,
            Purpose::Start(_) | Purpose::Other => BoardAction::Show,
        };
        self.which_of(candidates.iter().map(|record| (record, to_do)))
            .await
    }

    /// The same with what to do in each of them.
    pub(super) async fn which_of(
        &self,
        candidates: impl Iterator<Item = (&GameRecord, BoardAction)>,
    ) -> Message {
        let mut choices = Vec::new();
        for (record, to_do) in candidates {
            choices.push((record, self.opponent(record).await, to_do));
        }
        commands::games::view::which_game(self.language().await, &choices)
    }

    /// A control of a board that another version of the program has drawn: the board is drawn anew.
    pub(super) async fn other_version(&self, game: GameId, here: MessageId) -> Reply {
        let said = view::plain(self.language().await.say(key!("refused-old-control")));
        let target = Target::Control {
            game,
            message: None,
        };
        match self.bot.service.find(&self.caller, target).await {
            Ok(record) => self
                .repaired(&record, here)
                .await
                .then([FollowUp::SendPrivate(said)]),
            Err(_) => Reply::private(said),
        }
    }

    /// Nothing was done, and the member may try again.
    async fn not_done(&self, why: Key) -> Reply {
        let message = view::plain(self.language().await.say(why));
        self.say_and_redraw(message).await
    }

    /// Says something in private. If a move was chosen, the board is drawn again: the same option of a select cannot be chosen twice.
    async fn say_and_redraw(&self, message: Message) -> Reply {
        let Origin::Message {
            message: here,
            control: Control::Board { game, .. },
        } = self.origin
        else {
            return Reply::private(message);
        };
        if !self.origin.is_select() {
            return Reply::private(message);
        }
        match timeout(REDRAW_TIMEOUT, self.bot.service.game(game)).await {
            Ok(Ok(Some(record))) => self
                .repaired(&record, here)
                .await
                .then([FollowUp::SendPrivate(message)]),
            Ok(Ok(None) | Err(_)) | Err(_) => Reply::private(message),
        }
    }

    /// Says something in private about a challenge that is over, after its message has been brought up to date. It may be a game by now.
    async fn say_and_show(&self, message: Message) -> Reply {
        let Origin::Message {
            message: here,
            control: Control::Challenge { id, .. },
        } = self.origin
        else {
            return Reply::private(message);
        };
        let reading = self.bot.service.game_or_challenge(id);
        let repaired = match timeout(REDRAW_TIMEOUT, reading).await {
            Ok(Ok(Some(GameOrChallenge::Game(record)))) => self.repaired(&record, here).await,
            Ok(Ok(Some(GameOrChallenge::Challenge(record)))) => {
                Reply::only(Response::Update(self.bot.challenge(&record)))
            }
            Ok(Ok(None) | Err(_)) | Err(_) => return Reply::private(message),
        };
        repaired.then([FollowUp::SendPrivate(message)])
    }

    /// The message as it should be: the board of the game, or a link to the board.
    async fn repaired(&self, record: &GameRecord, message: MessageId) -> Reply {
        match record.board {
            Some(board) if board != message => {
                let language = self.bot.texts.language(&record.place.language);
                let link = view::link(&record.place, board);
                Reply::only(Response::Update(view::link_to_board_message(
                    language, &link,
                )))
            }
            Some(_) | None => {
                let update = Response::Update(self.bot.board(record, self.rendering()).await);
                Reply {
                    board: Some(record.game.id()),
                    ..Reply::only(update)
                }
            }
        }
    }
}
