//! The actions of players, and the events that follow.

use super::{NextGame, Outcome, Ply, Point};
use nim_games::Move;

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Makes a move.
    Move {
        mv: Move,
        /// The point that the player saw. `None` if the move was typed.
        seen: Option<Point>,
    },
    /// Takes back the player's latest move, with the bot's reply.
    TakeBack {
        /// The point that the player saw.
        seen: Point,
    },
    Resign {
        /// The point at which the player was asked for confirmation, if that happened.
        seen: Option<Point>,
    },
    /// Ends the game without a result.
    Abandon,
    /// Votes for the next game, after this one is over.
    Rematch(NextGame),
}

/// Something that happened in a game and changes what is stored about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made.
    Moved {
        /// The number of moves made so far, including this one: the first has ply 1.
        ply: Ply,
        mv: Move,
        /// How many times moves had been taken back before this one.
        branch: u32,
    },
    /// Moves were taken back.
    TakenBack {
        /// The ply that the game went back to.
        to: Ply,
    },
    /// The game ended.
    Ended(Outcome),
}
