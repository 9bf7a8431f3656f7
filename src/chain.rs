//! Errors in log lines.

use std::error::Error;

/// The error as a value that a log line shows with its chain of sources: `error = chain(&error)`.
pub(crate) fn chain<'e>(error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    error
}
