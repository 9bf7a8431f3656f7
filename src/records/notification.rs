//! Who is told what, by which messages; and when the bot identified itself.

use super::{ChannelId, MessageId};
use crate::game::{GameId, MemberId, NextGame, Timestamp};

/// The one message by which a member was told something about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotificationMessage {
    /// The game.
    pub game: GameId,
    /// Who was told.
    pub member: MemberId,
    /// Where the message is.
    pub channel: ChannelId,
    /// Which it is.
    pub message: MessageId,
    /// Whether the bot may touch it there without an interaction.
    pub editable: bool,
    /// As of when it was told.
    pub at: Timestamp,
}

/// Somebody who is to be told something about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The game.
    pub game: GameId,
    /// Who.
    pub member: MemberId,
    /// What.
    pub kind: NotificationKind,
    /// How, as the member's settings say.
    pub via: NotifyVia,
    /// As of when.
    pub at: Timestamp,
}

/// What somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// It is the member's turn.
    Turn,
    /// It still is, and the time is running out.
    Reminder,
    /// The member's challenge was accepted, or a sequel has begun.
    Begun,
    /// The game has ended.
    Ended,
    /// The opponent wants to go on like that.
    Offer(NextGame),
    /// The member has been challenged.
    Challenged,
}

/// How somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyVia {
    /// By a mention where the game is.
    Ping,
    /// By a direct message.
    Direct,
}

/// An IDENTIFY that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identify {
    /// When.
    pub at: Timestamp,
    /// For which shard.
    pub shard: u32,
    /// Whether Discord took it: READY came.
    pub taken: bool,
}
