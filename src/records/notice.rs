//! What the bot remembers of what it has sent: messages by which somebody was told something, and its own connections.

use super::{ChannelId, MessageId};
use crate::game::{GameId, MemberId, Timestamp};

/// The one message by which a member was told something about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
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
