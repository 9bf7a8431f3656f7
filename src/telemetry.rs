//! The log: lines on standard error, as plain text or as JSON objects. A thread of its own writes
//! them, so that a reader who stands still (a paused terminal, a stuck collector) stops nothing; what
//! it cannot write meanwhile is lost. With the feature
//! `opentelemetry`, spans are also sent to a collector.

#[cfg(feature = "opentelemetry")]
mod collector;

use std::io::IsTerminal;

use tracing_appender::non_blocking::{NonBlocking, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::TryInitError;

use crate::config::LogFormat;

/// While this exists, lines are written, and spans are sent to the collector, if there is one.
#[derive(Debug)]
#[must_use]
pub struct Telemetry {
    /// Writes the lines that wait when it is dropped, for a second at most.
    _lines: WorkerGuard,
    #[cfg(feature = "opentelemetry")]
    _collector: Option<collector::Collector>,
}

/// Starts logging what the filter lets through, counting and logging panics, and sending spans to a
/// collector, if there is one.
///
/// # Errors
/// If a logger is installed already, the exporter cannot be built, or the filter is invalid (which
/// does not happen, since the configuration has checked it).
pub fn start(
    filter: &str,
    format: LogFormat,
    collector: Option<&str>,
) -> Result<Telemetry, Box<dyn std::error::Error + Send + Sync>> {
    #[cfg(feature = "opentelemetry")]
    use tracing_subscriber::Layer;
    use tracing_subscriber::prelude::*;
    let (writer, guard) = NonBlocking::new(std::io::stderr());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_target(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let layers = vec![lines.with_filter(EnvFilter::try_new(filter)?).boxed()];
    #[cfg(feature = "opentelemetry")]
    let collector = collector.map(collector::Collector::at).transpose()?;
    // Not an optional layer: while it is `None`, it would turn off the lines, too.
    #[cfg(feature = "opentelemetry")]
    let layers = {
        let spans = collector.as_ref().map(collector::Collector::layer);
        let spans = spans.map(Layer::boxed);
        layers.into_iter().chain(spans).collect::<Vec<_>>()
    };
    let started: Result<(), TryInitError> = tracing_subscriber::registry().with(layers).try_init();
    started?;
    std::panic::set_hook(Box::new(|panic| {
        metrics::counter!("wythoff_panics_total").increment(1);
        // Each panic is logged as one line.
        let at = panic.location().map(ToString::to_string);
        let message = panic.payload_as_str().unwrap_or("no message");
        tracing::error!(at, "panicked: {message:?}");
    }));
    #[cfg(not(feature = "opentelemetry"))]
    if collector.is_some() {
        tracing::warn!(
            "no spans are sent: this program was built without the feature opentelemetry"
        );
    }
    Ok(Telemetry {
        _lines: guard,
        #[cfg(feature = "opentelemetry")]
        _collector: collector,
    })
}
