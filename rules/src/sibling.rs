//! Another position with the same idea, so that a learner remembers the idea and not the picture.

use itertools::Itertools as _;

use super::{Move, Position, Shape};

/// How many amounts are tried.
const AMOUNTS: u64 = 12;

impl Position {
    /// A position whose winning move takes another amount from the same heaps and leaves the same
    /// position; its heaps are then put in reverse order. `seed` decides which amount. If there is
    /// no such position, for example because this one is lost, only the order is reversed. A
    /// position that is not made of heaps is returned unchanged.
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
        let amounts = (0..AMOUNTS).map(|n| 1 + (seed % AMOUNTS + n) % AMOUNTS);
        let mut siblings = amounts.filter_map(|amount| self.sibling_with(amount));
        siblings.next().or_else(|| self.reversed()).unwrap_or(*self)
    }

    /// The position that becomes, when `amount` is taken, what this one becomes after its best
    /// move. Its heaps are then put in reverse order. `None` if there is no such position.
    fn sibling_with(&self, amount: u64) -> Option<Self> {
        let (from, best_amount) = self.best_move()?.taken()?;
        let next = self.play(Move::take_from(from, best_amount)).ok()?;
        let mut heaps = next.heaps_only()?;
        for heap in from.iter() {
            let size = heaps.get_mut(heap)?;
            *size = size.checked_add(amount)?;
        }
        let sibling = self.with_heaps(&heaps)?;
        let leads_there = sibling.play(Move::take_from(from, amount)).ok() == Some(next);
        let is_sibling = amount != best_amount && leads_there && !sibling.is_lost();
        if is_sibling { sibling.reversed() } else { None }
    }

    /// The position with its heaps in reverse order.
    fn reversed(&self) -> Option<Self> {
        let mut heaps = self.heaps_only()?;
        heaps.reverse();
        self.with_heaps(&heaps)
    }

    /// The heaps, if they have letters and the position consists of nothing else.
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

    /// The position with other heaps, but the same game and options.
    fn with_heaps(&self, heaps: &[u64]) -> Option<Self> {
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
                let sibling = at.sibling(seed);
                assert!(!sibling.is_twin_of(&at), "{written}: {seed}");
                // A legal move leads where the best move of the position does.
                let best = at.best_move().expect("won");
                let next = at.play(best).expect("legal");
                let leads_there = |mv| sibling.play(mv).is_ok_and(|left| left.is_twin_of(&next));
                assert!(
                    sibling.choices().moves().any(leads_there),
                    "{written}: {seed}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn a_sibling_is_won_exactly_if_the_position_is_won(at in any_position(), seed in any::<u64>()) {
            let sibling = at.sibling(seed);
            prop_assert_eq!(sibling.is_lost(), at.is_lost());
            prop_assert_eq!(sibling.options(), at.options());
        }
    }
}
