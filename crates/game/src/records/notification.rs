//! Notifications about games, and the messages that carry them; and when the bot identified itself
//! to the gateway.

use super::{ChannelId, MessageId};
use crate::{GameId, MemberId, NextGame, Timestamp};

/// The message of a member's latest notification about a game. There is at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotificationMessage {
    pub game: GameId,
    pub member: MemberId,
    /// The channel of the message.
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether the bot can edit it without an interaction.
    pub editable: bool,
    /// The time of the event that it reports.
    pub at: Timestamp,
}

impl NotificationMessage {
    /// The message of this notification, to be deleted.
    #[must_use]
    pub const fn obsolete(self) -> ObsoleteMessage {
        ObsoleteMessage {
            game: self.game,
            channel: self.channel,
            message: self.message,
            editable: self.editable,
            kind: ObsoleteKind::Notification,
        }
    }
}

/// A message that is to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObsoleteMessage {
    /// The game or challenge that it is about.
    pub game: GameId,
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether the bot can edit it without an interaction.
    pub editable: bool,
    /// What kind of message it was.
    pub kind: ObsoleteKind,
}

/// The kinds of obsolete messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObsoleteKind {
    /// The former board of a game, which is now shown in another message.
    Board,
    /// The message of a notification.
    Notification,
}

/// A notification for a member about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notification {
    pub game: GameId,
    pub member: MemberId,
    /// What it reports.
    pub kind: NotificationKind,
    /// How it is sent, according to the member's settings.
    pub via: NotifyVia,
    /// The time of the event.
    pub at: Timestamp,
}

impl Notification {
    /// Whether it is a mention in the channel of the game.
    #[must_use]
    pub fn is_ping(&self) -> bool {
        self.via == NotifyVia::Ping
    }
}

/// What a notification reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// It is the member's turn.
    Turn,
    /// It is still the member's turn, and the time is running out.
    Reminder,
    /// The member's challenge was accepted, or the next game has started.
    Begun,
    /// The game has ended.
    Ended,
    /// The opponent has voted for this kind of next game.
    RematchVote(NextGame),
    /// The member has been challenged, or their challenge was declined.
    Challenge,
}

/// How a notification is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyVia {
    /// By a mention in the channel of the game.
    Ping,
    /// By a direct message.
    Direct,
}

/// An IDENTIFY that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identify {
    /// The time.
    pub at: Timestamp,
    pub shard: u32,
    /// Whether Discord accepted it: READY arrived.
    pub accepted: bool,
}
