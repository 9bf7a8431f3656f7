//! What a picture can show of the law of a game: which positions are lost, or what has to cancel.

use super::{Ending, letter};

/// What a picture of a position can show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Map {
    /// The lost squares of Wythoff's game.
    Squares,
    /// The numbers that are good to say.
    GoodNumbers,
    /// Numbers as sums of powers of two.
    Powers(Powers),
}

/// Numbers as sums of powers of two. In a lost position each power occurs in a multiple of
/// `cycle` terms, except in misère play with only ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Powers {
    /// The numbers.
    pub terms: Vec<Term>,
    /// 2 in Nim; in Moore's Nim, one more than the number of heaps that a move may take from.
    pub cycle: u64,
}

/// A number, and the part of the position it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The part of the position that has this value: notation, or a letter and size such as `A 3`.
    pub name: String,
    /// The number.
    pub value: u64,
}

impl Powers {
    pub(super) const fn of(terms: Vec<Term>, cycle: u64) -> Self {
        Self { terms, cycle }
    }

    /// Heaps with their values, each named by its letter and size.
    pub(super) fn of_heaps(heaps: &[u64], values: &[u64], cycle: u64) -> Self {
        let heaps = heaps.iter().zip(values).enumerate();
        let terms = heaps.filter(|(_, (size, _))| **size > 0);
        let terms = terms.map(|(heap, (size, &value))| {
            let name = format!("{} {size}", letter(heap));
            Term::new(name, value)
        });
        Self::of(terms.collect(), cycle)
    }
}

impl Term {
    pub(super) const fn new(name: String, value: u64) -> Self {
        Self { name, value }
    }
}

impl Powers {
    /// The terms as text, each with its value: `3:3, 5:1`.
    pub(super) fn listed(&self) -> String {
        let terms = self.terms.iter();
        let terms = terms.map(|Term { name, value }| format!("{name}:{value}"));
        itertools::join(terms, ", ")
    }

    /// Whether no number is larger than 1.
    #[must_use]
    pub fn are_ones(&self) -> bool {
        self.terms.iter().all(|term| term.value <= 1)
    }

    /// Whether a position with these terms is lost: each power occurs in a number of terms that is
    /// a multiple of `cycle`; or, in misère play with no value above 1, the number of ones is one
    /// more than a multiple of `cycle`.
    #[must_use]
    pub fn are_lost(&self, ending: Ending) -> bool {
        if ending == Ending::Misere && self.are_ones() {
            let ones = self.counts().first().map_or(0, |&(_, count)| count);
            return ones % self.cycle == 1 % self.cycle;
        }
        let counts = self.counts();
        counts
            .iter()
            .all(|(_, count)| count.is_multiple_of(self.cycle))
    }

    /// The powers that occur, largest first, each with the number of terms that contain it. They
    /// balance if all these counts are multiples of `cycle`.
    #[must_use]
    pub fn counts(&self) -> Vec<(u64, u64)> {
        let count = |power: u64| {
            let containing = self.terms.iter().filter(|term| term.value & power != 0);
            containing.fold(0, |count, _| count + 1)
        };
        let powers = (0..64).rev().map(|bit| 1 << bit);
        let counts = powers.map(|power| (power, count(power)));
        counts.filter(|&(_, count)| count > 0).collect()
    }
}
