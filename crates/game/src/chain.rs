//! Errors in log lines.

use std::error::Error;
use std::iter::successors;

use itertools::Itertools as _;

/// Makes a log line show an error with its chain of sources: `error = chain(&error)`. It returns
/// the same error, but as the type that `tracing` records with its sources.
pub fn chain<'e>(error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    error
}

/// An error with its chain of sources, as one sentence.
pub fn full_message(error: &(dyn Error + 'static)) -> String {
    successors(Some(error), |&error| error.source()).join(": ")
}
