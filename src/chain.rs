//! Errors in log lines.

use std::error::Error;

/// Wraps an error so that a log line shows it with its chain of sources: `error = chain(&error)`.
pub(crate) fn chain<'e>(error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    error
}
