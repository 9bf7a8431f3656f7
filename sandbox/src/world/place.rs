//! The application, users, servers and channels.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::Id;

#[derive(Debug)]
pub(crate) struct Application {
    pub(crate) id: Id,
    pub(crate) bot: Id,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) allows_user_install: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) display_name: Option<String>,
    pub(crate) locale: String,
    pub(crate) is_bot: bool,
}

/// What the bot may do in a server, in increasing order: each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BotAccess {
    /// It is not a member: only users have installed it.
    UserInstalled,
    /// It is a member without permissions.
    Member,
    /// It can also see the channels.
    See,
    /// It can also write there.
    Write,
    /// It can also attach files there.
    Attach,
}

#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) id: Id,
    pub(crate) locale: String,
    /// What the bot may do there.
    pub(crate) bot_access: BotAccess,
    /// Whether user-installed apps may answer publicly.
    pub(crate) allows_external_apps: bool,
    /// The members who manage the server.
    pub(crate) managers: BTreeSet<Id>,
    /// What members are called there.
    pub(crate) nicknames: BTreeMap<Id, String>,
    pub(crate) roles: BTreeMap<Id, RoleState>,
    /// Whether the bot may give roles. Whoever manages the server may.
    pub(crate) lets_give_roles: bool,
}

/// A role of a server, and who has it.
#[derive(Clone, Debug)]
pub(crate) struct RoleState {
    pub(crate) name: String,
    pub(crate) permissions: u64,
    /// Whether it is above the bot's own, so that the bot cannot give it.
    pub(crate) is_above_bot: bool,
    pub(crate) holders: BTreeSet<Id>,
}

#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// A text channel of a server.
    Server(Id),
    /// A direct message between that user and the bot.
    WithBot(Id),
    /// A direct message or group without the bot.
    Private,
}
