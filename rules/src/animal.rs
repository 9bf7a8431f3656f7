//! The ladder: ten opponents, each a little stronger than the one before, and the positions from
//! which they are played.

use itertools::Itertools as _;

use super::opponent::Attention;
use super::{Numbers, Options, Position, Variant};

/// An opponent of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Animal {
    /// Moves at random.
    Duckling,
    /// Finds 3 % of the winning moves.
    Rabbit,
    /// Finds 14 %.
    Hedgehog,
    /// Finds 30 %.
    Squirrel,
    /// Finds 47 %.
    Otter,
    /// Finds 64 %.
    Swan,
    /// Finds 75 %.
    Dolphin,
    /// Finds 86 %.
    Elephant,
    /// Finds 94 %.
    Reindeer,
    /// Plays perfectly.
    Penguin,
}

impl Animal {
    /// From the weakest to the strongest.
    pub const ALL: [Self; 10] = [
        Self::Duckling,
        Self::Rabbit,
        Self::Hedgehog,
        Self::Squirrel,
        Self::Otter,
        Self::Swan,
        Self::Dolphin,
        Self::Elephant,
        Self::Reindeer,
        Self::Penguin,
    ];

    /// How well it plays. `far` is the cube of `near`, both in whole percent. The values were
    /// chosen so that each opponent beats the one before in about 61 of 100 games.
    #[must_use]
    pub const fn attention(self) -> Attention {
        let (near, far) = match self {
            Self::Duckling => (0, 0),
            Self::Rabbit => (30, 3),
            Self::Hedgehog => (52, 14),
            Self::Squirrel => (67, 30),
            Self::Otter => (78, 47),
            Self::Swan => (86, 64),
            Self::Dolphin => (91, 75),
            Self::Elephant => (95, 86),
            Self::Reindeer => (98, 94),
            Self::Penguin => (100, 100),
        };
        Attention { near, far }
    }

    /// The number of the rung, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        Self::ALL.iter().take_while(|&&rung| rung < self).count() + 1
    }

    /// The next rung, if there is one.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.number()).copied()
    }
}

/// The sizes of piles and heaps in starting positions. With larger ones, the last rung would be
/// stronger than the one before by too much.
const WYTHOFF_PILES: std::ops::RangeInclusive<u64> = 5..=30;
const NIM_HEAPS: std::ops::RangeInclusive<u64> = 3..=9;

/// The positions from which a game of the ladder can start, in random order. First come those that
/// the person can win, but not in one move: won ones if the person begins, otherwise lost ones.
///
/// ```
/// use nim_games::{Draw, Numbers, Variant, ladder_starts};
///
/// let numbers = Numbers::of([Draw::new(7), Draw::new(8)]);
/// let starts = |person_begins| ladder_starts(Variant::Wythoff, person_begins, numbers.clone());
/// assert!(!starts(true)[0].is_lost());
/// assert!(starts(false)[0].is_lost());
/// ```
#[must_use]
pub fn ladder_starts(variant: Variant, person_begins: bool, mut numbers: Numbers) -> Vec<Position> {
    let mut all = starts(variant);
    all.sort_by_cached_key(|at| {
        let is_suitable = at.is_lost() != person_begins && !at.is_won_at_once();
        (!is_suitable, numbers.draw().number())
    });
    all
}

/// The positions from which the ladder of a game is played.
fn starts(variant: Variant) -> Vec<Position> {
    let heaps = if variant == Variant::Wythoff {
        vec![WYTHOFF_PILES; 2]
    } else if variant == Variant::Nim {
        vec![NIM_HEAPS; 3]
    } else {
        let openings = Position::openings(variant).iter();
        return openings
            .filter_map(|opening| Position::read(variant, opening.options, opening.position).ok())
            .collect();
    };
    let heaps = heaps.into_iter().multi_cartesian_product();
    heaps
        .filter_map(|heaps| {
            Position::read(variant, Options::default(), &heaps.iter().join(" ")).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn the_person_can_win_the_first_start_if_any_can_be_won() {
        for &variant in Variant::ALL {
            for person_begins in [true, false] {
                let numbers = |seed| Numbers::of([Draw::new(seed), Draw::new(seed / 3)]);
                let first = |seed| ladder_starts(variant, person_begins, numbers(seed))[0];
                let is_suitable =
                    |at: &Position| at.is_lost() != person_begins && !at.is_won_at_once();
                let has_any = starts(variant).iter().any(is_suitable);
                let fits = [0, 7, u64::MAX].map(|seed| is_suitable(&first(seed)));
                assert_eq!(fits, [has_any; 3], "{variant:?}");
            }
        }
    }

    #[test]
    fn the_rungs_get_better_and_are_numbered() {
        let numbers: Vec<usize> = Animal::ALL.iter().map(|rung| rung.number()).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        let attention = Animal::ALL.map(Animal::attention);
        assert!(
            attention
                .windows(2)
                .all(|pair| pair[0].near < pair[1].near && pair[0].far < pair[1].far)
        );
        assert_eq!(Animal::Penguin.next(), None);
    }
}
