//! The token of an interaction, by which a message can be edited for a while.

use std::fmt;
use std::time::Duration;

use super::{ChannelId, InteractionId, MessageId};

/// How long Discord accepts an interaction's token
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>).
pub const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// The token for editing one of the bot's messages in a place where the bot is not a member.
#[derive(Clone, PartialEq, Eq)]
pub struct EditToken {
    pub message: MessageId,
    /// The application of the bot.
    pub application: i64,
    pub interaction: InteractionId,
    /// The channel of the interaction.
    pub channel: ChannelId,
    /// The token of the interaction.
    pub token: String,
    /// Whether the message is addressed by its id, not as the interaction's original response.
    pub by_id: bool,
}

/// Without the token, which is secret.
impl fmt::Debug for EditToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditToken")
            .field("message", &self.message)
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}
