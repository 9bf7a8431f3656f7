//! Which positions are lost, which moves win, and why: exact for every pair of `u64`, without
//! tables and without floating point (`(k as f64 * phi) as u64` is wrong for the first time at k =
//! 102 334 155).
//!
//! Everything rests on `t(x) = floor(x / phi)`, see [`divide_by_phi`]. It follows that
//! - x is a lower Wythoff number exactly when `t(x + 1) = t(x) + 1`;
//! - the partner of x is `x + t(x) + 1` if x is a lower Wythoff number, else `t(x)`; the partner of
//!   0 is 0;
//! - the cold pair whose piles differ by d begins with `A_d = d + t(d)`.

/// `floor(2^128 / phi)`.
const INVERSE_PHI: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;

/// The whole part of `x / phi`, and its fraction in units of `2^-128`.
///
/// The whole part is exact for every u64: for integers p, q not both 0, `|p^2 - pq - q^2| >= 1`, so
/// no multiple of 1/phi comes closer to an integer than about `1 / (sqrt(5) * x)`. The rounding
/// error of the constant is `e = 0.0645`, so `e * sqrt(5) * (2^64)^2 = 0.144 * 2^128` stays below
/// `2^128`.
const fn divide_by_phi(x: u64) -> (u64, u128) {
    const LOW_WORD: u128 = u64::MAX as u128;
    let low = x as u128 * (INVERSE_PHI & LOW_WORD);
    // At most (2^64 - 1)^2 + 2^64 - 1, which is below 2^128.
    let high = x as u128 * (INVERSE_PHI >> 64) + (low >> 64);
    ((high >> 64) as u64, (high << 64) | (low & LOW_WORD))
}

/// Whether a fraction belongs to a lower Wythoff number: adding another 1/phi carries into the
/// whole part.
const fn is_lower(fraction: u128) -> bool {
    fraction.overflowing_add(INVERSE_PHI).1
}

/// `A_k`, the k-th lower Wythoff number. Returns `None` if it exceeds `u64`.
const fn lower(k: u64) -> Option<u64> {
    k.checked_add(divide_by_phi(k).0)
}

/// The only number that makes a cold pair with `x`. Returns `None` if it exceeds `u64`.
///
/// ```
/// use nim_games::wythoff::partner;
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

/// Two piles, or what is taken from each: left and right.
pub type Pair = [u64; 2];

/// Whether the pair is lost for the player to move (a P-position).
///
/// ```
/// use nim_games::wythoff::is_cold;
///
/// assert!(is_cold([10, 6]));
/// assert!(is_cold([0, 0]));
/// assert!(!is_cold([13, 9]));
/// ```
#[must_use]
pub fn is_cold([left, right]: Pair) -> bool {
    lower(left.abs_diff(right)) == Some(left.min(right))
}

/// The piles after a move. `None` if it takes more than there is.
pub(super) fn after([left, right]: Pair, [from_left, from_right]: Pair) -> Option<Pair> {
    Some([left.checked_sub(from_left)?, right.checked_sub(from_right)?])
}

/// Orders amounts from the smaller and the larger pile as left and right.
pub(super) fn from_smaller_and_larger([left, right]: Pair, [small, large]: Pair) -> Pair {
    if left <= right {
        [small, large]
    } else {
        [large, small]
    }
}

/// The winning moves, as amounts taken, one for each rule: reduce both piles to the cold pair with
/// the same difference; the larger pile to the partner of the smaller; the smaller pile to the
/// partner of the larger (if the piles are equal, the mirror image of the second). All three are
/// `None` if the pair is cold.
///
/// ```
/// use nim_games::wythoff::winning_moves;
///
/// assert_eq!(winning_moves([13, 9]), [Some([3, 3]), None, Some([0, 1])]);
/// ```
#[must_use]
pub fn winning_moves(piles: Pair) -> [Option<Pair>; 3] {
    let [left, right] = piles;
    let (x, y) = (left.min(right), left.max(right));
    let amount = |from: u64, to: Option<u64>| to.filter(|&to| to < from).map(|to| from - to);
    let take = |pair| from_smaller_and_larger(piles, pair);
    [
        amount(x, lower(y - x)).map(|both| [both, both]),
        amount(y, partner(x)).map(|large| take([0, large])),
        amount(x, partner(y)).map(|small| take([small, 0])),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// The cold positions without theory: a position is cold if no move leads to a cold one.
    fn cold_by_brute_force(size: u64) -> HashSet<Pair> {
        let mut cold = HashSet::new();
        for left in 0..=size {
            for right in 0..=size {
                let is_hot = moves([left, right])
                    .iter()
                    .any(|&mv| after([left, right], mv).is_some_and(|to| cold.contains(&to)));
                if !is_hot {
                    cold.insert([left, right]);
                }
            }
        }
        cold
    }

    /// Every legal move.
    fn moves([left, right]: Pair) -> Vec<Pair> {
        let from_left = (1..=left).map(|amount| [amount, 0]);
        let from_right = (1..=right).map(|amount| [0, amount]);
        let from_both = (1..=left.min(right)).map(|amount| [amount, amount]);
        from_left.chain(from_right).chain(from_both).collect()
    }

    /// Where winning moves lead to, the nearest to the end first.
    fn targets(piles: Pair) -> Vec<Pair> {
        let moves = winning_moves(piles).into_iter().flatten();
        let mut targets: Vec<Pair> = moves.filter_map(|mv| after(piles, mv)).collect();
        targets.sort_by_key(|[left, right]| left.abs_diff(*right));
        targets
    }

    #[test]
    fn theory_agrees_with_brute_force_on_every_move_up_to_200() {
        let cold = cold_by_brute_force(200);
        for left in 0..=200 {
            for right in 0..=200 {
                let piles = [left, right];
                assert_eq!(is_cold(piles), cold.contains(&piles), "{piles:?}");
                let expected: HashSet<Pair> = moves(piles)
                    .into_iter()
                    .filter(|&mv| after(piles, mv).is_some_and(|to| cold.contains(&to)))
                    .collect();
                let winning: Vec<Pair> = winning_moves(piles).into_iter().flatten().collect();
                let distinct: HashSet<Pair> = winning.iter().copied().collect();
                assert_eq!(distinct, expected, "{piles:?}");
                assert_eq!(
                    winning.len(),
                    expected.len(),
                    "a move is listed twice at {piles:?}"
                );
            }
        }
    }

    #[test]
    fn positions_below_100_have_the_known_numbers_of_winning_moves() {
        let mut counts_by_winning_moves = [0; 4];
        for left in 0..100 {
            for right in 0..100 {
                counts_by_winning_moves[targets([left, right]).len()] += 1;
            }
        }
        assert_eq!(counts_by_winning_moves, [77, 7587, 1770, 566]);
    }

    #[test]
    fn the_reference_answers_hold() {
        let at = |left, right| targets([left, right]);
        assert_eq!(at(5, 0), [[0, 0]]);
        assert_eq!(at(2, 2), [[0, 0], [2, 1], [1, 2]]);
        assert_eq!(at(1, 2), [[0; 2]; 0]);
        assert_eq!(at(13, 9), [[10, 6], [13, 8]]);
        assert_eq!(at(10, 6), [[0; 2]; 0]);
        assert_eq!(at(5, 10), [[5, 3]]);
        assert_eq!(at(25, 30), [[8, 13]]);
    }

    #[test]
    fn lower_numbers_are_exact_where_floating_point_fails() {
        // f64 says A_102334155 = 165580141; f32 fails at k = 2584; a 64-bit constant at 2971215073.
        assert_eq!(lower(102_334_155), Some(165_580_140));
        assert!(is_cold([165_580_140, 267_914_295]));
        assert!(!is_cold([165_580_141, 267_914_296]));
        assert_eq!(lower(2_584), Some(4_180));
        // The Fibonacci number F_47 lies so close above a multiple of phi that 64 bits of 1/phi are
        // too few.
        assert_eq!(divide_by_phi(2_971_215_073).0, 1_836_311_903);
    }

    #[test]
    fn the_theory_holds_at_the_ends_of_u64() {
        let max = u64::MAX;
        assert_eq!(targets([max, max]).first(), Some(&[0, 0]));
        assert_eq!(targets([max, 0]), [[0, 0]]);
        assert!(!is_cold([0, max]));
        for x in [max, max - 1, max - 2] {
            if let Some(y) = partner(x) {
                assert!(is_cold([x, y]), "({x}, {y})");
            }
        }
        for target in targets([max, max - 1]) {
            assert!(is_cold(target), "{target:?}");
        }
    }

    /// `A_k` by an exact integer square root: `floor((k + sqrt(5 k^2)) / 2)`.
    fn lower_by_square_root(k: u64) -> u128 {
        let k = u128::from(k);
        u128::midpoint(k, (5 * k * k).isqrt())
    }

    proptest! {
        #[test]
        fn lower_numbers_agree_with_integer_square_roots(k in 0..=u64::MAX >> 2) {
            prop_assert_eq!(lower(k).map(u128::from), Some(lower_by_square_root(k)));
        }

        #[test]
        fn cold_pairs_are_cold_and_their_neighbours_are_not(k in 1..=u64::MAX / 3, swap: bool) {
            let low = lower(k).expect("k * phi fits");
            let [left, right] = if swap { [low + k, low] } else { [low, low + k] };
            let cold = [left, right];
            prop_assert!(is_cold(cold));
            prop_assert_eq!(partner(left), Some(right));
            prop_assert_eq!(winning_moves(cold), [None; 3]);
            for neighbour in [
                [left + 1, right],
                [left, right + 1],
                [left + 1, right + 1],
            ] {
                prop_assert!(!is_cold(neighbour));
                prop_assert!(targets(neighbour).contains(&cold));
            }
        }

        #[test]
        fn every_winning_move_is_legal_and_leaves_a_cold_position(left: u64, right: u64) {
            let piles = [left, right];
            let winning: Vec<_> = winning_moves(piles).into_iter().flatten().collect();
            prop_assert_eq!(winning.is_empty(), is_cold(piles));
            for mv in winning {
                prop_assert!(is_cold(after(piles, mv).expect("a winning move is legal")));
            }
        }

        #[test]
        fn the_mirror_image_of_a_position_has_the_mirrored_moves(left: u64, right: u64) {
            let winning_set = |piles| -> HashSet<Pair> { winning_moves(piles).into_iter().flatten().collect() };
            let mirrored: HashSet<Pair> = winning_set([left, right]).into_iter().map(|[left, right]| [right, left]).collect();
            prop_assert_eq!(winning_set([right, left]), mirrored);
        }
    }
}
