//! Exact play for Wythoff's game and the Nim family: fourteen games, perfect moves (by formula at
//! every 64-bit size, or by table up to a limit), the reasons for them, and lessons.
//!
//! ```
//! use nim_games::Position;
//!
//! let piles: Position = "wythoff: 13 9".parse()?;
//! let best = piles.best_move().ok_or("no move wins")?;
//! assert_eq!(best.to_string(), "A3B3");
//! assert!(piles.play(best)?.is_lost());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each game has a folder, or shares one with a game of the same kind (`nim`, `race`). The games
//! on boards of dots share `clearing`. All games share these modules: moves and their notation
//! (`moves`), the legal moves as a person picks them (`choices`), what each game says about its
//! positions (`play`), options (`options`), setting up positions (`setup`), and the computer player
//! (`opponent`). `variant` and `family` list the games.
//!
//! Results depend only on the arguments. There is no clock and no random number generator: random
//! numbers are arguments too ([`Draw`]). Tables of positions are cached in memory, with a bounded
//! size, and never change an answer.

#![warn(missing_docs)]
#![deny(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod animal;
pub mod building;
pub mod candy;
mod choices;
pub mod circular;
pub mod clearing;
mod cold_positions;
pub mod daily;
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
mod offered;
mod opponent;
mod options;
mod play;
pub mod race;
#[cfg(any(test, feature = "proptest"))]
pub mod samples;
mod setup;
mod several;
mod shape;
mod sibling;
mod size;
mod starts;
mod table;
mod tabulated;
pub mod tactix;
#[cfg(test)]
mod tests;
mod variant;
pub mod wythoff;

pub use animal::{Animal, Attention};
pub use choices::{Choices, List, ListKind, Sheet, marked_cells};
pub use cold_positions::{ColdPositions, LostIn};
pub use draw::{Draw, Numbers};
pub use example::Example;
pub use explanation::{Explanation, Refutation};
pub use family::Position;
pub use likeness::Told;
pub use map::{Map, Powers, Term};
pub use moves::{Cells, HeapSet, MAX_CELLS, MAX_HEAPS, Move, NotAMove, letter, without_spaces};
pub use offered::OFFERED;
pub use opponent::{Draws, best_defences, finishes, finishing_move, reply};
pub use options::{BadPosition, Ending, OptionName, Options, Result};
pub use play::{Fact, IllegalMove, Reason, Rules};
pub use setup::{Heaps, Opening, Setup};
pub use several::{BadTable, TableGame, TableRules, reply_among};
pub use shape::{Counting, Shape};
pub use size::Size;
pub use variant::Variant;

/// Forgets everything that has been tabulated, so that a benchmark can measure how long tabulating
/// takes.
#[doc(hidden)]
pub fn forget_tables() {
    building::TABLE.forget();
    candy::TABLE.forget();
    clearing::forget();
    graph::VALUES.forget();
    grundy::forget();
    moore::TABLES.forget();
    multi::TABLE.forget();
}
