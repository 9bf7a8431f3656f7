//! Where an interaction can be answered: its token and its channel.

use crate::records::{ChannelId, InteractionId};

/// What is needed to reply to an interaction.
#[derive(Clone)]
pub(in crate::transport) struct ReplyTo {
    pub(in crate::transport) application: u64,
    pub(in crate::transport) interaction: InteractionId,
    /// The channel of the interaction. Everything that its token posts appears there.
    pub(in crate::transport) channel: ChannelId,
    pub(in crate::transport) token: String,
}

impl std::fmt::Debug for ReplyTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Envelope")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}
