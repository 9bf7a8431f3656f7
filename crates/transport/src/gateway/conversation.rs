//! What serenity and Discord say to each other on one connection: forwards it, and sees to it that
//! neither notices the relay.

use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::budget::TURN;
use super::connection::Connection;
use super::dialler::{CONNECT_TIMEOUT, Dialler, Upstream};
use super::frame::{
    DISPATCH, Frame, HEARTBEAT, HEARTBEAT_ACK, HELLO, Hello, IDENTIFY, INVALID_SESSION,
    IdentifyPayload, RESUME, Ready, Resume, data, encode, parsed,
};
use super::session::Sessions;
use crate::responder::{Responder, Via};
use wythoff_game::chain::chain;

/// Close codes: an unknown error, the connection is not authenticated, a resume names an invalid
/// sequence number, or the session timed out
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>).
const UNKNOWN_ERROR: u16 = 4000;
const NOT_AUTHENTICATED: u16 = 4003;
const INVALID_SEQUENCE: u16 = 4007;
const SESSION_TIMED_OUT: u16 = 4009;

/// How long serenity may take to say that it resumes a session. It does so as soon as it is
/// connected, but identifies itself only after HELLO.
const FIRST_WORD_WITHIN: Duration = Duration::from_secs(1);

/// How long Discord may take to answer a RESUME. It sends what was missed first.
const RESUMED_WITHIN: Duration = Duration::from_secs(20);

/// How long a side may take to confirm the end of its connection.
const PAUSE: Duration = Duration::from_millis(500);

/// A connection from serenity, and what is known of it.
pub(super) struct Conversation<'r> {
    pub(super) dialler: &'r Dialler,
    pub(super) sessions: &'r Sessions,
    pub(super) responder: &'r Arc<Responder>,
    pub(super) local: WebSocketStream<TcpStream>,
    pub(super) connection: &'r mut Connection,
}

/// Which side has ended the connection.
enum End {
    /// Serenity, with its close frame.
    Local(Option<CloseFrame>),
    /// Discord, with its close frame.
    Upstream(Option<CloseFrame>),
}

/// Nothing, or how the connection has ended meanwhile.
type Broken = Result<(), End>;

impl Conversation<'_> {
    /// Connects to Discord, and forwards the messages of both sides until one of them ends the
    /// connection.
    pub(super) async fn run(mut self) {
        let resume = self.resume().await;
        let session = self.connection.session.clone();
        match self.dialler.dial(session.as_deref()).await {
            Err(error) => {
                self.dialler.note_end(None, chain(&error));
                self.close_local(None).await;
            }
            Ok(mut upstream) => {
                let end = self.forward(resume, &mut upstream).await;
                self.close(end, upstream).await;
            }
        }
    }

    /// Serenity's RESUME, with which it may begin. The connection adopts its session.
    async fn resume(&mut self) -> Option<Utf8Bytes> {
        if self.sessions.are_none() {
            return None;
        }
        let first = timeout(FIRST_WORD_WITHIN, self.local.next()).await;
        let Ok(Some(Ok(Message::Text(text)))) = first else {
            return None;
        };
        Some(self.renumbered(text))
    }

    /// Forwards messages, the given one first, until a side ends the connection, or Discord does not answer
    /// serenity's RESUME.
    async fn forward(&mut self, first: Option<Utf8Bytes>, upstream: &mut Upstream) -> End {
        self.connection.is_resuming = first.is_some();
        let answered_by = Instant::now() + RESUMED_WITHIN;
        if let Some(first) = first
            && let Err(end) = self.pass_on(first, upstream).await
        {
            return end;
        }
        loop {
            tokio::select! {
                () = sleep_until(answered_by), if self.connection.is_resuming => return End::Upstream(None),
                received = upstream.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        if let Some(passed_on) = self.observe(text)
                            && self.local.send(Message::Text(passed_on)).await.is_err()
                        {
                            return End::Local(None);
                        }
                    }
                    Some(Ok(Message::Close(frame))) => return End::Upstream(frame),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return End::Upstream(None),
                },
                received = self.local.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        let text = self.renumbered(text);
                        if let Err(end) = self.pass_on(text, upstream).await {
                            return end;
                        }
                    }
                    Some(Ok(Message::Close(frame))) => return End::Local(frame),
                    Some(Err(_)) | None => return End::Local(None),
                    Some(Ok(_)) => {}
                },
            }
        }
    }

    /// Tells the other side that the connection has ended. It does not matter whether the message
    /// arrives.
    async fn close(mut self, end: End, mut upstream: Upstream) {
        let session_began = self.connection.session_began;
        match end {
            // The code says whether the session will be resumed.
            End::Local(frame) => {
                let why = "serenity ended the connection";
                self.dialler.note_end(session_began, why);
                drop(upstream.close(frame).await);
                drop(timeout(PAUSE, self.local.next()).await);
            }
            End::Upstream(frame) => {
                let frame = match frame {
                    Some(frame) => Some(frame),
                    None => close_frame(&mut upstream).await,
                };
                let code = frame.as_ref().map(|frame| frame.code.into());
                self.connection.closed(code);
                // Before serenity learns of it, since it connects again at once.
                let code = code.map_or("none".to_owned(), |code: u16| code.to_string());
                self.dialler
                    .note_end(session_began, format!("close code: {code}"));
                self.close_local(frame).await;
            }
        }
    }

    async fn close_local(&mut self, frame: Option<CloseFrame>) {
        drop(self.local.close(Some(frame_for_serenity(frame))).await);
        drop(timeout(PAUSE, self.local.next()).await);
    }

    /// Observes a message from Discord, and returns what serenity gets.
    fn observe(&mut self, text: Utf8Bytes) -> Option<Utf8Bytes> {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text) else {
            return Some(text);
        };
        let connection = &mut *self.connection;
        match (frame.op, frame.t) {
            (HELLO, _) => {
                if let Some(hello) = data::<Hello>(&frame) {
                    connection.greeted(Duration::from_millis(hello.heartbeat_interval));
                }
            }
            (HEARTBEAT_ACK, _) => connection.acknowledged(),
            (INVALID_SESSION, _) => connection.invalidated(),
            (DISPATCH, Some("READY")) => {
                // Serenity would wait for another one for ever, and say nothing.
                if let Err(error) = parsed::<serenity::all::Ready>(&frame) {
                    tracing::error!(
                        error = chain(&error),
                        "serenity cannot read discord's READY"
                    );
                    return Some(text);
                }
                if let (Some(ready), Some(shard)) = (data::<Ready>(&frame), connection.shard()) {
                    let session = self.sessions.begin(ready, shard);
                    connection.session = Some(session);
                }
                connection.connected();
            }
            (DISPATCH, Some("RESUMED")) => connection.resumed(),
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

    /// A message from serenity, with Discord's sequence numbers.
    fn renumbered(&mut self, text: Utf8Bytes) -> Utf8Bytes {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text) else {
            return text;
        };
        let rewritten = match frame.op {
            HEARTBEAT => {
                let session = self.connection.session.as_ref();
                session.and_then(|session| encode(HEARTBEAT, &session.latest()))
            }
            RESUME => {
                let resume = self.resumption(&frame);
                resume.and_then(|resume| encode(RESUME, &resume))
            }
            _ => None,
        };
        rewritten.map_or(text, Utf8Bytes::from)
    }

    /// What serenity's RESUME says to Discord. The connection adopts its session.
    fn resumption(&mut self, frame: &Frame<'_>) -> Option<Resume> {
        let resume = data::<Resume>(frame)?;
        let Some(session) = self.sessions.get(&resume.session_id) else {
            tracing::warn!("serenity tried to resume an unknown session");
            return None;
        };
        self.connection.assign_shard(session.shard);
        self.connection.asked();
        let seq = session.latest();
        self.connection.session = Some(session);
        Some(Resume { seq, ..resume })
    }

    /// Forwards a message from serenity. An IDENTIFY waits until it may be sent.
    async fn pass_on(&mut self, text: Utf8Bytes, upstream: &mut Upstream) -> Broken {
        let mut text = text;
        if let Ok(frame) = serde_json::from_str::<Frame<'_>>(&text)
            && frame.op == IDENTIFY
        {
            let identify = data::<IdentifyPayload>(&frame);
            let shard = identify.and_then(|identify| identify.shard);
            self.connection
                .assign_shard(shard.map_or(0, |(shard, _)| shard));
            self.until_identify_is_due(upstream).await?;
            // Compressed messages cannot be observed. Without intents there is little to compress.
            let plain = text.replace(r#""compress":true"#, r#""compress":false"#);
            text = plain.into();
        }
        let sent = upstream.send(Message::Text(text)).await;
        sent.map_err(|_broken| End::Upstream(None))
    }

    /// Waits until an IDENTIFY may be sent.
    async fn until_identify_is_due(&mut self, upstream: &mut Upstream) -> Broken {
        while let Err(wait) = self.connection.try_identify().await {
            if wait <= TURN {
                // The wait is too short for a heartbeat to fall due.
                sleep(wait).await;
                continue;
            }
            // An open connection would owe Discord heartbeats during the wait.
            drop(timeout(PAUSE, upstream.close(None)).await);
            self.park(Instant::now() + wait).await?;
            self.dialler.pause().await;
            let redialled = self.redial().await;
            *upstream = redialled.map_err(|_unreachable| End::Upstream(None))?;
        }
        Ok(())
    }

    /// Waits until `until` without a connection to Discord, answering serenity's heartbeats
    /// meanwhile.
    async fn park(&mut self, until: Instant) -> Broken {
        tracing::warn!(
            seconds = (until - Instant::now()).as_secs(),
            "waiting before sending another IDENTIFY to discord"
        );
        self.connection.parked();
        loop {
            tokio::select! {
                () = sleep_until(until) => return Ok(()),
                received = self.local.next() => match received {
                    Some(Ok(Message::Text(text))) => {
                        let op = serde_json::from_str::<Frame<'_>>(&text).map(|frame| frame.op);
                        let ack = Message::text(format!(r#"{{"op":{HEARTBEAT_ACK}}}"#));
                        if matches!(op, Ok(HEARTBEAT)) && self.local.send(ack).await.is_err() {
                            return Err(End::Local(None));
                        }
                    }
                    Some(Ok(Message::Close(frame))) => return Err(End::Local(frame)),
                    Some(Err(_)) | None => return Err(End::Local(None)),
                    Some(Ok(_)) => {}
                },
            }
        }
    }

    /// Connects to Discord again. Its HELLO is dropped: serenity has already received one.
    async fn redial(&self) -> Result<Upstream, Error> {
        let mut upstream = self.dialler.dial(None).await?;
        match timeout(CONNECT_TIMEOUT, upstream.next()).await {
            Ok(Some(Ok(Message::Text(_)))) => Ok(upstream),
            _ => Err(Error::ConnectionClosed),
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
