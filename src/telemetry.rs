//! The log: lines on standard error, each of which reads well alone, or is a JSON object.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::TryInitError;

use crate::config::LogFormat;

/// Starts to log what the filter lets through, and panics, which are counted.
///
/// # Errors
/// If something else logs already, or the filter cannot be read (which the configuration has checked).
pub fn start(
    filter: &str,
    format: LogFormat,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    use tracing_subscriber::prelude::*;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_target(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let started: Result<(), TryInitError> = tracing_subscriber::registry()
        .with(lines)
        .with(EnvFilter::try_new(filter)?)
        .try_init();
    started?;
    std::panic::set_hook(Box::new(|panic| {
        metrics::counter!("wythoff_panics_total").increment(1);
        // A fault is one line.
        let at = panic.location().map(ToString::to_string);
        let message = panic.payload_as_str().unwrap_or("without words");
        tracing::error!(at, "panicked: {message:?}");
    }));
    Ok(())
}
