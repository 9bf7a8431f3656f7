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
    /// Its message, once Discord has reported its id.
    pub message: Option<MessageId>,
    /// Whether a game with a random first player could still be rated when the challenge was made.
    /// By the time it is accepted, the two may have used up their rated games for the day.
    pub is_rated: bool,
    /// The names of the challenger and the invited member, if they are known.
    pub names: [Option<String>; 2],
}
