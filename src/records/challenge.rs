//! Challenges: who has invited whom, and what came of it.

use super::{MessageId, Place};
use crate::game::{Challenge, ChallengeEnding, ChallengePhase, MemberId, Timestamp};

/// A challenge with where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    /// The challenge.
    pub challenge: Challenge,
    /// Where it was made.
    pub place: Place,
    /// Its message; none until Discord has said which it is.
    pub message: Option<MessageId>,
    /// What the challenger and the invited member are called, as far as that is known.
    pub names: [Option<String>; 2],
}

impl ChallengeRecord {
    /// Who has declined it, and when.
    #[must_use]
    pub const fn declined(&self) -> Option<(MemberId, Timestamp)> {
        match (self.challenge.invited, self.challenge.phase) {
            (
                Some(invited),
                ChallengePhase::Closed {
                    ending: ChallengeEnding::Declined,
                    at,
                },
            ) => Some((invited, at)),
            _other => None,
        }
    }
}
