//! Playing on from a lost position, in normal play.

use super::{Move, Pile, Position, partner};

/// From the cold pair `(A_k, B_k)`, k > 0, the three moves that keep the game at its full length of 2k moves and leave exactly one winning
/// reply: to `(A_k, B_k - 1)`, to `(A_(k-1), B_k)`, and from both piles by `A_k - A_(k-1)`. Since `B_k - 1 = A_(A_k)`, the only winning reply
/// to each leads to the pair k - 1.
///
/// ```
/// use wythoff::rules::wythoff::{Move, Pile, Position, defences};
///
/// let three = [Move::new(Pile::Left, 1), Move::new(Pile::Right, 2), Move::new(Pile::Both, 2)];
/// assert_eq!(defences(Position::new(10, 6)), three);
/// ```
#[must_use]
pub fn defences(position: Position) -> [Move; 3] {
    let (smaller, larger) = if position.left < position.right {
        (Pile::Left, Pile::Right)
    } else {
        (Pile::Right, Pile::Left)
    };
    let step = step_to_previous_lower(position.smaller());
    [
        Move::new(larger, 1),
        Move::new(smaller, step),
        Move::new(Pile::Both, step),
    ]
}

/// `A_k - A_(k-1)` for a lower Wythoff number `A_k`: 1 if the number before it is lower or 0, else 2 (no two upper numbers
/// are neighbours).
fn step_to_previous_lower(lower: u64) -> u64 {
    let before = lower.saturating_sub(1);
    let is_lower = partner(before).is_none_or(|partner| partner >= before);
    if is_lower { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::wythoff::{soonest_win, winning_moves};

    /// How many moves are left: the winner moves as soon as possible, the loser by that defence.
    fn plies_left(mut position: Position, defence: usize) -> u64 {
        let mut plies = 0;
        while !position.is_home() {
            let mv = soonest_win(position).unwrap_or_else(|| defences(position)[defence]);
            position = position.play(mv).expect("legal");
            plies += 1;
        }
        plies
    }

    #[test]
    fn each_of_the_three_defences_keeps_the_full_length_and_leaves_one_winning_reply() {
        let lower = (1..).filter(|&x| partner(x).is_some_and(|y| y > x));
        for (k, low) in (1..400).zip(lower) {
            for cold in [Position::new(low, low + k), Position::new(low + k, low)] {
                for (defence, mv) in defences(cold).into_iter().enumerate() {
                    let hot = cold.play(mv).expect("legal");
                    assert_eq!(
                        winning_moves(hot).iter().flatten().count(),
                        1,
                        "{cold} {mv:?}"
                    );
                    assert_eq!(plies_left(cold, defence), 2 * k, "{cold} {mv:?}");
                }
            }
        }
    }
}
