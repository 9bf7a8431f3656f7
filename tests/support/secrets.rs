//! Nothing secret leaves the bot: neither in its log nor in its spans or metrics. All three
//! are collected from every story in this process, and searched.

use std::io;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parking_lot::Mutex;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// What every bot token and every interaction token in a sandbox contains.
const SECRET: [&str; 2] = ["sandbox.token.", ".secret"];

/// The log lines that contain something secret.
static LEAKED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The warnings of all stories.
static WARNINGS: Mutex<String> = Mutex::new(String::new());

/// The metrics of all stories.
static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts to check what the bot logs in this process: all of its own events, and each span when it
/// ends.
pub(crate) fn watch() {
    METRICS.get_or_init(|| {
        let filter = EnvFilter::try_new("info,serenity=error,wythoff=trace");
        tracing_subscriber::fmt()
            .json()
            .with_span_events(FmtSpan::CLOSE)
            .with_env_filter(filter.expect("a filter"))
            .with_writer(|| LogFilter)
            .init();
        let recorder = PrometheusBuilder::new().install_recorder();
        recorder.expect("no other recorder is installed")
    });
}

/// How often `text` occurs in the warnings of the bots in this process.
pub(crate) fn warnings(text: &str) -> usize {
    WARNINGS.lock().matches(text).count()
}

/// Checks that nothing secret has been logged or counted.
pub(crate) fn check_that_none_leaked() {
    let leaked = LEAKED.lock();
    assert!(leaked.is_empty(), "secrets in the log: {leaked:?}");
    let metrics = METRICS.get().map(PrometheusHandle::render);
    check_text(&metrics.unwrap_or_default());
}

/// Checks that nothing secret is in a text.
pub(crate) fn check_text(text: &str) {
    let leaked = text.lines().find(|line| has_secret(line));
    assert_eq!(leaked, None, "a secret");
}

fn has_secret(text: &str) -> bool {
    SECRET.iter().any(|secret| text.contains(secret))
}

/// A log that keeps only warnings, and lines with secrets.
struct LogFilter;

impl io::Write for LogFilter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        if text.contains(r#""level":"WARN""#) {
            WARNINGS.lock().push_str(&text);
        }
        if has_secret(&text) {
            let mut leaked = LEAKED.lock();
            leaked.push(text.into_owned());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
