//! What players can do, and what then happens.

use super::{NextGame, Outcome, Ply, Point};
use crate::rules::wythoff::Move;

/// Something that a player wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// To make a move.
    Move {
        /// The move.
        mv: Move,
        /// The point that the player saw. `None` if the move was typed.
        seen: Option<Point>,
    },
    /// To take one's latest move back, with the bot's reply to it.
    TakeBack {
        /// The point that the player saw.
        seen: Point,
    },
    /// To give up.
    Resign,
    /// To break the game off without a result.
    Abandon,
    /// To go on with another game, once this one is over.
    Rematch(NextGame),
}

/// Something that happened in a game and changes what is stored of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made.
    Moved {
        /// How many moves have been made with it: the first has ply 1.
        ply: Ply,
        /// The move.
        mv: Move,
        /// How often moves had been taken back before it.
        branch: u32,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many are left.
        to: Ply,
    },
    /// The game ended.
    Ended(Outcome),
}
