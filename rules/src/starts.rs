//! The positions from which a game against an animal starts: small ones for the Duckling, and larger
//! ones for each animal after it.

use itertools::Itertools as _;

use super::{Animal, Numbers, Position, Variant};

impl Animal {
    /// A position of a game from which a member plays against this animal, drawn from [`Self::starts`]
    /// among those for which `is_allowed` holds. In half of the games the animal begins, if there is a
    /// start that is lost for it. Returns `None` if no start is allowed.
    ///
    /// ```
    /// use nim_games::{Animal, Draw, Numbers, Variant};
    ///
    /// let mut numbers = Numbers::of([Draw::new(7), Draw::new(8)]);
    /// let start = Animal::Duckling.start(Variant::Wythoff, &mut numbers, |_| true).unwrap();
    /// assert!(start.choices().count() <= 10);
    /// ```
    pub fn start(
        self,
        variant: Variant,
        numbers: &mut Numbers,
        is_allowed: impl Fn(&Position) -> bool,
    ) -> Option<Position> {
        let mut starts = self.starts(variant);
        starts.retain(is_allowed);
        let animal_begins = numbers.draw().falls_within(50);
        if starts.iter().any(|at| at.is_lost() == animal_begins) {
            starts.retain(|at| at.is_lost() == animal_begins);
        }
        let index = numbers.draw().below(starts.len() as u128);
        starts.get(usize::try_from(index).ok()?).copied()
    }

    /// The positions from which a game against this animal starts. None of them can be won in one
    /// move. Each can be won by who plays against the animal: if it is lost, the animal begins.
    #[must_use]
    pub fn starts(self, variant: Variant) -> Vec<Position> {
        if self == Self::Duckling {
            return read(variant, first_starts(variant));
        }
        let size = |at: &Position| at.shape().size();
        let first = read(variant, first_starts(variant));
        let largest_first = first.iter().map(size).max();
        let mut all = later_starts(variant);
        all.retain(|at| !at.is_won_at_once() && Some(size(at)) >= largest_first);
        let Some((least, most)) = all.iter().map(size).minmax().into_option() else {
            return all;
        };
        // The steps from the Rabbit, with the smallest, to the Penguin, with the largest.
        let steps = Self::ALL.len() as u128 - 1;
        let step = self.number() as u128 - 1;
        let limit = |step: u128| least + (most - least) * step / steps;
        let largest = all
            .iter()
            .map(size)
            .filter(|&size| size <= limit(step))
            .max();
        let from = limit(step - 1).min(largest.unwrap_or(least));
        all.retain(|at| (from..=limit(step)).contains(&size(at)));
        all
    }
}

/// The starts against the Duckling. They have few moves, and somebody who only takes a win in one
/// move wins four of five games (three of four in Greedy Nim, Nim with a sweep and Grundy's game).
const fn first_starts(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Wythoff => &["4 3", "3 4", "5 2", "2 5", "6 2", "2 6"],
        Variant::Nim | Variant::Candy => &["4 6", "6 4", "3 7", "7 3", "8 2"],
        Variant::Take => &["10", "11", "12"],
        Variant::TwentyOne => &["0/21"],
        Variant::Hundred => &["0/30", "0/31", "0/32"],
        Variant::Greedy => &["3 5", "6 3", "4 6", "7 3", "2 5"],
        Variant::Moore => &["1 1 3", "1 3 1", "3 1 1"],
        Variant::Multi => &["2 3 3", "3 2 3", "3 3 2", "4 2 2"],
        Variant::Grundy => &["7", "3 7", "7 3"],
        Variant::Building => &["6/2", "3/4"],
        Variant::Circular => &["5"],
        Variant::TacTix => &["3x3"],
        Variant::Graph => &["P2+P2", "most=2: K5", "most=2: C4"],
    }
}

/// The starts against all other animals.
fn later_starts(variant: Variant) -> Vec<Position> {
    let heaps = |count: usize, sizes: std::ops::RangeInclusive<u64>| {
        let heaps = vec![sizes; count].into_iter().multi_cartesian_product();
        heaps.map(|heaps| heaps.iter().join(" ")).collect_vec()
    };
    let some = |written: &[&str]| written.iter().map(ToString::to_string).collect_vec();
    let all = match variant {
        // Large ones are not next to (1, 2), which everybody knows by then.
        Variant::Wythoff => (3..=14_u64)
            .cartesian_product(3..=14_u64)
            .filter(|&(left, down)| left + down <= 12 || left.abs_diff(down) > 1)
            .map(|(left, down)| format!("{left} {down}"))
            .collect(),
        Variant::Nim | Variant::Greedy => heaps(3, 1..=9),
        Variant::Take => (11..=20).map(|size| size.to_string()).collect(),
        Variant::TwentyOne => some(&["0/21"]),
        Variant::Hundred => (3..=10).map(|tens| format!("0/{tens}0")).collect(),
        Variant::Moore => [heaps(3, 1..=5), heaps(4, 3..=6)].concat(),
        Variant::Multi => [heaps(3, 1..=6), some(&["1 3 5 8"])].concat(),
        Variant::Grundy => (8..=20).map(|size| size.to_string()).collect(),
        Variant::Building => (4..=8).map(|stones| format!("{stones}/3")).collect(),
        Variant::Candy => heaps(3, 1..=6),
        Variant::Circular => (6..=10).map(|dots| dots.to_string()).collect(),
        Variant::TacTix => some(&["3x3", "3x4", "4x4"]),
        Variant::Graph => some(&[
            "P3+P2", "C3+P3", "P4+P3", "P3+C4", "C4+S5", "P5+C5", "P3+C4+S5", "C4+P6+S4",
        ]),
    };
    read(variant, &all)
}

/// Positions in notation, after `most=…: ` if they have a limit of their own.
fn read<T: AsRef<str>>(variant: Variant, written: &[T]) -> Vec<Position> {
    let position = |written: &T| {
        let (options, notation) = written
            .as_ref()
            .split_once(": ")
            .unwrap_or(("", written.as_ref()));
        let options = options.parse().unwrap_or_default();
        Position::read(variant, Position::usual_options(variant, options), notation).ok()
    };
    written.iter().filter_map(position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn every_start_is_read_and_can_be_won_but_not_at_once() {
        for &variant in Variant::ALL {
            for animal in Animal::ALL {
                let starts = animal.starts(variant);
                assert!(!starts.is_empty(), "{variant:?} {animal:?}");
                assert!(
                    starts.iter().all(|at| !at.is_won_at_once()),
                    "{variant:?} {animal:?}"
                );
            }
            let first = Animal::Duckling.starts(variant);
            assert_eq!(first.len(), first_starts(variant).len(), "{variant:?}");
        }
    }

    #[test]
    fn starts_grow_with_the_animal() {
        for &variant in Variant::ALL {
            let largest = |animal: Animal| {
                let starts = animal.starts(variant);
                starts.iter().map(|at| at.shape().size()).max()
            };
            let sizes = Animal::ALL.map(largest);
            assert!(sizes.is_sorted(), "{variant:?} {sizes:?}");
        }
        let of = |animal: Animal| {
            let starts = animal.starts(Variant::Wythoff).into_iter();
            starts.map(|at| at.shape().size()).minmax().into_option()
        };
        assert_eq!(of(Animal::Rabbit), Some((8, 10)));
        assert_eq!(of(Animal::Penguin), Some((24, 26)));
    }

    #[test]
    fn each_side_begins_half_of_the_games_where_the_starts_allow_it() {
        let mut numbers = Numbers::of([Draw::new(1), Draw::new(2)]);
        let mut start = || Animal::Otter.start(Variant::Wythoff, &mut numbers, |_| true);
        let lost = (0..200)
            .filter(|_| start().is_some_and(|at| at.is_lost()))
            .count();
        assert!((70..130).contains(&lost), "{lost}");
    }
}
