//! The controls of `ask`.

use super::id::{position_words, read_position};
use super::move_control::MoveControl;
use super::{Control, Id, Seen, Shown};
use nim_games::Position;
use wythoff_game::records::InteractionId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskControl {
    /// Asks everybody in the channel about a position.
    Make(Position),
    /// On a question: opens it, to answer or to close it.
    Open(InteractionId),
    /// Chooses a move as the answer, or a part of one.
    Choose {
        question: InteractionId,
        choice: MoveControl,
    },
    /// Closes a question.
    Close(InteractionId),
}

impl Control for AskControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Make(position) => format!("ask:{}", position_words(position)),
            Self::Open(question) => format!("ask-open:{}", question.0),
            Self::Choose { question, choice } => format!("ask-answer:{}:{choice}", question.0),
            Self::Close(question) => format!("ask-close:{}", question.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_question = |question: &str| question.parse().ok().map(InteractionId);
        Some(match *words {
            ["ask", ref position @ ..] => Self::Make(read_position(position)?),
            ["ask-open", question] => Self::Open(read_question(question)?),
            ["ask-answer", question, ref choice @ ..] => Self::Choose {
                question: read_question(question)?,
                choice: MoveControl::read(choice)?,
            },
            ["ask-close", question] => Self::Close(read_question(question)?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Make(_) | Self::Open(_) => Shown::NewMessage,
            Self::Choose { .. } | Self::Close(_) => Shown::InPlace,
        }
    }
}
