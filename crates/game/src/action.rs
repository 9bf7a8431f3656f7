//! The actions of players, and the events that follow.

use super::{NextGame, Outcome, Ply, Point, Seat, Timestamp};
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
    /// Agrees to what the other player has asked for.
    Agree {
        on: Agreement,
        asked_by: Seat,
        /// When that was asked.
        asked_at: Timestamp,
        /// The point at which that was asked.
        seen: Point,
    },
    /// Votes for the next game, after this one is over.
    Rematch(NextGame),
}

/// What the players of a game between members can only do by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// To take back the latest move of the player who asks, with the answer to it.
    TakeBack,
    /// To end the game without a result.
    End,
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
