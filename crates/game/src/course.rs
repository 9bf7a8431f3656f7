//! The course of a game: its position and latest moves, and points in it.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use super::Ply;
use nim_games::{Move, Position};

/// A point in the course of a game. It identifies one position. Taking moves back starts a new
/// branch, so one ply can have several positions.
///
/// ```
/// use wythoff_game::Point;
///
/// assert_eq!(Point { ply: 4, branch: 1 }.to_string(), "4.1");
/// assert_eq!("4".parse(), Ok(Point { ply: 4, branch: 0 }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// The number of moves before it.
    pub ply: Ply,
    /// How many times moves had been taken back when the last of those moves was made.
    pub branch: u32,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    pub mv: Move,
    /// How many times moves had been taken back before it was made.
    pub branch: u32,
}

/// A move of a game with the position that it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatestMove {
    pub played: PlayedMove,
    pub before: Position,
}

/// How many of the latest moves a board shows: one round.
pub(super) const SHOWN_MOVES: usize = 2;

/// How many of the latest moves a game keeps: enough to draw a board after a round is taken back.
pub(super) const REMEMBERED_MOVES: usize = 2 * SHOWN_MOVES;

/// How often moves can be taken back in a rated game. The positions that this can lead back to are the latest
/// ones, which nobody can have solved for them.
pub(super) const MOST_TAKEN_BACK: u32 = 2;

/// The course of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The position now, or at the end.
    pub position: Position,
    /// How many moves have led there.
    pub ply: Ply,
    /// The latest moves, oldest first: at most `REMEMBERED_MOVES`.
    pub latest: Vec<LatestMove>,
    /// How many times moves have been taken back.
    pub taken_back: u32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.branch {
            0 => write!(f, "{}", self.ply),
            branch => write!(f, "{}.{branch}", self.ply),
        }
    }
}

impl FromStr for Point {
    type Err = ParseIntError;

    fn from_str(written: &str) -> Result<Self, ParseIntError> {
        let (ply, branch) = written.split_once('.').unwrap_or((written, "0"));
        Ok(Self {
            ply: ply.parse()?,
            branch: branch.parse()?,
        })
    }
}
