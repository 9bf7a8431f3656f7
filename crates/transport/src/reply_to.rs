//! Where and how long an interaction can be answered.

use std::time::Duration;

use serde::Deserialize;

use wythoff_discord::Interaction;
use wythoff_game::records::{ChannelId, InteractionId};

/// How long after an interaction Discord accepts a first response
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>): three seconds,
/// less the time that even the quickest interaction takes to arrive.
pub(super) const FIRST_RESPONSE: Duration = Duration::from_millis(2900);

/// The data needed to reply to an interaction.
#[derive(Clone)]
pub(super) struct ReplyTo {
    pub(super) application: u64,
    pub(super) interaction: InteractionId,
    /// The channel of the interaction. Everything posted with the interaction's token appears
    /// there.
    pub(super) channel: ChannelId,
    pub(super) token: String,
    /// Whether the bot needs an interaction token to edit its messages in the channel.
    pub(super) needs_token: bool,
}

impl std::fmt::Debug for ReplyTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReplyTo")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

/// The fields that even an interaction of an unknown kind has.
#[derive(Deserialize)]
struct MinimalInteraction {
    id: String,
    application_id: String,
    token: String,
    r#type: u8,
    #[serde(default)]
    channel_id: Option<String>,
}

impl ReplyTo {
    /// The data needed to reply to an interaction.
    pub(super) fn of(interaction: &Interaction) -> Self {
        Self {
            application: interaction.application(),
            interaction: interaction.id(),
            channel: interaction.channel(),
            token: interaction.token().to_owned(),
            needs_token: !interaction.lets_bot_edit(),
        }
    }

    /// The data needed to reply to an interaction that cannot be parsed, and its type.
    pub(super) fn of_unparsed(interaction: &str) -> Option<(Self, u8)> {
        let minimal: MinimalInteraction = serde_json::from_str(interaction).ok()?;
        let channel = minimal.channel_id.and_then(|channel| channel.parse().ok());
        let reply_to = Self {
            application: minimal.application_id.parse().ok()?,
            interaction: InteractionId(minimal.id.parse().ok()?),
            channel: ChannelId(channel.unwrap_or(0)),
            token: minimal.token,
            needs_token: false,
        };
        Some((reply_to, minimal.r#type))
    }
}
