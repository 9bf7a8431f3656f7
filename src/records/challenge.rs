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
    /// Whether its game would have been rated when it was made, if lots decide who starts: two
    /// members play only so many rated games a day.
    pub is_rated: bool,
    /// The names of the challenger and the invited member, if they are known.
    pub names: [Option<String>; 2],
}
