//! Why a call to Discord failed, and whether it may be tried again.

use std::time::Duration;

use thiserror::Error;

use super::answers::ErrorBody;
use super::codes::{INVALID_WEBHOOK_TOKEN, THREAD_ARCHIVED, TOO_MANY_EDITS};

/// The shortest and the longest wait that a rate limit may ask for. Without the former, an answer
/// of 0 would mean calling at once, again and again.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// The wait if a rate limit does not say how long it lasts.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

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
    /// It is about a message in a thread that is archived: nothing changes there until the thread is open again.
    #[error("the thread is archived")]
    Archived,
    /// There were too many calls.
    #[error("discord asks to wait for {after:?}")]
    TooMany {
        /// How long to wait.
        after: Duration,
        /// Whether the limit is global.
        global: bool,
    },
    /// There was no answer. The call may have had its effect.
    #[error("discord did not answer")]
    Unreachable(#[source] reqwest::Error),
    /// The answer is too large, or cannot be parsed. The call may have had its effect.
    #[error("discord's answer cannot be read")]
    Nonsense,
    /// Discord has refused such calls, so this one was not made.
    #[error("discord refuses such calls, so none was made")]
    LeftAlone,
    /// Discord has refused too many calls in all, so for some minutes only interactions are
    /// answered, and this call was not made.
    #[error("discord refuses too many calls, so none was made")]
    Suspended,
    /// The content to send could not be read from the database.
    #[error("the content to send could not be read")]
    Unreadable(#[from] wythoff_store::Error),
}

impl Failure {
    /// Why a call failed, from the status and the body of its answer, and the seconds in its
    /// `Retry-After` header.
    pub(crate) fn of_answer(status: u16, retry_after: Option<f64>, body: &[u8]) -> Self {
        let refusal: ErrorBody = serde_json::from_slice(body).unwrap_or_default();
        if status == 429 && refusal.code != TOO_MANY_EDITS {
            // A proxy in front of Discord gives the wait in the header only, or not at all.
            let seconds = refusal.retry_after.or(retry_after);
            return Self::too_many(seconds, refusal.global);
        }
        if refusal.code == THREAD_ARCHIVED {
            return Self::Archived;
        }
        Self::Refused {
            status,
            code: refusal.code,
            message: refusal.message,
        }
    }

    /// A rate limit. `seconds` is the wait that the answer gave, if it gave one.
    pub(crate) fn too_many(seconds: Option<f64>, global: bool) -> Self {
        let after = match seconds {
            // `seconds` may be more than a duration can hold.
            Some(seconds) if seconds > LONGEST_WAIT.as_secs_f64() => LONGEST_WAIT,
            Some(seconds) => Duration::try_from_secs_f64(seconds).unwrap_or(DEFAULT_WAIT),
            None => DEFAULT_WAIT,
        };
        Self::TooMany {
            after: after.max(SHORTEST_WAIT),
            global,
        }
    }

    /// Whether the same call may succeed if it is retried soon.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Refused { status, .. } => says_nothing(*status) || self.is_from_proxy(),
            Self::Archived | Self::LeftAlone | Self::Suspended => false,
            Self::TooMany { .. } | Self::Unreachable(_) | Self::Nonsense | Self::Unreadable(_) => {
                true
            }
        }
    }

    /// Whether the failure may pass, even if retrying at once is of no use.
    #[must_use]
    pub const fn may_be_temporary(&self) -> bool {
        self.is_retryable() || matches!(self, Self::Archived | Self::Suspended)
    }

    /// Whether the call may succeed one day: the failure is temporary, or nobody asked Discord.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        self.may_be_temporary() || matches!(self, Self::LeftAlone)
    }

    /// How long Discord asks to wait.
    #[must_use]
    pub const fn wait(&self) -> Duration {
        match self {
            Self::TooMany { after, .. } => *after,
            Self::Refused { .. }
            | Self::Archived
            | Self::LeftAlone
            | Self::Suspended
            | Self::Unreachable(_)
            | Self::Nonsense
            | Self::Unreadable(_) => Duration::ZERO,
        }
    }

    /// Whether Discord may have carried out the call all the same.
    #[must_use]
    pub const fn may_have_arrived(&self) -> bool {
        match self {
            Self::Refused { status, .. } => says_nothing(*status),
            Self::Unreachable(_) | Self::Nonsense => true,
            Self::Archived
            | Self::TooMany { .. }
            | Self::LeftAlone
            | Self::Suspended
            | Self::Unreadable(_) => false,
        }
    }

    /// Discord's error code
    /// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
    #[must_use]
    pub const fn code(&self) -> Option<u64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::Archived
            | Self::TooMany { .. }
            | Self::Unreachable(_)
            | Self::Nonsense
            | Self::LeftAlone
            | Self::Suspended
            | Self::Unreadable(_) => None,
        }
    }

    /// Whether the bot's token was rejected. A rejected interaction token has a code of its own.
    #[must_use]
    pub const fn is_unauthorised(&self) -> bool {
        let is_refused = matches!(self, Self::Refused { status: 401, code, .. } if *code != INVALID_WEBHOOK_TOKEN);
        is_refused && !self.is_from_proxy()
    }

    /// Whether it is a refusal without a reason. Discord gives one, so a proxy before it has answered.
    #[must_use]
    pub const fn is_from_proxy(&self) -> bool {
        matches!(self, Self::Refused { message, .. } if message.is_empty())
    }
}

/// Whether a status says nothing about the call: the server has failed, or a proxy between the bot and Discord has
/// lost the call or turned it away. Discord itself sends no redirects
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#http>).
const fn says_nothing(status: u16) -> bool {
    matches!(status, 300..=399 | 407 | 408 | 421 | 425 | 500..)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Any answer has a meaning: a wait that ends, or a refusal.
        #[test]
        fn every_answer_has_a_meaning(
            status in 300..600_u16,
            header in proptest::option::of(any::<f64>()),
            code in any::<u64>(),
            seconds in any::<f64>(),
            odd in ".{0,40}",
            shape in 0..5_u8,
        ) {
            let body = match shape {
                0 => odd,
                1 => format!(r#"{{"code":{code},"message":{odd:?}}}"#),
                2 => format!(r#"{{"code":"x","retry_after":{seconds:?},"global":true}}"#),
                3 => format!(r#"{{"retry_after":{seconds:?},"global":{code}}}"#),
                _ => format!(r#"{{"retry_after":{seconds:?},"code":0}}"#),
            };
            match Failure::of_answer(status, header, body.as_bytes()) {
                Failure::TooMany { after, .. } => {
                    prop_assert!(status == 429 && (SHORTEST_WAIT..=LONGEST_WAIT).contains(&after));
                }
                Failure::Refused { status: refused, .. } => prop_assert_eq!(refused, status),
                Failure::Archived => prop_assert_eq!(code, THREAD_ARCHIVED),
                Failure::Unreachable(_)
                | Failure::Nonsense
                | Failure::LeftAlone
                | Failure::Suspended
                | Failure::Unreadable(_) => {
                    prop_assert!(false, "an answer is a rate limit or a refusal");
                }
            }
        }
    }

    #[test]
    fn a_wait_is_kept_between_its_limits() {
        let wait = |seconds| match Failure::too_many(seconds, false) {
            Failure::TooMany { after, .. } => after,
            Failure::Refused { .. }
            | Failure::Archived
            | Failure::Unreachable(_)
            | Failure::Nonsense
            | Failure::LeftAlone
            | Failure::Suspended
            | Failure::Unreadable(_) => {
                panic!("not a rate limit")
            }
        };
        assert_eq!(wait(Some(0.0)), SHORTEST_WAIT);
        assert_eq!(wait(Some(0.7)), Duration::from_millis(700));
        for endless in [1e5, 1e19, 1e300, f64::INFINITY] {
            assert_eq!(wait(Some(endless)), LONGEST_WAIT);
        }
        for nonsense in [None, Some(-1.0), Some(f64::NAN)] {
            assert_eq!(wait(nonsense), DEFAULT_WAIT);
        }
    }
}
