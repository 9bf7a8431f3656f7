//! Every reason for which a game turns an action down.

use thiserror::Error;

use crate::rules::wythoff::IllegalMove;

/// Why an action was not carried out. An answer to a person, not a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A game cannot begin with two empty piles.
    #[error("there is nothing to take")]
    NothingToTake,
    /// Whoever asks does not play in this game.
    #[error("not a player of this game")]
    NotAPlayer,
    /// The game is over.
    #[error("the game has ended")]
    Ended,
    /// The player chose on a board that shows an earlier position.
    #[error("the board that was used is behind the game")]
    Behind,
    /// The opponent is to move.
    #[error("the opponent is to move")]
    NotYourTurn,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}
