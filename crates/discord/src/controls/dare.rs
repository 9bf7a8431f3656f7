//! The controls of `dare`.

use super::move_control::MoveControl;
use super::{Control, Id, Seen, Shown};
use wythoff_game::GameId;
use wythoff_game::records::InteractionId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DareControl {
    /// Dares others to win the finished game, too.
    Make(GameId),
    /// On a dare: begins a try, or shows it.
    Try(InteractionId),
    /// Chooses a move in a try, or a part of one.
    Choose {
        dare: InteractionId,
        /// How many moves had been made.
        step: usize,
        choice: MoveControl,
    },
}

impl Control for DareControl {
    fn id(self) -> Id {
        match self {
            Self::Make(game) => Id::in_game(Seen::anywhere(game), "dare"),
            Self::Try(dare) => Id::without_game(format!("dare-try:{}", dare.0)),
            Self::Choose { dare, step, choice } => {
                Id::without_game(format!("dare:{}:{step}:{choice}", dare.0))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_dare = |dare: &str| dare.parse().ok().map(InteractionId);
        Some(match *words {
            ["dare"] => Self::Make(seen?.game),
            ["dare-try", dare] => Self::Try(read_dare(dare)?),
            ["dare", dare, step, ref choice @ ..] => Self::Choose {
                dare: read_dare(dare)?,
                step: step.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Make(_) | Self::Try(_) => Shown::NewMessage,
            Self::Choose { .. } => Shown::InPlace,
        }
    }
}
