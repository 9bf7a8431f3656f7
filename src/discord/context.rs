//! The interaction that is being answered: who, where, in which language, until when.

use std::sync::Arc;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::input::control::{BoardAction, Control, MoveControl};
use crate::discord::input::intent::Permissions;
use crate::discord::message::Message;
use crate::discord::pending_moves::PendingAnswer;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::{Key, Language};
use crate::discord::view;
use crate::game::Point;
use crate::records::{GameRecord, MessageId};
use crate::service::{Caller, NewGame};
use crate::store;

/// What answering an interaction needs.
pub(super) struct InteractionContext {
    pub(super) bot: Arc<Bot>,
    /// The language of private messages, once it was needed.
    pub(super) locale: OnceCell<String>,
    /// The language that the member's client is set to.
    pub(super) client_locale: String,
    pub(super) caller: Caller,
    pub(super) permissions: Permissions,
    pub(super) origin: Origin,
    pub(super) purpose: Purpose,
    /// The answer to a typed move, once it is known which move that is.
    pub(super) pending_answer: Option<PendingAnswer>,
    /// When to answer without the outcome of a change.
    pub(super) deadline: Instant,
}

/// What a member wants, for the question that is asked if it is not done at once.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// To start that game against the bot, perhaps in place of one that runs.
    Start(NewGame),
    /// To do that in a game, perhaps in one of several.
    InGame(BoardAction),
    /// Anything else.
    Other,
}

/// Where an interaction came from, which decides where its outcome is shown.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// A command, or a form that a command opened: the outcome is a new message.
    Command,
    /// A control on a private message: the outcome is a new message, and the private one is deleted.
    Private,
    /// A control on that message, which shows the outcome.
    Message {
        /// The message.
        message: MessageId,
        /// The control.
        control: Control,
    },
}

impl Origin {
    /// The message that becomes the board.
    pub(super) const fn message(self) -> Option<MessageId> {
        match self {
            Self::Message { message, .. } => Some(message),
            Self::Command | Self::Private => None,
        }
    }

    /// The point that the member saw on a board.
    pub(super) fn seen(self) -> Option<Point> {
        match self {
            Self::Message { control, .. } => control.shows().map(|(_, point)| point),
            Self::Command | Self::Private => None,
        }
    }

    /// Whether the control is a select on a board.
    pub(super) const fn is_select(self) -> bool {
        matches!(
            self,
            Self::Message {
                control: Control::Board {
                    action: BoardAction::Choose(
                        MoveControl::Pick { .. }
                            | MoveControl::Open { .. }
                            | MoveControl::Sheet { .. }
                    ),
                    ..
                },
                ..
            }
        )
    }

    /// Whether the message with the control shows an earlier state of that game.
    pub(super) fn is_outdated(self, record: &GameRecord) -> bool {
        let Self::Message {
            control:
                Control::Board {
                    game,
                    point,
                    action,
                },
            ..
        } = self
        else {
            return false;
        };
        let is_running = record.game.outcome().is_none();
        game == record.game.id()
            && action.is_for_running().is_some_and(|for_running| {
                point != record.game.point() || for_running != is_running
            })
    }
}

impl InteractionContext {
    /// The language of private messages. It is looked up when something is said, so not before a change.
    pub(super) async fn language(&self) -> Language<'_> {
        let find = || self.bot.locale(self.caller.member, &self.client_locale);
        let locale = self.locale.get_or_init(find).await;
        self.bot.texts.language(locale)
    }

    /// The language of public messages here.
    pub(super) fn public_language(&self) -> Language<'_> {
        self.bot.texts.language(&self.caller.place.language)
    }

    /// A private reply.
    pub(super) async fn private(&self, text: Key) -> Reply {
        Reply::private(view::plain(self.language().await.say(text)))
    }

    /// A public reply that shows no game. It is shown however late it is, or private if there is nothing in it for others.
    pub(super) fn public(&self, message: Message) -> Reply {
        let place = (!message.is_private()).then(|| self.caller.place.clone());
        Reply {
            public_in: place,
            ..Reply::only(Response::Message(message))
        }
    }

    /// Logs a fault, and returns the message about it.
    pub(super) async fn fault(&self, fault: &store::Error) -> Message {
        let incident = self.caller.interaction;
        tracing::error!(
            incident = incident.0,
            error = fault as &dyn std::error::Error,
            "an interaction failed"
        );
        view::fault(self.language().await, incident)
    }

    /// What sets the controls of this drawing apart from those of others.
    pub(super) const fn rendering(&self) -> u64 {
        self.caller.interaction.0.cast_unsigned()
    }
}
