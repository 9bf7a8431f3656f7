//! People: what they do in Discord's client, and what they see there.

mod act;
mod commands;
mod find;
mod interaction;
mod role;
mod screen;
mod slash;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

pub use self::role::Role;
use crate::id::Id;
use crate::sandbox::Sandbox;
use crate::world::{BotAccess, ChannelKind, ServerState, User, World};

/// A server with a channel `#games`.
#[derive(Clone, Debug)]
pub struct Server {
    sandbox: Sandbox,
    id: Id,
    games: Id,
}

/// A person with Discord's client open on a channel. Clones are the same person.
#[derive(Clone, Debug)]
pub struct Member {
    sandbox: Sandbox,
    server: Id,
    user: Id,
    channel: Id,
    /// The number of the message to act on, as shown on this person's screen. If `None`, each act
    /// finds the latest message with a matching control.
    message: Option<usize>,
}

/// What the client shows after an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A new message.
    Message(String),
    /// The message that was acted on, as the bot has changed it.
    Update(String),
    /// A form.
    Form(String),
    /// Nothing: the bot has acknowledged, and may edit later.
    Acknowledged,
    /// A complaint of the client itself. Nothing was sent.
    Client(String),
    /// "This interaction failed."
    Failed,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(text) | Self::Update(text) | Self::Form(text) => f.write_str(text),
            Self::Acknowledged => f.write_str("(nothing to see yet)"),
            Self::Client(text) => write!(f, "(Discord says: {text})"),
            Self::Failed => f.write_str("(This interaction failed)"),
        }
    }
}

impl Sandbox {
    /// Adds a server with the bot in it and a channel `#games`.
    #[must_use]
    pub fn server(&self, _name: &str) -> Server {
        let now = self.clock().now_ms();
        let (id, games) = self.shared.change(|world| {
            let id = world.new_id(now);
            world.servers.insert(
                id,
                ServerState {
                    id,
                    locale: "en-US".to_owned(),
                    bot_access: BotAccess::Attach,
                    allows_external_apps: true,
                    managers: BTreeSet::new(),
                    nicknames: BTreeMap::new(),
                    roles: BTreeMap::new(),
                    lets_give_roles: true,
                },
            );
            (id, world.new_channel(now, "games", ChannelKind::Server(id)))
        });
        Server {
            sandbox: self.clone(),
            id,
            games,
        }
    }
}

impl Server {
    fn set(self, change: impl FnOnce(&mut ServerState)) -> Self {
        let sandbox = &self.sandbox;
        sandbox
            .shared
            .change(|world| world.servers.get_mut(&self.id).map(change));
        self
    }

    /// Sets the language of the server.
    #[must_use]
    pub fn locale(self, locale: &str) -> Self {
        self.set(|server| locale.clone_into(&mut server.locale))
    }

    /// Removes the bot from the server. Its members can still use it as a user-installed app.
    #[must_use]
    pub fn without_bot(self) -> Self {
        self.set(|server| server.bot_access = BotAccess::UserInstalled)
    }

    /// Removes the bot's permission to write in the server's channels.
    #[must_use]
    pub fn without_writing(self) -> Self {
        self.set(|server| server.bot_access = BotAccess::See)
    }

    /// Removes the bot's permission to attach files in the server's channels.
    #[must_use]
    pub fn without_files(self) -> Self {
        self.set(|server| server.bot_access = BotAccess::Write)
    }

    /// Revokes all of the bot's permissions, or restores them. The bot stays a member.
    pub fn permit_bot(&self, permitted: bool) {
        let bot_access = if permitted {
            BotAccess::Attach
        } else {
            BotAccess::Member
        };
        let change = |server: &mut ServerState| server.bot_access = bot_access;
        let sandbox = &self.sandbox;
        sandbox
            .shared
            .change(|world| world.servers.get_mut(&self.id).map(change));
    }

    /// Removes the permission of user-installed apps to answer publicly.
    #[must_use]
    pub fn without_external_apps(self) -> Self {
        self.set(|server| server.allows_external_apps = false)
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> Id {
        self.id
    }

    /// Moves the time of the sandbox forward.
    pub(crate) fn advance(&self, by: Duration) {
        self.sandbox.clock().advance(by);
    }

    /// Adds another bot, which does nothing.
    #[must_use]
    pub fn bot(&self, name: &str) -> Id {
        let now = self.sandbox.clock().now_ms();
        let shared = &self.sandbox.shared;
        shared.change(|world| world.new_user(now, name, true))
    }

    /// Adds a member, whose client is in English and shows `#games`.
    #[must_use]
    pub fn member(&self, name: &str) -> Member {
        let now = self.sandbox.clock().now_ms();
        let user = self
            .sandbox
            .shared
            .change(|world| world.new_user(now, name, false));
        Member {
            sandbox: self.sandbox.clone(),
            server: self.id,
            user,
            channel: self.games,
            message: None,
        }
    }
}

impl Member {
    fn set(self, change: impl FnOnce(&mut User)) -> Self {
        let sandbox = &self.sandbox;
        sandbox
            .shared
            .change(|world| world.users.get_mut(&self.user).map(change));
        self
    }

    fn set_in_server(self, change: impl FnOnce(&mut ServerState)) -> Self {
        let sandbox = &self.sandbox;
        sandbox
            .shared
            .change(|world| world.servers.get_mut(&self.server).map(change));
        self
    }

    /// Sets the language of the client.
    #[must_use]
    pub fn locale(self, locale: &str) -> Self {
        self.set(|user| locale.clone_into(&mut user.locale))
    }

    /// Sets the name that others see.
    #[must_use]
    pub fn display_name(self, name: &str) -> Self {
        self.set(|user| user.display_name = Some(name.to_owned()))
    }

    /// Sets what this person is called in this server.
    #[must_use]
    pub fn nickname(self, name: &str) -> Self {
        let user = self.user;
        self.set_in_server(|server| drop(server.nicknames.insert(user, name.to_owned())))
    }

    /// Lets this person manage the server.
    #[must_use]
    pub fn managing(self) -> Self {
        let user = self.user;
        self.set_in_server(|server| server.managers.extend([user]))
    }

    /// The same person in another server, in a channel `#games`.
    #[must_use]
    pub fn in_server(&self, server: &Server) -> Self {
        Self {
            server: server.id,
            channel: server.games,
            message: None,
            ..self.clone()
        }
    }

    /// The content of the latest file with the given name that this person sees in the channel.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        let world = self.sandbox.shared.world();
        let mut messages = world.visible(self.channel, self.user).rev();
        messages.find_map(|message| {
            let file = message
                .attachments
                .iter()
                .find(|attachment| attachment.filename == name)?;
            Some(file.bytes.to_vec())
        })
    }

    /// The same person in another channel of the server, which is created if needed.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        let now = self.sandbox.clock().now_ms();
        let channel = self.sandbox.shared.change(|world| {
            let kind = ChannelKind::Server(self.server);
            let known = world
                .channels
                .values()
                .find(|channel| channel.kind == kind && channel.name == name);
            let known = known.map(|channel| channel.id);
            known.unwrap_or_else(|| world.new_channel(now, name, kind))
        });
        self.with_channel(channel)
    }

    /// The same person in the direct message with the bot.
    #[must_use]
    pub fn in_direct_message(&self) -> Self {
        let now = self.sandbox.clock().now_ms();
        let channel = self
            .sandbox
            .shared
            .change(|world| world.direct_message(now, self.user));
        self.with_channel(channel)
    }

    /// The same person in a new group without the bot.
    #[must_use]
    pub fn in_private_channel(&self) -> Self {
        let now = self.sandbox.clock().now_ms();
        let channel = self
            .sandbox
            .shared
            .change(|world| world.new_channel(now, "group", ChannelKind::Private));
        self.with_channel(channel)
    }

    fn with_channel(&self, channel: Id) -> Self {
        Self {
            channel,
            message: None,
            ..self.clone()
        }
    }

    /// The same person, acting on the message with the given number on the screen.
    #[must_use]
    pub fn at(&self, message: usize) -> Self {
        Self {
            message: Some(message),
            ..self.clone()
        }
    }

    /// The same person, acting on the latest message with a matching control.
    #[must_use]
    pub fn at_latest(&self) -> Self {
        Self {
            message: None,
            ..self.clone()
        }
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> Id {
        self.user
    }

    /// The channel that is open.
    #[must_use]
    pub const fn channel(&self) -> Id {
        self.channel
    }

    /// The messages of the channel as this person sees them, each with its number.
    #[must_use]
    pub fn screen(&self) -> String {
        screen::channel(&self.sandbox.shared.world(), self.channel, self.user)
    }

    /// The message chosen with [`Self::at`], or else the latest one.
    #[must_use]
    pub fn latest(&self) -> String {
        let world = self.sandbox.shared.world();
        let mut messages = world.visible(self.channel, self.user);
        match self.message {
            Some(_) => self.visible_text(&world),
            None => messages
                .next_back()
                .map_or_else(String::new, |message| screen::message(&world, message)),
        }
    }

    /// Waits until the message chosen with [`Self::at`], or else the screen, shows the text.
    pub async fn sees(&self, text: &str) {
        self.sandbox
            .until(|world| self.visible_text(world).contains(text).then_some(()))
            .await;
    }

    /// Waits until the message chosen with [`Self::at`], or else the screen, no longer shows the
    /// text.
    pub async fn sees_no(&self, text: &str) {
        self.sandbox
            .until(|world| (!self.visible_text(world).contains(text)).then_some(()))
            .await;
    }

    fn visible_text(&self, world: &World) -> String {
        match self.message {
            Some(number) => {
                let message = world
                    .visible(self.channel, self.user)
                    .nth(number.saturating_sub(1));
                message.map_or_else(String::new, |message| screen::message(world, message))
            }
            None => screen::channel(world, self.channel, self.user),
        }
    }

    /// Waits until the screen differs from `seen`.
    pub(crate) async fn wait_for_change(&self, seen: &str) {
        self.sandbox
            .until(|world| (screen::channel(world, self.channel, self.user) != seen).then_some(()))
            .await;
    }
}
