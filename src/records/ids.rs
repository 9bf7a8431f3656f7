//! Discord's numbers: snowflakes, which tell their time; and where a game is played.

use crate::game::Timestamp;

/// A message's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId(pub i64);

/// A channel's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelId(pub i64);

/// An interaction's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InteractionId(pub i64);

/// When Discord's count of milliseconds begins: 2015-01-01
/// (<https://discord.com/developers/docs/reference#snowflakes>).
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

impl MessageId {
    /// When the message was posted.
    #[must_use]
    pub const fn at(self) -> Timestamp {
        InteractionId(self.0).at()
    }
}

impl InteractionId {
    /// When the interaction was made: the upper 42 bits of a snowflake.
    #[must_use]
    pub const fn at(self) -> Timestamp {
        Timestamp((self.0 >> 22) + DISCORD_EPOCH_MS)
    }

    /// The smallest number that an interaction of that time or later can have.
    #[must_use]
    pub const fn first_at(time: Timestamp) -> Self {
        Self((time.0 - DISCORD_EPOCH_MS) << 22)
    }
}

/// Where a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server's snowflake; none in direct messages.
    pub guild: Option<i64>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// Whether the bot is there itself, and may edit its messages without an interaction.
    pub editable: bool,
    /// The language of messages that everybody there sees, as Discord names it: `en-US`.
    pub language: String,
}
