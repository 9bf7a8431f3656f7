//! Another position with the same idea, so that a learner remembers the idea and not the picture.

use itertools::Itertools as _;

use super::{Move, Position, Shape};

/// How many amounts are tried.
const AMOUNTS: u64 = 12;

impl Position {
    /// A position whose winning move takes another amount from the same heaps and leaves the same
    /// position, with all heaps in reverse order. `seed` decides which amount. If there is none, as
    /// in a lost position, only the order is reversed. Returned unchanged if not made of heaps.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at: Position = "nim: 3 5 7".parse().unwrap();
    /// let sibling = at.sibling(4);
    /// assert_eq!(sibling.to_string(), "7 5 7");
    /// assert!(!sibling.is_lost());
    /// ```
    #[must_use]
    pub fn sibling(&self, seed: u64) -> Self {
        let others = (0..AMOUNTS).map(|n| 1 + (seed % AMOUNTS + n) % AMOUNTS);
        let mut found = others.filter_map(|amount| self.with_amount(amount));
        found.next().or_else(|| self.reversed()).unwrap_or(*self)
    }

    /// The position from which taking `amount` leads where the best move leads, then reversed.
    fn with_amount(&self, amount: u64) -> Option<Self> {
        let (taken, before) = self.best_move()?.taken()?;
        let left = self.play(Move::take_from(taken, before)).ok()?;
        let mut heaps = left.heaps_only()?;
        for heap in taken.iter() {
            let size = heaps.get_mut(heap)?;
            *size = size.checked_add(amount)?;
        }
        let at = self.of_heaps(&heaps)?;
        let leads_there = at.play(Move::take_from(taken, amount)).ok() == Some(left);
        let is_other = amount != before && leads_there && !at.is_lost();
        if is_other { at.reversed() } else { None }
    }

    /// The position with its heaps in reverse order.
    fn reversed(&self) -> Option<Self> {
        let mut heaps = self.heaps_only()?;
        heaps.reverse();
        self.of_heaps(&heaps)
    }

    fn heaps_only(&self) -> Option<Vec<u64>> {
        match self.shape() {
            Shape::Heaps(sizes) => Some(sizes.to_vec()),
            Shape::Sizes(_)
            | Shape::Candies(..)
            | Shape::Stacks(..)
            | Shape::Count(_)
            | Shape::Cells(..) => None,
        }
    }

    fn of_heaps(&self, heaps: &[u64]) -> Option<Self> {
        let notation = heaps.iter().join(" ");
        Self::read(self.variant(), self.options(), &notation).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Position;
    use crate::samples::any_position;

    #[test]
    fn a_sibling_is_not_a_twin() {
        for written in [
            "wythoff: 5 9",
            "nim: 3 5 7",
            "take most=4: 5 8 11",
            "greedy: 3 6 9",
        ] {
            let at: Position = written.parse().expect("a position");
            for seed in 0..20 {
                assert!(!at.sibling(seed).is_twin_of(&at), "{written}: {seed}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_sibling_is_won_if_the_position_is(at in any_position(), seed in any::<u64>()) {
            let sibling = at.sibling(seed);
            prop_assert_eq!(sibling.is_lost(), at.is_lost());
            prop_assert_eq!(sibling.options(), at.options());
        }
    }
}
