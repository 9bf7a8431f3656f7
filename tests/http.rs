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
    Binary, Says as _, Story, Takes as _, ensure_endpoint, free_address, hours, plays_best,
    seconds, secrets, test_setting, until, until_boards_are_noted, until_true, with_timeout,
};

/// What a bot on HTTP needs: a sandbox, a folder, and its addresses for interactions and operators.
struct Stage {
    sandbox: Sandbox,
    folder: tempfile::TempDir,
    address: SocketAddr,
    operators: SocketAddr,
}

impl Stage {
    async fn set() -> Self {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let address = ensure_endpoint(&sandbox).parse().expect("an address");
        Self {
            sandbox,
            folder: tempfile::tempdir().expect("a folder"),
            address,
            operators: free_address(),
        }
    }

    fn command(&self) -> Command {
        // `Binary::command` may give the sandbox an endpoint. A stage keeps the one that it has, if
        // any.
        let endpoint = self.sandbox.endpoint();
        let mut command = Binary::command(&self.sandbox, self.folder.path());
        if self.sandbox.endpoint() != endpoint {
            self.sandbox.set_endpoint(endpoint.as_deref());
        }
        command
            .env("INTERACTIONS", "http")
            .env("HTTP_LISTEN", self.address.to_string())
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
        format!("http://{}/interactions", self.address)
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
        self.posts(body, &self.sandbox.signature_headers(body))
            .await
    }

    /// Runs `wythoff endpoint`. Returns its exit code and output.
    async fn run_endpoint(&self, url: &str) -> (Option<i32>, String) {
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

    let unauthorized = (401, String::new());
    assert_eq!(stage.posts(ping, &[]).await, unauthorized);
    let [signature, timestamp] = stage.sandbox.signature_headers(ping);
    let wrong_timestamp = ("X-Signature-Timestamp", "1".to_owned());
    assert_eq!(
        stage
            .posts(ping, &[signature.clone(), wrong_timestamp])
            .await,
        unauthorized
    );
    let truncated = (signature.0, signature.1[2..].to_owned());
    assert_eq!(
        stage.posts(ping, &[truncated, timestamp.clone()]).await,
        unauthorized
    );
    let not_hexadecimal = (signature.0, "x".repeat(128));
    assert_eq!(
        stage
            .posts(ping, &[not_hexadecimal, timestamp.clone()])
            .await,
        unauthorized
    );
    let only_one = [signature.clone()];
    assert_eq!(stage.posts(ping, &only_one).await, unauthorized);
    let of_another_body = [signature, timestamp];
    assert_eq!(stage.posts("{}", &of_another_body).await, unauthorized);

    for (body, status) in [
        ("no JSON", 400),
        ("{}", 400),
        (r#"{"type":99,"id":"1"}"#, 400),
        (r#"{"type":"2","id":"1"}"#, 400),
        // Interactions that are so old that their tokens have expired, or that have no id.
        (r#"{"type":2,"id":"1"}"#, 202),
        (r#"{"type":2}"#, 202),
    ] {
        let (answer, said) = stage.posts_signed(body).await;
        assert_eq!((answer, said.as_str()), (status, ""), "{body}");
    }
    assert_eq!(stage.posts_signed(&"x".repeat(70_000)).await.0, 413);
    let get = |path: &str| reqwest::get(format!("http://{}{path}", stage.address));
    let wrong_method = get("/interactions").await.expect("an answer");
    assert_eq!(wrong_method.status(), 405);
    assert_eq!(get("/").await.expect("an answer").status(), 404);

    let (_, metrics) = asks(stage.operators, "/metrics").await;
    for (outcome, least) in [
        ("not_signed", 6.0),
        ("unreadable", 4.0),
        ("stale", 2.0),
        ("too_large", 1.0),
        ("ping", 1.0),
        ("accepted", 1.0),
    ] {
        let name = format!("wythoff_requests_total{{outcome=\"{outcome}\"}}");
        assert!(value(&metrics, &name) >= least, "{name}: {metrics}");
    }
    anna.goes(1, "left").await.says("@anna went 1");
    bot.kill().await;
}

/// Discord may let the calls of the start wait for hours. A bot that knows the key answers all the same, and a balancer
/// must not keep requests from it.
#[tokio::test]
async fn a_bot_that_knows_the_key_is_ready_before_discord_answers_it() {
    let stage = Stage::set().await;
    let anna = stage.anna();
    stage.start().await.kill().await;
    let limited = Fault::on("GET", "/applications/@me");
    stage
        .sandbox
        .inject(limited.rate_limited(hours(2), false).times(100));
    let bot = stage.launch();
    until_true(async || stage.is_ready().await).await;
    let (_, said) = asks(stage.operators, "/readyz").await;
    said.says("ready, but Discord has not answered yet");
    anna.types("/wythoff start 10 6 first:me")
        .await
        .says("**@anna to move.**");
    bot.kill().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let mut stream = TcpStream::connect(stage.address)
        .await
        .expect("a connection");
    let head = "POST /interactions HTTP/1.1\r\nHost: bot\r\nContent-Length: 10\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = vec![0; 32];
    let read = with_timeout(stream.read(&mut answer))
        .await
        .expect("an answer");
    String::from_utf8_lossy(&answer[..read]).says("HTTP/1.1 408");
    let mut stream = TcpStream::connect(stage.address)
        .await
        .expect("a connection");
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
    // Nothing, half a head, and a head without the body that it announces.
    let head = "POST /interactions HTTP/1.1\r\nHost: bot\r\nContent-Length: 9\r\n\r\n";
    for sent in ["", "P", head] {
        connections.clear();
        // The last ones take every place that the first ones have left.
        for count in [1_100, 100] {
            let already = connections.len();
            for _ in 0..count {
                let connected = TcpStream::connect(stage.address).await;
                connections.push(connected.expect("a connection"));
            }
            for stream in connections.iter_mut().skip(already) {
                let _sent_or_closed = stream.write_all(sent.as_bytes()).await;
            }
            let ping = r#"{"type":1}"#;
            assert_eq!(stage.posts_signed(ping).await, (200, ping.to_owned()));
        }
    }
    // These connections do not delay a stop, either.
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    bot.log().does_not_say("shutdown took too long");
}

#[tokio::test]
async fn a_removed_endpoint_is_noticed() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    ensure_endpoint(&sandbox);
    let story = Story::begin_in(sandbox).await;
    story.anna().types("/wythoff games").await;
    let count_warnings = || secrets::warnings("tell Discord where to send them");
    let before = count_warnings();
    story.sandbox.set_endpoint(None);
    // Whenever the bot begins its pause, it ends.
    until_true(async || {
        story.later(seconds(31));
        count_warnings() > before
    })
    .await;
    story.end().await;
}

#[tokio::test]
async fn the_endpoint_is_set_and_removed_at_discord() {
    let stage = Stage::set().await;
    stage.sandbox.set_endpoint(None);
    let (code, said) = stage.run_endpoint(&stage.url()).await;
    assert_eq!(code, Some(1), "nobody answers there: {said}");
    said.says("it sends a test request first, and got no valid answer");
    for nonsense in ["", "here", "ftp://bot.example/"] {
        let (code, said) = stage.run_endpoint(nonsense).await;
        assert_eq!(code, Some(2), "{said}");
    }
    let mut bot = stage.launch();
    until_true(async || bot.log().contains("wythoff endpoint https://")).await;
    // A balancer that asks for readiness has to let Discord's test request through.
    let (status, remark) = asks(stage.operators, "/readyz").await;
    assert_eq!(status, 200);
    remark.says("ready, but the application has no interactions endpoint");
    // An address without a path gets the path that the bot answers.
    let (code, said) = stage
        .run_endpoint(&format!("http://{}", stage.address))
        .await;
    assert_eq!(code, Some(0), "{said}");
    said.says("INTERACTIONS=http");
    assert_eq!(stage.sandbox.endpoint(), Some(stage.url()));
    until_true(async || asks(stage.operators, "/readyz").await.1 == "ready\n").await;
    let anna = stage.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.goes(1, "left").await.says("@anna went 1");

    // A bot on the gateway would receive nothing, so it does not start.
    let mut deaf = Binary::command(&stage.sandbox, stage.folder.path());
    deaf.env_remove("INTERACTIONS").env_remove("HTTP_LISTEN");
    deaf.env("DATABASE_URL", "sqlite://other.db");
    let ended = deaf.output().await.expect("it ends");
    assert_eq!(ended.status.code(), Some(78));
    String::from_utf8_lossy(&ended.stderr).says("wythoff endpoint off");
    let (code, said) = stage.run_endpoint("off").await;
    assert_eq!(code, Some(0), "{said}");
    said.says("to the gateway");
    assert_eq!(stage.sandbox.endpoint(), None);
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_is_noticed() {
    let stage = Stage::set().await;
    let elsewhere = format!(
        "{}/api/v10/gateway?bot={}",
        stage.sandbox.url(),
        stage.address
    );
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
async fn start_balancer(address: SocketAddr, bot: SocketAddr) -> JoinSet<()> {
    let listener = TcpListener::bind(address).await.expect("a listener");
    let mut balancer = JoinSet::new();
    balancer.spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((mut from, _)) = listener.accept().await {
            connections.spawn(async move {
                if let Ok(mut to) = TcpStream::connect(bot).await {
                    let _closed = copy_bidirectional(&mut from, &mut to).await;
                }
            });
        }
    });
    balancer
}

#[tokio::test]
async fn a_public_address_that_leads_nowhere_costs_nobody_time() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let (address, bot) = (free_address(), free_address());
    let balancer = start_balancer(address, bot).await;
    let endpoint = format!("http://{address}/interactions?bot={bot}");
    sandbox.set_endpoint(Some(&endpoint));
    let story = Story::begin_in(sandbox).await;
    let [anna, _boris] = story.playing("5 minutes").await;
    story.until_marked_alive().await;
    let count_warnings = || secrets::warnings(&format!("cannot reach {endpoint}"));
    let before = count_warnings();
    drop(balancer);
    story.sandbox.disconnected().await;
    // The next probe fails.
    story.later(seconds(31));
    until_true(async || count_warnings() > before).await;
    story.later(hours(2));
    let reconnected = story.sandbox.connection();
    let _balancer = start_balancer(address, bot).await;
    reconnected.await;
    story.later(seconds(2));
    anna.at(1).sees("time is up in 4 minutes").await;
    let board = anna.types("/wythoff board").await;
    board.says("is up in 4 minutes");
    story.end().await;
}

/// Runs `action`, and kills the bot once the query `saved` counts something, but before the bot
/// answers. Sends the interaction again to the next process, which is returned.
async fn crash_and_repeat(
    stage: &Stage,
    bot: Binary,
    action: impl Future<Output = ()>,
    saved: &'static str,
) -> Binary {
    let callback = Fault::on("POST", "/callback").without_answer().times(100);
    stage.sandbox.inject(callback);
    let kill_and_restart = async {
        until(stage.folder.path(), saved, |number| number > 0).await;
        bot.kill().await;
        stage.sandbox.disconnected().await;
        stage.sandbox.clear_faults();
        let bot = stage.start().await;
        stage.sandbox.send_again();
        bot
    };
    tokio::join!(action, kill_and_restart).1
}

#[tokio::test]
async fn a_repetition_after_a_crash_gets_the_current_board() {
    let stage = Stage::set().await;
    let bot = stage.start().await;
    let anna = stage.anna();
    let action = async {
        anna.types("/wythoff start 31 24 first:me")
            .await
            .says("**@anna to move.**");
    };
    let bot = crash_and_repeat(&stage, bot, action, "SELECT COUNT(*) FROM games").await;
    // The next process may have posted a board, too, which is then deleted.
    until_boards_are_noted(stage.folder.path()).await;
    until_true(async || stage.sandbox.messages().len() == 1).await;
    let action = async {
        let moved = anna.goes(1, "left").await;
        moved.says("@anna went 1 left.");
    };
    let bot = crash_and_repeat(&stage, bot, action, "SELECT COUNT(*) FROM plies").await;
    let action = async {
        let moved = anna.types("/wythoff move B1").await;
        moved.says("@anna went 1 down.");
    };
    let bot = crash_and_repeat(&stage, bot, action, "SELECT COUNT(*) - 2 FROM plies").await;
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
    anna.goes(1, "left").await;
    anna.types("/wythoff resign").await;
    let action = async {
        anna.clicks("Resign").await.says("That’s done already.");
    };
    let ended = "SELECT COUNT(*) FROM games WHERE phase <> 'running'";
    let bot = crash_and_repeat(&stage, bot, action, ended).await;
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
    /// A stage for a bot behind a proxy, and the address on which the proxy has to listen.
    async fn set_behind_proxy() -> (Self, String) {
        let stage = Self::set().await;
        let front = free_address().to_string();
        let endpoint = format!("http://{front}/interactions?bot={}", stage.address);
        stage.sandbox.set_endpoint(Some(&endpoint));
        (stage, front)
    }
}

/// Types moves until `stop`. Returns how many were answered with a board, and how many with
/// nothing.
async fn types_moves(member: Member, stop: CancellationToken) -> (usize, usize) {
    member.types("/wythoff start 3000 2400 first:me").await;
    let (mut answered, mut failed) = (0, 0);
    while !stop.is_cancelled() {
        let answer = member.types("/wythoff move A1").await;
        failed += usize::from(answer == Answer::Failed);
        answered += usize::from(answer.to_string().contains("@anna went 1"));
    }
    (answered, failed)
}

#[tokio::test]
async fn behind_haproxy_a_kill_fails_only_moves_in_progress() {
    const KILLS: usize = 3;
    let (stage, proxy_address) = Stage::set_behind_proxy().await;
    let changes = [
        (
            ":443 ssl crt /etc/haproxy/bot.example.pem",
            proxy_address.as_str(),
        ),
        ("127.0.0.1:8080", &stage.address.to_string()),
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
        let request = boris.types("/wythoff games");
        let (answer, next) = tokio::join!(request, async { stage.launch() });
        bot = next;
        assert_ne!(answer, Answer::Failed);
    }
    let plies = "SELECT COUNT(*) FROM plies";
    until(stage.folder.path(), plies, |plies| plies > 100).await;
    stop.cancel();
    let (mut answered, mut failed) = (0, 0);
    for player in playing {
        let (player_answered, player_failed) = player.await.expect("no panic");
        answered += player_answered;
        failed += player_failed;
    }
    assert!(failed <= KILLS * channels.len(), "{failed} failed");
    // A move whose answer failed may have been made. If so, typing it again only shows its
    // board.
    let moves = |plies: i64| usize::try_from(plies / 2).expect("a number");
    let agrees = |plies| moves(plies).abs_diff(answered) <= failed;
    until(stage.folder.path(), plies, agrees).await;
    bot.kill().await;
}

#[tokio::test]
async fn behind_nginx_a_game_is_played() {
    let (stage, proxy_address) = Stage::set_behind_proxy().await;
    let bot_address = stage.address.to_string();
    let changes = [
        ("listen 443 ssl", &*format!("listen {proxy_address}")),
        ("ssl_certificate /etc/ssl/bot.example.pem;", ""),
        ("ssl_certificate_key /etc/ssl/private/bot.example.key;", ""),
        ("127.0.0.1:8080", &bot_address),
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
        .says("@anna reached home.");
    until_true(async || stage.is_ready().await).await;
    bot.kill().await;
}
