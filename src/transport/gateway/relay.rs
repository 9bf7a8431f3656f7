//! A relay on this machine between serenity and Discord. Serenity connects to it instead of to
//! Discord, and it forwards the messages of both. It sees what serenity does not report: each
//! IDENTIFY, each close code, each heartbeat, a lost connection. It intercepts interactions as
//! text, so even those that serenity cannot parse are answered.
//!
//! Serenity handles sessions, heartbeats, resuming and shards. It never sees interactions.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use metrics::counter;
use parking_lot::Mutex;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, connect_async};

use super::access::{self, Access};
use super::budget::TURN;
use super::frame::{
    DISPATCH, Frame, HEARTBEAT, HEARTBEAT_ACK, HELLO, Hello, IDENTIFY, INVALID_SESSION,
    IdentifyPayload, RESUME, Ready, Resume, data, encode,
};
use super::pace::Pace;
use super::session::Sessions;
use super::watch::{Connection, Watch};
use crate::chain::chain;
use crate::transport::responder::{Responder, Via};

/// Close codes: an unknown error, the connection is not authenticated, a resume names an invalid
/// sequence number, or the session timed out
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>).
const UNKNOWN_ERROR: u16 = 4000;
const NOT_AUTHENTICATED: u16 = 4003;
const INVALID_SEQUENCE: u16 = 4007;
const SESSION_TIMED_OUT: u16 = 4009;

/// How long Discord may take to accept a connection, and then to say HELLO.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a side may take to confirm the end of its connection. Also the pause after a local
/// connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(500);

type Upstream = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Local = WebSocketStream<TcpStream>;

/// The relay of a bot.
pub(super) struct Relay {
    listener: TcpListener,
    access: Access,
    upstream: String,
    responder: Arc<Responder>,
    watch: Arc<Watch>,
    sessions: Sessions,
    pace: Mutex<Pace>,
    next_number: AtomicU64,
}

/// Which side has ended the connection.
enum End {
    /// Serenity, with its close frame.
    Local(Option<CloseFrame>),
    /// Discord, with its close frame.
    Upstream(Option<CloseFrame>),
}

impl Relay {
    /// A relay of all shards to the given address, on a free port of this machine.
    pub(super) async fn bind(
        upstream: String,
        shards: u32,
        responder: Arc<Responder>,
        watch: Arc<Watch>,
    ) -> io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
            access: Access::new(),
            upstream,
            responder,
            watch,
            sessions: Sessions::default(),
            pace: Mutex::new(Pace::new(shards)),
            next_number: AtomicU64::default(),
        })
    }

    /// The address for serenity.
    pub(super) fn url(&self) -> io::Result<String> {
        Ok(format!(
            "ws://{}{}",
            self.listener.local_addr()?,
            self.access.path
        ))
    }

    /// Accepts and relays connections for as long as this future is polled.
    pub(super) async fn serve(self) {
        let relay = Arc::new(self);
        let mut connections = tokio::task::JoinSet::new();
        loop {
            tokio::select! {
                accepted = relay.listener.accept() => {
                    let Ok((stream, _)) = accepted else {
                        // For example, this process has too many open files.
                        tracing::warn!("a local connection was not accepted");
                        sleep(PAUSE).await;
                        continue;
                    };
                    connections.spawn(Box::pin(relay.clone().connect(stream)));
                }
                Some(_ended) = connections.join_next() => {}
            }
        }
    }

    /// Relays a connection from serenity. The relay connects to Discord before it answers serenity,
    /// so that serenity notices if Discord cannot be reached.
    async fn connect(self: Arc<Self>, stream: TcpStream) {
        if !self.access.admits(&stream).await {
            tracing::debug!("a local connection that is not serenity's was turned away");
            return;
        }
        // Messages are sent without delay.
        let _slower_otherwise = stream.set_nodelay(true);
        let upstream = match self.dial().await {
            Ok(upstream) => upstream,
            Err(error) => return self.note_end(None, chain(&error)),
        };
        if let Ok(Ok(local)) = timeout(access::PATIENCE, accept_async(stream)).await {
            let mut connection = self
                .watch
                .connection(self.next_number.fetch_add(1, Ordering::Relaxed));
            let replaced = connection.replaced.clone();
            // A connection that another one has replaced is dropped on both sides without a close
            // frame, because a close frame would end the session.
            let relaying = Box::pin(self.relay(local, upstream, &mut connection));
            if replaced.run_until_cancelled(relaying).await.is_none() {
                self.note_end(connection.session_began, "the shard has another connection");
            }
            connection.ended();
        }
    }

    /// Connects to Discord, after a pause if connections have failed.
    async fn dial(&self) -> Result<Upstream, Error> {
        let random = RandomState::new().hash_one(());
        let wait = self.pace.lock().time_to_wait(Instant::now(), random);
        sleep(wait).await;
        let dialled = timeout(CONNECT_TIMEOUT, connect_async(&self.upstream)).await;
        let (upstream, _) = dialled.unwrap_or(Err(Error::ConnectionClosed))?;
        Ok(upstream)
    }

    /// Notes the end of a connection to Discord, or that there was none. `session` is when its
    /// session began or was resumed. Only the third failure in a row is reported.
    fn note_end(&self, session: Option<Instant>, why: impl fmt::Display) {
        let mut pace = self.pace.lock();
        if pace.ended(session, Instant::now()) {
            counter!("wythoff_gateway_failures_total").increment(1);
        }
        if pace.is_to_be_reported() {
            tracing::warn!(%why, "connections to discord's gateway keep failing; the bot tries again with growing pauses");
        } else {
            tracing::debug!(%why, "a connection to discord's gateway has ended");
        }
    }

    /// Forwards the messages of both sides until one of them ends the connection.
    async fn relay(&self, mut local: Local, mut upstream: Upstream, connection: &mut Connection) {
        let end = loop {
            tokio::select! {
                received = upstream.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        if let Some(passed_on) = self.observe(text, connection)
                            && local.send(Message::Text(passed_on)).await.is_err()
                        {
                            break End::Local(None);
                        }
                    }
                    Some(Ok(Message::Close(frame))) => break End::Upstream(frame),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => break End::Upstream(None),
                },
                received = local.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        let text = self.renumbered(text, connection);
                        if let Some(end) = self.pass_on(text, &mut local, &mut upstream, connection).await {
                            break end;
                        }
                    }
                    Some(Ok(Message::Close(frame))) => break End::Local(frame),
                    Some(Err(_)) | None => break End::Local(None),
                    Some(Ok(_)) => {}
                },
            }
        };
        // The other side is told that the connection has ended. It does not matter whether the
        // message arrives.
        match end {
            // The code says whether the session will be resumed.
            End::Local(frame) => {
                self.note_end(connection.session_began, "serenity ended the connection");
                drop(upstream.close(frame).await);
            }
            End::Upstream(frame) => {
                let frame = match frame {
                    Some(frame) => Some(frame),
                    None => close_frame(&mut upstream).await,
                };
                let code = frame.as_ref().map(|frame| frame.code.into());
                connection.closed(code);
                // Before serenity learns of it, since it connects again at once.
                let code = code.map_or("none".to_owned(), |code| code.to_string());
                self.note_end(connection.session_began, format_args!("close code: {code}"));
                drop(local.close(Some(frame_for_serenity(frame))).await);
            }
        }
        drop(timeout(PAUSE, local.next()).await);
    }

    /// Observes a message from Discord, and returns what serenity gets.
    fn observe(&self, text: Utf8Bytes, connection: &mut Connection) -> Option<Utf8Bytes> {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text) else {
            return Some(text);
        };
        match (frame.op, frame.t) {
            (HELLO, _) => {
                if let Some(hello) = data::<Hello>(&frame) {
                    connection.greeted(Duration::from_millis(hello.heartbeat_interval));
                }
            }
            (HEARTBEAT_ACK, _) => connection.acknowledged(),
            (INVALID_SESSION, _) => connection.invalidated(),
            (DISPATCH, Some("READY")) => {
                if let (Some(ready), Some(shard)) = (data::<Ready>(&frame), connection.shard()) {
                    connection.session = Some(self.sessions.begin(ready.session_id, shard));
                }
                connection.connected();
            }
            (DISPATCH, Some("RESUMED")) => {
                connection.connected();
                connection
                    .shard()
                    .into_iter()
                    .for_each(|shard| self.watch.mark_connected(shard));
            }
            _ => {}
        }
        let session_and_number = connection.session.as_ref().zip(frame.s);
        if let Some((session, number)) = session_and_number {
            session.arrived(number);
        }
        if let (Some("INTERACTION_CREATE"), Some(interaction)) = (frame.t, frame.d) {
            let text = interaction.get().to_owned();
            self.responder.accept(text, Via::Gateway);
            return None;
        }
        let renumbered = session_and_number.and_then(|(session, _)| {
            let s = Some(session.next());
            serde_json::to_string(&Frame { s, ..frame }).ok()
        });
        Some(renumbered.map_or(text, Utf8Bytes::from))
    }

    /// A message from serenity, with Discord's sequence numbers. If serenity resumes a session, the
    /// connection adopts that session.
    fn renumbered(&self, text: Utf8Bytes, connection: &mut Connection) -> Utf8Bytes {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text) else {
            return text;
        };
        let rewritten = match frame.op {
            HEARTBEAT => connection
                .session
                .as_ref()
                .and_then(|session| encode(HEARTBEAT, &session.latest())),
            RESUME => self
                .resumption(&frame, connection)
                .and_then(|resume| encode(RESUME, &resume)),
            _ => None,
        };
        rewritten.map_or(text, Utf8Bytes::from)
    }

    fn resumption(&self, frame: &Frame<'_>, connection: &mut Connection) -> Option<Resume> {
        let resume = data::<Resume>(frame);
        let id = resume.as_ref().map(|resume| &resume.session_id);
        let Some(session) = id.and_then(|id| self.sessions.get(id)) else {
            tracing::warn!("serenity tried to resume an unknown session");
            return None;
        };
        connection.assign_shard(session.shard);
        connection.resumes();
        let seq = session.latest();
        connection.session = Some(session);
        Some(Resume { seq, ..resume? })
    }

    /// Forwards a message from serenity. An IDENTIFY waits until it may be sent.
    async fn pass_on(
        &self,
        text: Utf8Bytes,
        local: &mut Local,
        upstream: &mut Upstream,
        connection: &mut Connection,
    ) -> Option<End> {
        if let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text)
            && frame.op == IDENTIFY
        {
            let shard = data::<IdentifyPayload>(&frame).and_then(|identify| identify.shard);
            connection.assign_shard(shard.map_or(0, |(shard, _)| shard));
            while let Err(wait) = connection.try_identify().await {
                if wait <= TURN {
                    // No heartbeat is due yet.
                    sleep(wait).await;
                    continue;
                }
                // An open connection would owe Discord heartbeats during the wait.
                drop(timeout(PAUSE, upstream.close(None)).await);
                match self.park(local, connection, Instant::now() + wait).await {
                    Ok(reconnected) => *upstream = reconnected,
                    Err(end) => return Some(end),
                }
            }
            // Compressed messages cannot be observed. Without intents there is little to compress.
            let plain = text.replace(r#""compress":true"#, r#""compress":false"#);
            let sent = upstream.send(Message::text(plain)).await;
            return sent.is_err().then_some(End::Upstream(None));
        }
        let sent = upstream.send(Message::Text(text)).await;
        sent.is_err().then_some(End::Upstream(None))
    }

    /// Waits until `until` without a connection to Discord, answering serenity's heartbeats
    /// meanwhile. Then connects to Discord again.
    async fn park(
        &self,
        local: &mut Local,
        connection: &mut Connection,
        until: Instant,
    ) -> Result<Upstream, End> {
        tracing::warn!(
            seconds = (until - Instant::now()).as_secs(),
            "waiting before sending another IDENTIFY to discord"
        );
        connection.parked();
        loop {
            tokio::select! {
                () = sleep_until(until) => break,
                received = local.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        let op = serde_json::from_str::<Frame<'_>>(&text).map(|frame| frame.op);
                        let ack = Message::text(format!(r#"{{"op":{HEARTBEAT_ACK}}}"#));
                        if matches!(op, Ok(HEARTBEAT)) && local.send(ack).await.is_err() {
                            return Err(End::Local(None));
                        }
                    }
                    Some(Ok(Message::Close(frame))) => return Err(End::Local(frame)),
                    Some(Err(_)) | None => return Err(End::Local(None)),
                    Some(Ok(_)) => {}
                },
            }
        }
        let dialled = self.dial().await;
        let mut upstream = dialled.map_err(|_unreachable| End::Upstream(None))?;
        // The HELLO is dropped: serenity has already received one.
        match timeout(CONNECT_TIMEOUT, upstream.next()).await {
            Ok(Some(Ok(Message::Text(_)))) => Ok(upstream),
            _ => Err(End::Upstream(None)),
        }
    }
}

/// The close frame that Discord has sent, if sending to it failed before the frame was read.
async fn close_frame(upstream: &mut Upstream) -> Option<CloseFrame> {
    let mut rest = upstream
        .take_while(|received| std::future::ready(received.is_ok()))
        .filter_map(|received| std::future::ready(received.ok()));
    while let Ok(Some(message)) = timeout(PAUSE, rest.next()).await {
        if let Message::Close(frame) = message {
            return frame;
        }
    }
    None
}

/// The close frame for serenity. Without a code, serenity would not notice the end before its next
/// heartbeat. On "not authenticated" it would give up, and on an invalid sequence number it would
/// resume with the same number. In both cases a new session is enough.
fn frame_for_serenity(frame: Option<CloseFrame>) -> CloseFrame {
    let code = frame.as_ref().map(|frame| u16::from(frame.code));
    let code = match code {
        None => UNKNOWN_ERROR,
        Some(NOT_AUTHENTICATED | INVALID_SEQUENCE) => SESSION_TIMED_OUT,
        Some(code) => code,
    };
    CloseFrame {
        code: code.into(),
        reason: frame.map(|frame| frame.reason).unwrap_or_default(),
    }
}
