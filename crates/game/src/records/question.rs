//! Questions: a position that a member shows to everybody in a channel, and the move that each would make there.

use super::{InteractionId, MessageId, Place};
use crate::MemberId;
use nim_games::{Move, Position};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The interaction that made it.
    pub id: InteractionId,
    /// Who asks. `None` if they have erased everything.
    pub by: Option<MemberId>,
    pub place: Place,
    /// Its message, once it is known.
    pub message: Option<MessageId>,
    pub position: Position,
    /// Whether it takes no more answers, and shows them.
    pub is_closed: bool,
    /// Whether it names nobody in the end. Otherwise it names those who have found a winning move.
    pub is_anonymous: bool,
}

/// What a member has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionAnswer {
    pub question: InteractionId,
    pub member: MemberId,
    pub mv: Move,
}
