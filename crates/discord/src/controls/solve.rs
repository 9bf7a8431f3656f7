//! The control of `solve`.

use super::id::{position_words, read_position};
use super::{Control, Id, Seen, Shown};
use nim_games::Position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveControl {
    /// Shows the solution of a position.
    Show(Position),
}

impl Control for SolveControl {
    fn id(self) -> Id {
        let Self::Show(position) = self;
        Id::without_game(format!("solve:{}", position_words(position)))
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match words {
            ["solve", position @ ..] => Some(Self::Show(read_position(position)?)),
            _ => None,
        }
    }

    fn shown(self) -> Shown {
        Shown::NewMessage
    }
}
