//! Several processes on one PostgreSQL database, behind a balancer (`HAProxy` or nginx) that sends
//! the clicks to them in turn. A story is left out if PostgreSQL or its balancer is not installed.

use std::net::SocketAddr;
use std::time::Duration;

use discord_sandbox::{Answer, Fault, Member, Sandbox};
use pg_sandbox::Server;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::http::installed;
use crate::operations::{asks, value};
use crate::support::front::Front;
use crate::support::{
    Binary, Says as _, Takes as _, free_address, plays_best, seconds, until_true,
};

/// A database, two places for processes, and the balancer in front of them.
struct Stage {
    sandbox: Sandbox,
    _server: Server,
    url: String,
    places: [Place; 2],
    _front: Front,
}

/// Where a process runs: its folder, and its addresses for interactions and for operators.
struct Place {
    folder: tempfile::TempDir,
    interactions: SocketAddr,
    operators: SocketAddr,
}

/// What can be in front of the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Balancer {
    Haproxy,
    /// `HAProxy` without the servers that are for unready processes, so like a Service of
    /// Kubernetes.
    Strict,
    Nginx,
}

impl Balancer {
    /// Starts it with its example from `deploy`. Returns `None` if it is not installed.
    fn start(self, listen: SocketAddr, places: &[Place; 2]) -> Option<Front> {
        let processes = places
            .each_ref()
            .map(|place| [place.interactions, place.operators]);
        installed(match self {
            Self::Haproxy => Front::in_front_of_replicas(listen, processes),
            Self::Strict => {
                let config = Front::replicas_config(listen, processes);
                let strict = config.split_once("    # If neither is ready");
                Front::start("haproxy", strict.expect("its last part").0, &[])
            }
            Self::Nginx => Front::start(
                "nginx",
                include_str!("../deploy/nginx.replicas.conf"),
                &[
                    ("listen 443 ssl", &format!("listen {listen}")),
                    ("ssl_certificate /etc/ssl/bot.example.pem;", ""),
                    ("ssl_certificate_key /etc/ssl/private/bot.example.key;", ""),
                    ("10.0.0.11:8080", &places[0].interactions.to_string()),
                    ("10.0.0.12:8080", &places[1].interactions.to_string()),
                ],
            ),
        })
    }
}

impl Stage {
    async fn behind_haproxy() -> Option<Self> {
        Self::behind(Balancer::Haproxy).await
    }

    async fn behind(balancer: Balancer) -> Option<Self> {
        let server = Server::start().await.expect("a server")?;
        let places = [(); 2].map(|()| Place {
            folder: tempfile::tempdir().expect("a folder"),
            interactions: free_address(),
            operators: free_address(),
        });
        let listen = free_address();
        let front = balancer.start(listen, &places)?;
        let sandbox = Sandbox::start().await.expect("a sandbox");
        sandbox.set_endpoint(Some(&format!("http://{listen}/interactions")));
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
        let folder = self.places[place].folder.path();
        Binary::launch_with(self.command(place), &self.sandbox, folder)
    }

    /// A command of the program, with the settings of a process.
    fn command(&self, place: usize) -> Command {
        let place = &self.places[place];
        let mut command = Binary::command(&self.sandbox, place.folder.path());
        command
            .env("DATABASE_URL", &self.url)
            .env("INTERACTIONS", "http")
            .env("HTTP_LISTEN", place.interactions.to_string())
            .env("OPS_LISTEN", place.operators.to_string());
        command
    }

    /// Waits until the balancer sends requests to a process.
    async fn until_in_use(&self, place: usize) {
        let operators = self.places[place].operators;
        let pings = "wythoff_requests_total{outcome=\"ping\"}";
        until_true(async || {
            let (status, metrics) = asks(operators, "/metrics").await;
            status == 200 && metrics.contains(pings)
        })
        .await;
    }

    /// Starts both processes, and waits until they are in use.
    async fn start(&self) -> [Binary; 2] {
        let bots = [self.launch(0), self.launch(1)];
        self.sandbox.ready().await;
        self.until_in_use(0).await;
        self.until_in_use(1).await;
        bots
    }

    fn anna(&self) -> Member {
        self.sandbox.server("A server").member("anna")
    }

    /// The number that a query gives.
    async fn query_number(&self, query: &'static str) -> i64 {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url).await.expect("connected");
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await;
        number.expect("a number")
    }

    async fn execute(&self, sql: &'static str) {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url).await.expect("connected");
        connection.execute(sql).await.expect("executed");
    }

    /// The status and the text that a process answers to `/readyz`.
    async fn readiness(&self, place: usize) -> (u16, String) {
        asks(self.places[place].operators, "/readyz").await
    }

    /// From now on all interactions go to that process, past the balancer.
    fn sends_only_to(&self, place: usize) {
        let direct = format!("http://{}/interactions", self.places[place].interactions);
        self.sandbox.set_endpoint(Some(&direct));
    }

    async fn until(&self, query: &'static str, is_true: impl Fn(i64) -> bool) {
        until_true(async || is_true(self.query_number(query).await)).await;
    }
}

/// How many of Discord's requests a replica has accepted.
async fn accepted(place: &Place) -> f64 {
    const ACCEPTED: &str = "wythoff_requests_total{outcome=\"accepted\"}";
    let (_, metrics) = asks(place.operators, "/metrics").await;
    if metrics.contains(ACCEPTED) {
        value(&metrics, ACCEPTED)
    } else {
        0.0
    }
}

#[tokio::test]
async fn two_replicas_share_a_game_and_a_gateway_bot_is_refused() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let bots = stage.start().await;
    let anna = stage.anna();
    // The balancer needs a moment to see that both are up.
    let both_accepted = async || {
        [
            accepted(&stage.places[0]).await,
            accepted(&stage.places[1]).await,
        ]
    };
    until_true(async || {
        // Stays below the rate limit for members.
        stage.sandbox.clock().advance(seconds(1));
        anna.types("/wythoff games").await;
        both_accepted().await.iter().all(|&count| count > 0.0)
    })
    .await;
    let before = both_accepted().await;
    let board = anna.types("/wythoff start 31 24 first:me").await;
    plays_best(&anna, board.to_string())
        .await
        .says("@anna reached home.");
    let after = both_accepted().await;
    assert!(after[0] > before[0] && after[1] > before[1]);
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

/// How often a story is tried whose time may be too short on a busy machine.
const ATTEMPTS: usize = 3;

/// How many clicks one member makes before the next takes the seat, below the limit on interactions.
/// (The clock cannot be moved on instead: a click that waits for a killed process would be too old.)
const CLICKS_EACH: usize = 20;

/// Members who take turns on one seat go one left again and again until `stop` is cancelled. Returns
/// how many clicks were answered with the move, and how many failed.
async fn keep_moving(sandbox: Sandbox, seat: String, stop: CancellationToken) -> (usize, usize) {
    let server = sandbox.server("A server");
    let (mut answered, mut failed) = (0, 0);
    for sitter in 0.. {
        let member = server.member(&format!("{seat} {sitter}")).in_channel(&seat);
        member.types("/wythoff start 3000 2400 first:me").await;
        for _ in 0..CLICKS_EACH {
            if stop.is_cancelled() {
                return (answered, failed);
            }
            let answer = member.goes(1, "left").await;
            failed += usize::from(answer == Answer::Failed);
            if answer.to_string().contains(" went 1 ") {
                answered += 1;
            } else {
                // If the move was not made, its select still shows the choice. A new board does not.
                member.types("/wythoff board").await;
            }
        }
    }
    (answered, failed)
}

#[tokio::test]
async fn no_click_fails_while_replicas_are_killed_and_replaced() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let mut bots = stage.start().await;
    let stop = CancellationToken::new();
    // Few, since what is slow on a busy machine would count as failed.
    let seats = ["north", "south"];
    let players = seats.map(|seat| {
        let (sandbox, stop) = (stage.sandbox.clone(), stop.clone());
        tokio::spawn(keep_moving(sandbox, seat.to_owned(), stop))
    });
    let plies = "SELECT COUNT(*) FROM plies";
    for round in 0..4 {
        let before = stage.query_number(plies).await;
        stage.until(plies, |plies| plies > before + 20).await;
        let place = round % 2;
        if round < 2 {
            bots[place].signal("KILL");
        } else {
            bots[place].signal("TERM");
        }
        bots[place].ended().await;
        let before = stage.query_number(plies).await;
        stage.until(plies, |plies| plies > before + 20).await;
        bots[place] = stage.launch(place);
        stage.until_in_use(place).await;
    }
    stop.cancel();
    let (mut answered, mut failed) = (0, 0);
    for player in players {
        let (player_answered, player_failed) = player.await.expect("no panic");
        answered += player_answered;
        failed += player_failed;
    }
    let why = stage.sandbox.endpoint_failures();
    assert_eq!(failed, 0, "{why:?}");
    let made = usize::try_from(stage.query_number(plies).await / 2).expect("a number");
    assert!(
        answered > 50 && made.abs_diff(answered) <= seats.len(),
        "{made}, {answered}"
    );
    for bot in bots {
        bot.kill().await;
    }
}

#[tokio::test]
async fn a_dead_replicas_work_is_finished_by_another() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let [first, second] = stage.start().await;
    stage.sends_only_to(0);
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
    let killing = async {
        let plies = "SELECT COUNT(*) FROM plies";
        stage.until(plies, |plies| plies > 0).await;
        first.kill().await;
        stage.sandbox.clear_faults();
    };
    tokio::join!(anna.goes(1, "left"), killing);
    anna.sees("@anna went 1 left.").await;
    stage
        .until("SELECT COUNT(*) FROM writers", |it| it == 1)
        .await;
    second.kill().await;
}

#[tokio::test]
async fn behind_nginx_a_killed_and_a_stopped_replica_cost_no_click() {
    let Some(stage) = Stage::behind(Balancer::Nginx).await else {
        return;
    };
    let mut bots = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 3000 2400 first:me").await;
    for (place, signal) in [(0, "KILL"), (1, "TERM")] {
        for _ in 0..4 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        bots[place].signal(signal);
        for _ in 0..4 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        bots[place].ended().await;
        for _ in 0..4 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        bots[place] = stage.launch(place);
        stage.until_in_use(place).await;
    }
    for bot in bots {
        bot.kill().await;
    }
}

/// The replica answers until the balancer has noticed that the replica is stopping.
#[tokio::test]
async fn discord_is_told_an_address_that_leads_only_to_ready_replicas() {
    let Some(stage) = Stage::behind(Balancer::Strict).await else {
        return;
    };
    let address = stage.sandbox.endpoint().expect("an address");
    let elsewhere = format!("{}/api/v10/gateway", stage.sandbox.url());
    stage.sandbox.set_endpoint(None);
    let _bots = [stage.launch(0), stage.launch(1)];
    for (before, remark) in [
        (
            None,
            "ready, but the application has no interactions endpoint",
        ),
        (
            Some(&*elsewhere),
            "ready, but the interactions endpoint leads elsewhere",
        ),
    ] {
        stage.sandbox.set_endpoint(before);
        until_true(async || stage.readiness(0).await.1.starts_with(remark)).await;
        // The balancer needs a moment to notice that they are ready.
        until_true(async || {
            // The preparation of a command needs an address of the bot.
            stage.sandbox.set_endpoint(Some(&address));
            let mut command = stage.command(0);
            stage.sandbox.set_endpoint(before);
            let ended = command.args(["endpoint", &address]).output().await;
            ended.expect("it ends").status.success()
        })
        .await;
        assert_eq!(stage.sandbox.endpoint().as_deref(), Some(&*address));
    }
    let anna = stage.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.goes(1, "left").await.says("@anna went 1");
}

#[tokio::test]
async fn a_replica_that_is_stopped_answers_for_a_while() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let [mut first, second] = stage.start().await;
    stage.sends_only_to(0);
    stage.sandbox.ready().await;
    until_true(async || stage.readiness(0).await.0 == 200).await;
    first.signal("TERM");
    until_true(async || stage.readiness(0).await.0 == 503).await;
    let (_, why) = stage.readiness(0).await;
    assert_eq!(why, "stopping\n");
    let anna = stage.anna();
    let board = anna.types("/wythoff start 10 6 first:me").await;
    board.says("**@anna to move.**");
    assert_eq!(first.ended().await.code(), Some(0));
    // It has deleted its row, so the other replica need not finish its work.
    assert_eq!(stage.query_number("SELECT COUNT(*) FROM writers").await, 1);
    second.kill().await;
}

#[tokio::test]
async fn commands_are_registered_once_all_replicas_agree() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let mut migrate = stage.command(0);
    let migrated = migrate.arg("migrate").status().await.expect("it ends");
    assert!(migrated.success());
    let insert_another = "INSERT INTO writers (id, seen, saved, shares, version)
        VALUES ('another', CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT) + 3600000, 0, 1, 'older')";
    stage.execute(insert_another).await;
    let bot = stage.launch(0);
    stage.until_in_use(0).await;
    until_true(async || stage.readiness(0).await.0 == 200).await;
    // Its process would renew the row.
    let url = stage.url.clone();
    let mut renewing = JoinSet::new();
    renewing.spawn(async move {
        let mut connection = AnyConnection::connect(&url).await.expect("connected");
        let mut every = tokio::time::interval(Duration::from_secs(1));
        loop {
            every.tick().await;
            let renewed = connection
                .execute("UPDATE writers SET seen = seen + 1 WHERE id = 'another'")
                .await;
            renewed.expect("renewed");
        }
    });
    let registrations = || {
        let calls = stage.sandbox.calls().into_iter();
        calls.filter(|call| call.method == "PUT" && call.path.ends_with("/commands"))
    };
    assert_eq!(registrations().count(), 0);
    stage
        .execute("DELETE FROM writers WHERE id = 'another'")
        .await;
    stage.sandbox.ready().await;
    assert_eq!(registrations().count(), 1);

    // While a replica of another version is running, that version may know a control that this
    // replica does not know.
    let anna = stage.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let known = anna.control("Hint").expect("a button");
    let unknown = known.replace("hint", "later");
    let not_known = "I don’t know this button or menu";
    anna.forges(&unknown, &[]).await.says(not_known);
    stage.execute(insert_another).await;
    let updating = "I’m being updated, and don’t know this yet.";
    until_true(async || {
        stage.sandbox.clock().advance(Duration::from_secs(1));
        let said = anna.forges(&unknown, &[]).await.to_string();
        assert!(
            said.contains(not_known) || said.contains(updating),
            "{said}"
        );
        said.contains(updating)
    })
    .await;
    stage.sandbox.clock().advance(Duration::from_secs(1));
    let from_next_version = known.replacen("w2", "w3", 1);
    anna.forges(&from_next_version, &[]).await.says(updating);
    stage.sandbox.alter_interactions(
        "data",
        Some(serde_json::json!({
            "id": "1", "name": "later", "type": 1,
        })),
    );
    anna.types("/wythoff games").await.says(updating);
    bot.kill().await;
}

/// The tables have more columns than this version knows, as after the migrations of the next one.
#[tokio::test]
async fn a_version_works_with_the_tables_of_the_next_one() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let mut bots = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 3000 2400 first:me").await;
    anna.goes(1, "left").await.says("@anna went 1");
    let migrate = "DO $$ DECLARE name TEXT; BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_sqlx_migrations' LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN later BIGINT NOT NULL DEFAULT 7', name);
        END LOOP;
        INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, '\\x00', 0);
    END $$";
    stage.execute(migrate).await;
    for _ in 0..4 {
        anna.goes(1, "left").await.says("@anna went 1");
    }
    bots[0].signal("TERM");
    assert_eq!(bots[0].ended().await.code(), Some(0));
    bots[0] = stage.launch(0);
    stage.until_in_use(0).await;
    for _ in 0..4 {
        anna.goes(1, "left").await.says("@anna went 1");
    }
    stage
        .execute("UPDATE installation SET usable_from = 9999")
        .await;
    bots[1].signal("TERM");
    assert_eq!(bots[1].ended().await.code(), Some(0));
    let refused = stage.command(1).output().await.expect("it ends");
    assert_eq!(refused.status.code(), Some(78));
    String::from_utf8_lossy(&refused.stderr).says("was made by a newer wythoff");
    let [first, _] = bots;
    first.kill().await;
}

/// The other replica does not wait for the frozen one, which does no harm when it resumes.
#[tokio::test]
async fn a_replica_that_freezes_inside_a_batch_holds_nobody_up() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let [mut first, second] = stage.start().await;
    let anna = stage.anna();
    let boris = stage.sandbox.server("A server").member("boris");
    for member in [&anna, &boris] {
        member.types("/wythoff start 3000 2400 first:me").await;
    }
    stage
        .until(
            "SELECT COUNT(*) FROM games WHERE message IS NOT NULL",
            |it| it == 2,
        )
        .await;
    // The first one waits for the lock, freezes, and is given the lock.
    let mut connection = AnyConnection::connect(&stage.url).await.expect("connected");
    let lock = "BEGIN; SELECT id FROM installation FOR UPDATE";
    connection.execute(lock).await.expect("locked");
    stage.sends_only_to(0);
    let sent = stage.sandbox.sent().len();
    let clicking = tokio::spawn(async move { anna.goes(1, "left").await });
    until_true(async || stage.sandbox.sent().len() > sent).await;
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    stage.until(waiting, |it| it > 0).await;
    first.signal("STOP");
    connection.execute("ROLLBACK").await.expect("unlocked");
    stage.until(waiting, |it| it == 0).await;
    stage.sends_only_to(1);
    for _ in 0..3 {
        boris.goes(1, "left").await.says("@boris went 1");
    }
    clicking.await.expect("no panic");
    stage
        .until("SELECT COUNT(*) FROM writers", |it| it == 1)
        .await;
    first.signal("CONT");
    // The second has taken over the first one's work, so the first ends, with the exit code that
    // asks for a restart.
    assert_eq!(first.ended().await.code(), Some(74));
    assert_eq!(stage.query_number("SELECT COUNT(*) FROM plies").await, 6);
    boris.goes(1, "left").await.says("@boris went 1");
    second.kill().await;
}

/// A balancer repeats a request if the process that handled it died. The other process does not
/// make the change again, but it answers.
#[tokio::test]
async fn clicks_that_reach_a_frozen_replica_are_answered_by_the_other() {
    for balancer in [Balancer::Haproxy, Balancer::Nginx] {
        let Some(stage) = Stage::behind(balancer).await else {
            continue;
        };
        let [first, second] = stage.start().await;
        let anna = stage.anna();
        anna.types("/wythoff start 3000 2400 first:me").await;
        first.signal("STOP");
        for _ in 0..10 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        first.kill().await;
        second.kill().await;
    }
}

/// As when their machine is suspended: the one that wakes first does not take the other for dead.
#[tokio::test]
async fn replicas_that_freeze_together_wake_together() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let bots = stage.start().await;
    let age = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - MAX(seen) FROM writers";
    // Both have looked at each other.
    stage.until(age, |age| age < 1_000).await;
    for bot in &bots {
        bot.signal("STOP");
    }
    stage.until(age, |age| age > 6_000).await;
    bots[0].signal("CONT");
    stage.until(age, |age| age < 1_000).await;
    bots[1].signal("CONT");
    let oldest = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - MIN(seen) FROM writers";
    stage.until(oldest, |age| age < 1_500).await;
    let alive = "SELECT COUNT(*) FROM writers WHERE found IS NULL";
    assert_eq!(stage.query_number(alive).await, 2);
    for bot in bots {
        bot.kill().await;
    }
}

/// The process that delivered a board notes that a moment later. Who types the same move again has
/// seen the board, so it is another move.
#[tokio::test]
async fn a_move_typed_again_at_another_replica_is_another_move() {
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let [first, second] = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 3000 2400 first:me").await;
    stage.sends_only_to(0);
    anna.types("/wythoff move A1").await.says("@anna went 1");
    stage
        .until("SELECT COUNT(*) FROM games WHERE shown >= typed", |it| {
            it == 1
        })
        .await;
    stage.execute("UPDATE games SET shown = 1").await;
    stage.sends_only_to(1);
    let noting = stage.execute("SELECT pg_sleep(0.2); UPDATE games SET shown = typed");
    let (answer, ()) = tokio::join!(anna.types("/wythoff move A1"), noting);
    answer.says("@anna went 1");
    assert_eq!(stage.query_number("SELECT ply FROM games").await, 4);
    first.kill().await;
    second.kill().await;
}

/// One of the replicas posts the puzzle of the day, and the other one leaves it alone.
#[tokio::test]
async fn each_puzzle_is_posted_by_one_replica() {
    // The processes have the machine's clock, and in the first hour of a day nothing is posted.
    let day = 24 * 3_600_000;
    let today = Sandbox::start().await.expect("a sandbox").clock().now_ms() % day;
    if !(3_600_000..day - 60_000).contains(&today) {
        return;
    }
    let Some(stage) = Stage::behind_haproxy().await else {
        return;
    };
    let [first, second] = stage.start().await;
    let names = ["A", "B", "C", "D", "E", "F"];
    for name in names {
        let anna = stage.sandbox.server(name).member("anna").managing();
        anna.types("/wythoff settings").await;
        anna.clicks("Server settings").await;
        anna.clicks("Daily puzzle: off").await;
    }
    let posts = || {
        let calls = stage.sandbox.calls().into_iter();
        let posts = calls.filter(|call| call.method == "POST" && call.path.ends_with("/messages"));
        posts.count()
    };
    let mut bots = [first, second];
    for _ in 0..4 {
        for bot in bots {
            bot.kill().await;
        }
        let before = posts();
        // Both find all of them when they start.
        stage.execute("UPDATE servers SET daily_due = 1").await;
        bots = stage.start().await;
        until_true(async || posts() >= before + names.len()).await;
        let to_post = "SELECT COUNT(*) FROM servers WHERE daily_to_post IS NOT NULL";
        stage.until(to_post, |it| it == 0).await;
        assert_eq!(posts(), before + names.len());
    }
    let [first, second] = bots;
    first.kill().await;
    second.kill().await;
}

#[tokio::test]
async fn a_move_saved_by_a_dead_replica_is_answered_by_the_other() {
    // On a busy machine, three seconds may be too few for a death and an answer.
    for _ in 0..ATTEMPTS {
        let Some(stage) = Stage::behind_haproxy().await else {
            return;
        };
        if is_answered_after_a_death(stage).await {
            return;
        }
    }
    panic!("no move was answered by the other replica");
}

/// Whether a move that a replica has saved before it was killed is answered in time.
async fn is_answered_after_a_death(stage: Stage) -> bool {
    let mut bots = stage.start().await;
    let anna = stage.anna();
    anna.types("/wythoff start 31 24 first:me").await;
    let noted = "SELECT COUNT(*) FROM games WHERE message IS NOT NULL";
    stage.until(noted, |it| it == 1).await;
    let has_unshown = async |place: &Place| {
        let (_, metrics) = asks(place.operators, "/metrics").await;
        value(&metrics, "wythoff_unshown") > 0.0
    };
    // Each replica also looks for boards to draw when it starts.
    let undrawn = "SELECT COUNT(*) FROM games WHERE drawn < changed";
    stage.until(undrawn, |it| it == 0).await;
    for place in &stage.places {
        until_true(async || !has_unshown(place).await).await;
    }
    let callback = Fault::on("POST", "/callback").without_answer();
    stage.sandbox.inject(callback.times(1));
    let killing = async {
        stage.sandbox.call_begun("POST", "/callback").await;
        // Only the replica that has made the move has something left to show. (Both are asked before
        // it is killed: then the balancer repeats the request at once.)
        let [one, two] = &stage.places;
        let unshown = [has_unshown(one).await, has_unshown(two).await];
        for (bot, has_unshown) in bots.iter().zip(unshown) {
            if has_unshown {
                bot.signal("KILL");
            }
        }
        unshown
    };
    let (board, unshown) = tokio::join!(anna.goes(1, "left"), killing);
    assert_ne!(unshown[0], unshown[1], "one replica was killed");
    anna.sees("@anna went 1 left.").await;
    assert_eq!(stage.query_number("SELECT COUNT(*) FROM plies").await, 2);
    for bot in &mut bots {
        bot.signal("KILL");
        bot.ended().await;
    }
    board.to_string().contains("@anna went 1 left.")
}
