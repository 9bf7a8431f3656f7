//! Gateway v10 over a websocket: hello, identify, heartbeats, events, resume with a replay of
//! missed events. Sessions begin at one address and are resumed at another one, as READY says.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::shared::Shared;
use crate::world::{BotAccess, Greeting, HangUp, Outgoing, Session, World};

/// The heartbeat interval announced to clients, in milliseconds.
const HEARTBEAT_INTERVAL_MS: u64 = 41_250;

const DISPATCH: u64 = 0;
const HEARTBEAT: u64 = 1;
const IDENTIFY: u64 = 2;
const RESUME: u64 = 6;
const INVALID_SESSION: u64 = 9;
const HELLO: u64 = 10;
const HEARTBEAT_ACK: u64 = 11;

/// Close codes (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway>).
const DECODE_ERROR: u16 = 4002;
const NOT_AUTHENTICATED: u16 = 4003;
const AUTHENTICATION_FAILED: u16 = 4004;
const INVALID_SEQUENCE: u16 = 4007;
const INVALID_SHARD: u16 = 4010;

pub(crate) fn payload(op: u64, data: &Value) -> Outgoing {
    Outgoing::Payload(json!({ "op": op, "d": data, "s": null, "t": null }))
}

/// A connection to the address where sessions begin.
pub(crate) async fn begin(
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    connect(shared, upgrade, Address::Begins)
}

/// A connection to the address where sessions are resumed.
pub(crate) async fn resume(
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    connect(shared, upgrade, Address::Resumes)
}

/// What an address of the gateway is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Address {
    Begins,
    Resumes,
}

fn connect(shared: Arc<Shared>, upgrade: WebSocketUpgrade, address: Address) -> Response {
    let is_refused = shared.change(|world| {
        let refuses = world.gateway.refuses_connections;
        world.gateway.turned_away += u64::from(refuses);
        refuses
    });
    if is_refused {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| async move {
        let mut connection = Connection {
            shared,
            address,
            session: None,
        };
        let (sender, outgoing) = mpsc::unbounded_channel();
        connection.serve(socket, &sender, outgoing).await;
        connection.leave(&sender);
    })
}

struct Connection {
    shared: Arc<Shared>,
    address: Address,
    session: Option<String>,
}

impl Connection {
    async fn serve(
        &mut self,
        mut socket: WebSocket,
        sender: &mpsc::UnboundedSender<Outgoing>,
        mut outgoing: mpsc::UnboundedReceiver<Outgoing>,
    ) {
        let interval = json!({ "heartbeat_interval": HEARTBEAT_INTERVAL_MS });
        let hello = payload(HELLO, &interval);
        for outgoing in self
            .hangs_up(HangUp::BeforeHello)
            .into_iter()
            .chain([hello])
            .chain(self.hangs_up(HangUp::AfterHello))
        {
            let _cannot_fail = sender.send(outgoing);
        }
        loop {
            tokio::select! {
                next = outgoing.recv() => match next {
                    Some(Outgoing::Payload(payload)) => {
                        if socket.send(Message::Text(payload.to_string().into())).await.is_err() {
                            return;
                        }
                    }
                    Some(Outgoing::Close(code)) => {
                        let frame = CloseFrame { code, reason: "".into() };
                        let _gone_already = socket.send(Message::Close(Some(frame))).await;
                        return;
                    }
                    Some(Outgoing::Drop) | None => return,
                },
                received = socket.recv() => match received {
                    Some(Ok(Message::Text(text))) => {
                        for answer in self.receive(&text, sender) {
                            let _cannot_fail = sender.send(answer);
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                    Some(Ok(Message::Close(frame))) => {
                        let _gone_already = socket.send(Message::Close(frame)).await;
                        return;
                    }
                    Some(Err(_)) | None => return,
                },
            }
        }
    }

    fn receive(&mut self, text: &str, sender: &mpsc::UnboundedSender<Outgoing>) -> Vec<Outgoing> {
        let Ok(message) = serde_json::from_str::<Value>(text) else {
            return vec![Outgoing::Close(DECODE_ERROR)];
        };
        let data = &message["d"];
        let invalid_session = || vec![payload(INVALID_SESSION, &Value::Bool(false))];
        match message["op"].as_u64() {
            Some(IDENTIFY) if self.address == Address::Resumes => invalid_session(),
            Some(RESUME) if self.address == Address::Begins => invalid_session(),
            Some(HEARTBEAT) => {
                let should_answer = self.shared.world().gateway.answers_heartbeats;
                let ack = should_answer.then(|| payload(HEARTBEAT_ACK, &Value::Null));
                ack.into_iter().collect()
            }
            Some(IDENTIFY) => self.identify(data, sender),
            Some(RESUME) => self.resume(data, sender),
            Some(_) if self.session.is_some() => Vec::new(),
            Some(_) => vec![Outgoing::Close(NOT_AUTHENTICATED)],
            None => vec![Outgoing::Close(DECODE_ERROR)],
        }
    }

    fn identify(
        &mut self,
        data: &Value,
        sender: &mpsc::UnboundedSender<Outgoing>,
    ) -> Vec<Outgoing> {
        if !self.has_valid_token(data) {
            return vec![Outgoing::Close(AUTHENTICATION_FAILED)];
        }
        // A client that names no shard is the only shard.
        let [shard, shards] = [0, 1].map(|index| data["shard"][index].as_u64());
        let [shard, shards] = [shard.unwrap_or(0), shards.unwrap_or(1)];
        if shards != self.shared.world().gateway.shards || shard >= shards {
            return vec![Outgoing::Close(INVALID_SHARD)];
        }
        let id = format!("session-{}", self.shared.new_id());
        let url = format!("{}/resume", self.shared.gateway_url());
        let greeting = self.shared.change(|world| {
            world.gateway.identifies += 1;
            world.gateway.greeting
        });
        match greeting {
            Greeting::Ready => {}
            Greeting::Silence => return Vec::new(),
            Greeting::InvalidSession => {
                return vec![payload(INVALID_SESSION, &Value::Bool(false))];
            }
            Greeting::Close(code) => return vec![Outgoing::Close(code)],
        }
        self.session = Some(id.clone());
        self.shared.change(|world| {
            let ready = ready(world, &id, shard, &url);
            let mut session = Session {
                shard,
                sequence: 0,
                sent: Vec::new(),
                socket: Some(sender.clone()),
            };
            session.dispatch("READY", &ready);
            world.sessions.insert(id, session);
            world.gateway.connections += 1;
        });
        Vec::new()
    }

    /// Closes the connection, if that is to happen at this moment.
    fn hangs_up(&self, moment: HangUp) -> Option<Outgoing> {
        self.shared.change(|world| {
            let (_, code) = world.gateway.hang_up.filter(|(when, _)| *when == moment)?;
            world.gateway.turned_away += 1;
            Some(Outgoing::Close(code))
        })
    }

    fn resume(&mut self, data: &Value, sender: &mpsc::UnboundedSender<Outgoing>) -> Vec<Outgoing> {
        if let Some(close) = self.hangs_up(HangUp::AtResume) {
            return vec![close];
        }
        if !self.has_valid_token(data) {
            return vec![Outgoing::Close(AUTHENTICATION_FAILED)];
        }
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let last_seen = data["seq"].as_u64().unwrap_or(0);
        let sequence = self
            .shared
            .world()
            .sessions
            .get(&id)
            .map(|session| session.sequence);
        if sequence.is_some_and(|sequence| last_seen > sequence) {
            return vec![Outgoing::Close(INVALID_SEQUENCE)];
        }
        // Everything is sent before anybody can send a later event.
        let resumed = self.shared.change(|world| {
            let repeats = world.gateway.repeats_on_resume;
            let session = world.sessions.get_mut(&id)?;
            // The first event is READY, which is not sent again.
            let missed = session.sent.iter().filter(|(sequence, _)| {
                *sequence > last_seen.saturating_sub(repeats) && *sequence > 1
            });
            let mut count = 0;
            for (_, event) in missed {
                count += 1;
                let _cannot_fail = sender.send(Outgoing::Payload(event.clone()));
            }
            world.gateway.resumes.push(count);
            session.sequence += 1;
            let event = event(session.sequence, "RESUMED", &json!({}));
            let _cannot_fail = sender.send(Outgoing::Payload(event));
            session.socket = Some(sender.clone());
            world.gateway.connections += 1;
            Some(())
        });
        if resumed.is_none() {
            return vec![payload(INVALID_SESSION, &Value::Bool(false))];
        }
        self.session = Some(id);
        Vec::new()
    }

    fn has_valid_token(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        token.strip_prefix("Bot ").unwrap_or(token) == self.shared.world().application.token
    }

    /// Detaches a closed connection from its session, so that the session can be resumed. Does
    /// nothing if another connection has already resumed it.
    fn leave(&self, sender: &mpsc::UnboundedSender<Outgoing>) {
        let Some(id) = &self.session else { return };
        self.shared.change(|world| {
            if let Some(session) = world.sessions.get_mut(id) {
                session.socket.take_if(|socket| socket.same_channel(sender));
            }
        });
    }
}

impl Session {
    /// Keeps an event for a resume, and sends it if there is a connection.
    fn dispatch(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let event = event(self.sequence, name, data);
        self.sent.push((self.sequence, event.clone()));
        if let Some(socket) = &self.socket {
            let _kept_for_a_resume = socket.send(Outgoing::Payload(event));
        }
    }
}

/// The shard of a server. Events outside servers go to the first shard
/// (<https://discord.com/developers/docs/events/gateway#sharding>).
fn shard_of(server: Option<u64>, shards: u64) -> u64 {
    server.map_or(0, |server| (server >> 22) % shards)
}

/// Sends an event to the endpoint if one is set, or else to every session of the event's shard, as
/// often as [`crate::Sandbox::deliver_times`] says. If events are held back, only keeps the event.
pub(crate) fn dispatch(world: &mut World, name: &'static str, data: &Value) {
    if let Some(held) = &mut world.gateway.held {
        held.push((name, data.clone()));
        return;
    }
    let times = world.gateway.deliveries;
    if world.endpoint.url.is_some() {
        for _ in 0..times {
            world.endpoint.send(data);
        }
        return;
    }
    let server = data["guild_id"].as_str().and_then(|id| id.parse().ok());
    let shard = shard_of(server, world.gateway.shards);
    let sessions = world.sessions.values_mut();
    for session in sessions.filter(|session| session.shard == shard) {
        for _ in 0..times {
            session.dispatch(name, data);
        }
    }
}

fn event(sequence: u64, name: &str, data: &Value) -> Value {
    json!({ "op": DISPATCH, "t": name, "s": sequence, "d": data })
}

fn ready(world: &World, session: &str, shard: u64, url: &str) -> Value {
    let shards = world.gateway.shards;
    let guilds: Vec<Value> = world
        .servers
        .values()
        .filter(|server| {
            server.bot_access >= BotAccess::Member && shard_of(Some(server.id.0), shards) == shard
        })
        .map(|server| json!({ "id": server.id, "unavailable": true }))
        .collect();
    json!({
        "v": 10,
        "user": world.bot_json(),
        "guilds": guilds,
        "session_id": session,
        "shard": [shard, shards],
        "resume_gateway_url": url,
        "application": { "id": world.application.id, "flags": 0 },
    })
}
