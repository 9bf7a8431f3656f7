//! Play from the tables of games that are tabulated because no formula is known.

use itertools::Itertools as _;

use super::play::after;
use super::{Move, Rules};

/// A position whose game is tabulated.
pub(super) trait Tabulated: Rules + Copy {
    /// How many moves the game lasts if the winner plays as quickly and the loser as slowly as
    /// possible.
    fn remoteness(&self) -> u16;

    /// How hard it is to see why the position is lost. Of several winning moves, the one that
    /// leaves the least obscure position is preferred: the lessons explain that one.
    fn obscurity(&self) -> u8 {
        0
    }
}

/// The winning moves, sorted by how easy it is to see that the position they leave is lost, then by
/// how quickly they win.
pub(super) fn winning_moves<R: Tabulated>(at: &R) -> Vec<Move> {
    let choices = at.choices();
    let wins = choices.moves().filter_map(|mv| {
        let next = after(at, mv).filter(R::is_lost)?;
        Some(((next.obscurity(), next.remoteness()), mv))
    });
    // The sort is stable: moves that are equally good keep their order.
    let wins = wins.sorted_by_key(|&(order, _)| order);
    wins.map(|(_, mv)| mv).collect()
}

/// The moves that make a lost position last longest.
pub(super) fn defences<R: Tabulated>(at: &R) -> Vec<Move> {
    let longest = at.remoteness().checked_sub(1);
    if !at.is_lost() {
        return Vec::new();
    }
    let choices = at.choices();
    let holds_out_longest = |mv: &Move| after(at, *mv).map(|next| next.remoteness()) == longest;
    choices.moves().filter(holds_out_longest).collect()
}
