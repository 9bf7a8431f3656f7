//! A Discord that judges nothing, for measuring how fast a bot is: it hands out events, takes first responses, and answers every other
//! call as if all were well. What is sent is what Discord sends, in full; nothing of it is kept.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::id::Id;

const APPLICATION: u64 = 1_100_000_000_000_000_001;

/// As long as real tokens are.
const TOKEN_LENGTH: usize = 220;

/// A lean Discord, which ends when it is dropped.
#[derive(Debug)]
pub struct Lean {
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    address: SocketAddr,
    clock: Clock,
    ids: AtomicU64,
    events: AtomicU64,
    bot: Mutex<Option<mpsc::UnboundedSender<Utf8Bytes>>>,
    connected: Notify,
    waiting: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
}

/// What somebody does.
#[derive(Clone, Copy, Debug)]
pub enum Act<'a> {
    /// A command, as the `data` of its interaction.
    Command(&'a str),
    /// A click on the message of that answer: the `data` of its interaction.
    Click(&'a Answer, &'a str),
}

/// A first response.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The message that it is in.
    pub message: Id,
    /// Its type: 4 for a new message, 7 for an edit.
    pub kind: u8,
    content: String,
    components: String,
    embeds: String,
    has_files: bool,
}

#[derive(Deserialize)]
struct FirstResponse<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    components: Option<&'a RawValue>,
    #[serde(borrow)]
    embeds: Option<&'a RawValue>,
}

impl Answer {
    /// The first select or button on the message: its id, and whether it is a select.
    #[must_use]
    pub fn control(&self) -> Option<(&str, bool)> {
        let (before, rest) = self.components.split_once("\"custom_id\":\"")?;
        let (id, after) = rest.split_once('"')?;
        let row = after.split_once(']').map_or(after, |(row, _)| row);
        let is_select = before.contains("\"type\":3") || row.contains("\"options\":");
        Some((id, is_select))
    }
}

impl Drop for Lean {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Lean {
    /// Starts on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If no port can be had.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let shared = Arc::new(Shared {
            address: listener.local_addr()?,
            clock: Clock::default(),
            ids: AtomicU64::new(0),
            events: AtomicU64::new(1),
            bot: Mutex::default(),
            connected: Notify::new(),
            waiting: Mutex::default(),
        });
        let routes = Router::new()
            .route(
                "/api/v10/interactions/{id}/{token}/callback",
                post(callback),
            )
            .route("/gateway", any(connect))
            .route("/gateway/", any(connect))
            .fallback(other)
            .layer(DefaultBodyLimit::disable())
            .with_state(shared.clone());
        // Otherwise an event waits up to 40 ms for the acknowledgement of the one before.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, routes).await {
                tracing::error!(%error, "the lean sandbox stopped serving");
            }
        });
        Ok(Self { shared, server })
    }

    /// The base address for the bot.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// A token of the right form.
    #[must_use]
    pub fn token(&self) -> String {
        "MTEwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab".to_owned()
    }

    /// Waits until a bot is connected.
    pub async fn ready(&self) {
        loop {
            let connected = self.shared.connected.notified();
            if lock(&self.shared.bot).is_some() {
                return;
            }
            connected.await;
        }
    }

    /// A new id.
    #[must_use]
    pub fn new_id(&self) -> Id {
        self.shared.new_id()
    }

    /// Lets a member of a server do something there, and waits for the first response; none where no bot is connected.
    pub async fn interact(&self, member: Id, channel: Id, act: Act<'_>) -> Option<Answer> {
        let id = self.shared.new_id();
        let (sender, answer) = oneshot::channel();
        lock(&self.shared.waiting).insert(id.0, sender);
        let number = self.shared.events.fetch_add(1, Ordering::Relaxed) + 1;
        let event = event(number, id, (member, channel), act);
        let socket = lock(&self.shared.bot).clone();
        socket?.send(event.into()).ok()?;
        let mut answer = answer.await.ok()?;
        if let (7, Act::Click(clicked, _)) = (answer.kind, act) {
            answer.message = clicked.message;
        }
        Some(answer)
    }
}

impl Shared {
    fn new_id(&self) -> Id {
        let now = Id::first_at(self.clock.now_ms()).0;
        // Twenty-two bits a millisecond, in turn: no two are alike for four million ids.
        let number = self.ids.fetch_add(1, Ordering::Relaxed) & ((1 << 22) - 1);
        Id(now | number)
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An interaction as Discord sends it
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object>).
fn event(number: u64, id: Id, (member, channel): (Id, Id), act: Act<'_>) -> String {
    let (kind, data) = match act {
        Act::Command(data) => (2, data),
        Act::Click(_, data) => (3, data),
    };
    let message = match act {
        Act::Command(_) => String::new(),
        Act::Click(answer, _) => format!(r#""message":{},"#, message(answer, channel)),
    };
    let token = format!("{id}{}", "t".repeat(TOKEN_LENGTH.saturating_sub(19)));
    format!(
        r#"{{"t":"INTERACTION_CREATE","s":{number},"op":0,"d":{{"version":1,"type":{kind},"token":"{token}",{message}"member":{{"user":{{"username":"member{member}","public_flags":0,"primary_guild":null,"id":"{member}","global_name":"Member {member}","discriminator":"0","display_name_styles":null,"collectibles":null,"clan":null,"avatar_decoration_data":null,"avatar":"0123456789abcdef0123456789abcdef"}},"unusual_dm_activity_until":null,"roles":["1100000000000000010","1100000000000000011"],"premium_since":null,"permissions":"2222085186636353","pending":false,"nick":null,"mute":false,"joined_at":"2026-01-01T00:00:00.000000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,"banner":null,"avatar":null}},"locale":"en-US","id":"{id}","guild_locale":"en-US","guild_id":"1100000000000000002","guild":{{"locale":"en-US","id":"1100000000000000002","features":["COMMUNITY","NEWS"]}},"entitlements":[],"data":{data},"context":0,"channel_id":"{channel}","channel":{{"type":0,"topic":null,"rate_limit_per_user":0,"position":1,"permissions":"2222085186636353","parent_id":null,"nsfw":false,"name":"games","last_message_id":null,"id":"{channel}","guild_id":"1100000000000000002","flags":0}},"authorizing_integration_owners":{{"0":"1100000000000000002"}},"attachment_size_limit":10485760,"application_id":"{APPLICATION}","app_permissions":"2222085186636353"}}}}"#
    )
}

/// A message of the bot as Discord gives it.
fn message(answer: &Answer, channel: Id) -> String {
    let Answer {
        message,
        content,
        components,
        embeds,
        has_files,
        ..
    } = answer;
    let attachments = if *has_files {
        r#"[{"id":"1100000000000000020","filename":"board.png","size":8000,"url":"https://cdn.discordapp.com/attachments/1/2/board.png?ex=0123456789&is=0123456789&hm=0123456789abcdef0123456789abcdef","proxy_url":"https://media.discordapp.net/attachments/1/2/board.png","width":524,"height":352,"content_type":"image/png","content_scan_version":1,"placeholder":"abcdefghijklmnop","placeholder_version":1}]"#
    } else {
        "[]"
    };
    format!(
        r#"{{"webhook_id":"{APPLICATION}","type":20,"tts":false,"timestamp":"2026-01-01T00:00:00.000000+00:00","pinned":false,"mentions":[],"mention_roles":[],"mention_everyone":false,"interaction_metadata":{{"user":{{"username":"member","public_flags":0,"id":"1100000000000000030","global_name":"Member","discriminator":"0","avatar":null}},"type":2,"name":"start","id":"{message}","authorizing_integration_owners":{{"0":"1100000000000000002"}}}},"id":"{message}","flags":0,"embeds":{embeds},"edited_timestamp":null,"content":{content},"components":{components},"channel_id":"{channel}","author":{{"username":"bot","public_flags":0,"id":"{APPLICATION}","global_name":null,"discriminator":"0001","bot":true,"avatar":null}},"attachments":{attachments},"application_id":"{APPLICATION}"}}"#
    )
}

async fn callback(
    State(shared): State<Arc<Shared>>,
    Path((id, _)): Path<(u64, String)>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let Some(answer) = read(&shared, &body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let wants = query.is_some_and(|query| query.contains("with_response=true"));
    let response = if wants {
        let shown = message(&answer, Id(1));
        let (kind, message) = (answer.kind, answer.message);
        let body = format!(
            r#"{{"interaction":{{"id":"{id}","type":2,"response_message_id":"{message}","response_message_loading":false,"response_message_ephemeral":false}},"resource":{{"type":{kind},"message":{shown}}}}}"#
        );
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    } else {
        StatusCode::NO_CONTENT.into_response()
    };
    let waiting = lock(&shared.waiting).remove(&id);
    if let Some(waiting) = waiting {
        // Whoever waited may have gone.
        drop(waiting.send(answer));
    }
    response
}

/// A first response, from JSON or from a form with files.
fn read(shared: &Shared, body: &[u8]) -> Option<Answer> {
    let (json, has_files) = if body.first() == Some(&b'{') {
        (body, false)
    } else {
        (part(body)?, true)
    };
    let response: FirstResponse<'_> = serde_json::from_slice(json).ok()?;
    let data: Option<Data<'_>> = match response.data {
        Some(data) => serde_json::from_str(data.get()).ok(),
        None => None,
    };
    let text = |raw: Option<&RawValue>, or: &str| raw.map_or(or, RawValue::get).to_owned();
    let data = data.as_ref();
    Some(Answer {
        message: shared.new_id(),
        kind: response.kind,
        content: text(data.and_then(|data| data.content), "\"\""),
        components: text(data.and_then(|data| data.components), "[]"),
        embeds: text(data.and_then(|data| data.embeds), "[]"),
        has_files,
    })
}

/// The JSON of a form.
fn part(body: &[u8]) -> Option<&[u8]> {
    let after = |bytes: &[u8], mark: &[u8]| {
        let start = bytes
            .windows(mark.len())
            .position(|window| window == mark)?;
        Some(start)
    };
    let name = after(body, b"payload_json")?;
    let rest = body.get(name..)?;
    let start = after(rest, b"\r\n\r\n")? + 4;
    let rest = rest.get(start..)?;
    rest.get(..after(rest, b"\r\n--")?)
}

/// Every other call.
async fn other(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let path = uri.path().strip_prefix("/api/v10").unwrap_or_default();
    let gateway = format!("ws://{}/gateway", shared.address);
    let limit = json!({ "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 });
    let answer = match (method, path) {
        (_, "/gateway" | "/gateway/bot") => {
            json!({ "url": gateway, "shards": 1, "session_start_limit": limit })
        }
        (_, "/users/@me") => user(),
        (_, "/applications/@me" | "/oauth2/applications/@me") => json!({
            "id": APPLICATION.to_string(), "name": "bot", "icon": null, "description": "", "bot_public": true,
            "bot_require_code_grant": false, "verify_key": "", "flags": 0, "integration_types_config": { "0": {} },
        }),
        (Method::PUT, _) => serde_json::from_slice(&body).unwrap_or_default(),
        (Method::DELETE, _) => return StatusCode::NO_CONTENT.into_response(),
        (Method::GET, path) if path.ends_with("/commands") || path.ends_with("/messages") => {
            json!([])
        }
        (_, _) => {
            json!({ "id": shared.new_id(), "channel_id": "1", "type": 0, "content": "", "author": user() })
        }
    };
    Json(answer).into_response()
}

fn user() -> Value {
    json!({
        "id": APPLICATION.to_string(), "username": "bot", "discriminator": "0001", "avatar": null, "bot": true,
        "public_flags": 0,
    })
}

async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(async move |socket| serve(&shared, socket).await)
}

async fn serve(shared: &Shared, mut socket: WebSocket) {
    let hello = r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}"#;
    if socket.send(Message::text(hello)).await.is_err() {
        return;
    }
    let (sender, mut events) = mpsc::unbounded_channel::<Utf8Bytes>();
    loop {
        let outgoing = tokio::select! {
            event = events.recv() => match event {
                Some(event) => event,
                None => return,
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => match answer(shared, &text, &sender) {
                    Some(answer) => answer.into(),
                    None => continue,
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => continue,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
        };
        if socket.send(Message::Text(outgoing)).await.is_err() {
            return;
        }
    }
}

/// What the gateway answers to a client.
fn answer(
    shared: &Shared,
    text: &str,
    sender: &mpsc::UnboundedSender<Utf8Bytes>,
) -> Option<String> {
    let payload: Value = serde_json::from_str(text).ok()?;
    match payload["op"].as_u64()? {
        1 => Some(r#"{"t":null,"s":null,"op":11,"d":null}"#.to_owned()),
        2 => {
            let ready = json!({
                "v": 10, "user": user(), "guilds": [{ "id": "1100000000000000002", "unavailable": true }], "session_id": "lean",
                "resume_gateway_url": format!("ws://{}/gateway", shared.address),
                "application": { "id": APPLICATION.to_string(), "flags": 0 },
            });
            // Held here, so that READY is sent first.
            let ready = json!({ "t": "READY", "s": 1, "op": 0, "d": ready }).to_string();
            drop(sender.send(ready.into()));
            *lock(&shared.bot) = Some(sender.clone());
            shared.connected.notify_waiters();
            None
        }
        _ => None,
    }
}
