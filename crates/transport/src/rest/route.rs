//! Routes with rate limits of their own.

use wythoff_game::records::{ChannelId, InteractionId, RoleChange, RoleId};

/// A route with a rate limit of its own: the method, the path, and the channel or the token in it
/// (<https://discord.com/developers/docs/topics/rate-limits>).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Route {
    Post(ChannelId),
    Edit(ChannelId),
    /// Posting or editing with files in a channel, which takes a permission of its own.
    Attach(ChannelId),
    /// Deleting in a channel.
    Delete(ChannelId),
    Read(ChannelId),
    /// The first response to an interaction.
    Respond(InteractionId),
    /// Posting by the token of an interaction.
    PostBy(InteractionId),
    /// Reading by the token of an interaction.
    ReadBy(InteractionId),
    /// Editing by the token of an interaction.
    EditBy(InteractionId),
    /// Deleting by the token of an interaction.
    DeleteBy(InteractionId),
    /// Giving roles in a server.
    GiveRole(i64),
    /// Taking a role away in a server.
    TakeRole(i64, RoleId),
    /// Opening direct messages.
    OpenDirect,
    /// Calls about the application, its commands, the gateway and the servers, mostly at the start.
    Application,
}

impl Route {
    /// The routes in a channel.
    pub(super) const fn in_channel(channel: ChannelId) -> [Self; 5] {
        [
            Self::Post(channel),
            Self::Edit(channel),
            Self::Attach(channel),
            Self::Delete(channel),
            Self::Read(channel),
        ]
    }

    pub(crate) const fn of_role(change: RoleChange) -> Self {
        if change.is_given {
            Self::GiveRole(change.guild)
        } else {
            Self::TakeRole(change.guild, change.role)
        }
    }

    /// Whether it belongs to an interaction, so that its calls are limited by what people do.
    pub(super) const fn is_answer(self) -> bool {
        match self {
            Self::Respond(_)
            | Self::PostBy(_)
            | Self::ReadBy(_)
            | Self::EditBy(_)
            | Self::DeleteBy(_) => true,
            Self::Post(_)
            | Self::Edit(_)
            | Self::Attach(_)
            | Self::Delete(_)
            | Self::Read(_)
            | Self::GiveRole(_)
            | Self::TakeRole(..)
            | Self::OpenDirect
            | Self::Application => false,
        }
    }

    pub(super) const fn channel(self) -> Option<ChannelId> {
        match self {
            Self::Post(channel)
            | Self::Edit(channel)
            | Self::Attach(channel)
            | Self::Delete(channel)
            | Self::Read(channel) => Some(channel),
            Self::Respond(_)
            | Self::PostBy(_)
            | Self::ReadBy(_)
            | Self::EditBy(_)
            | Self::DeleteBy(_)
            | Self::GiveRole(_)
            | Self::TakeRole(..)
            | Self::OpenDirect
            | Self::Application => None,
        }
    }

    /// The routes that a refusal is about: this one, or all in its channel. Empty for calls that are not repeated by
    /// themselves.
    pub(super) fn affected(self, is_whole_channel: bool) -> impl Iterator<Item = Self> {
        let taking = matches!(self, Self::TakeRole(..)).then_some(self);
        let all = self.channel().into_iter().flat_map(Self::in_channel);
        let in_channel = all.filter(move |&route| is_whole_channel || route == self);
        taking.into_iter().chain(in_channel)
    }

    /// Its name in logs and metrics, without ids and tokens.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Post(_) => "post",
            Self::Edit(_) => "edit",
            Self::Attach(_) => "attach",
            Self::Delete(_) => "delete",
            Self::Read(_) => "read",
            Self::Respond(_) => "first response",
            Self::PostBy(_) => "post by token",
            Self::ReadBy(_) => "read by token",
            Self::EditBy(_) => "edit by token",
            Self::DeleteBy(_) => "delete by token",
            Self::GiveRole(_) => "give a role",
            Self::TakeRole(..) => "take a role",
            Self::OpenDirect => "open direct messages",
            Self::Application => "start",
        }
    }
}
