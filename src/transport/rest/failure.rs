//! Why a call to Discord failed, and whether it may be tried again.

use std::time::Duration;

use thiserror::Error;

use crate::store;

/// Why a call failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// Discord refused it.
    #[error("discord refused with status {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code. 0 if there is none.
        code: u64,
        /// Discord's message.
        message: String,
    },
    /// There were too many calls.
    #[error("discord asks to wait for {after:?}")]
    TooMany {
        /// How long to wait.
        after: Duration,
        /// Whether the limit is global.
        global: bool,
    },
    /// There was no answer, or it could not be parsed. The call may have had its effect.
    #[error("discord did not answer")]
    Unreachable(#[source] reqwest::Error),
    /// The content to send could not be read from the database.
    #[error("what was to be sent could not be read")]
    Unreadable(#[from] store::Error),
}

impl Failure {
    /// Whether the same call may succeed later.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status >= 500,
            Self::TooMany { .. } | Self::Unreachable(_) | Self::Unreadable(_) => true,
        }
    }

    /// Whether the call may have had its effect.
    #[must_use]
    pub const fn may_have_arrived(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status >= 500,
            Self::Unreachable(_) => true,
            Self::TooMany { .. } | Self::Unreadable(_) => false,
        }
    }

    /// Discord's error code (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
    #[must_use]
    pub const fn code(&self) -> Option<u64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::TooMany { .. } | Self::Unreachable(_) | Self::Unreadable(_) => None,
        }
    }

    /// Whether the token is not accepted.
    #[must_use]
    pub const fn is_unauthorised(&self) -> bool {
        matches!(self, Self::Refused { status: 401, .. })
    }
}
