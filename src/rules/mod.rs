//! The rules of the games, and perfect play at them: one folder for each game.
//!
//! What all games share: moves and their notation (`moves`), the legal moves as a person picks them (`choices`), what each game says of its
//! positions (`play`), its options (`options`), setting positions up (`setup`), and the computer player (`opponent`). The games are listed in `variant` and `family`.
//!
//! Pure: values in, values out. No clock, no random number generator (drawn numbers come in as [`Draw`]), no input or
//! output, and nothing about players, turns or Discord.

#![deny(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

pub mod building;
pub mod candy;
mod choices;
pub mod circular;
pub mod clearing;
mod counted;
mod draw;
mod example;
mod explanation;
mod family;
pub mod graph;
pub mod greedy;
pub mod grundy;
pub mod lessons;
mod likeness;
mod map;
pub mod moore;
mod moves;
pub mod multi;
pub mod nim;
mod opponent;
mod options;
mod play;
pub mod race;
mod setup;
mod shape;
mod table;
pub mod tactix;
#[cfg(test)]
mod tests;
mod to_leave;
mod variant;
pub mod wythoff;

pub use choices::{Choices, List, ListKind, Sheet, marked};
pub use draw::{Draw, Numbers};
pub use example::Example;
pub use explanation::{Explanation, Refutation};
pub use family::Position;
pub use map::{Map, Powers, Term};
pub use moves::{Cells, HeapSet, MAX_CELLS, MAX_HEAPS, Move, NotAMove, letter};
pub use opponent::{Draws, Level, best_defences, reply};
pub use options::{BadPosition, Ending, OptionName, Options, Result};
pub use play::{Fact, IllegalMove, Reason, Rules};
pub use setup::{Heaps, Opening, Setup};
pub use shape::{Counting, Shape};
pub use to_leave::{Ends, ToLeave};
pub use variant::Variant;

#[cfg(test)]
pub(crate) use tests::{any_position, games_at_limits};

/// Forgets everything that has been counted out, for measuring how long that takes.
#[doc(hidden)]
pub fn forget_tables() {
    building::TABLE.forget();
    candy::TABLE.forget();
    clearing::forget();
    graph::WORTHS.forget();
    grundy::forget();
    moore::TABLES.forget();
    multi::TABLE.forget();
}
