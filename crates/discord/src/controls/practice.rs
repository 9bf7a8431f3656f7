//! The controls of `practice`.

use super::move_control::MoveControl;
use super::{Control, Id, Seen};
use wythoff_game::GameId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PracticeControl {
    /// Shows the next position.
    Next,
    /// Chooses a move, or a part of one.
    Choose {
        /// The game in which the win was thrown away.
        game: GameId,
        /// The stage at which the position was shown.
        stage: usize,
        choice: MoveControl,
    },
}

impl Control for PracticeControl {
    fn id(self) -> Id {
        match self {
            Self::Next => Id::without_game("practice"),
            Self::Choose {
                game,
                stage,
                choice,
            } => Id::in_game(Seen::anywhere(game), format!("practice:{stage}:{choice}")),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["practice"] => Self::Next,
            ["practice", stage, ref choice @ ..] => Self::Choose {
                game: seen?.game,
                stage: stage.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            _ => return None,
        })
    }
}
