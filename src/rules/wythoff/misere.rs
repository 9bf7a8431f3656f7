//! Wythoff's game where the last move loses. The cold positions are those of normal play, but (0, 1) and (2, 2) take the place of (0, 0) and
//! (1, 2) (A. S. Fraenkel, Wythoff games, 1984).

use super::{Move, Pile, Position, is_cold, partner, winning_moves};

/// Whether the position is lost for the player to move. Nothing left is a win.
pub(super) fn is_lost(position: Position) -> bool {
    match (position.smaller(), position.larger()) {
        (0, 1) | (2, 2) => true,
        (0, 0) | (1, 2) => false,
        _ => is_cold(position),
    }
}

/// Every winning move, in no order. From both piles there is one at most, from each pile one at most.
pub(super) fn wins(position: Position) -> Vec<Move> {
    let take = |pile, from: u64, to: Option<u64>| {
        let amount = from.checked_sub(to?).filter(|&amount| amount > 0)?;
        Some(Move::new(pile, amount))
    };
    let (left, right) = (position.left, position.right);
    let both = match position.difference() {
        0 => take(Pile::Both, left, Some(2)),
        1 => take(Pile::Both, position.smaller(), Some(0)),
        _ => winning_moves(position)
            .into_iter()
            .flatten()
            .find(|mv| mv.pile == Pile::Both),
    };
    let moves = [
        both,
        take(Pile::Left, left, lost_beside(right)),
        take(Pile::Right, right, lost_beside(left)),
    ];
    moves.into_iter().flatten().collect()
}

/// The one number that makes a lost pair with `x`.
fn lost_beside(x: u64) -> Option<u64> {
    match x {
        0 => Some(1),
        1 => Some(0),
        2 => Some(2),
        _ => partner(x),
    }
}

/// How many moves a lost position lasts (counted out to 90; theory: the same as in normal play and one more, but for the two small ones).
pub(super) fn lasts(position: Position) -> u128 {
    match (position.smaller(), position.larger()) {
        (0, 1) => 1,
        (2, 2) => 3,
        _ => 2 * u128::from(position.difference()) + 1,
    }
}

/// Moves that make a lost position last as long as possible: those of normal play from (4, 7) on.
pub(super) fn defences(position: Position) -> Vec<Move> {
    let (small, large) = if position.left <= position.right {
        (Pile::Left, Pile::Right)
    } else {
        (Pile::Right, Pile::Left)
    };
    match (position.smaller(), position.larger()) {
        (0, _) => vec![Move::new(large, 1)],
        (2, 2) => vec![Move::new(small, 2), Move::new(large, 2)],
        (3, 5) => vec![
            Move::new(large, 2),
            Move::new(small, 1),
            Move::new(Pile::Both, 1),
        ],
        _ => super::defences(position).to_vec(),
    }
}
