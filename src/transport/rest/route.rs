//! Routes with rate limits of their own.

use crate::records::{ChannelId, InteractionId};

/// A route with a rate limit of its own: the method, the path, and the channel or the token in it
/// (<https://discord.com/developers/docs/topics/rate-limits>).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::transport) enum Route {
    /// Posting in a channel.
    Post(ChannelId),
    /// Editing in a channel.
    Edit(ChannelId),
    /// Deleting in a channel.
    Delete(ChannelId),
    /// Reading a channel.
    Read(ChannelId),
    /// Posting by the token of an interaction.
    PostBy(InteractionId),
    /// Editing by the token of an interaction.
    EditBy(InteractionId),
    /// Deleting by the token of an interaction.
    DeleteBy(InteractionId),
    /// Opening direct messages.
    OpenDirect,
}
