//! Discord's snowflakes, which contain a time; and where a game is played.

use crate::Timestamp;

/// A message's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId(pub i64);

/// A channel's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelId(pub i64);

/// A role's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoleId(pub i64);

/// An interaction's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InteractionId(pub i64);

/// The epoch of snowflakes: 2015-01-01, in milliseconds since 1970
/// (<https://discord.com/developers/docs/reference#snowflakes>).
pub const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

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

    /// The smallest id of an interaction at a given time or later.
    #[must_use]
    pub const fn first_at(time: Timestamp) -> Self {
        Self((time.0 - DISCORD_EPOCH_MS) << 22)
    }
}

/// Where a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server's snowflake. `None` in direct messages.
    pub guild: Option<i64>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// Whether the bot is a member there, and can edit its messages without an interaction.
    pub editable: bool,
    /// The language of public messages, as Discord names it, such as `en-US`.
    pub language: String,
}
