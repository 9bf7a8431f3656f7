//! From what a use case has made of an interaction to its reply: the board, a refusal, a fault, or an outcome that is still open.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout_at;

use super::answering::Answering;
use super::control::{Control, Verb};
use super::handler::board_at;
use super::reply::{FollowUp, Message, Reply, Response};
use super::text::{Key, key};
use super::view;
use crate::game::{Action, GameId};
use crate::service::{Acted, Error, NewGame, Refusal, Target};
use crate::store::{self, GameRecord, MessageId, Pending, Progress};

/// How long a board may take to be read for drawing it anew when the time for answering is almost up.
const REDRAWING: Duration = Duration::from_millis(500);

/// Where an action came from, which decides where its outcome is shown.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// A command, or a form that a command opened: a new message.
    Command,
    /// A control on that message: the message becomes the board.
    Control {
        /// The message.
        message: MessageId,
        /// The control, which says what the message shows.
        control: Control,
    },
}

impl Answering {
    pub(super) async fn act(self, target: Target, action: Action, origin: Origin) -> Reply {
        let pending = self.bot.service.act(self.caller.clone(), target, action);
        match pending.within(self.deadline).await {
            Progress::Done(Ok(acted)) => self.acted(&acted, origin),
            Progress::Done(Err(error)) => self.failed(error, origin).await,
            Progress::Withdrawn => self.undone(key!("refused-busy"), origin).await,
            Progress::Running(rest) => self.later(rest, origin, None),
        }
    }

    /// A game begins: its first board is posted. `replaced` is the game that was given up for it.
    pub(super) async fn begun(
        self,
        pending: Pending<Acted, Error>,
        wanted: Option<NewGame>,
        replaced: Option<GameId>,
    ) -> Reply {
        match pending.within(self.deadline).await {
            Progress::Done(Ok(acted)) => self
                .acted(&acted, Origin::Command)
                .then(replaced.map(FollowUp::Refresh)),
            Progress::Done(Err(Error::Refused {
                why: Refusal::AlreadyRunning,
                game: Some(running),
            })) => Reply::private(view::running_here(self.language(), &running, wanted)),
            Progress::Done(Err(error)) => self.failed(error, Origin::Command).await,
            Progress::Withdrawn => self.undone(key!("refused-busy"), Origin::Command).await,
            Progress::Running(rest) => self.later(rest, Origin::Command, replaced),
        }
    }

    /// The board as it is after an action: in place of the message that was used, or as a new message.
    pub(super) fn acted(&self, Acted { record, retired }: &Acted, origin: Origin) -> Reply {
        let message = self.bot.board(record, self.rendering());
        let first = match origin {
            Origin::Command => Response::Message(message),
            Origin::Control { .. } => Response::Update(message),
        };
        Reply {
            board: Some(record.game.id()),
            ..Reply::only(first)
        }
        .then(retired.map(|retired| FollowUp::Retire(board_at(record, retired))))
    }

    /// Says why nothing was done. A message that is behind the game is brought up to date first.
    pub(super) async fn failed(&self, error: Error, origin: Origin) -> Reply {
        let (why, game) = match error {
            Error::Refused {
                why: Refusal::Repeated,
                ..
            } => return Reply::only(Response::Nothing),
            Error::Refused { why, game } => (why, game),
            Error::Fault(store::Error::RolledBack) => {
                return self.undone(key!("not-saved"), origin).await;
            }
            Error::Fault(fault) => return self.choosable_again(self.fault(&fault), origin).await,
        };
        let message = view::refusal(self.language(), &why, game.as_deref(), self.caller.member);
        match (origin, game) {
            (
                Origin::Control {
                    message: here,
                    control,
                },
                Some(record),
            ) if is_behind(control, &record) => self
                .repaired(&record, here)
                .then([FollowUp::Private(message)]),
            (Origin::Control { .. } | Origin::Command, _) => Reply::private(message),
        }
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
        match timeout_at(self.deadline + REDRAWING, self.bot.service.game(game)).await {
            Ok(Ok(Some(record))) => self
                .repaired(&record, here)
                .then([FollowUp::Private(message)]),
            Ok(Ok(None) | Err(_)) | Err(_) => Reply::private(message),
        }
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

    /// The change is being carried out and its outcome is still open: answers now, and shows what holds once that is known.
    fn later(self, rest: Pending<Acted, Error>, origin: Origin, replaced: Option<GameId>) -> Reply {
        let first = match origin {
            Origin::Command => {
                Response::Message(view::plain(self.language().say(key!("still-saving"))))
            }
            Origin::Control { .. } => Response::Acknowledge,
        };
        let late = async move {
            let reply = match rest.done().await {
                Ok(acted) => self
                    .acted(&acted, origin)
                    .then(replaced.map(FollowUp::Refresh)),
                Err(error) => self.failed(error, origin).await,
            };
            reply.into_follow_ups()
        };
        Reply {
            late: Some(late.boxed()),
            ..Reply::only(first)
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

    const fn rendering(&self) -> u64 {
        self.caller.interaction.0.cast_unsigned()
    }
}

/// Whether the message that carries this control shows an earlier state of the game.
fn is_behind(control: Control, record: &GameRecord) -> bool {
    let is_running = record.game.outcome().is_none();
    match control.verb.is_for_running() {
        Some(for_running) => control.ply != record.game.ply() || for_running != is_running,
        None => false,
    }
}
