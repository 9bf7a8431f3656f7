//! The interaction that is being answered: who, where, in which language, by when.

use std::sync::{Arc, OnceLock};

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::bot::Bot;
use crate::controls::start::Wish;
use crate::controls::{BelongsTo, Seen, UsedControl};
use crate::message::Message;
use crate::reply::{PublicMessage, Reply, Response};
use crate::text::{Key, Language, key};
use crate::view;
use nim_games::{Move, Told};
use wythoff_game::Point;
use wythoff_game::chain::chain;
use wythoff_game::records::{GameRecord, MessageId, Post};
use wythoff_service::{Caller, Error, Target};

/// The context of an interaction. Shared, because answering may continue after the first response.
pub(super) type Context = Arc<InteractionContext>;

/// The reply of a command or a control, or why there is none.
pub(super) type Answer = Result<Reply, Failure>;

/// Why a command or a control has no reply of its own.
#[derive(Debug)]
pub(super) enum Failure {
    /// A use case was refused, or the store failed.
    Service(Error),
    /// This text is to be sent in private.
    Say(Key),
    /// This reply is to be shown instead.
    Show(Box<Reply>),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Service(error)
    }
}

impl From<wythoff_store::Error> for Failure {
    fn from(error: wythoff_store::Error) -> Self {
        Self::Service(error.into())
    }
}

impl From<Key> for Failure {
    fn from(text: Key) -> Self {
        Self::Say(text)
    }
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Self::Show(Box::new(Reply::private(message)))
    }
}

/// Everything that is needed to answer an interaction.
#[derive(Clone)]
pub(super) struct InteractionContext {
    pub(super) bot: Arc<Bot>,
    /// The language of private messages, looked up when first needed.
    pub(super) locale: OnceCell<String>,
    /// The language of public messages, looked up when first needed.
    pub(super) public_locale: OnceCell<String>,
    /// The language that the member's client is set to.
    pub(super) client_locale: String,
    pub(super) caller: Caller,
    pub(super) permissions: Permissions,
    pub(super) origin: Origin,
    /// What the member wants, once it is known.
    pub(super) purpose: OnceLock<Purpose>,
    /// Set if the reply asks first, since the answer helps with the puzzle of the day.
    pub(super) asks_first: OnceLock<()>,
    /// When an answer must be sent, even if the outcome of a change is not known yet.
    pub(super) deadline: Instant,
}

/// A member's permissions in a place, and whether answers are public there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Permissions {
    /// Whether the member manages the server.
    pub(super) manages_server: bool,
    /// Whether others see the bot's answers there.
    pub(super) is_public: bool,
    /// Whether the bot can post there by itself.
    pub(super) bot_may_post: bool,
}

impl Permissions {
    /// Whether the bot can post something there in which others' answers gather.
    pub(super) const fn can_gather(self) -> bool {
        self.is_public && self.bot_may_post
    }
}

/// What a member is trying to do. It is resumed once the member has answered a question about it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// To start a game against the bot, perhaps in place of a running one.
    Start(Wish),
    /// To act in a game, which may have to be chosen from several.
    InGame(InGame),
}

/// What is to be done in one of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InGame {
    Move(Move),
    Resign,
    ShowBoard,
}

/// Where an interaction came from, which decides where its outcome is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A command, or a control whose message stays as it is: the outcome is a new message.
    NewMessage,
    /// A control on a private message: the outcome is a new message, and the private one is
    /// deleted.
    Private,
    /// A control on a message that is edited to show the outcome.
    Message {
        message: MessageId,
        control: UsedControl,
    },
}

impl Origin {
    /// The message that is edited to show the outcome.
    pub(super) const fn message(self) -> Option<MessageId> {
        match self {
            Self::Message { message, .. } => Some(message),
            Self::NewMessage | Self::Private => None,
        }
    }

    /// The control, if its message shows the outcome.
    pub(super) const fn control(self) -> Option<UsedControl> {
        match self {
            Self::Message { control, .. } => Some(control),
            Self::NewMessage | Self::Private => None,
        }
    }

    /// The point that the member saw on a board.
    pub(super) fn seen_point(self) -> Option<Point> {
        Some(self.control()?.seen?.point)
    }

    /// Whether the message with the control is a board that shows an earlier state of the game.
    pub(super) fn is_stale(self, record: &GameRecord) -> bool {
        let is_stale = || {
            let control = self.control()?;
            let seen = control.seen?;
            let is_finished = record.game.outcome().is_some();
            let is_in_other_phase = match control.belongs_to {
                BelongsTo::Running => is_finished,
                BelongsTo::Finished => !is_finished,
                BelongsTo::Both => return None,
            };
            let has_moved_on = seen.point != record.game.point() || is_in_other_phase;
            Some(seen.game == record.game.id() && has_moved_on)
        };
        is_stale().unwrap_or(false)
    }
}

impl InteractionContext {
    /// The language of private messages. Looked up lazily, so that it never delays a change.
    pub(super) async fn language(&self) -> Language<'_> {
        let find = || self.bot.locale(self.caller.member, &self.client_locale);
        let locale = self.locale.get_or_init(find).await;
        self.bot.texts.language(locale)
    }

    /// The language of public messages in the place that the interaction came from.
    pub(super) async fn public_language(&self) -> Language<'_> {
        let find = || self.bot.public_locale(&self.caller.place);
        let locale = self.public_locale.get_or_init(find).await;
        self.bot.texts.language(locale)
    }

    /// Refuses what would help in a game with a member or with the puzzle of the day. If the member wants
    /// help with that, their tries are marked instead.
    pub(super) async fn check_or_mark(&self, told: &Told) -> Result<(), Failure> {
        let service = &self.bot.service;
        if self.caller.wants_help {
            let noting = service.note_help_wanted(self.caller.clone(), told.clone());
            return Ok(noting.done().await?);
        }
        service.check_told(&self.caller, told).await?;
        Ok(())
    }

    /// Records what the member wants. Later calls change nothing.
    pub(super) fn set_purpose(&self, purpose: Purpose) {
        let _already_known = self.purpose.set(purpose);
    }

    /// The control's game, and the message to update.
    pub(super) const fn target(&self, seen: Seen) -> Target {
        Target::Control {
            game: seen.game,
            message: self.origin.message(),
        }
    }

    /// Refuses a daily post where the bot may not write.
    pub(super) fn check_may_post(&self) -> Result<(), Failure> {
        if self.permissions.bot_may_post {
            Ok(())
        } else {
            Err(key!("refused-may-not-post").into())
        }
    }

    pub(super) async fn private(&self, text: Key) -> Reply {
        Reply::private(view::plain(self.language().await.say(text)))
    }

    /// A public reply that shows no game, or a private one if the message is private.
    pub(super) fn public(&self, message: Message) -> Reply {
        if message.is_private() {
            return Reply::private(message);
        }
        self.post(message, None)
    }

    /// A public reply in which something gathers.
    pub(super) fn gathering(&self, post: Post, message: Message) -> Reply {
        self.post(message, Some(post))
    }

    fn post(&self, message: Message, post: Option<Post>) -> Reply {
        Reply::only(Response::Public(PublicMessage {
            place: self.caller.place.clone(),
            message,
            post,
        }))
    }

    /// Logs a fault, and returns the message about it.
    pub(super) async fn fault(&self, fault: &wythoff_store::Error) -> Message {
        let incident = self.caller.interaction;
        tracing::error!(
            incident = incident.0,
            error = chain(fault),
            "an interaction failed"
        );
        view::fault(self.language().await, incident)
    }

    /// A number that makes the ids of this drawing's controls unique: the id of the interaction. A
    /// client sends nothing if the chosen option is chosen again, so a redrawn board needs new ids.
    pub(super) const fn rendering(&self) -> u64 {
        self.caller.interaction.0.cast_unsigned()
    }
}
