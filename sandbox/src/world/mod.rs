//! The state: users, servers, channels, messages, commands, interactions, gateway sessions.

mod endpoint;
mod interaction;
mod json;
mod message;
mod place;
mod session;

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde_json::Value;

pub(crate) use self::endpoint::{EndpointRequest, EndpointState, Signer};
pub(crate) use self::interaction::{
    FIRST_RESPONSE_MS, Interaction, InteractionKind, Response, TOKEN_LIFE_MS,
};
use self::message::FILES_KEPT;
pub(crate) use self::message::{Attachment, Message};
pub(crate) use self::place::{
    Application, BotAccess, Channel, ChannelKind, RoleState, ServerState, User,
};
use self::session::GatewayState;
pub use self::session::{Greeting, HangUp};
pub(crate) use self::session::{Outgoing, Session};
use crate::call::Call;
use crate::clock::Clock;
use crate::fault::Fault;
use crate::id::Id;
use crate::refusal::Refusal;

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) application: Application,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) servers: BTreeMap<Id, ServerState>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    /// The latest files, including those of messages that have since been edited or deleted.
    pub(crate) files: VecDeque<Attachment>,
    /// Commands by server id; global commands are under `None`.
    pub(crate) commands: HashMap<Option<Id>, Vec<Value>>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// What each user's client shows as chosen, keyed by user, message and select id.
    pub(crate) chosen: HashMap<(Id, Id, String), Vec<String>>,
    pub(crate) sessions: HashMap<String, Session>,
    pub(crate) gateway: GatewayState,
    pub(crate) endpoint: EndpointState,
    pub(crate) faults: Vec<Fault>,
    pub(crate) calls: Vec<Call>,
    pub(crate) refusals: Vec<Refusal>,
    /// The interactions exactly as they were sent.
    pub(crate) sent: Vec<Value>,
    pub(crate) clock: Clock,
    last_id: u64,
}

impl World {
    pub(crate) fn new(clock: Clock, endpoint: EndpointState) -> Self {
        let now_ms = clock.now_ms();
        let mut world = Self {
            application: Application {
                id: Id(0),
                bot: Id(0),
                name: "Wythoff".to_owned(),
                token: String::new(),
                allows_user_install: true,
            },
            users: BTreeMap::new(),
            servers: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: VecDeque::new(),
            commands: HashMap::new(),
            interactions: BTreeMap::new(),
            chosen: HashMap::new(),
            sessions: HashMap::new(),
            gateway: GatewayState {
                shards: 1,
                answers_heartbeats: true,
                session_starts: (1000, 0),
                deliveries: 1,
                ..GatewayState::default()
            },
            endpoint,
            faults: Vec::new(),
            calls: Vec::new(),
            refusals: Vec::new(),
            sent: Vec::new(),
            clock,
            last_id: 0,
        };
        let id = world.new_id(now_ms);
        world.application.id = id;
        world.application.bot = id;
        world.application.token = format!("sandbox.token.{id}");
        world
    }

    /// A new snowflake for the given time, larger than all earlier ones.
    pub(crate) fn new_id(&mut self, now_ms: i64) -> Id {
        self.last_id = Id::first_at(now_ms).0.max(self.last_id + 1);
        Id(self.last_id)
    }

    pub(crate) fn new_user(&mut self, now_ms: i64, name: &str, is_bot: bool) -> Id {
        let id = self.new_id(now_ms);
        let user = User {
            name: name.to_owned(),
            display_name: None,
            locale: "en-US".to_owned(),
            is_bot,
        };
        self.users.insert(id, user);
        id
    }

    pub(crate) fn new_channel(&mut self, now_ms: i64, name: &str, kind: ChannelKind) -> Id {
        let id = self.new_id(now_ms);
        self.channels.insert(
            id,
            Channel {
                id,
                name: name.to_owned(),
                kind,
            },
        );
        id
    }

    /// The direct message between a user and the bot.
    pub(crate) fn direct_message(&mut self, now_ms: i64, user: Id) -> Id {
        let known = self
            .channels
            .values()
            .find(|channel| channel.kind == ChannelKind::WithBot(user))
            .map(|channel| channel.id);
        known.unwrap_or_else(|| {
            self.new_channel(now_ms, "direct message", ChannelKind::WithBot(user))
        })
    }

    /// Whether the channel is in a server that the bot is a member of, or is a direct message with
    /// the bot.
    pub(crate) fn bot_is_in(&self, channel: Id) -> bool {
        self.permits(
            channel,
            |server| server.bot_access >= BotAccess::Member,
            false,
        )
    }

    /// Whether the bot itself can read and edit there.
    pub(crate) fn bot_sees(&self, channel: Id) -> bool {
        let sees = |server: &ServerState| server.bot_access >= BotAccess::See;
        self.permits(channel, sees, false)
    }

    /// Whether the bot itself can write there.
    pub(crate) fn bot_may_write(&self, channel: Id) -> bool {
        let may_write = |server: &ServerState| server.bot_access >= BotAccess::Write;
        self.permits(channel, may_write, false)
    }

    /// Whether the bot itself can attach files there.
    pub(crate) fn bot_may_attach(&self, channel: Id) -> bool {
        let may_attach = |server: &ServerState| server.bot_access >= BotAccess::Attach;
        self.permits(channel, may_attach, false)
    }

    /// Whether the bot may give roles in the server of the channel.
    pub(crate) fn lets_give_roles(&self, channel: Id) -> bool {
        self.permits(channel, |server| server.lets_give_roles, false)
    }

    /// Whether the bot may answer publicly there.
    pub(crate) fn may_answer_publicly(&self, channel: Id) -> bool {
        let may_answer = |server: &ServerState| {
            server.bot_access >= BotAccess::Member || server.allows_external_apps
        };
        self.permits(channel, may_answer, true)
    }

    /// Whether something is permitted in a channel: `by_server` decides for servers, `in_private`
    /// for channels without the bot. In direct messages with the bot, everything is permitted.
    fn permits(
        &self,
        channel: Id,
        by_server: impl FnOnce(&ServerState) -> bool,
        in_private: bool,
    ) -> bool {
        match self.channels.get(&channel).map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => self.servers.get(&server).is_some_and(by_server),
            Some(ChannelKind::WithBot(_)) => true,
            Some(ChannelKind::Private) | None => in_private,
        }
    }

    /// A message by its id.
    pub(crate) fn message(&self, id: Id) -> Result<&Message, Refusal> {
        self.messages.get(&id).ok_or(Refusal::UNKNOWN_MESSAGE)
    }

    /// Whether a bot is connected to the gateway, or has registered its commands and answers at the
    /// endpoint.
    pub(crate) fn is_connected(&self) -> bool {
        let mut sessions = self.sessions.values();
        let has_commands = self.commands.contains_key(&None);
        has_commands && (sessions.any(|session| session.socket.is_some()) || self.endpoint.answers)
    }

    /// The messages of a channel that a user sees, oldest first.
    pub(crate) fn visible(
        &self,
        channel: Id,
        user: Id,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.values().filter(move |message| {
            message.channel == channel && message.only_for.is_none_or(|recipient| recipient == user)
        })
    }

    /// The user or bot with the given name, display name or id, with or without an @ or as a
    /// mention, `<@id>`.
    pub(crate) fn user_by_name(&self, name: &str) -> Option<Id> {
        let name = name.trim_start_matches("<@").trim_end_matches('>');
        let name = name.trim_start_matches('@');
        let is_meant = |(id, user): &(&Id, &User)| {
            user.name.eq_ignore_ascii_case(name)
                || user.display_name.as_deref() == Some(name)
                || id.to_string() == name
        };
        let found = self.users.iter().find(is_meant).map(|(id, _)| *id);
        let names_bot = self.application.name.eq_ignore_ascii_case(name);
        found.or_else(|| names_bot.then_some(self.application.bot))
    }

    /// The role of a server with the given id, and whether the bot may give it.
    pub(crate) fn role(&mut self, server: Id, role: Id) -> Option<(&mut RoleState, bool)> {
        let server = self.servers.get_mut(&server)?;
        let lets_give = server.lets_give_roles && server.bot_access >= BotAccess::Member;
        let role = server.roles.get_mut(&role)?;
        let may_give = lets_give && !role.is_above_bot;
        Some((role, may_give))
    }

    /// Keeps a file that was attached to a message.
    pub(crate) fn keep_file(&mut self, file: Attachment) {
        self.files.push_back(file);
        if self.files.len() > FILES_KEPT {
            self.files.pop_front();
        }
    }
}
