//! What there is: users, servers, channels, messages, commands, interactions, gateway sessions.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::clock::Clock;
use crate::fault::Fault;
use crate::gateway::Outgoing;
use crate::id::Id;
use crate::refusal::Refusal;
use crate::sandbox::Call;

/// How long an interaction waits for its first response
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>).
pub(crate) const FIRST_RESPONSE_MS: i64 = 3_000;

/// How long an interaction's token is taken.
pub(crate) const TOKEN_LIFE_MS: i64 = 15 * 60 * 1_000;

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) application: Application,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) servers: BTreeMap<Id, ServerState>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    /// The latest files, also of messages that have others by now, or are gone.
    pub(crate) files: VecDeque<Attachment>,
    /// Global commands under `None`, those of a server under its id.
    pub(crate) commands: HashMap<Option<Id>, Vec<Value>>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// What each user's client shows as chosen: by user, message and the select's id.
    pub(crate) chosen: HashMap<(Id, Id, String), Vec<String>>,
    pub(crate) sessions: HashMap<String, Session>,
    pub(crate) gateway: GatewayState,
    pub(crate) faults: Vec<Fault>,
    pub(crate) calls: Vec<Call>,
    pub(crate) refusals: Vec<Refusal>,
    /// The interactions that were sent, as they were.
    pub(crate) sent: Vec<Value>,
    pub(crate) clock: Clock,
    last_id: u64,
}

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
    /// Whether the bot has been added, and not only installed by its users.
    pub(crate) has_bot: bool,
    /// Whether what its members have installed for themselves may answer so that everybody sees it.
    pub(crate) allows_external_apps: bool,
    /// Members who manage it.
    pub(crate) managers: BTreeSet<Id>,
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

#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) content: String,
    pub(crate) components: Value,
    pub(crate) embeds: Value,
    pub(crate) attachments: Vec<Attachment>,
    /// The only user who sees it, if it is ephemeral.
    pub(crate) only_for: Option<Id>,
    /// "Wythoff is thinking…": a deferred response that has not been filled in.
    pub(crate) is_loading: bool,
    pub(crate) is_edited: bool,
    pub(crate) pings: Vec<Id>,
    pub(crate) pings_everyone: bool,
    pub(crate) interaction: Option<Id>,
    /// What its author gave it, so that it is posted once.
    pub(crate) nonce: Option<String>,
}

/// How many files are kept, the latest.
pub(crate) const FILES_KEPT: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) bytes: Arc<[u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Completion,
    /// A control on that message.
    Component(Id),
    /// A form, with the message whose control opened it.
    Form(Option<Id>),
}

impl InteractionKind {
    /// The number by which Discord knows it
    /// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>).
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component(_) => 3,
            Self::Completion => 4,
            Self::Form(_) => 5,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) response: Option<Response>,
    /// The message that its token edits as `@original`.
    pub(crate) original: Option<Id>,
    pub(crate) follow_ups: Vec<Id>,
}

/// The first response, as the client sees it.
#[derive(Clone, Debug)]
pub(crate) enum Response {
    Message(Id),
    Update(Id),
    Acknowledged,
    Form(Value),
    Choices(Value),
}

#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) sequence: u64,
    pub(crate) sent: Vec<(u64, Value)>,
    pub(crate) socket: Option<UnboundedSender<Outgoing>>,
}

/// What whoever identifies hears: set with [`crate::Sandbox::greet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// READY, as ever.
    Ready,
    /// Nothing.
    Silence,
    /// That the session is invalid (op 9).
    InvalidSession,
    /// That the connection is closed, with that code.
    Close(u16),
}

/// What goes wrong on the gateway, and how often a bot has connected.
#[derive(Debug)]
pub(crate) struct GatewayState {
    /// How many sessions have begun or been resumed.
    pub(crate) connections: u64,
    /// Events that are held back, while any are.
    pub(crate) held: Option<Vec<(&'static str, Value)>>,
    pub(crate) answers_heartbeats: bool,
    pub(crate) greeting: Greeting,
    /// How many sessions may still begin, and in how many milliseconds there are more.
    pub(crate) session_starts: (u32, u128),
    /// How often somebody has identified.
    pub(crate) identifies: u64,
    /// Fields of interactions that are set, or left out.
    pub(crate) altered: Vec<(String, Option<Value>)>,
    /// Whether connections are turned away.
    pub(crate) refuses_connections: bool,
    /// How many have been.
    pub(crate) turned_away: u64,
    /// How often each interaction is delivered.
    pub(crate) deliveries: u32,
    /// How many events a resume repeats although they have been received.
    pub(crate) repeats_on_resume: u64,
}

impl World {
    pub(crate) fn new(clock: Clock) -> Self {
        let now_ms = clock.now_ms();
        let mut world = Self {
            application: Application {
                id: Id(0),
                bot: Id(0),
                name: "Wythoff".to_owned(),
                token: String::new(),
                user_install: true,
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
                connections: 0,
                held: None,
                answers_heartbeats: true,
                greeting: Greeting::Ready,
                session_starts: (1000, 0),
                identifies: 0,
                altered: Vec::new(),
                refuses_connections: false,
                turned_away: 0,
                deliveries: 1,
                repeats_on_resume: 0,
            },
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

    /// A new snowflake for that time, larger than every one before.
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

    /// Whether the bot itself can read and edit there.
    pub(crate) fn bot_is_in(&self, channel: Id) -> bool {
        match self.channels.get(&channel).map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => self
                .servers
                .get(&server)
                .is_some_and(|server| server.has_bot),
            Some(ChannelKind::WithBot(_)) => true,
            Some(ChannelKind::Private) | None => false,
        }
    }

    /// Whether the bot itself can write there.
    pub(crate) fn bot_may_write(&self, channel: Id) -> bool {
        match self.channels.get(&channel).map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => self
                .servers
                .get(&server)
                .is_some_and(|server| server.has_bot && server.lets_bot_write),
            Some(ChannelKind::WithBot(_)) => true,
            Some(ChannelKind::Private) | None => false,
        }
    }

    /// Whether answers there are seen by everybody, if the bot wants that.
    pub(crate) fn may_answer_publicly(&self, channel: Id) -> bool {
        match self.channels.get(&channel).map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => self
                .servers
                .get(&server)
                .is_some_and(|server| server.has_bot || server.allows_external_apps),
            Some(ChannelKind::WithBot(_) | ChannelKind::Private) | None => true,
        }
    }

    /// The messages of a channel that a user sees, oldest first.
    pub(crate) fn visible(
        &self,
        channel: Id,
        user: Id,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.values().filter(move |message| {
            message.channel == channel && message.only_for.is_none_or(|only| only == user)
        })
    }

    /// Whoever goes by that name, with or without an @; the bot, too.
    pub(crate) fn user_by_name(&self, name: &str) -> Option<Id> {
        let name = name.trim_start_matches("<@").trim_end_matches('>');
        let name = name.trim_start_matches('@');
        let is_meant = |(id, user): &(&Id, &User)| {
            user.name.eq_ignore_ascii_case(name)
                || user.display_name.as_deref() == Some(name)
                || id.to_string() == name
        };
        let found = self.users.iter().find(is_meant).map(|(id, _)| *id);
        let is_bot = self.application.name.eq_ignore_ascii_case(name);
        found.or_else(|| is_bot.then_some(self.application.bot))
    }

    /// Users as an interaction speaks of them beside its values.
    pub(crate) fn resolved(&self, users: &[Id]) -> Value {
        let entries = |of: &dyn Fn(Id) -> Value| -> Value {
            users
                .iter()
                .map(|id| (id.to_string(), of(*id)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        json!({
            "users": entries(&|id| self.user_json(id)),
            "members": entries(&|_| json!({
                "nick": null, "roles": [], "joined_at": "2026-01-01T00:00:00.000000+00:00", "flags": 0,
                "permissions": "1125899906842624",
            })),
        })
    }

    pub(crate) fn user_json(&self, id: Id) -> Value {
        let user = self.users.get(&id);
        json!({
            "id": id,
            "username": user.map_or("wythoff", |user| &user.name),
            "global_name": user.and_then(|user| user.display_name.as_ref()),
            "discriminator": "0",
            "avatar": null,
            "bot": user.is_none_or(|user| user.is_bot),
            "public_flags": 0,
        })
    }

    /// What a message says of the interaction that it answers
    /// (<https://discord.com/developers/docs/resources/message#message-interaction-metadata-object>).
    fn metadata_json(&self, id: Id) -> Value {
        let known = self.interactions.get(&id);
        let kind = known.map_or(InteractionKind::Command, |interaction| interaction.kind);
        let written = |kind: InteractionKind, clicked: Option<Id>| {
            json!({
                "id": id,
                "type": kind.number(),
                "user": known.map(|interaction| self.user_json(interaction.user)),
                "authorizing_integration_owners": {},
                "interacted_message_id": clicked,
            })
        };
        match kind {
            InteractionKind::Command | InteractionKind::Completion => written(kind, None),
            InteractionKind::Component(clicked) => written(kind, Some(clicked)),
            InteractionKind::Form(opened_from) => {
                let opening =
                    opened_from.map_or(InteractionKind::Command, InteractionKind::Component);
                let mut written_form = written(kind, None);
                written_form["triggering_interaction_metadata"] = written(opening, opened_from);
                written_form
            }
        }
    }

    /// Keeps a file that a message has got.
    pub(crate) fn keep_file(&mut self, file: Attachment) {
        self.files.push_back(file);
        if self.files.len() > FILES_KEPT {
            self.files.pop_front();
        }
    }

    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let attachments: Vec<Value> = message.attachments.iter().map(Attachment::json).collect();
        json!({
            "id": message.id,
            "channel_id": message.channel,
            "type": if message.interaction.is_some() { 20 } else { 0 },
            "author": self.user_json(self.application.bot),
            "application_id": self.application.id,
            "content": message.content,
            "timestamp": "2026-01-01T00:00:00.000000+00:00",
            "edited_timestamp": message.is_edited.then_some("2026-01-01T00:00:00.000000+00:00"),
            "tts": false,
            "mention_everyone": message.pings_everyone,
            "mentions": [],
            "mention_roles": [],
            "attachments": attachments,
            "embeds": message.embeds,
            "components": message.components,
            "pinned": false,
            "nonce": message.nonce,
            "interaction_metadata": message.interaction.map(|id| self.metadata_json(id)),
            "flags": if message.only_for.is_some() { 64 } else { 0 } | if message.is_loading { 128 } else { 0 },
        })
    }
}

impl Attachment {
    fn json(&self) -> Value {
        let url = format!("http://127.0.0.1/attachments/{}/{}", self.id, self.filename);
        json!({
            "id": self.id,
            "filename": self.filename,
            "description": self.description,
            "size": self.bytes.len(),
            "url": url,
            "proxy_url": url,
        })
    }
}
