//! Games that are counted out, since no formula is known: what their tables say.

use itertools::Itertools as _;

use super::play::after;
use super::{Move, Rules};

/// A position whose game is counted out.
pub(super) trait CountedOut: Rules + Copy {
    /// How many moves the game lasts if whoever wins hurries and the other one does not.
    fn remoteness(&self) -> u16;

    /// How hard it is to see why the position is lost: of several winning moves the one that leaves
    /// what is taught is made.
    fn obscurity(&self) -> u8 {
        0
    }
}

/// The winning moves: those first that leave what is easiest to see; of these, the quickest.
pub(super) fn winning_moves<R: CountedOut>(at: &R) -> Vec<Move> {
    let choices = at.choices();
    let wins = choices.moves().filter_map(|mv| {
        let next = after(at, mv).filter(R::is_lost)?;
        Some(((next.obscurity(), next.remoteness()), mv))
    });
    // Stable: of moves that are equally quick, the first one stays the first.
    let wins = wins.sorted_by_key(|&(order, _)| order);
    wins.map(|(_, mv)| mv).collect()
}

/// The moves that make a lost position last longest.
pub(super) fn defences<R: CountedOut>(at: &R) -> Vec<Move> {
    let longest = at.remoteness().checked_sub(1);
    if !at.is_lost() {
        return Vec::new();
    }
    let choices = at.choices();
    let holds = |mv: &Move| after(at, *mv).map(|next| next.remoteness()) == longest;
    choices.moves().filter(holds).collect()
}
