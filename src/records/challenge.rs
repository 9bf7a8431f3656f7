//! Challenges and where they were made.

use super::{MessageId, Place};
use crate::game::{Challenge, ChallengeEnding, ChallengePhase, MemberId, Timestamp};

/// A challenge with its place and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    /// The challenge.
    pub challenge: Challenge,
    /// Where it was made.
    pub place: Place,
    /// Its message, once Discord has said which it is.
    pub message: Option<MessageId>,
    /// The names of the challenger and the invited member, if they are known.
    pub names: [Option<String>; 2],
}

impl ChallengeRecord {
    /// The member who declined it, and when.
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
