//! The controls of `rules`.

use super::id::{flag, position_words, read_position};
use super::{Control, Id, Seen};
use nim_games::Position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesControl {
    /// Shows the rules of the game on a board or in a challenge.
    OfGame(Seen),
    /// Shows the rules of the game that is chosen.
    Choose,
    /// Turns to another page.
    Pages {
        position: Position,
        /// Whether the page has a button that starts the game.
        has_start_button: bool,
        /// Changes on every redraw.
        rendering: u64,
    },
    /// Makes the chosen move in the example.
    Try {
        at: Position,
        /// Whether the page has a button that starts the game.
        has_start_button: bool,
        /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
        /// again.
        rendering: u64,
    },
}

impl Control for RulesControl {
    fn id(self) -> Id {
        match self {
            Self::OfGame(seen) => Id::in_game(seen, "rules"),
            Self::Choose => Id::without_game("rules-of"),
            Self::Pages {
                position,
                has_start_button,
                rendering,
            } => {
                let (position, has_start_button) =
                    (position_words(position), flag(has_start_button));
                Id::without_game(format!(
                    "rules-pages:{position}:{has_start_button}:{rendering}"
                ))
            }
            Self::Try {
                at,
                has_start_button,
                rendering,
            } => {
                let (at, has_start_button) = (position_words(at), flag(has_start_button));
                Id::without_game(format!("try:{at}:{has_start_button}:{rendering}"))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["rules"] => Self::OfGame(seen?),
            ["rules-of"] => Self::Choose,
            [
                "rules-pages",
                ref position @ ..,
                has_start_button,
                rendering,
            ] => Self::Pages {
                position: read_position(position)?,
                has_start_button: has_start_button == "y",
                rendering: rendering.parse().ok()?,
            },
            ["try", ref at @ .., has_start_button, rendering] => Self::Try {
                at: read_position(at)?,
                has_start_button: has_start_button == "y",
                rendering: rendering.parse().ok()?,
            },
            _ => return None,
        })
    }
}
