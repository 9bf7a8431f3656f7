//! Playing on from a lost position, in normal play.

use super::theory::{Pair, from_smaller_and_larger, partner};

/// Three moves from the cold pair `(A_k, B_k)`, k > 0, as amounts taken. Each keeps the game at its
/// full length of 2k moves and leaves exactly one winning reply. They lead to `(A_k, B_k - 1)` or
/// to `(A_(k-1), B_k)`, or take `A_k - A_(k-1)` from both piles. Since `B_k - 1 = A_(A_k)`, the
/// winning reply to each leads to the pair k - 1. From (10, 6) they take 1 from the left, 2 from
/// the right, or 2 from both.
pub(super) fn defences(piles: Pair) -> [Pair; 3] {
    let [left, right] = piles;
    let step = step_to_previous_lower(left.min(right));
    let take = |pair| from_smaller_and_larger(piles, pair);
    [take([0, 1]), take([step, 0]), [step, step]]
}

/// `A_k - A_(k-1)` for a lower Wythoff number `A_k`: 1 if `A_k - 1` is 0 or also a lower Wythoff
/// number, else 2 (no two upper numbers are neighbours).
fn step_to_previous_lower(lower: u64) -> u64 {
    let previous = lower.saturating_sub(1);
    let is_lower = partner(previous).is_none_or(|partner| partner >= previous);
    if is_lower { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wythoff::theory::{after, winning_moves};

    /// How many moves are left if the winner wins as soon as possible and the loser always plays
    /// the defence with the given index.
    fn plies_left(mut piles: Pair, defence: usize) -> u64 {
        let mut plies = 0;
        while piles != [0, 0] {
            let target = |mv| after(piles, mv).expect("legal");
            let targets = winning_moves(piles).into_iter().flatten().map(target);
            let quickest = targets.min_by_key(|[left, right]| left.abs_diff(*right));
            piles = quickest.unwrap_or_else(|| target(defences(piles)[defence]));
            plies += 1;
        }
        plies
    }

    #[test]
    fn each_defence_keeps_the_length_and_one_winning_reply() {
        assert_eq!(defences([10, 6]), [[1, 0], [0, 2], [2, 2]]);
        let lower = (1..).filter(|&x| partner(x).is_some_and(|y| y > x));
        for (k, low) in (1..400).zip(lower) {
            for cold in [[low, low + k], [low + k, low]] {
                for (defence, mv) in defences(cold).into_iter().enumerate() {
                    let hot = after(cold, mv).expect("legal");
                    let replies = winning_moves(hot).iter().flatten().count();
                    assert_eq!(replies, 1, "{cold:?} {mv:?}");
                    assert_eq!(plies_left(cold, defence), 2 * k, "{cold:?} {mv:?}");
                }
            }
        }
    }
}
