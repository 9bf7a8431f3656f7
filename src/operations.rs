//! The HTTP endpoints for operators: `/metrics` for Prometheus, `/healthz` (the bot is running) and
//! `/readyz` (it is connected and can save).
//!
//! Metrics are recorded at the boundaries, in `discord`, `store` and `transport`, through the
//! `metrics` facade; unless [`Operations::listen`] installs a recorder, nothing is kept. Labels
//! have few values and contain no ids. This module says what each metric means.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use metrics::{counter, describe_gauge, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use wythoff_transport::server::serve;

/// The buckets for times that people wait: Discord expects a response within three seconds.
const WAITS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0,
];

/// The buckets for the lateness of deadlines, which can be much longer.
const LATENESS: [f64; 8] = [0.1, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0];

/// The buckets for verifying a signature, which takes some 60 microseconds.
const VERIFICATIONS: [f64; 6] = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.01];

/// The buckets for batch sizes: a batch has at most 64 changes.
const SIZES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// How often recorded samples are folded into histograms, even if nobody scrapes `/metrics`.
const UPKEEP: Duration = Duration::from_secs(5);

/// How many connections may be open at the same time.
const CONNECTIONS: usize = 64;

/// The largest answer that `wythoff health` reads, in bytes.
const LARGEST_ANSWER: usize = 1 << 10;

/// How long `wythoff health` waits.
const PATIENCE: Duration = Duration::from_secs(3);

/// The endpoints, which are served until this is dropped.
pub struct Operations {
    /// The bot, once it has started.
    watched: Arc<OnceLock<Box<dyn Watched>>>,
    _serving: AbortOnDropHandle<()>,
}

/// Why the operator endpoints cannot be served.
#[derive(Debug, Error)]
pub enum OperationsError {
    /// The address cannot be listened on.
    #[error("OPS_LISTEN: cannot listen on {0}")]
    Listen(SocketAddr, #[source] std::io::Error),
    /// The metrics recorder cannot be built.
    #[error("the metrics cannot be recorded")]
    Recorder(#[from] BuildError),
    /// Another metrics recorder is already installed.
    #[error("another metrics recorder is installed")]
    AlreadyInstalled,
}

/// Values that are sampled on request, not updated whenever something happens.
pub trait Watched: Send + Sync + 'static {
    /// What keeps the bot from answering, if anything does.
    fn why_not_ready(&self) -> Option<&'static str>;

    /// What operators should know although the bot is ready.
    fn remark(&self) -> Option<&'static str>;

    /// How many changes are waiting to be saved.
    fn queued_changes(&self) -> usize;

    /// How many follow-ups, interactions in progress and boards that could not be drawn are
    /// waiting.
    fn unshown(&self) -> usize;

    /// How long the oldest of those that [`Self::unshown`] counts has been waiting.
    fn unshown_for(&self) -> Duration;

    /// How many seconds ago a backup was made, if one was. Negative if its date is in the future.
    fn backup_age(&self) -> Option<f64>;

    /// How many shards are connected, and how many there are.
    fn shards(&self) -> (usize, usize);

    /// Whether Discord has this version's commands.
    fn is_registered(&self) -> bool;
}

impl Operations {
    /// Starts recording metrics and serving them. Call this once per process. Until [`Self::watch`]
    /// is called, the bot is running but not ready.
    ///
    /// # Errors
    /// [`OperationsError`].
    pub async fn listen(on: SocketAddr) -> Result<Self, OperationsError> {
        let listening = TcpListener::bind(on).await;
        let listener = listening.map_err(|error| OperationsError::Listen(on, error))?;
        let metric = |name: &str| Matcher::Full(name.to_owned());
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &WAITS)?
            .set_buckets_for_metric(metric("wythoff_deadline_lateness_seconds"), &LATENESS)?
            .set_buckets_for_metric(metric("wythoff_verification_seconds"), &VERIFICATIONS)?
            .set_buckets_for_metric(metric("wythoff_batch_size"), &SIZES)?
            .build_recorder();
        let prometheus = recorder.handle();
        metrics::set_global_recorder(recorder).map_err(|_| OperationsError::AlreadyInstalled)?;
        describe();
        begin_at_zero();
        let watched = Arc::default();
        let serving = tokio::spawn(serve_all(listener, prometheus, Arc::clone(&watched)));
        Ok(Self {
            watched,
            _serving: AbortOnDropHandle::new(serving),
        })
    }

    /// Watches a bot that has started.
    pub fn watch(&self, bot: impl Watched) {
        let _only_once = self.watched.set(Box::new(bot));
    }
}

impl fmt::Debug for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operations").finish_non_exhaustive()
    }
}

async fn serve_all(
    listener: TcpListener,
    prometheus: PrometheusHandle,
    watched: Arc<OnceLock<Box<dyn Watched>>>,
) {
    let sampled = watched.clone();
    let renderer = prometheus.clone();
    let metrics = move || {
        sample(sampled.get().map(AsRef::as_ref));
        let text = renderer.render();
        async move { text }
    };
    let is_ready = move || {
        let why_not = watched
            .get()
            .map_or(Some("starting"), |bot| bot.why_not_ready());
        let remark = watched.get().and_then(|bot| bot.remark());
        let answer = match (why_not, remark) {
            (Some(why), _) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
            (None, Some(remark)) => (StatusCode::OK, format!("ready, but {remark}\n")),
            (None, None) => (StatusCode::OK, "ready\n".to_owned()),
        };
        async move { answer }
    };
    let routes = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(async || "running\n"))
        .route("/readyz", get(is_ready));
    let fold = async {
        let mut every = interval(UPKEEP);
        loop {
            every.tick().await;
            prometheus.run_upkeep();
        }
    };
    let until_dropped = CancellationToken::new();
    tokio::select! {
        () = serve(listener, &routes, CONNECTIONS, &until_dropped) => {}
        () = fold => {}
    }
}

/// Sets the gauges that are sampled rather than updated as events happen.
fn sample(watched: Option<&dyn Watched>) {
    #[expect(clippy::cast_precision_loss, reason = "no count reaches 2^52")]
    let number = |count: usize| count as f64;
    sample_process();
    let Some(watched) = watched else {
        return;
    };
    let (connected, all) = watched.shards();
    gauge!("wythoff_queued_changes").set(number(watched.queued_changes()));
    gauge!("wythoff_unshown").set(number(watched.unshown()));
    gauge!("wythoff_unshown_seconds").set(watched.unshown_for().as_secs_f64());
    if let Some(age) = watched.backup_age() {
        gauge!("wythoff_backup_age_seconds").set(age);
    }
    gauge!("wythoff_shards_connected").set(number(connected));
    gauge!("wythoff_shards").set(number(all));
    gauge!("wythoff_commands_registered").set(f64::from(u8::from(watched.is_registered())));
}

/// Samples the CPU time, memory and open files of this process, where the system reports them.
#[cfg(target_os = "linux")]
fn sample_process() {
    use procfs::process::Process;
    let Ok(process) = Process::myself() else {
        return;
    };
    #[expect(clippy::cast_precision_loss, reason = "no value reaches 2^52")]
    let number = |count: u64| count as f64;
    if let Ok(stat) = process.stat() {
        let seconds = number(stat.utime + stat.stime) / number(procfs::ticks_per_second());
        gauge!("process_cpu_seconds").set(seconds);
    }
    if let Ok(memory) = process.statm() {
        let bytes = memory.resident * procfs::page_size();
        gauge!("process_resident_memory_bytes").set(number(bytes));
    }
    if let Ok(files) = process.fd_count() {
        gauge!("process_open_fds").set(number(files as u64));
    }
}

#[cfg(not(target_os = "linux"))]
const fn sample_process() {}

/// Creates the counters of rare events at zero. A counter that does not exist yet has no rate, and
/// its first increment would go unnoticed.
fn begin_at_zero() {
    for outcome in ["delivered", "answered_before", "lost", "unknown"] {
        counter!("wythoff_first_responses_total", "outcome" => outcome).increment(0);
    }
    for status in ["401", "403", "429"] {
        counter!("wythoff_calls_total", "route" => "post", "status" => status).increment(0);
    }
    for counter in [
        counter!("wythoff_rolled_back_total"),
        counter!("wythoff_panics_total"),
        counter!("wythoff_withdrawn_total"),
        counter!("wythoff_gateway_failures_total"),
    ] {
        counter.increment(0);
    }
}

/// What each metric means, one per line: its name and a sentence.
pub const MEANINGS: &str = "\
wythoff_interactions_total Interactions that were admitted, by kind and feature.
wythoff_turned_away_total Interactions that were not admitted, by reason.
wythoff_requests_total Requests from Discord, by outcome, if interactions arrive over HTTP.
wythoff_verification_seconds How long it takes to verify the signature of a request.
wythoff_first_responses_total First responses, by what became of them.
wythoff_arrival_delay_seconds From an interaction to its arrival, by Discord's time.
wythoff_handling_seconds From the arrival of an interaction to its reply.
wythoff_delivery_seconds From a reply to Discord's answer to it.
wythoff_answer_seconds From an interaction to its first response, in total.
wythoff_batch_size Changes in a batch.
wythoff_commit_seconds The commit of a batch of changes.
wythoff_withdrawn_total Changes that were withdrawn before they began, as their callers gave up.
wythoff_rolled_back_total Batches of changes that could not be saved.
wythoff_queued_changes Changes that wait to be saved.
wythoff_unshown Waiting follow-ups, interactions in progress, and what is tried again later.
wythoff_unshown_seconds How long the oldest of the changes that are not shown has waited, as of the last few seconds.
wythoff_deadline_lateness_seconds From a deadline to what is done about it.
wythoff_calls_total Calls to Discord's REST API, by route and status.
wythoff_backup_age_seconds How long ago `wythoff backup` last made a backup, if it has.
wythoff_shards Shards in total.
wythoff_shards_connected Shards that are connected.
wythoff_gateway_failures_total Connections to the gateway that failed, or had no session for a minute.
wythoff_commands_registered Whether Discord has the commands of this version (1) or not (0).
wythoff_identifies_left How many more times the bot may identify itself today.
wythoff_pictures_total Pictures, by what became of them.
wythoff_panics_total Panics, each of which is a bug.
process_cpu_seconds CPU time that the process has used.
process_resident_memory_bytes Memory of the process.
process_open_fds Open files and connections of the process.";

fn describe() {
    let meanings = MEANINGS.lines().filter_map(|line| line.split_once(' '));
    for (name, meaning) in meanings {
        // The exporter stores descriptions by name, so `describe_gauge!` serves for every kind of
        // metric.
        describe_gauge!(name, meaning);
    }
}

/// Asks the bot listening on the given address whether it is ready.
///
/// # Errors
/// If the bot is not ready or does not answer: the reason, in a sentence.
pub async fn ask(on: SocketAddr) -> Result<(), String> {
    let mut address = on;
    if on.ip().is_unspecified() {
        address.set_ip(match on {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    let client = reqwest::Client::builder().no_proxy().build();
    let client = client.map_err(|error| error.to_string())?;
    let request = async {
        let mut answer = client
            .get(format!("http://{address}/readyz"))
            .send()
            .await?;
        let is_ready = answer.status().is_success();
        let mut body = Vec::new();
        while body.len() < LARGEST_ANSWER
            && let Some(more) = answer.chunk().await?
        {
            body.extend_from_slice(&more);
        }
        Ok::<_, reqwest::Error>((is_ready, String::from_utf8_lossy(&body).trim().to_owned()))
    };
    match timeout(PATIENCE, request).await {
        Ok(Ok((true, _))) => Ok(()),
        Ok(Ok((false, why))) => Err(why),
        Ok(Err(_)) => Err(format!("nobody answers on {address}")),
        Err(_) => Err(format!("no answer from {address} in time")),
    }
}
