//! The controls of `hint`.

use super::{BelongsTo, Control, Id, Seen, Shown};
use nim_games::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintControl {
    /// Asks for a hint, or for its next step.
    Step(Seen, HintStep),
    /// Answers the question of a hint with a move.
    Guess(Seen, Move),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintStep {
    /// Asks which of several moves wins; or, in a lost position, says that it is lost.
    Question,
    /// Shows the winning move on the board; or, in a lost position, why the most instructive moves
    /// fail.
    Answer,
    /// Gives the reason; or, in a lost position, the general rule.
    Law,
}

impl Control for HintControl {
    fn id(self) -> Id {
        match self {
            Self::Step(seen, HintStep::Question) => Id::in_game(seen, "hint"),
            Self::Step(seen, HintStep::Answer) => Id::in_game(seen, "hint:2"),
            Self::Step(seen, HintStep::Law) => Id::in_game(seen, "hint:3"),
            Self::Guess(seen, mv) => Id::in_game(seen, format!("guess:{mv}")),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let seen = seen?;
        Some(match *words {
            ["hint"] => Self::Step(seen, HintStep::Question),
            ["hint", "2"] => Self::Step(seen, HintStep::Answer),
            ["hint", "3"] => Self::Step(seen, HintStep::Law),
            ["guess", mv] => Self::Guess(seen, mv.parse().ok()?),
            _ => return None,
        })
    }

    /// Neither value is meant literally for the hint itself: `give_hint` shows it as a new private
    /// message after a click on the board, and then as an edit of that message.
    fn shown(self) -> Shown {
        match self {
            // The button is on the board, which a refusal may have to redraw.
            Self::Step(_, HintStep::Question) => Shown::InPlace,
            Self::Step(_, HintStep::Answer | HintStep::Law) | Self::Guess(..) => {
                Shown::NewMessageInstead
            }
        }
    }

    fn belongs_to(self) -> BelongsTo {
        BelongsTo::Running
    }
}
