//! Wythoff's game where the last move loses. The cold pairs are those of normal play, but (0, 1)
//! and (2, 2) take the place of (0, 0) and (1, 2) (A. S. Fraenkel, Wythoff games, 1984).

use super::theory::{Pair, from_smaller_and_larger, is_cold, partner, winning_moves};

fn sorted([left, right]: Pair) -> Pair {
    [left.min(right), left.max(right)]
}

/// Whether the pair is lost for the player to move. (0, 0) is won.
pub(super) fn is_lost(piles: Pair) -> bool {
    match sorted(piles) {
        [0, 1] | [2, 2] => true,
        [0, 0] | [1, 2] => false,
        _ => is_cold(piles),
    }
}

/// The winning moves, as amounts taken, in no particular order. At most one takes from both piles,
/// and at most one from each pile alone.
pub(super) fn winning_moves_of(piles: Pair) -> Vec<Pair> {
    let [left, right] = piles;
    let amount = |from: u64, to: Option<u64>| from.checked_sub(to?).filter(|&amount| amount > 0);
    // To the lost pair with the same difference: (2, 2), (0, 1), or one of normal play.
    let both = match left.abs_diff(right) {
        0 => amount(left, Some(2)).map(|both| [both, both]),
        1 => amount(left.min(right), Some(0)).map(|both| [both, both]),
        _ => {
            let [both, ..] = winning_moves(piles);
            both
        }
    };
    let moves = [
        both,
        amount(left, misere_partner(right)).map(|left| [left, 0]),
        amount(right, misere_partner(left)).map(|right| [0, right]),
    ];
    moves.into_iter().flatten().collect()
}

/// The only number that makes a lost pair with `x`. `None` if it exceeds `u64`.
fn misere_partner(x: u64) -> Option<u64> {
    match x {
        0 => Some(1),
        1 => Some(0),
        2 => Some(2),
        _ => partner(x),
    }
}

/// How many moves a lost pair lasts: one more than in normal play, except for (0, 1) and (2, 2)
/// (checked against a table up to 90).
pub(super) fn moves_to_end(piles: Pair) -> u128 {
    match sorted(piles) {
        [0, 1] => 1,
        [2, 2] => 3,
        [small, large] => 2 * u128::from(large - small) + 1,
    }
}

/// The moves that make a lost pair last as long as possible, as amounts taken. From (4, 7) on, they
/// are the same as in normal play.
pub(super) fn defences(piles: Pair) -> Vec<Pair> {
    let take = |pair| from_smaller_and_larger(piles, pair);
    match sorted(piles) {
        [0, _] => vec![take([0, 1])],
        [2, 2] => vec![take([2, 0]), take([0, 2])],
        [3, 5] => vec![take([0, 2]), take([1, 0]), [1, 1]],
        _ => super::defence::defences(piles).to_vec(),
    }
}
