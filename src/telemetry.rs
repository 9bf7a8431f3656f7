//! The log: lines on standard error, each of which reads well alone.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::TryInitError;

/// Starts to log what the filter lets through.
///
/// # Errors
/// If something else logs already, or the filter cannot be read (which the configuration has checked).
pub fn start(filter: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    use tracing_subscriber::prelude::*;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    let started: Result<(), TryInitError> = tracing_subscriber::registry()
        .with(lines)
        .with(EnvFilter::try_new(filter)?)
        .try_init();
    Ok(started?)
}
