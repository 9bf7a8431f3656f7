//! A Discord without validation, for measuring how fast a bot is. It sends complete events, as
//! Discord does, accepts first responses, and answers all other calls with success. It stores
//! nothing.

mod endpoint;
mod interaction;
mod json;

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use discord_sandbox::{Clock, Id};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::sleep;

pub(crate) use self::endpoint::Endpoint;
pub(crate) use self::interaction::{Act, Answer};
use self::json::{APPLICATION, event, message, user};

/// A bot token in Discord's format.
pub(crate) const TOKEN: &str =
    "MTEwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab";

/// A lean Discord. It stops when it is dropped.
#[derive(Debug)]
pub(crate) struct LeanDiscord {
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
    callers: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
    /// Where interactions are sent, if not through the gateway.
    endpoint: Option<Endpoint>,
    /// How long it takes to accept each first response.
    delay: Duration,
}

impl Drop for LeanDiscord {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl LeanDiscord {
    /// Starts on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If no port is available.
    pub(crate) async fn start(endpoint: Option<Endpoint>, delay: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let shared = Arc::new(Shared {
            address: listener.local_addr()?,
            clock: Clock::default(),
            ids: AtomicU64::new(0),
            events: AtomicU64::new(1),
            bot: Mutex::default(),
            connected: Notify::new(),
            callers: Mutex::default(),
            endpoint,
            delay,
        });
        let routes = Router::new()
            .route(
                "/api/v10/interactions/{id}/{token}/callback",
                post(callback),
            )
            .route("/gateway", any(connect))
            .route("/gateway/", any(connect))
            .fallback(answer_other)
            .layer(DefaultBodyLimit::disable())
            .with_state(shared.clone());
        // Without this, an event waits up to 40 ms until the previous one is acknowledged.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, routes).await {
                tracing::error!(%error, "the lean Discord stopped serving");
            }
        });
        Ok(Self { shared, server })
    }

    /// The base address for the bot.
    #[must_use]
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// Waits until a bot is connected or, with an endpoint, until all its processes answer.
    pub(crate) async fn wait_until_ready(&self) {
        if let Some(endpoint) = &self.shared.endpoint {
            while !endpoint.is_ready().await {
                sleep(Duration::from_millis(20)).await;
            }
            return;
        }
        loop {
            let connected = self.shared.connected.notified();
            if self.shared.bot.lock().is_some() {
                return;
            }
            connected.await;
        }
    }

    #[must_use]
    pub(crate) fn new_id(&self) -> Id {
        self.shared.new_id()
    }

    /// Sends what a member does in a channel, and waits for the first response. Returns `None` if
    /// no bot is connected or the endpoint does not accept the interaction.
    pub(crate) async fn interact(&self, member: Id, channel: Id, act: Act<'_>) -> Option<Answer> {
        let id = self.shared.new_id();
        let (sender, answer) = oneshot::channel();
        self.shared.callers.lock().insert(id.0, sender);
        let number = self.shared.events.fetch_add(1, Ordering::Relaxed) + 1;
        let event = event(number, id, member, channel, act);
        if let Some(endpoint) = &self.shared.endpoint {
            if endpoint.post(interaction_in(&event)?, true).await? != StatusCode::ACCEPTED {
                self.shared.callers.lock().remove(&id.0);
                return None;
            }
        } else {
            let socket = self.shared.bot.lock().clone();
            socket?.send(event.into()).ok()?;
        }
        let mut answer = answer.await.ok()?;
        if let (7, Act::Click(clicked, _)) = (answer.kind, act) {
            answer.message = clicked.message;
        }
        Some(answer)
    }
}

/// Extracts the interaction from a gateway event.
fn interaction_in(event: &str) -> Option<&str> {
    event.split_once(r#""d":"#)?.1.strip_suffix('}')
}

impl LeanDiscord {
    /// Posts an interaction with a false signature. Returns whether it was refused.
    pub(crate) async fn forge(&self, member: Id, channel: Id, act: Act<'_>) -> Option<bool> {
        let event = event(1, self.shared.new_id(), member, channel, act);
        let endpoint = self.shared.endpoint.as_ref()?;
        let answer = endpoint.post(interaction_in(&event)?, false).await?;
        Some(answer == StatusCode::UNAUTHORIZED)
    }
}

impl Shared {
    fn new_id(&self) -> Id {
        let now = Id::first_at(self.clock.now_ms()).0;
        // A counter of 22 bits: four million ids differ even within one millisecond.
        let number = self.ids.fetch_add(1, Ordering::Relaxed) & ((1 << 22) - 1);
        Id(now | number)
    }
}

async fn callback(
    State(shared): State<Arc<Shared>>,
    Path((id, _)): Path<(u64, String)>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let Some(answer) = Answer::read(shared.new_id(), &body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if !shared.delay.is_zero() {
        sleep(shared.delay).await;
    }
    let wants_response = query.is_some_and(|query| query.contains("with_response=true"));
    let response = if wants_response {
        let message_json = message(&answer, Id(1));
        let (kind, message) = (answer.kind, answer.message);
        let body = format!(
            r#"{{"interaction":{{"id":"{id}","type":2,"response_message_id":"{message}","response_message_loading":false,"response_message_ephemeral":false}},"resource":{{"type":{kind},"message":{message_json}}}}}"#
        );
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    } else {
        StatusCode::NO_CONTENT.into_response()
    };
    let caller = shared.callers.lock().remove(&id);
    if let Some(caller) = caller {
        // The caller may have given up.
        drop(caller.send(answer));
    }
    response
}

/// Answers all other calls.
async fn answer_other(
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
            "id": APPLICATION.to_string(), "name": "bot", "icon": null, "description": "", "bot_public": true, "owner": user(),
            "bot_require_code_grant": false, "verify_key": shared.endpoint.as_ref().map(Endpoint::verify_key).unwrap_or_default(),
            "interactions_endpoint_url": shared.endpoint.as_ref().map(Endpoint::url), "flags": 0, "integration_types_config": { "0": {} },
        }),
        (Method::PUT, _) => serde_json::from_slice(&body).unwrap_or_default(),
        (Method::DELETE, _) => return StatusCode::NO_CONTENT.into_response(),
        (Method::GET, "/users/@me/guilds") => json!([{ "id": "1100000000000000002" }]),
        (Method::GET, path) if path.ends_with("/commands") || path.ends_with("/messages") => {
            json!([])
        }
        (_, _) => {
            json!({ "id": shared.new_id(), "channel_id": "1", "type": 0, "content": "", "author": user() })
        }
    };
    Json(answer).into_response()
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
                Some(Ok(Message::Text(text))) => match handle_payload(shared, &text, &sender) {
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

/// Handles a payload from a client. Returns the gateway's reply, if there is one.
fn handle_payload(
    shared: &Shared,
    text: &str,
    sender: &mpsc::UnboundedSender<Utf8Bytes>,
) -> Option<String> {
    let payload: Value = serde_json::from_str(text).ok()?;
    match payload.get("op")?.as_u64()? {
        1 => Some(r#"{"t":null,"s":null,"op":11,"d":null}"#.to_owned()),
        2 => {
            let ready = json!({
                "v": 10, "user": user(), "guilds": [{ "id": "1100000000000000002", "unavailable": true }], "session_id": "lean",
                "resume_gateway_url": format!("ws://{}/gateway", shared.address),
                "application": { "id": APPLICATION.to_string(), "flags": 0 },
            });
            // READY is queued before any other event.
            let ready = json!({ "t": "READY", "s": 1, "op": 0, "d": ready }).to_string();
            drop(sender.send(ready.into()));
            *shared.bot.lock() = Some(sender.clone());
            shared.connected.notify_waiters();
            None
        }
        _ => None,
    }
}
