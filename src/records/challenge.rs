//! Challenges and where they were made.

use super::{MessageId, Place};
use crate::game::Challenge;

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
