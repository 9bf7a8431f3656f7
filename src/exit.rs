//! How the program ends: what it says, and its exit code.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use wythoff::app::{RunError, StartError};
use wythoff::config::Problems;
use wythoff_store::{CopyError, OpenError};
use wythoff_transport::ConnectionError;

/// The input was wrong.
pub(crate) const WRONG_INPUT: u8 = 2;
/// Any other error.
const FAILURE: u8 = 1;
/// The database server cannot be reached (`EX_UNAVAILABLE`).
const UNAVAILABLE: u8 = 69;
/// The connection to Discord is stuck (`EX_SOFTWARE`); a restart may help.
const STUCK: u8 = 70;
/// The files of the database are gone, or another process has taken it over (`EX_IOERR`); a
/// restart may help.
const DATABASE_LOST: u8 = 74;
/// The token is not accepted (`EX_NOPERM`).
const TOKEN_REFUSED: u8 = 77;
/// The settings are wrong, here or in the developer portal (`EX_CONFIG`).
const WRONG_SETTINGS: u8 = 78;

/// How long the last message may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A database was not copied to another one.
#[derive(Debug, thiserror::Error)]
#[error("nothing was copied")]
pub(crate) struct NotCopied(#[source] pub(crate) CopyError);

/// Says why the program ends, even if nothing is logged, and with which code.
pub(crate) fn fail(error: &anyhow::Error) -> ExitCode {
    // If nobody reads it, writing may take for ever; the exit code still tells.
    let line = format!("wythoff: {error:#}");
    let (written, is_written) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = writeln!(io::stderr(), "{line}");
        let _ = written.send(());
    });
    let _ = is_written.recv_timeout(LAST_WORDS);
    ExitCode::from(exit_code(error))
}

/// The exit code for an error: a list of cases, in the order in which they are recognised.
fn exit_code(error: &anyhow::Error) -> u8 {
    if let Some(Problems(_)) = error.downcast_ref() {
        return WRONG_SETTINGS;
    }
    if let Some(NotCopied(_)) = error.downcast_ref() {
        return WRONG_INPUT;
    }
    let open_error_of_start = || match error.downcast_ref()? {
        StartError::Store(error) => Some(error),
        StartError::Texts(_)
        | StartError::Http(_)
        | StartError::Listen(..)
        | StartError::Operations(_) => None,
    };
    let open_error_of_copy = || match error.downcast_ref()? {
        CopyError::Open(error) => Some(error),
        CopyError::Database(_)
        | CopyError::Full
        | CopyError::Unanswered(_)
        | CopyError::TakenOver
        | CopyError::Itself
        | CopyError::NotEmpty(_)
        | CopyError::Different(_)
        | CopyError::Inconsistent(_) => None,
    };
    let open_error = error
        .downcast_ref()
        .or_else(open_error_of_start)
        .or_else(open_error_of_copy);
    if let Some(OpenError::Unreachable { .. }) = open_error {
        return UNAVAILABLE;
    }
    if let Some(OpenError::File { source, .. }) = open_error
        && is_for_good(source.kind())
    {
        return WRONG_SETTINGS;
    }
    if let Some(
        OpenError::ReadOnly(_)
        | OpenError::Gone { .. }
        | OpenError::Linked(_)
        | OpenError::Mounted(_)
        | OpenError::Damaged { .. }
        | OpenError::NotOurs(_)
        | OpenError::Older(_)
        | OpenError::Newer(_)
        | OpenError::HalfMigrated(_)
        | OpenError::MayNotMigrate(_)
        | OpenError::Denied { .. }
        | OpenError::Unfit { .. },
    ) = open_error
    {
        return WRONG_SETTINGS;
    }
    match error.downcast_ref() {
        Some(RunError::DatabaseLost) => DATABASE_LOST,
        Some(RunError::Connection(ConnectionError::TokenRefused)) => TOKEN_REFUSED,
        Some(RunError::Connection(
            ConnectionError::Intents
            | ConnectionError::AnotherBot { .. }
            | ConnectionError::EndpointSet(_),
        )) => WRONG_SETTINGS,
        Some(RunError::Connection(ConnectionError::Stuck(_))) => STUCK,
        Some(RunError::Connection(_)) | None => FAILURE,
    }
}

/// Whether a file cannot be opened however often that is tried. A missing folder may be mounted later.
const fn is_for_good(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::PermissionDenied
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidFilename
    )
}
