//! The token of an interaction, by which a message can be edited for a while.

use std::fmt;
use std::time::Duration;

use super::{ChannelId, InteractionId, MessageId};

/// How long Discord accepts an interaction's token
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>).
pub const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// What edits a message of the bot where it is no member.
#[derive(Clone, PartialEq, Eq)]
pub struct EditToken {
    /// The message.
    pub message: MessageId,
    /// The application of the bot.
    pub application: i64,
    /// The interaction.
    pub interaction: InteractionId,
    /// The channel of the interaction.
    pub channel: ChannelId,
    /// Its token.
    pub token: String,
    /// Whether the message is named by its id, or as the original of the interaction.
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
