//! The controls of `practice`.

use super::move_control::MoveControl;
use super::{Control, Id, Seen, Shown};
use wythoff_game::GameId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PracticeControl {
    /// Shows the next position.
    Next,
    /// On another message: shows it in a new one.
    Open,
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
            Self::Open => Id::without_game("practice-open"),
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
            ["practice-open"] => Self::Open,
            ["practice", stage, ref choice @ ..] => Self::Choose {
                game: seen?.game,
                stage: stage.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Open => Shown::NewMessage,
            Self::Next | Self::Choose { .. } => Shown::InPlace,
        }
    }
}
