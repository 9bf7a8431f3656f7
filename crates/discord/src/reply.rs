//! What goes back to Discord, as data: the first response to an interaction, and the follow-ups.
//! [`Response`] serialises to the body that Discord documents.

use std::fmt;

use futures::future::BoxFuture;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::form::Form;
use crate::message::{Attachment, EPHEMERAL, Message};
use crate::pending_moves::PendingAnswer;
use wythoff_game::records::{
    ChallengeRecord, ChannelId, DailyTo, GameRecord, MessageId, Notification, ObsoleteMessage,
    Place, Post, RoleChange, RoleId,
};
use wythoff_game::{Day, GameId, MemberId, Timestamp};

/// The answer to an interaction.
#[derive(Debug)]
pub struct Reply {
    /// The first response, due within three seconds.
    pub first: Response,
    /// What to do after the first response.
    pub follow_ups: Vec<FollowUp>,
    /// Follow-ups that are not known yet.
    pub late: Option<Late>,
}

/// The first response to an interaction
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object>).
#[derive(Debug)]
pub enum Response {
    /// A new message: the board of a game, or a challenge.
    NewBoard(NewBoard),
    /// An edit of the clicked message, which is a challenge or the board of a game.
    Board {
        /// The game or challenge.
        game: GameId,
        /// The board.
        message: Message,
        /// When what the board shows changed last.
        changed: Timestamp,
    },
    /// A new public message that shows no game. If Discord does not accept it as a response in
    /// time, the bot posts it itself.
    Public(PublicMessage),
    /// A new private message.
    Private(Message),
    /// An edit of the clicked message, which is not the board of a game.
    Update(Message),
    /// No visible change. An edit may follow.
    Acknowledge,
    /// A private message that only shows that the bot is thinking. An edit follows.
    Defer,
    Form(Form),
    /// Completions: what is shown, and what is filled in.
    Choices(Vec<(String, String)>),
}

/// A new public message that shows no game.
#[derive(Clone, Debug)]
pub struct PublicMessage {
    /// Where it is posted.
    pub place: Place,
    pub message: Message,
    /// What gathers in it.
    pub post: Option<Post>,
}

/// A new message that becomes the board of a game, or shows a challenge.
#[derive(Debug)]
pub struct NewBoard {
    /// The game or challenge.
    pub game: GameId,
    /// The board.
    pub message: Message,
    /// When what the board shows changed last.
    pub changed: Timestamp,
    /// The members that the message pings.
    pub pings: Vec<MemberId>,
    /// Tracks the delivery, if the board is the answer to a typed move.
    pub pending_answer: Option<PendingAnswer>,
}

/// What is done after the first response.
#[derive(Clone, Debug)]
pub enum FollowUp {
    SendPrivate(Message),
    /// Edits the message of the first response: the clicked message, or the deferred one.
    EditResponse {
        message: Message,
        /// The game, if the message is its board.
        game: Option<GameId>,
    },
    /// Tries to post a public message as the bot itself, without an interaction's token.
    PostMessage(PublicMessage),
    /// Posts the board of a game, or a challenge, in its state at the time of posting.
    PostBoard {
        game: GameId,
        /// The members that the post pings.
        pings: Vec<MemberId>,
        /// Notifications that link to the board, and so wait for it.
        then: Vec<Notification>,
    },
    /// Draws the board of a game again.
    RedrawBoard(GameId),
    /// Draws a board again so that players are sure to see it: if it cannot be edited, or has been
    /// deleted, a new one is posted.
    ShowOrPost(GameId),
    /// Like [`Self::ShowOrPost`], but first looks for messages that a process has sent without
    /// recording them, since it was killed.
    CatchUp(GameId),
    /// Draws a game again in a message that shows it.
    RedrawMessage(Board),
    /// Sends a notification.
    Notify(Notification),
    /// Posts the puzzle of a day in the channel that a server has chosen, or reminds a member of it,
    /// unless that was done already.
    PostDaily(DailyTo, Day),
    /// Draws a message again, with what has gathered there.
    RedrawPost(Post),
    /// Gives a member a role, or takes it away.
    ChangeRole(RoleChange),
    /// Deletes an obsolete message. If a former board cannot be deleted, it is replaced by a link
    /// to the current board, without controls.
    Delete(ObsoleteMessage),
    /// Deletes the message of a closed challenge, unless somebody has written below it.
    ClearAway(Board),
    /// Deletes the private message whose control was used.
    DeletePrivate,
}

/// Identifies a part of a follow-up that is retried for up to a day. The data for the retry is in
/// the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryKey {
    Board(GameId),
    /// The notification of a member about a game.
    Notification(GameId, MemberId),
    /// The puzzle of the day in a server, or a member's reminder.
    Daily(DailyTo),
    Deletion(MessageId),
    Post(Post),
    /// A role of a member in a server, to be given or taken away.
    Role(i64, MemberId, RoleId),
}

impl FollowUp {
    /// The game or challenge whose board is drawn as it is now.
    #[must_use]
    pub const fn draws(&self) -> Option<GameId> {
        match self {
            Self::EditResponse { game, .. } => *game,
            Self::PostBoard { game, .. }
            | Self::RedrawBoard(game)
            | Self::ShowOrPost(game)
            | Self::CatchUp(game) => Some(*game),
            Self::RedrawMessage(_)
            | Self::Notify(_)
            | Self::PostDaily(..)
            | Self::RedrawPost(_)
            | Self::ChangeRole(_)
            | Self::Delete(_)
            | Self::SendPrivate(_)
            | Self::PostMessage(_)
            | Self::ClearAway(_)
            | Self::DeletePrivate => None,
        }
    }

    /// The parts of the follow-up that are retried if they fail.
    #[must_use]
    pub fn retry_keys(&self) -> Vec<RetryKey> {
        match self {
            Self::EditResponse { game, .. } => game.map(RetryKey::Board).into_iter().collect(),
            Self::PostBoard { game, pings, then } => {
                let members = pings.iter().copied().chain(then.iter().map(|it| it.member));
                let notifications = members.map(|member| RetryKey::Notification(*game, member));
                let board = [RetryKey::Board(*game)].into_iter();
                board.chain(notifications).collect()
            }
            Self::RedrawBoard(game) | Self::ShowOrPost(game) | Self::CatchUp(game) => {
                vec![RetryKey::Board(*game)]
            }
            Self::RedrawMessage(board) => vec![RetryKey::Board(board.game)],
            Self::Notify(notification) => {
                vec![RetryKey::Notification(
                    notification.game,
                    notification.member,
                )]
            }
            Self::PostDaily(to, _) => vec![RetryKey::Daily(*to)],
            Self::RedrawPost(post) => vec![RetryKey::Post(*post)],
            Self::ChangeRole(change) => {
                vec![RetryKey::Role(change.guild, change.member, change.role)]
            }
            Self::Delete(obsolete) => vec![RetryKey::Deletion(obsolete.message)],
            Self::SendPrivate(_)
            | Self::PostMessage(_)
            | Self::ClearAway(_)
            | Self::DeletePrivate => Vec::new(),
        }
    }
}

/// A message that shows a game or a challenge: its board, or a former one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub game: GameId,
    /// The channel of the message.
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether the bot can edit it without an interaction.
    pub editable: bool,
}

impl Board {
    /// `message` as the board of the game in `record`.
    pub(super) const fn of(record: &GameRecord, message: MessageId) -> Self {
        Self {
            game: record.game.id(),
            channel: record.place.channel,
            message,
            editable: record.place.editable,
        }
    }

    /// The message of a challenge, if it is known.
    pub(super) fn of_challenge(record: &ChallengeRecord) -> Option<Self> {
        Some(Self {
            game: record.challenge.id,
            channel: record.place.channel,
            message: record.message?,
            editable: record.place.editable,
        })
    }
}

impl Reply {
    /// A first response without follow-ups.
    pub(super) const fn only(first: Response) -> Self {
        Self {
            first,
            follow_ups: Vec::new(),
            late: None,
        }
    }

    /// A private message as the first response.
    pub(super) const fn private(message: Message) -> Self {
        Self::only(Response::Private(message))
    }

    /// An edit of the clicked message, which is not the board of a game.
    pub(super) const fn update(message: Message) -> Self {
        Self::only(Response::Update(message))
    }

    /// This reply, with a private message in the place of the one that was clicked.
    pub(super) fn in_place(self) -> Self {
        let first = if let Response::Private(message) = self.first {
            Response::Update(message)
        } else {
            self.first
        };
        Self { first, ..self }
    }

    /// An edit of the clicked message, which is the board of a game.
    pub(super) fn board(record: &GameRecord, message: Message) -> Self {
        Self::only(Response::Board {
            game: record.game.id(),
            message,
            changed: record.changed,
        })
    }

    /// An edit of the clicked message, which is a challenge.
    pub(super) const fn challenge(record: &ChallengeRecord, message: Message) -> Self {
        Self::only(Response::Board {
            game: record.challenge.id,
            message,
            changed: record.changed,
        })
    }

    /// The whole reply as follow-ups, for when another first response has already been sent.
    pub(super) fn into_follow_ups(self) -> Vec<FollowUp> {
        let first = match self.first {
            Response::NewBoard(NewBoard { game, pings, .. }) => Some(FollowUp::PostBoard {
                game,
                pings,
                then: Vec::new(),
            }),
            Response::Board { game, message, .. } => Some(FollowUp::EditResponse {
                message,
                game: Some(game),
            }),
            Response::Public(message) => Some(FollowUp::PostMessage(message)),
            Response::Private(message) => Some(FollowUp::SendPrivate(message)),
            Response::Update(message) => Some(FollowUp::EditResponse {
                message,
                game: None,
            }),
            Response::Acknowledge | Response::Defer | Response::Form(_) | Response::Choices(_) => {
                None
            }
        };
        first.into_iter().chain(self.follow_ups).collect()
    }

    pub(super) fn then(mut self, follow_ups: impl IntoIterator<Item = FollowUp>) -> Self {
        self.follow_ups.extend(follow_ups);
        self
    }
}

/// Follow-ups that are not known yet.
pub struct Late {
    /// When to find them out. `None` if that has begun: they are those of a change.
    pub at: Option<Timestamp>,
    pub follow_ups: BoxFuture<'static, Vec<FollowUp>>,
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Late")
    }
}

impl Response {
    /// The files attached to the response.
    #[must_use]
    pub fn attachments(&self) -> &[Attachment] {
        match self {
            Self::NewBoard(NewBoard { message, .. })
            | Self::Board { message, .. }
            | Self::Public(PublicMessage { message, .. })
            | Self::Private(message)
            | Self::Update(message) => message.attachments(),
            Self::Acknowledge | Self::Defer | Self::Form(_) | Self::Choices(_) => &[],
        }
    }

    /// The response to use instead if the message to edit has been deleted. A board or a private
    /// message is sent anew. Any other edit is only acknowledged.
    #[must_use]
    pub fn without_edit(self) -> Self {
        match self {
            Self::Board {
                game,
                message,
                changed,
            } => Self::NewBoard(NewBoard {
                game,
                message,
                changed,
                pings: Vec::new(),
                pending_answer: None,
            }),
            Self::Update(message) if message.is_private() => Self::Private(message),
            Self::Update(_)
            | Self::NewBoard(_)
            | Self::Public(_)
            | Self::Private(_)
            | Self::Acknowledge
            | Self::Defer
            | Self::Form(_)
            | Self::Choices(_) => Self::Acknowledge,
        }
    }
}

impl Serialize for Response {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let body = match self {
            Self::NewBoard(NewBoard { message, .. })
            | Self::Public(PublicMessage { message, .. })
            | Self::Private(message) => json!({ "type": 4, "data": message }),
            Self::Acknowledge => json!({ "type": 6 }),
            Self::Defer => json!({ "type": 5, "data": { "flags": EPHEMERAL } }),
            Self::Board { message, .. } | Self::Update(message) => {
                json!({ "type": 7, "data": message })
            }
            Self::Choices(choices) => {
                let choices = choices.iter();
                let choices = choices.map(|(name, value)| json!({ "name": name, "value": value }));
                json!({ "type": 8, "data": { "choices": choices.collect::<Vec<_>>() } })
            }
            Self::Form(form) => json!({ "type": 9, "data": form }),
        };
        body.serialize(serializer)
    }
}
