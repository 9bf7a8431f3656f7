//! The application, users, servers and channels.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::Id;

#[derive(Debug)]
pub(crate) struct Application {
    pub(crate) id: Id,
    pub(crate) bot: Id,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) user_install: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) display_name: Option<String>,
    pub(crate) locale: String,
    pub(crate) is_bot: bool,
}

#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) id: Id,
    pub(crate) locale: String,
    /// Whether the bot is a member, and not only installed by users.
    pub(crate) has_bot: bool,
    /// Whether user-installed apps may answer publicly.
    pub(crate) allows_external_apps: bool,
    /// Members who manage it.
    pub(crate) managers: BTreeSet<Id>,
    /// Whether the bot may see its channels.
    pub(crate) lets_bot_see: bool,
    /// Whether the bot may write there, and not only see.
    pub(crate) lets_bot_write: bool,
    /// What members are called there.
    pub(crate) nicknames: BTreeMap<Id, String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// A text channel of that server.
    Server(Id),
    /// A direct message between that user and the bot.
    WithBot(Id),
    /// A direct message or group without the bot.
    Private,
}
