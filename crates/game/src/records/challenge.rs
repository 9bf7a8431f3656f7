//! Challenges and where they were made.

use super::{MessageId, ObsoleteKind, ObsoleteMessage, Place};
use crate::{Challenge, Timestamp};

/// A challenge with its place and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    pub challenge: Challenge,
    /// Where it was made.
    pub place: Place,
    /// Its message, once Discord has reported its id.
    pub message: Option<MessageId>,
    /// Whether the game could be rated when the challenge was made; `true` if anyone may accept.
    /// Means something only if the first player is drawn at random, since other games are casual.
    /// The two may use up their rated games for the day before the challenge is accepted.
    pub is_rated: bool,
    /// When what its message shows last changed.
    pub changed: Timestamp,
    /// The names of the challenger and the invited member, if they are known.
    pub names: [Option<String>; 2],
}

impl ChallengeRecord {
    /// Whether the challenge is open, and no message is known to have shown it.
    #[must_use]
    pub const fn is_unseen(&self) -> bool {
        self.message.is_none() && self.challenge.is_open()
    }

    /// A further message that shows this challenge, to be deleted.
    #[must_use]
    pub const fn obsolete_message(&self, message: MessageId) -> ObsoleteMessage {
        ObsoleteMessage {
            game: self.challenge.id,
            channel: self.place.channel,
            message,
            editable: self.place.editable,
            kind: ObsoleteKind::Board,
        }
    }
}
