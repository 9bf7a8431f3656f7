//! Interactions over HTTP: how requests are answered, whether Discord sent them or not; the public
//! address; and interactions that come twice.

use std::net::SocketAddr;

use discord_sandbox::{Answer, Fault, Member, Sandbox};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::operations::{asks, value};
use crate::support::front::Front;
use crate::support::{
    Binary, Says as _, Story, Takes as _, boards_are_noted, free_address, hours, listens,
    plays_best, seconds, secrets, test_setting, until, until_true, with_timeout,
};

/// What a bot on HTTP needs: a sandbox, a folder, and its addresses for interactions and operators.
struct Stage {
    sandbox: Sandbox,
    folder: tempfile::TempDir,
    on: SocketAddr,
    operators: SocketAddr,
}

impl Stage {
    async fn set() -> Self {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let on = listens(&sandbox).parse().expect("an address");
        Self {
            sandbox,
            folder: tempfile::tempdir().expect("a folder"),
            on,
            operators: free_address(),
        }
    }

    fn command(&self) -> Command {
        let endpoint = self.sandbox.endpoint();
        let mut command = Binary::command(&self.sandbox, self.folder.path());
        if self.sandbox.endpoint() != endpoint {
            self.sandbox.set_endpoint(endpoint.as_deref());
        }
        command
            .env("INTERACTIONS", "http")
            .env("HTTP_LISTEN", self.on.to_string())
            .env("OPS_LISTEN", self.operators.to_string());
        command
    }

    fn launch(&self) -> Binary {
        Binary::launch_with(self.command(), &self.sandbox, self.folder.path())
    }

    async fn start(&self) -> Binary {
        let bot = self.launch();
        self.sandbox.ready().await;
        bot
    }

    fn anna(&self) -> Member {
        self.sandbox.server("A server").member("anna")
    }

    fn url(&self) -> String {
        format!("http://{}/interactions", self.on)
    }

    /// Posts a body with these headers. Returns the status and the body of the answer.
    async fn posts(&self, body: &str, headers: &[(&str, String)]) -> (u16, String) {
        let mut request = reqwest::Client::new().post(self.url());
        for (name, header) in headers {
            request = request.header(*name, header);
        }
        let answer = request.body(body.to_owned()).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("a text"))
    }

    /// Posts a body with Discord's signature.
    async fn posts_signed(&self, body: &str) -> (u16, String) {
        self.posts(body, &self.sandbox.signed(body)).await
    }

    /// Runs `wythoff endpoint`. Returns its exit code and output.
    async fn endpoint(&self, url: &str) -> (Option<i32>, String) {
        let ended = self.command().args(["endpoint", url]).output().await;
        let ended = ended.expect("it ends");
        let said = [ended.stdout, ended.stderr].concat();
        (ended.status.code(), String::from_utf8_lossy(&said).into())
    }

    async fn is_ready(&self) -> bool {
        asks(self.operators, "/readyz").await.0 == 200
    }
}

#[tokio::test]
async fn only_what_discord_has_signed_gets_in() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let ping = r#"{"type":1}"#;
    assert_eq!(stage.posts_signed(ping).await, (200, ping.to_owned()));

    let nothing = (401, String::new());
    assert_eq!(stage.posts(ping, &[]).await, nothing);
    let [signature, timestamp] = stage.sandbox.signed(ping);
    let other = ("X-Signature-Timestamp", "1".to_owned());
    assert_eq!(
        stage.posts(ping, &[signature.clone(), other]).await,
        nothing
    );
    let cut = (signature.0, signature.1[2..].to_owned());
    assert_eq!(stage.posts(ping, &[cut, timestamp.clone()]).await, nothing);
    let not_hexadecimal = (signature.0, "x".repeat(128));
    assert_eq!(
        stage
            .posts(ping, &[not_hexadecimal, timestamp.clone()])
            .await,
        nothing
    );
    let only_one = [signature.clone()];
    assert_eq!(stage.posts(ping, &only_one).await, nothing);
    let of_another_body = [signature, timestamp];
    assert_eq!(stage.posts("{}", &of_another_body).await, nothing);

    for (body, status) in [
        ("no JSON", 400),
        ("{}", 400),
        (r#"{"type":99,"id":"1"}"#, 400),
        (r#"{"type":"2","id":"1"}"#, 400),
        // So old that its token has expired, or without an id.
        (r#"{"type":2,"id":"1"}"#, 202),
        (r#"{"type":2}"#, 202),
    ] {
        let (answer, said) = stage.posts_signed(body).await;
        assert_eq!((answer, said.as_str()), (status, ""), "{body}");
    }
    assert_eq!(stage.posts_signed(&"x".repeat(70_000)).await.0, 413);
    let get = |path: &str| reqwest::get(format!("http://{}{path}", stage.on));
    let method = get("/interactions").await.expect("an answer");
    assert_eq!(method.status(), 405);
    assert_eq!(get("/").await.expect("an answer").status(), 404);

    let (_, numbers) = asks(stage.operators, "/metrics").await;
    for (outcome, least) in [
        ("not_signed", 6.0),
        ("unreadable", 4.0),
        ("stale", 2.0),
        ("too_large", 1.0),
        ("ping", 1.0),
        ("accepted", 1.0),
    ] {
        let name = format!("wythoff_requests_total{{outcome=\"{outcome}\"}}");
        assert!(value(&numbers, &name) >= least, "{name}: {numbers}");
    }
    anna.takes(1, "the left").await.says("@anna took 1");
    bot.kill().await;
}

#[tokio::test]
async fn a_game_is_played_if_discord_accepts_only_responses() {
    let stage = Stage::set().await;
    stage.sandbox.require_responses();
    let bot = stage.start().await;
    let anna = stage.anna();
    let board = anna.types("/wythoff start 13 10 first:me").await;
    anna.clicks("Hint").await;
    plays_best(&anna, board.to_string())
        .await
        .says("@anna took the last one.");
    assert_eq!(stage.sandbox.endpoint_failures(), Vec::<String>::new());
    bot.kill().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let mut stream = TcpStream::connect(stage.on).await.expect("a connection");
    let head = "POST /interactions HTTP/1.1\r\nHost: bot\r\nContent-Length: 10\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = vec![0; 32];
    let read = with_timeout(stream.read(&mut answer))
        .await
        .expect("an answer");
    String::from_utf8_lossy(&answer[..read]).says("HTTP/1.1 408");
    let mut stream = TcpStream::connect(stage.on).await.expect("a connection");
    let malformed = "POST /interactions HTTP/1.1\r\nHost: bot\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n";
    stream.write_all(malformed.as_bytes()).await.expect("sent");
    let read = with_timeout(stream.read(&mut answer)).await;
    let read = read.expect("an answer");
    String::from_utf8_lossy(&answer[..read]).says("HTTP/1.1 400");
    bot.kill().await;
}

#[tokio::test]
async fn idle_connections_shut_nobody_out() {
    let stage = Stage::set().await;
    let mut bot = stage.start().await;
    let mut connections = Vec::new();
    for number in 0..1_100 {
        let mut stream = TcpStream::connect(stage.on).await.expect("a connection");
        if number % 2 == 0 {
            stream.write_all(b"P").await.expect("sent");
        }
        connections.push(stream);
    }
    let ping = r#"{"type":1}"#;
    assert_eq!(stage.posts_signed(ping).await, (200, ping.to_owned()));
    // Nor do these connections hold up a stop.
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    bot.log().does_not_say("shutdown took too long");
}

#[tokio::test]
async fn an_address_that_is_taken_away_is_noticed() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    listens(&sandbox);
    let story = Story::begin_in(sandbox).await;
    story.is_marked_alive().await;
    story.anna().types("/wythoff games").await;
    let noticed = || secrets::warnings("tell Discord where to send them");
    let before = noticed();
    story.sandbox.set_endpoint(None);
    // The next probe is due.
    story.later(seconds(31));
    until_true(async || noticed() > before).await;
    story.end().await;
}

#[tokio::test]
async fn the_endpoint_is_set_and_removed_at_discord() {
    let stage = Stage::set().await;
    stage.sandbox.set_endpoint(None);
    let (code, said) = stage.endpoint(&stage.url()).await;
    assert_eq!(code, Some(1), "nobody answers there: {said}");
    said.says("it sends a test request first, and got no valid answer");
    for nonsense in ["", "here", "ftp://bot.example/"] {
        let (code, said) = stage.endpoint(nonsense).await;
        assert_eq!(code, Some(2), "{said}");
    }
    let mut bot = stage.launch();
    until_true(async || bot.log().contains("wythoff endpoint https://")).await;
    let (status, why) = asks(stage.operators, "/readyz").await;
    assert_eq!(status, 503);
    why.says("the application has no interactions endpoint");
    // An address without a path gets the path that the bot answers.
    let (code, said) = stage.endpoint(&format!("http://{}", stage.on)).await;
    assert_eq!(code, Some(0), "{said}");
    said.says("INTERACTIONS=http");
    assert_eq!(stage.sandbox.endpoint(), Some(stage.url()));
    until_true(async || stage.is_ready().await).await;
    let anna = stage.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.takes(1, "the left").await.says("@anna took 1");

    // A bot on the gateway would receive nothing, so it does not start.
    let mut deaf = Binary::command(&stage.sandbox, stage.folder.path());
    deaf.env_remove("INTERACTIONS").env_remove("HTTP_LISTEN");
    deaf.env("DATABASE_URL", "sqlite://other.db");
    let ended = deaf.output().await.expect("it ends");
    assert_eq!(ended.status.code(), Some(78));
    String::from_utf8_lossy(&ended.stderr).says("wythoff endpoint off");
    let (code, said) = stage.endpoint("off").await;
    assert_eq!(code, Some(0), "{said}");
    said.says("to the gateway");
    assert_eq!(stage.sandbox.endpoint(), None);
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_is_noticed() {
    let stage = Stage::set().await;
    let elsewhere = format!("{}/api/v10/gateway?bot={}", stage.sandbox.url(), stage.on);
    stage.sandbox.set_endpoint(Some(&elsewhere));
    let bot = stage.launch();
    until_true(async || bot.log().contains("does not lead to this bot")).await;
    asks(stage.operators, "/readyz")
        .await
        .1
        .says("leads elsewhere");
    bot.kill().await;
}

/// Passes connections on to the bot, like a load balancer, until the result is dropped.
async fn between(on: SocketAddr, bot: SocketAddr) -> JoinSet<()> {
    let listener = TcpListener::bind(on).await.expect("a listener");
    let mut passing = JoinSet::new();
    passing.spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((mut from, _)) = listener.accept().await {
            connections.spawn(async move {
                if let Ok(mut to) = TcpStream::connect(bot).await {
                    let _closed = copy_bidirectional(&mut from, &mut to).await;
                }
            });
        }
    });
    passing
}

#[tokio::test]
async fn a_public_address_that_leads_nowhere_costs_nobody_time() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let (on, bot) = (free_address(), free_address());
    let balancer = between(on, bot).await;
    let endpoint = format!("http://{on}/interactions?bot={bot}");
    sandbox.set_endpoint(Some(&endpoint));
    let story = Story::begin_in(sandbox).await;
    let [anna, _boris] = story.playing("5 minutes").await;
    story.is_marked_alive().await;
    let noticed = || secrets::warnings(&format!("cannot reach {endpoint}"));
    let before = noticed();
    drop(balancer);
    story.sandbox.gone().await;
    // The next probe fails.
    story.later(seconds(31));
    until_true(async || noticed() > before).await;
    story.later(hours(2));
    let back = story.sandbox.connection();
    let _balancer = between(on, bot).await;
    back.await;
    story.later(seconds(2));
    anna.at(1).sees("time is up in 4 minutes").await;
    let board = anna.types("/wythoff board").await;
    board.says("is up in 4 minutes");
    story.end().await;
}

/// Runs `acts`, and kills the bot once the query `saved` counts something, but before the bot
/// answers. Sends the interaction again to the next process, which is returned.
async fn is_repeated(
    stage: &Stage,
    bot: Binary,
    acts: impl Future<Output = ()>,
    saved: &'static str,
) -> Binary {
    let callback = Fault::on("POST", "/callback").without_answer().times(100);
    stage.sandbox.inject(callback);
    let killed = async {
        until(stage.folder.path(), saved, |number| number > 0).await;
        bot.kill().await;
        stage.sandbox.gone().await;
        stage.sandbox.clear_faults();
        let bot = stage.start().await;
        stage.sandbox.send_again();
        bot
    };
    tokio::join!(acts, killed).1
}

#[tokio::test]
async fn a_repetition_after_a_crash_gets_the_current_board() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let anna = stage.anna();
    let acts = async {
        anna.types("/wythoff start 31 24 first:me")
            .await
            .says("**@anna to move.**");
    };
    let bot = is_repeated(&stage, bot, acts, "SELECT COUNT(*) FROM games").await;
    // The next process may have posted a board, too, which is then deleted.
    boards_are_noted(stage.folder.path()).await;
    until_true(async || stage.sandbox.messages().len() == 1).await;
    let acts = async {
        let moved = anna.takes(1, "the left").await;
        moved.says("@anna took 1 from the left pile.");
    };
    let bot = is_repeated(&stage, bot, acts, "SELECT COUNT(*) FROM plies").await;
    let acts = async {
        let moved = anna.types("/wythoff move B1").await;
        moved.says("@anna took 1 from the right pile.");
    };
    let bot = is_repeated(&stage, bot, acts, "SELECT COUNT(*) - 2 FROM plies").await;
    let plies = "SELECT COUNT(*) FROM plies";
    until(stage.folder.path(), plies, |plies| plies == 4).await;
    bot.kill().await;
}

#[tokio::test]
async fn a_repetition_that_has_no_board_to_show_says_that_it_is_done() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 31 24 first:me").await;
    anna.takes(1, "the left").await;
    anna.types("/wythoff resign").await;
    let acts = async {
        anna.clicks("Resign").await.says("That’s done already.");
    };
    let ended = "SELECT COUNT(*) FROM games WHERE phase <> 'running'";
    let bot = is_repeated(&stage, bot, acts, ended).await;
    anna.sees("@anna resigned").await;
    bot.kill().await;
}

#[tokio::test]
async fn excess_interactions_are_refused_with_503() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let slow = Fault::on("POST", "/callback").delayed(seconds(1));
    stage.sandbox.inject(slow.times(10_000));
    let interaction = |n: u64| {
        let id = discord_sandbox::Id::first_at(stage.sandbox.clock().now_ms()).0 + n;
        let user = json!({ "id": (1000 + n).to_string(), "username": "x" });
        let body: Value = json!({
            "id": id.to_string(), "application_id": "1", "type": 2, "token": "x", "version": 1, "channel_id": "2",
            "user": user, "locale": "en-US", "data": { "id": "3", "type": 1, "name": "wythoff",
            "options": [{ "type": 1, "name": "games", "options": [] }] },
        });
        body.to_string()
    };
    let bodies: Vec<String> = (0..700).map(interaction).collect();
    let posts = bodies.iter().map(|body| stage.posts_signed(body));
    let statuses = futures::future::join_all(posts).await;
    let count = |wanted| {
        statuses
            .iter()
            .filter(|(status, _)| *status == wanted)
            .count()
    };
    assert_eq!(count(202) + count(503), 700, "{statuses:?}");
    assert!(
        count(503) > 0 && count(202) >= 512,
        "{} were accepted",
        count(202)
    );
    bot.kill().await;
}

/// The proxy that was started, or `None` if it is not installed.
#[expect(clippy::print_stderr, reason = "whoever runs the stories should know")]
pub(crate) fn installed(front: std::io::Result<Front>) -> Option<Front> {
    let front = front.ok();
    if front.is_none() {
        assert!(
            test_setting("PROXY_STORIES").is_none(),
            "HAProxy or nginx is not installed"
        );
        eprintln!("HAProxy or nginx is not installed, so their stories were left out");
    }
    front
}

impl Stage {
    /// A stage with a proxy in front of the bot, and the address for that proxy.
    async fn behind() -> (Self, String) {
        let mut stage = Self::set().await;
        let front = free_address().to_string();
        let endpoint = format!("http://{front}/interactions?bot={}", stage.on);
        stage.sandbox.set_endpoint(Some(&endpoint));
        stage.operators = free_address();
        (stage, front)
    }
}

/// Types moves until `stop`. Returns how many were answered with a board, and how many with
/// nothing.
async fn types_moves(member: Member, stop: CancellationToken) -> (usize, usize) {
    member.types("/wythoff start 3000 2400 first:me").await;
    let (mut told, mut failed) = (0, 0);
    while !stop.is_cancelled() {
        let answer = member.types("/wythoff move A1").await;
        failed += usize::from(answer == Answer::Failed);
        told += usize::from(answer.to_string().contains("@anna took 1"));
    }
    (told, failed)
}

#[tokio::test]
async fn behind_haproxy_a_kill_fails_only_moves_in_progress() {
    const KILLS: usize = 3;
    let (stage, on) = Stage::behind().await;
    let changes = [
        (":443 ssl crt /etc/haproxy/bot.example.pem", on.as_str()),
        ("127.0.0.1:8080", &stage.on.to_string()),
    ];
    let example = include_str!("../deploy/haproxy.cfg");
    let Some(_front) = installed(Front::start("haproxy", example, &changes)) else {
        return;
    };
    let mut bot = stage.start().await;
    let anna = stage.anna();
    let boris = stage.sandbox.server("Another server").member("boris");
    let stop = CancellationToken::new();
    let channels = ["one", "two", "three", "four"];
    let members = channels.map(|channel| anna.in_channel(channel));
    let playing = members.map(|member| tokio::spawn(types_moves(member, stop.clone())));
    for kills in 1..=KILLS {
        let moves = 20 * i64::try_from(kills).expect("small");
        until(stage.folder.path(), "SELECT COUNT(*) FROM plies", |plies| {
            plies > moves
        })
        .await;
        bot.kill().await;
        // A request that arrives while nobody listens waits for the next process.
        let asking = boris.types("/wythoff games");
        let (asked, next) = tokio::join!(asking, async { stage.launch() });
        bot = next;
        assert_ne!(asked, Answer::Failed);
    }
    let plies = "SELECT COUNT(*) FROM plies";
    until(stage.folder.path(), plies, |plies| plies > 100).await;
    stop.cancel();
    let (mut told, mut failed) = (0, 0);
    for playing in playing {
        let (some, none) = playing.await.expect("no panic");
        told += some;
        failed += none;
    }
    assert!(failed <= KILLS * channels.len(), "{failed} failed");
    // A move whose answer failed may have been made. If so, typing it again only shows its
    // board.
    let moves = |plies: i64| usize::try_from(plies / 2).expect("a number");
    let is_true = |plies| moves(plies).abs_diff(told) <= failed;
    until(stage.folder.path(), plies, is_true).await;
    bot.kill().await;
}

#[tokio::test]
async fn behind_nginx_a_game_is_played() {
    let (stage, on) = Stage::behind().await;
    let bot_at = stage.on.to_string();
    let changes = [
        ("listen 443 ssl", &*format!("listen {on}")),
        ("ssl_certificate /etc/ssl/bot.example.pem;", ""),
        ("ssl_certificate_key /etc/ssl/private/bot.example.key;", ""),
        ("127.0.0.1:8080", &bot_at),
    ];
    let example = include_str!("../deploy/nginx.conf");
    let Some(_front) = installed(Front::start("nginx", example, &changes)) else {
        return;
    };
    let bot = stage.start().await;
    let anna = stage.anna();
    let board = anna.types("/wythoff start 13 10 first:me").await;
    plays_best(&anna, board.to_string())
        .await
        .says("@anna took the last one.");
    until_true(async || stage.is_ready().await).await;
    bot.kill().await;
}
