//! What those who watched a game have predicted.

use crate::MemberId;

/// Who has foreseen the winner of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guesses {
    /// Some of those who were right.
    pub named: Vec<MemberId>,
    /// How many were right.
    pub right: u64,
    /// How many have predicted a winner.
    pub all: u64,
}
