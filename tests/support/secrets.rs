//! Nothing secret leaves the bot: not in its log, nor in its spans, nor in its numbers. Here all
//! three are kept of every story in this process, and looked through.

use std::io;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parking_lot::Mutex;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// What every token in a sandbox has in it: that of a bot, and that of an interaction.
const SECRET: [&str; 2] = ["sandbox.token.", ".secret"];

/// The lines of the log in which something secret was.
static LEAKED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The numbers of all stories.
static NUMBERS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Begins to look at what the bot logs in this process: all of its own, with each span when it
/// ends.
pub(crate) fn watch() {
    NUMBERS.get_or_init(|| {
        let filter = EnvFilter::try_new("info,serenity=error,wythoff=trace");
        tracing_subscriber::fmt()
            .json()
            .with_span_events(FmtSpan::CLOSE)
            .with_env_filter(filter.expect("a filter"))
            .with_writer(|| Lines)
            .init();
        let recorder = PrometheusBuilder::new().install_recorder();
        recorder.expect("nothing else keeps numbers here")
    });
}

/// Nothing secret has been in what was logged or counted.
pub(crate) fn check_that_none_leaked() {
    let leaked = LEAKED.lock();
    assert!(leaked.is_empty(), "secrets in the log: {leaked:?}");
    let numbers = NUMBERS.get().map(PrometheusHandle::render);
    check_text(&numbers.unwrap_or_default());
}

/// Nothing secret is in that.
pub(crate) fn check_text(text: &str) {
    let leaked = text.lines().find(|line| has_secret(line));
    assert_eq!(leaked, None, "a secret");
}

fn has_secret(text: &str) -> bool {
    SECRET.iter().any(|secret| text.contains(secret))
}

/// The log, of which only lines with secrets are kept.
struct Lines;

impl io::Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
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
