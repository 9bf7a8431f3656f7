//! The controls of `rules`.

use super::id::{flag, position_words, read_position};
use super::{Control, Id, Seen};
use nim_games::Position;
use wythoff_game::records::{Word, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesControl {
    /// Shows the rules of the game on a board or in a challenge.
    OfGame(Seen),
    /// Shows the rules of the game that is chosen.
    Choose,
    /// Shows one page.
    Page(Position, RulesPage),
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

/// A page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesPage {
    Moves,
    Wins,
    /// The idea of perfect play.
    Idea,
    /// How to find the winning moves.
    Find,
    /// The golden ratio, the number behind perfect play.
    Ratio,
    /// The proof of the idea.
    Proof,
    /// A table of cold positions.
    Table,
    /// A textbook example, played move by move.
    WorkedExample,
    /// Where the game comes from.
    History,
}

words! {
    RulesPage:
        Self::Moves => "moves",
        Self::Wins => "wins",
        Self::Idea => "idea",
        Self::Find => "find",
        Self::Ratio => "ratio",
        Self::Proof => "proof",
        Self::Table => "table",
        Self::WorkedExample => "worked",
        Self::History => "history";
}

impl Control for RulesControl {
    fn id(self) -> Id {
        match self {
            Self::OfGame(seen) => Id::in_game(seen, "rules"),
            Self::Choose => Id::without_game("rules-of"),
            Self::Page(position, page) => {
                let position = position_words(position);
                Id::without_game(format!("rules-page:{}:{position}", page.word()))
            }
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
            ["rules-page", page, ref position @ ..] => {
                Self::Page(read_position(position)?, Word::from_word(page)?)
            }
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
