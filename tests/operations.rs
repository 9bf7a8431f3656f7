//! What an operator sees: metrics, traces, and whether the bot is ready, but nothing secret.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;

use discord_sandbox::{Fault, Sandbox};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wythoff::operations::MEANINGS;

use crate::support::{
    Binary, Says as _, Takes as _, free_address, hold_up_the_commit_in, let_it_commit, until_true,
    uses_http, with_timeout,
};

pub(crate) async fn asks(address: SocketAddr, path: &str) -> (u16, String) {
    let answer = with_timeout(async {
        loop {
            if let Ok(answer) = reqwest::get(format!("http://{address}{path}")).await {
                break answer;
            }
            tokio::task::yield_now().await;
        }
    });
    let answer = answer.await;
    let status = answer.status().as_u16();
    (status, answer.text().await.expect("a text"))
}

/// The value of a metric. Its name may include labels.
pub(crate) fn value(metrics: &str, name: &str) -> f64 {
    let mut lines = metrics.lines().filter_map(|line| line.rsplit_once(' '));
    let value = lines.find_map(|(series, value)| (series == name).then(|| value.parse().ok())?);
    value.unwrap_or_else(|| panic!("{name} is not in {metrics}"))
}

/// Starts the real binary. Returns it, and the address at which it answers operators.
pub(crate) async fn start_with_operations(
    sandbox: &Sandbox,
    folder: &Path,
) -> (Binary, SocketAddr) {
    let address = free_address();
    let mut command = Binary::command(sandbox, folder);
    command.env("OPS_LISTEN", address.to_string());
    let bot = Binary::launch_with(command, sandbox, folder);
    sandbox.ready().await;
    (bot, address)
}

#[tokio::test]
async fn a_bot_that_waits_for_its_database_is_running_but_not_ready() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let address = free_address();
    let mut command = Binary::command(&sandbox, folder.path());
    command.env("OPS_LISTEN", address.to_string());
    // Nobody listens there. A free port might be taken by another story.
    command.env("DATABASE_URL", "postgres://wythoff@127.0.0.1:1/x");
    let bot = Binary::launch_with(command, &sandbox, folder.path());
    until_true(async || bot.log().contains("cannot be reached yet")).await;
    assert_eq!(asks(address, "/healthz").await.0, 200);
    let (status, why) = asks(address, "/readyz").await;
    assert_eq!((status, &*why), (503, "starting\n"));
    bot.kill().await;
}

#[tokio::test]
async fn metrics_count_what_members_do() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let address = free_address();
    let command = || {
        let mut command = Binary::command(&sandbox, folder.path());
        command.env("OPS_LISTEN", address.to_string());
        command
    };
    let health = async || {
        let mut health_check = command();
        let ended = health_check.arg("health").output().await.expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), said)
    };
    let (code, said) = health().await;
    assert_eq!(code, Some(1), "{said}");
    said.says("nobody answers on");
    let mut bot = Binary::launch_with(command(), &sandbox, folder.path());
    sandbox.ready().await;
    assert_eq!(
        asks(address, "/healthz").await,
        (200, "running\n".to_owned())
    );
    with_timeout(async { while asks(address, "/readyz").await.0 != 200 {} }).await;
    assert_eq!(health().await.0, Some(0));
    assert_eq!(asks(address, "/").await.0, 404);

    let anna = sandbox.server("A server").member("anna");
    sandbox.inject(Fault::on("POST", "/callback").refused(500).times(1));
    anna.types("/wythoff start 13 10 first:me").await;
    anna.goes(3, "diagonally").await;
    anna.types("/wythoff learn game:nim").await;
    anna.clicks("Begin").await;
    let mut backup = command();
    let made = backup.args(["backup", "copy.db"]).output().await;
    assert!(made.expect("it ends").status.success());
    let (_, metrics) = asks(address, "/metrics").await;
    let metric = |name| value(&metrics, name);
    let start = r#"wythoff_interactions_total{kind="command",feature="start"}"#;
    assert!((metric(start) - 1.0).abs() < 0.1);
    let learn = r#"wythoff_interactions_total{kind="click",feature="learn"}"#;
    assert!((metric(learn) - 1.0).abs() < 0.1);
    let delivered = r#"wythoff_first_responses_total{outcome="delivered"}"#;
    assert!(metric(delivered) > 3.9);
    let failed = r#"wythoff_calls_total{route="first response",status="5xx"}"#;
    assert!((metric(failed) - 1.0).abs() < 0.1);
    for name in [
        "wythoff_answer_seconds_count",
        "wythoff_handling_seconds_count",
        "wythoff_delivery_seconds_count",
        "wythoff_arrival_delay_seconds_count",
        "wythoff_batch_size_count",
        "wythoff_commit_seconds_count",
        r#"wythoff_pictures_total{outcome="drawn"}"#,
        "wythoff_shards_connected",
        if uses_http(&sandbox) {
            "wythoff_verification_seconds_count"
        } else {
            "wythoff_identifies_left"
        },
        "process_cpu_seconds",
        "process_resident_memory_bytes",
        "process_open_fds",
    ] {
        assert!(metric(name) > 0.0, "{name}");
    }
    for name in [
        "wythoff_queued_changes",
        r#"wythoff_first_responses_total{outcome="lost"}"#,
        "wythoff_rolled_back_total",
        "wythoff_panics_total",
    ] {
        assert!(metric(name) < 1.0, "{name} is there, and zero");
    }
    metrics.says("# HELP wythoff_commit_seconds");
    assert!(
        !metrics.contains(&sandbox.token()),
        "the token is in {metrics}"
    );
    let ids = [anna.id().0.to_string()];
    assert!(
        ids.iter().all(|id| !metrics.contains(id)),
        "an id is in {metrics}"
    );
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
}

#[tokio::test]
async fn idle_connections_keep_nobody_out() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    assert_eq!(asks(address, "/healthz").await.0, 200);
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(TcpStream::connect(address).await.expect("it is accepted"));
    }
    // The bot closes the oldest ones, which a busy machine does a little later.
    until_true(async || {
        let (_, metrics) = asks(address, "/metrics").await;
        value(&metrics, "process_open_fds") < 200.0
    })
    .await;
    // A client that sends only half a request is not waited for.
    let slow = silent.last_mut().expect("a connection");
    slow.write_all(b"GET /").await.expect("sent");
    let closed = with_timeout(slow.read_to_end(&mut Vec::new())).await;
    assert!(closed.is_err() || closed.is_ok_and(|read| read == 0));
    bot.kill().await;
}

#[tokio::test]
async fn a_bot_that_cannot_save_is_not_ready() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    with_timeout(async { while asks(address, "/readyz").await.0 != 200 {} }).await;
    let other = hold_up_the_commit_in(folder.path()).await;
    let anna = sandbox.server("A server").member("anna");
    // After three failed batches in a row, the bot is not ready.
    while asks(address, "/readyz").await.0 == 200 {
        anna.types("/wythoff start 10 6").await;
    }
    let (_, why) = asks(address, "/readyz").await;
    assert_eq!(why, "the latest changes could not be saved\n");
    let_it_commit(other).await;
    anna.types("/wythoff start 10 6").await;
    with_timeout(async { while asks(address, "/readyz").await.0 != 200 {} }).await;
    bot.kill().await;
}

/// Finds the names that follow these macros in the source.
fn names(folder: &Path, macros: &[&str], found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(&path, macros, found);
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("text");
        let source: String = source.split_whitespace().collect();
        for beginning in macros {
            for (place, _) in source.match_indices(beginning) {
                let rest = &source[place + beginning.len()..];
                found.extend(rest.split('"').next().map(str::to_owned));
            }
        }
    }
}

/// The metrics whose meaning is described.
fn described() -> BTreeSet<String> {
    let meanings = MEANINGS.lines().filter_map(|line| line.split_once(' '));
    meanings.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn every_metric_is_described_and_counted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut counted = BTreeSet::new();
    let counting = ["counter!(\"", "gauge!(\"", "histogram!(\""];
    for source in ["src", "crates"] {
        names(&root.join(source), &counting, &mut counted);
    }
    let described = described();
    assert!(counted.len() > 15, "{counted:?}");
    assert_eq!(counted, described);
}

/// A metric that nobody looks at is not worth counting, and a dashboard or alert with an unknown
/// metric shows nothing.
#[test]
fn every_metric_is_used_and_every_alert_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file");
    let (dashboard, alerts) = (read("deploy/grafana.json"), read("deploy/alerts.yml"));
    let handbook = read("docs/operating.md");
    let described = described();
    let looked_at = [dashboard.as_str(), &alerts].join("\n");
    let mut used = BTreeSet::new();
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ':';
    for word in looked_at.split(|c: char| !is_of_name(c)) {
        let name = ["_bucket", "_count", "_sum"]
            .iter()
            .find_map(|end| word.strip_suffix(end))
            .unwrap_or(word);
        if described.contains(name) {
            used.insert(name.to_owned());
        } else {
            assert!(!name.starts_with("wythoff_"), "there is no {name}");
        }
    }
    assert_eq!(used, described, "somebody looks at every metric");
    for alert in alerts
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
    {
        assert!(handbook.contains(alert), "{alert} is not in the handbook");
    }
}

/// Starts a collector on a real socket. Returns its address, and the bytes that it receives.
#[cfg(feature = "opentelemetry")]
async fn collector() -> (String, std::sync::Arc<std::sync::Mutex<Vec<u8>>>) {
    use axum::{Router, body::Bytes, routing::post};
    let received = std::sync::Arc::<std::sync::Mutex<Vec<u8>>>::default();
    let buffer = received.clone();
    let take = async move |body: Bytes| buffer.lock().expect("no panic").extend(body);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let routes = Router::new().route("/v1/traces", post(take));
    tokio::spawn(axum::serve(listener, routes).into_future());
    (address, received)
}

#[cfg(feature = "opentelemetry")]
#[tokio::test]
async fn a_collector_gets_a_span_of_each_interaction_and_no_token() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let (address, received) = collector().await;
    let mut command = Binary::command(&sandbox, folder.path());
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", address);
    let mut bot = Binary::launch_with(command, &sandbox, folder.path());
    sandbox.ready().await;
    let anna = sandbox.server("A server").member("anna");
    anna.types("/wythoff start 13 10 first:me").await;
    anna.goes(3, "diagonally").await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    // The bytes contain strings as plain text.
    let received = received.lock().expect("no panic");
    let spans = String::from_utf8_lossy(&received);
    for name in [
        "wythoff",
        "respond",
        "interaction",
        "handle",
        "start",
        "change",
        "call",
        "first response",
    ] {
        assert!(spans.contains(name), "{name} is not in {spans}");
    }
    crate::support::secrets::check_text(&spans);
    assert!(!spans.contains(&sandbox.token()), "{spans}");
}
