//! Which positions are lost, which moves win, and why: exact for every pair of `u64`, without tables and without floating
//! point (`(k as f64 * phi) as u64` is wrong for the first time at k = 102 334 155).
//!
//! Everything rests on `t(x) = floor(x / phi)`, see [`divide_by_phi`]. With it
//! - x is a lower Wythoff number exactly if `t(x + 1) = t(x) + 1`;
//! - the partner of x is `x + t(x) + 1` if x is lower, else `t(x)`; that of 0 is 0;
//! - the cold pair whose piles differ by d begins with `A_d = d + t(d)`.

use super::{Move, Pile, Position};

/// `floor(2^128 / phi)`.
const INVERSE_PHI: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;

/// `x / phi` as a whole part, exact, and a fraction in units of `2^-128`.
///
/// The whole part is exact for every u64: for integers p, q not both 0, `|p^2 - pq - q^2| >= 1`, so no multiple of 1/phi comes
/// closer to an integer than about `1 / (sqrt(5) * x)`; and with the rounding error `e = 0.0645` of the constant
/// `e * sqrt(5) * (2^64)^2 = 0.144 * 2^128` stays below `2^128`.
const fn divide_by_phi(x: u64) -> (u64, u128) {
    const LOW_WORD: u128 = u64::MAX as u128;
    let low = x as u128 * (INVERSE_PHI & LOW_WORD);
    // At most (2^64 - 1)^2 + 2^64 - 1, which is below 2^128.
    let high = x as u128 * (INVERSE_PHI >> 64) + (low >> 64);
    ((high >> 64) as u64, (high << 64) | (low & LOW_WORD))
}

/// Whether a fraction belongs to a lower Wythoff number: adding another 1/phi carries into the whole part.
const fn is_lower(fraction: u128) -> bool {
    fraction.overflowing_add(INVERSE_PHI).1
}

/// `A_k`, the k-th lower Wythoff number. Returns `None` if it exceeds `u64`.
const fn lower(k: u64) -> Option<u64> {
    k.checked_add(divide_by_phi(k).0)
}

/// The one number that makes a cold pair with `x`. Returns `None` if it exceeds `u64`.
///
/// ```
/// use wythoff::rules::wythoff::partner;
///
/// assert_eq!(partner(6), Some(10));
/// assert_eq!(partner(10), Some(6));
/// assert_eq!(partner(0), Some(0));
/// assert_eq!(partner(u64::MAX - 1), None);
/// ```
#[must_use]
pub const fn partner(x: u64) -> Option<u64> {
    let (whole, fraction) = divide_by_phi(x);
    // 0 needs no special case: its fraction is 0, so it is not lower, and its partner is 0.
    if is_lower(fraction) {
        x.checked_add(whole + 1)
    } else {
        Some(whole)
    }
}

/// Whether the position is lost for the player to move (a P-position).
///
/// ```
/// use wythoff::rules::wythoff::{Position, is_cold};
///
/// assert!(is_cold(Position::new(10, 6)));
/// assert!(is_cold(Position::HOME));
/// assert!(!is_cold(Position::new(13, 9)));
/// ```
#[must_use]
pub fn is_cold(position: Position) -> bool {
    lower(position.difference()) == Some(position.smaller())
}

/// Every winning move, by the rule that finds it: from both piles to the cold pair with the same difference; from the larger
/// pile to the partner of the smaller; from the smaller pile to the partner of the larger (where the piles are equal, the
/// mirror image of the second). All three are `None` if the position is cold.
///
/// ```
/// use wythoff::rules::wythoff::{Move, Pile, Position, winning_moves};
///
/// assert_eq!(
///     winning_moves(Position::new(13, 9)),
///     [Some(Move::new(Pile::Both, 3)), None, Some(Move::new(Pile::Right, 1))],
/// );
/// ```
#[must_use]
pub fn winning_moves(position: Position) -> [Option<Move>; 3] {
    let (x, y) = (position.smaller(), position.larger());
    let (smaller, larger) = if position.left <= position.right {
        (Pile::Left, Pile::Right)
    } else {
        (Pile::Right, Pile::Left)
    };
    let take = |pile, from: u64, to: Option<u64>| {
        to.filter(|&to| to < from)
            .map(|to| Move::new(pile, from - to))
    };
    [
        take(Pile::Both, x, lower(y - x)),
        take(larger, y, partner(x)),
        take(smaller, x, partner(y)),
    ]
}

/// The winning move that ends the game soonest: after a move to the cold pair with difference d, 2d moves remain. Returns `None` if
/// the position is cold.
///
/// ```
/// use wythoff::rules::wythoff::{Move, Pile, Position, soonest_win};
///
/// assert_eq!(soonest_win(Position::new(13, 9)), Some(Move::new(Pile::Both, 3)));
/// assert_eq!(soonest_win(Position::new(6, 10)), None);
/// ```
#[must_use]
pub fn soonest_win(position: Position) -> Option<Move> {
    winning_moves(position)
        .into_iter()
        .flatten()
        .min_by_key(|&mv| position.play(mv).map_or(u64::MAX, Position::difference))
}

/// Why a position is lost or won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// Lost: it is the cold pair whose piles differ by that much. 0 is the end of the game.
    Cold {
        /// The difference, which is also the number k of the pair `(A_k, B_k)`.
        difference: u64,
    },
    /// Won: these moves lead to a cold position, the one that ends the game soonest first.
    Hot(Vec<WinningMove>),
}

/// A move to a cold position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The move.
    pub mv: Move,
    /// The cold position that it leads to.
    pub to: Position,
    /// What finds it.
    pub reason: Reason,
}

/// What finds a winning move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It brings the queen home: nothing is left.
    LastMove,
    /// Taking the same from both keeps the difference, and there is one cold pair with that difference.
    SameDifference {
        /// The difference of the piles.
        difference: u64,
    },
    /// One pile stays, and each number has one partner.
    Partner {
        /// The pile that stays.
        of: u64,
    },
}

/// Why the position is lost or won, with every winning move.
///
/// ```
/// use wythoff::rules::wythoff::{Explanation, Position, explain};
///
/// assert_eq!(explain(Position::new(6, 10)), Explanation::Cold { difference: 4 });
/// ```
#[must_use]
pub fn explain(position: Position) -> Explanation {
    if is_cold(position) {
        return Explanation::Cold {
            difference: position.difference(),
        };
    }
    let mut moves: Vec<_> = winning_moves(position)
        .into_iter()
        .flatten()
        .filter_map(|mv| {
            let to = position.play(mv).ok()?;
            Some(WinningMove {
                mv,
                to,
                reason: reason(position, mv, to),
            })
        })
        .collect();
    moves.sort_by_key(|winning| winning.to.difference());
    Explanation::Hot(moves)
}

fn reason(position: Position, mv: Move, to: Position) -> Reason {
    match mv.pile {
        _ if to.is_home() => Reason::LastMove,
        Pile::Both => Reason::SameDifference {
            difference: position.difference(),
        },
        Pile::Left => Reason::Partner { of: to.right },
        Pile::Right => Reason::Partner { of: to.left },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// What a player without theory finds out: a position is cold if no move leads to a cold one.
    fn cold_by_brute_force(size: u64) -> HashSet<(u64, u64)> {
        let mut cold = HashSet::new();
        for left in 0..=size {
            for right in 0..=size {
                let position = Position::new(left, right);
                let hot = position.moves().any(|mv| {
                    let to = position.play(mv).expect("moves() lists legal moves");
                    cold.contains(&(to.left, to.right))
                });
                if !hot {
                    cold.insert((left, right));
                }
            }
        }
        cold
    }

    fn targets(position: Position) -> Vec<Position> {
        match explain(position) {
            Explanation::Cold { .. } => vec![],
            Explanation::Hot(moves) => moves.into_iter().map(|winning| winning.to).collect(),
        }
    }

    #[test]
    fn theory_agrees_with_brute_force_on_every_move_up_to_200() {
        let cold = cold_by_brute_force(200);
        for left in 0..=200 {
            for right in 0..=200 {
                let position = Position::new(left, right);
                assert_eq!(
                    is_cold(position),
                    cold.contains(&(left, right)),
                    "{position}"
                );
                let expected: HashSet<Move> = position
                    .moves()
                    .filter(|&mv| {
                        position
                            .play(mv)
                            .is_ok_and(|to| cold.contains(&(to.left, to.right)))
                    })
                    .collect();
                let found: Vec<Move> = winning_moves(position).into_iter().flatten().collect();
                assert_eq!(
                    found.iter().copied().collect::<HashSet<_>>(),
                    expected,
                    "{position}"
                );
                assert_eq!(
                    found.len(),
                    expected.len(),
                    "a move is listed twice at {position}"
                );
            }
        }
    }

    #[test]
    fn the_counts_below_100_are_the_known_ones() {
        let mut by_winning_moves = [0; 4];
        for left in 0..100 {
            for right in 0..100 {
                by_winning_moves[targets(Position::new(left, right)).len()] += 1;
            }
        }
        assert_eq!(by_winning_moves, [77, 7587, 1770, 566]);
    }

    #[test]
    fn the_reference_answers_hold() {
        let at = |left, right| targets(Position::new(left, right));
        let p = Position::new;
        assert_eq!(at(5, 0), [p(0, 0)]);
        assert_eq!(at(2, 2), [p(0, 0), p(2, 1), p(1, 2)]);
        assert_eq!(at(1, 2), []);
        assert_eq!(at(13, 9), [p(10, 6), p(13, 8)]);
        assert_eq!(at(10, 6), []);
        assert_eq!(at(5, 10), [p(5, 3)]);
        assert_eq!(at(25, 30), [p(8, 13)]);
    }

    #[test]
    fn it_is_exact_where_floating_point_fails() {
        // f64 says A_102334155 = 165580141; f32 fails at k = 2584; a 64-bit constant at 2971215073.
        assert_eq!(lower(102_334_155), Some(165_580_140));
        assert!(is_cold(Position::new(165_580_140, 267_914_295)));
        assert!(!is_cold(Position::new(165_580_141, 267_914_296)));
        assert_eq!(lower(2_584), Some(4_180));
        // The Fibonacci number F_47 lies so close above a multiple of phi that 64 bits of 1/phi are too few.
        assert_eq!(divide_by_phi(2_971_215_073).0, 1_836_311_903);
    }

    #[test]
    fn it_holds_at_the_ends_of_u64() {
        let max = u64::MAX;
        assert_eq!(
            targets(Position::new(max, max)).first(),
            Some(&Position::HOME)
        );
        assert_eq!(targets(Position::new(max, 0)), [Position::HOME]);
        assert!(!is_cold(Position::new(0, max)));
        for x in [max, max - 1, max - 2] {
            if let Some(y) = partner(x) {
                assert!(is_cold(Position::new(x, y)), "({x}, {y})");
            }
        }
        for target in targets(Position::new(max, max - 1)) {
            assert!(is_cold(target), "{target}");
        }
    }

    /// The same question answered by exact integer square roots: `A_k = floor((k + sqrt(5 k^2)) / 2)`.
    fn lower_by_square_root(k: u64) -> u128 {
        let k = u128::from(k);
        u128::midpoint(k, (5 * k * k).isqrt())
    }

    proptest! {
        #[test]
        fn it_agrees_with_integer_square_roots(k in 0..=u64::MAX >> 2) {
            prop_assert_eq!(lower(k).map(u128::from), Some(lower_by_square_root(k)));
        }

        #[test]
        fn cold_pairs_are_cold_and_their_neighbours_are_not(k in 1..=u64::MAX / 3, swap: bool) {
            let low = lower(k).expect("k * phi fits");
            let cold = Position::new(low, low + k);
            let cold = if swap { cold.mirrored() } else { cold };
            prop_assert!(is_cold(cold));
            prop_assert_eq!(partner(cold.left), Some(cold.right));
            prop_assert_eq!(winning_moves(cold), [None; 3]);
            for neighbour in [
                Position::new(cold.left + 1, cold.right),
                Position::new(cold.left, cold.right + 1),
                Position::new(cold.left + 1, cold.right + 1),
            ] {
                prop_assert!(!is_cold(neighbour));
                prop_assert!(targets(neighbour).contains(&cold));
            }
        }

        #[test]
        fn every_move_that_is_found_is_legal_and_leads_to_a_cold_position(left: u64, right: u64) {
            let position = Position::new(left, right);
            let found: Vec<_> = winning_moves(position).into_iter().flatten().collect();
            prop_assert_eq!(found.is_empty(), is_cold(position));
            for mv in found {
                prop_assert!(is_cold(position.play(mv).expect("a winning move is legal")));
            }
        }

        #[test]
        fn the_mirror_image_of_a_position_has_the_mirrored_moves(left: u64, right: u64) {
            let of = |position| -> HashSet<Move> { winning_moves(position).into_iter().flatten().collect() };
            let mirrored: HashSet<Move> = of(Position::new(left, right)).into_iter().map(Move::mirrored).collect();
            prop_assert_eq!(of(Position::new(right, left)), mirrored);
        }
    }
}
