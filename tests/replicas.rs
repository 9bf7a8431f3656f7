//! Several processes on one database of PostgreSQL, behind a balancer that sends each click to another
//! one (`HAProxy`). These stories are left out if either is not installed.

use std::net::SocketAddr;
use std::time::Duration;

use discord_sandbox::{Answer, Fault, Member, Sandbox};
use pg_sandbox::Server;
use sqlx::{AnyConnection, Connection as _};
use tokio_util::sync::CancellationToken;

use crate::http::Front;
use crate::operations::{asks, value};
use crate::support::{Binary, Says as _, Takes as _, free_address, plays_best, until_so};

/// A database, two places for processes, and what stands before them.
struct Stage {
    sandbox: Sandbox,
    _server: Server,
    url: String,
    places: [Place; 2],
    _front: Front,
}

/// Where a process runs.
struct Place {
    folder: tempfile::TempDir,
    on: SocketAddr,
    operators: SocketAddr,
}

impl Stage {
    async fn set() -> Option<Self> {
        let server = Server::start().await.expect("a server")?;
        let places = [(); 2].map(|()| Place {
            folder: tempfile::tempdir().expect("a folder"),
            on: free_address(),
            operators: free_address(),
        });
        let on = free_address().to_string();
        let [one, two] = &places;
        let servers = [one, two].map(|it| format!("{} check port {}", it.on, it.operators.port()));
        let changes = [
            (":443 ssl crt /etc/haproxy/bot.example.pem", on.as_str()),
            ("10.0.0.1:8080 check port 9464", &servers[0]),
            ("10.0.0.2:8080 check port 9464", &servers[1]),
        ];
        let example = include_str!("../deploy/haproxy.replicas.cfg");
        let front = Front::start("haproxy", example, &changes)?;
        let sandbox = Sandbox::start().await.expect("a sandbox");
        sandbox.set_endpoint(Some(&format!("http://{on}/interactions")));
        Some(Self {
            url: server.database().await.expect("a database"),
            sandbox,
            _server: server,
            places,
            _front: front,
        })
    }

    /// Starts a process.
    fn launch(&self, place: usize) -> Binary {
        let place = &self.places[place];
        let mut command = Binary::command(&self.sandbox, place.folder.path());
        command
            .env("DATABASE_URL", &self.url)
            .env("HTTP_LISTEN", place.on.to_string())
            .env("OPS_LISTEN", place.operators.to_string());
        Binary::launch_with(command, &self.sandbox, place.folder.path())
    }

    /// Waits until the balancer sends requests there.
    async fn is_in_use(&self, place: usize) {
        let operators = self.places[place].operators;
        let pings = "wythoff_requests_total{outcome=\"ping\"}";
        until_so(async || {
            let (status, numbers) = asks(operators, "/metrics").await;
            status == 200 && numbers.contains(pings)
        })
        .await;
    }

    /// Starts both.
    async fn start(&self) -> [Binary; 2] {
        let bots = [self.launch(0), self.launch(1)];
        self.sandbox.ready().await;
        self.is_in_use(0).await;
        self.is_in_use(1).await;
        bots
    }

    fn anna(&self) -> Member {
        self.sandbox.server("A server").member("anna")
    }

    /// The number that a query gives.
    async fn number(&self, query: &'static str) -> i64 {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url).await.expect("connected");
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await;
        number.expect("a number")
    }

    async fn until(&self, query: &'static str, is_so: impl Fn(i64) -> bool) {
        until_so(async || is_so(self.number(query).await)).await;
    }
}

#[tokio::test]
async fn two_replicas_play_one_game_and_nobody_else_does() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let bots = stage.start().await;
    let anna = stage.anna();
    let board = anna.types("/wythoff start 31 24 first:me").await;
    plays_best(&anna, board.to_string())
        .await
        .says("@anna took the last one.");
    for place in &stage.places {
        let (_, numbers) = asks(place.operators, "/metrics").await;
        let accepted = value(&numbers, "wythoff_requests_total{outcome=\"accepted\"}");
        assert!(accepted >= 1.0, "{accepted}");
    }
    let mut alone = Binary::command(&stage.sandbox, stage.places[0].folder.path());
    alone.env("DATABASE_URL", &stage.url);
    alone.env_remove("INTERACTIONS").env_remove("HTTP_LISTEN");
    let ended = alone.output().await.expect("it ends");
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    said.says("in use by another wythoff");
    said.says("INTERACTIONS=http");
    for bot in bots {
        bot.kill().await;
    }
}

/// Takes one from the left pile until `stop`. Returns how many clicks were answered with the move, and
/// how many with nothing.
async fn clicks_moves(member: Member, sandbox: Sandbox, stop: CancellationToken) -> (usize, usize) {
    // So much time passes between two clicks that they are not too quick.
    let pause = Duration::from_millis(250);
    let start = "/wythoff start 3000 2400 first:me";
    member.types(start).await;
    let (mut told, mut failed) = (0, 0);
    while !stop.is_cancelled() {
        sandbox.clock().advance(pause);
        let answer = if member.finds("From the left pile").is_some() {
            member.takes(1, "the left").await
        } else {
            member.types("/wythoff resign").await;
            member.clicks("Resign").await;
            member.types(start).await
        };
        failed += usize::from(answer == Answer::Failed);
        if answer.to_string().contains(" took 1 from") {
            told += 1;
        } else {
            // A choice that was not carried out would stay in its select.
            member.types("/wythoff board").await;
        }
    }
    (told, failed)
}

#[tokio::test]
async fn no_click_fails_while_replicas_are_killed_and_replaced() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let mut bots = stage.start().await;
    let server = stage.sandbox.server("A server");
    let stop = CancellationToken::new();
    let names = ["anna", "boris", "clara", "dora"];
    let playing = names.map(|name| {
        let member = server.member(name).in_channel(name);
        tokio::spawn(clicks_moves(member, stage.sandbox.clone(), stop.clone()))
    });
    let plies = "SELECT COUNT(*) FROM plies";
    for round in 0..4 {
        let before = stage.number(plies).await;
        stage.until(plies, |plies| plies > before + 20).await;
        let place = round % 2;
        if round < 2 {
            bots[place].signal("KILL");
        } else {
            bots[place].signal("TERM");
        }
        bots[place].ended().await;
        let before = stage.number(plies).await;
        stage.until(plies, |plies| plies > before + 20).await;
        bots[place] = stage.launch(place);
        stage.is_in_use(place).await;
    }
    stop.cancel();
    let (mut told, mut failed) = (0, 0);
    for playing in playing {
        let (some, none) = playing.await.expect("no panic");
        told += some;
        failed += none;
    }
    assert_eq!(failed, 0);
    let made = usize::try_from(stage.number(plies).await / 2).expect("a number");
    assert!(
        told > 50 && made.abs_diff(told) <= names.len(),
        "{made}, {told}"
    );
    for bot in bots {
        bot.kill().await;
    }
}

#[tokio::test]
async fn what_a_dead_replica_left_is_done_by_another() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let [first, second] = stage.start().await;
    // Only to the first one.
    let direct = format!("http://{}/interactions", stage.places[0].on);
    stage.sandbox.set_endpoint(Some(&direct));
    stage.sandbox.ready().await;
    let anna = stage.anna();
    anna.types("/wythoff start 31 24 first:me").await;
    stage
        .until(
            "SELECT COUNT(*) FROM games WHERE message IS NOT NULL",
            |it| it == 1,
        )
        .await;
    let callback = Fault::on("POST", "/callback").without_answer();
    stage.sandbox.inject(callback.times(100));
    let killed = async {
        let plies = "SELECT COUNT(*) FROM plies";
        stage.until(plies, |plies| plies > 0).await;
        first.kill().await;
        stage.sandbox.clear_faults();
    };
    tokio::join!(anna.takes(1, "the left"), killed);
    anna.sees("@anna took 1 from the left pile.").await;
    stage
        .until("SELECT COUNT(*) FROM writers", |it| it == 1)
        .await;
    second.kill().await;
}
