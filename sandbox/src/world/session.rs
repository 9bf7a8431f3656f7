//! Gateway sessions, and what goes wrong on the gateway.

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

/// What is sent to a client.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Payload(Value),
    Close(u16),
    /// The connection is dropped without a close frame.
    Drop,
}

#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) shard: u64,
    pub(crate) sequence: u64,
    /// The events sent so far, each with its sequence number, to be resent at a resume.
    pub(crate) sent: Vec<(u64, Value)>,
    pub(crate) socket: Option<UnboundedSender<Outgoing>>,
}

/// The answer to an IDENTIFY. Set with [`crate::Sandbox::set_greeting`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Greeting {
    /// READY.
    #[default]
    Ready,
    /// Nothing.
    Silence,
    /// The session is invalid (op 9).
    InvalidSession,
    /// The connection is closed with the given code.
    Close(u16),
}

/// The moment at which a connection is closed. Set with [`crate::Sandbox::hang_up`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangUp {
    /// Once it is open, before HELLO.
    BeforeHello,
    /// Right after HELLO.
    AfterHello,
    /// When a session is to be resumed on it.
    AtResume,
}

/// What goes wrong on the gateway, and how often a bot has connected.
#[derive(Debug, Default)]
pub(crate) struct GatewayState {
    /// The number of shards that a bot must use.
    pub(crate) shards: u64,
    /// How many sessions have begun or been resumed, and how often an endpoint has begun to answer.
    pub(crate) connections: u64,
    /// The events held back so far. `None` if events are not being held back.
    pub(crate) held: Option<Vec<(&'static str, Value)>>,
    pub(crate) answers_heartbeats: bool,
    pub(crate) greeting: Greeting,
    /// How many sessions may still start, and the milliseconds until the limit is reset.
    pub(crate) session_starts: (u32, u128),
    /// The number of IDENTIFYs so far.
    pub(crate) identifies: u64,
    /// Fields of interactions to set, or to omit if `None`.
    pub(crate) altered_fields: Vec<(String, Option<Value>)>,
    /// Whether connections are turned away.
    pub(crate) refuses_connections: bool,
    /// When connections are closed, and with which code.
    pub(crate) hang_up: Option<(HangUp, u16)>,
    /// How many connections have been turned away, or closed for that reason.
    pub(crate) turned_away: u64,
    /// How often each interaction is delivered.
    pub(crate) deliveries: u32,
    /// How many events that the bot has already received are repeated at a resume.
    pub(crate) repeats_on_resume: u64,
    /// How many events were resent at each resume, RESUMED not counted.
    pub(crate) resumes: Vec<usize>,
}
