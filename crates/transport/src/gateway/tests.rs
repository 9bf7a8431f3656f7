//! The relay over real sockets: strangers at its port, shards that connect twice, TLS, and invalid
//! messages.

use futures::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async, connect_async};
use tokio_util::task::TaskTracker;

use super::connection::Connection;
use super::relay::Relay;
use super::watch::Watch;
use super::*;
use crate::rest::SessionStartLimit;
use crate::time::{DiscordTime, SystemClock};
use crate::token::Token;
use crate::{Outbox, Responder, Rest};
use wythoff_discord::{Bot, Texts};
use wythoff_service::{Chance, Service};
use wythoff_store::testing::temporary_store;

/// A relay to a listener that stands in for Discord.
struct Bench {
    _folder: tempfile::TempDir,
    discord: TcpListener,
    /// Where sessions are to be resumed.
    elsewhere: Option<TcpListener>,
    resume_url: String,
    /// The address for serenity.
    url: String,
    watch: Arc<Watch>,
    status: Arc<ShardStatus>,
}

impl Bench {
    async fn new() -> Self {
        let (folder, store) = temporary_store().await;
        let chance = Chance::from_system().expect("randomness");
        let texts = Texts::load().expect("texts");
        let bot = Arc::new(Bot::new(Service::new(Arc::new(store), chance), texts));
        let token = Token::new("token".to_owned()).expect("a token");
        let clock = Arc::new(SystemClock::start());
        let rest = Rest::new("http://localhost:9", token, clock.clone());
        let rest = Arc::new(rest.expect("a client"));
        let time = Arc::new(DiscordTime::new(clock));
        let outbox = Arc::new(Outbox::start(bot.clone(), rest.clone(), time.clone()));
        let tasks = TaskTracker::new();
        let responder = Responder::new(bot.clone(), rest, outbox, tasks, time.clone());
        let responder = Arc::new(responder);
        let status = Arc::new(ShardStatus::default());
        status.set_shards(1);
        let limit = SessionStartLimit {
            total: 1000,
            remaining: 1000,
            reset_after: 0,
            max_concurrency: 1,
        };
        let watch = Arc::new(Watch::new(bot, status.clone(), time, &limit, 1).await);
        let [(discord, gateway), (elsewhere, resume_url)] = [listen().await, listen().await];
        let relay = Relay::bind(gateway, 1, responder, watch.clone());
        let relay = relay.await.expect("a relay");
        let url = relay.url().expect("an address");
        tokio::spawn(relay.serve());
        Self {
            _folder: folder,
            discord,
            elsewhere: Some(elsewhere),
            resume_url,
            url,
            watch,
            status,
        }
    }

    /// A connection to the port of the relay.
    async fn stranger(&self) -> TcpStream {
        let address = self.url.trim_start_matches("ws://");
        let (address, _path) = address.split_once('/').expect("a path");
        TcpStream::connect(address).await.expect("a connection")
    }

    /// Connects and identifies as a shard, as serenity does. Returns serenity's side and Discord's.
    async fn identify(&self, shard: u32) -> (Side, WebSocketStream<TcpStream>) {
        let user = json!({"id": "1", "username": "bot", "discriminator": "0000", "bot": true});
        let session = json!({
            "v": 10, "session_id": "a", "resume_gateway_url": self.resume_url, "user": user,
            "guilds": [], "shard": [shard, 1], "application": {"id": "1", "flags": 0},
        });
        self.identify_with(shard, session).await
    }

    /// The same, with the data of READY.
    async fn identify_with(
        &self,
        shard: u32,
        session: serde_json::Value,
    ) -> (Side, WebSocketStream<TcpStream>) {
        let accept = async {
            let (stream, _) = self.discord.accept().await.expect("a connection");
            accept_async(stream).await.expect("a websocket")
        };
        let (local, mut upstream) = tokio::join!(connect_async(&self.url), accept);
        let (mut local, _) = local.expect("a websocket");
        let identify =
            json!({"op": 2, "d": {"token": "token", "shard": [shard, 1], "compress": false}});
        say(&mut local, &identify).await;
        let identified = upstream.next().await.expect("a message");
        assert!(identified.expect("a message").into_text().is_ok());
        let ready = json!({"op": 0, "s": 1, "t": "READY", "d": session});
        upstream
            .send(Message::text(ready.to_string()))
            .await
            .expect("sent");
        assert!(local.next().await.expect("a message").is_ok());
        self.watch.mark_connected(shard);
        (local, upstream)
    }
}

/// A port that stands in for Discord, and its address.
async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("ws://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

/// The first message that arrives at a port.
async fn first_message(listener: &TcpListener) -> serde_json::Value {
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut side = accept_async(stream).await.expect("a websocket");
    let message = side.next().await.expect("a message").expect("a message");
    serde_json::from_str(message.to_text().expect("a text")).expect("JSON")
}

/// Serenity's side of a connection.
type Side = WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>;

async fn say(side: &mut Side, message: &serde_json::Value) {
    let said = side.send(Message::text(message.to_string())).await;
    said.expect("sent");
}

/// Waits for the end of a connection. Returns what was said until then.
async fn ended(stream: &mut TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    // The connection may also be reset.
    let _end = stream.read_to_end(&mut said).await;
    said
}

#[tokio::test]
async fn a_stranger_is_turned_away_before_discord_is_dialled() {
    let bench = Bench::new().await;
    let mut silent = bench.stranger().await;
    for wrong in [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /0123456789abcdef HTTP/1.1\r\n\r\n",
        "x",
    ] {
        let mut stranger = bench.stranger().await;
        stranger.write_all(wrong.as_bytes()).await.expect("sent");
        assert!(ended(&mut stranger).await.is_empty(), "{wrong}");
    }
    // Of many connections that send nothing, most are turned away at once. The others are turned
    // away after a second.
    let mut crowd = Vec::new();
    for _ in 0..40 {
        crowd.push(bench.stranger().await);
    }
    for stranger in &mut crowd {
        assert!(ended(stranger).await.is_empty());
    }
    assert!(ended(&mut silent).await.is_empty());
    // The first to reach Discord is serenity, and its request may come in pieces.
    let path = bench.url.rsplit_once('/').expect("a path").1;
    let mut serenity = bench.stranger().await;
    let rest = " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for piece in ["GE", "T /", path, rest] {
        serenity.write_all(piece.as_bytes()).await.expect("sent");
        tokio::task::yield_now().await;
    }
    let (_dialled, _) = bench.discord.accept().await.expect("a connection");
    let more = bench.discord.accept();
    assert!(
        futures::FutureExt::now_or_never(more).is_none(),
        "nobody else was let in"
    );
}

#[tokio::test]
async fn a_shard_has_one_connection() {
    let bench = Bench::new().await;
    let (mut old, mut old_upstream) = bench.identify(0).await;
    bench.status.until_all_connected().await;
    let (mut new, _new_upstream) = bench.identify(0).await;
    bench.status.until_all_connected().await;
    // The old connection ends on both sides, without a close frame, which would end the session.
    while let Some(Ok(said)) = old.next().await {
        assert!(!said.is_close(), "{said}");
    }
    while let Some(Ok(said)) = old_upstream.next().await {
        assert!(!said.is_close(), "{said}");
    }
    // The new connection goes on.
    say(&mut new, &json!({"op": 1, "d": null})).await;
    let connected = futures::FutureExt::now_or_never(bench.status.until_all_connected());
    assert!(connected.is_some(), "the shard is still connected");
}

#[tokio::test]
async fn a_session_is_resumed_where_discord_asks_if_it_answers_there() {
    let mut bench = Bench::new().await;
    let _identified = bench.identify(0).await;
    let resume = json!({"op": 6, "d": {"token": "token", "session_id": "a", "seq": 1}});
    let (mut serenity, _) = connect_async(&bench.url).await.expect("a websocket");
    say(&mut serenity, &resume).await;
    let elsewhere = bench.elsewhere.take().expect("a port");
    assert_eq!(first_message(&elsewhere).await, resume);
    drop(elsewhere);
    let (mut serenity, _) = connect_async(&bench.url).await.expect("a websocket");
    say(&mut serenity, &resume).await;
    assert_eq!(first_message(&bench.discord).await, resume);
}

#[tokio::test]
async fn the_end_of_an_old_connection_does_not_disconnect_its_shard() {
    let bench = Bench::new().await;
    let [mut old, mut new] = [1, 2].map(|number| Connection::new(bench.watch.clone(), number));
    for connection in [&mut old, &mut new] {
        connection.assign_shard(0);
        connection.connected();
        bench.watch.mark_connected(0);
    }
    let is_connected = || futures::FutureExt::now_or_never(bench.status.until_all_connected());
    old.ended();
    assert!(is_connected().is_some());
    new.ended();
    assert!(is_connected().is_none());
}

#[tokio::test]
async fn discord_is_dialled_with_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut first = [0; 1];
        let read = stream.read_exact(&mut first).await;
        read.expect("a byte");
        first
    });
    let refused = connect_async(format!("wss://localhost:{port}")).await;
    assert!(refused.is_err(), "nobody answers");
    // The type of a TLS record that holds a handshake (RFC 8446, 5.1).
    assert_eq!(heard.await.expect("heard"), [22]);
}

/// Frames like Discord's, with extreme or invalid values in place of numbers.
fn frames() -> Vec<String> {
    let mut frames = Vec::new();
    for number in [
        "0",
        "-1",
        "1e300",
        "18446744073709551615",
        "null",
        "\"x\"",
        "{}",
        "[]",
    ] {
        frames.extend([
            format!(r#"{{"op":{number},"d":null}}"#),
            format!(r#"{{"op":10,"d":{{"heartbeat_interval":{number}}}}}"#),
            format!(r#"{{"op":10,"d":{number}}}"#),
            format!(r#"{{"op":11,"d":{number}}}"#),
            format!(r#"{{"op":0,"s":{number},"t":"GUILD_CREATE","d":{{}}}}"#),
            format!(r#"{{"op":0,"s":2,"t":{number},"d":{{}}}}"#),
            format!(r#"{{"op":0,"s":{number},"t":"READY","d":{{"session_id":{number}}}}}"#),
            format!(r#"{{"op":0,"s":{number},"t":"INTERACTION_CREATE","d":{number}}}"#),
            format!(r#"{{"op":0,"t":"INTERACTION_CREATE","d":{{"id":"{number}","token":"t","application_id":"1","type":{number}}}}}"#),
        ]);
    }
    frames
}

#[tokio::test]
async fn a_ready_that_serenity_cannot_read_begins_no_session() {
    let bench = Bench::new().await;
    let ready = json!({"session_id": "a", "resume_gateway_url": bench.resume_url});
    let (_local, _upstream) = bench.identify_with(0, ready).await;
    let is_connected = bench
        .watch
        .change_shards(|shards, _| shards.is_connected(0));
    assert!(!is_connected);
}

#[tokio::test]
async fn no_message_from_discord_ends_the_connection() {
    let bench = Bench::new().await;
    let (mut local, mut upstream) = bench.identify(0).await;
    let mut random = rand::rngs::StdRng::seed_from_u64(1);
    let mut sent = frames();
    // Each frame is also sent truncated, and with one character changed.
    for frame in frames() {
        let mut broken = frame.clone();
        broken.truncate(random.random_range(0..frame.len()));
        let at = random.random_range(0..frame.len());
        let mut other: Vec<char> = frame.chars().collect();
        other[at] = char::from_u32(random.random_range(0..0x300)).unwrap_or('?');
        sent.extend([broken, other.into_iter().collect()]);
    }
    for frame in sent {
        upstream.send(Message::text(frame)).await.expect("sent");
    }
    upstream
        .send(Message::binary(vec![0, 255]))
        .await
        .expect("sent");
    let last = json!({"op": 0, "s": 9, "t": "LAST", "d": {}});
    upstream
        .send(Message::text(last.to_string()))
        .await
        .expect("sent");
    loop {
        let heard = local.next().await.expect("the connection goes on");
        let heard = heard.expect("a message").into_text().expect("a text");
        if heard.contains("LAST") {
            break;
        }
    }
    say(&mut local, &json!({"op": 1, "d": null})).await;
    let beat = upstream.next().await.expect("the connection goes on");
    let beat = beat.expect("a message").into_text().expect("a text");
    assert!(beat.contains(r#""op":1"#));
}

#[tokio::test]
async fn a_lost_or_replaced_connection_is_not_connected() {
    let bench = Bench::new().await;
    let [mut old, mut new] = [1, 2].map(|number| Connection::new(bench.watch.clone(), number));
    old.assign_shard(0);
    new.assign_shard(0);
    // Serenity reports the connection with a delay.
    old.connected();
    bench.watch.mark_connected(0);
    assert_eq!(bench.status.connected(), (0, 1), "it is replaced");
    new.connected();
    bench.watch.mark_connected(0);
    assert_eq!(bench.status.connected(), (1, 1));
    new.ended();
    bench.watch.mark_connected(0);
    assert_eq!(bench.status.connected(), (0, 1), "it is lost");
}
