//! A position: how much is in each pile. What may be done with it is in `moves`.

use std::fmt;
use std::ops::RangeInclusive;

use crate::rules::Draw;

/// The two piles. Every pair of numbers is a position; `(0, 0)` is the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Objects in the left pile.
    pub left: u64,
    /// Objects in the right pile.
    pub right: u64,
}

impl Position {
    /// The end of every game: nothing is left.
    pub const HOME: Self = Self::new(0, 0);

    /// The position with that many objects in the left and in the right pile.
    #[must_use]
    pub const fn new(left: u64, right: u64) -> Self {
        Self { left, right }
    }

    /// A position drawn at random, with piles of those sizes.
    #[must_use]
    pub fn drawn(sizes: &RangeInclusive<u64>, draws: [Draw; 2]) -> Self {
        let (least, span) = (*sizes.start(), *sizes.end() - *sizes.start());
        let [left, step] = draws;
        let left = left.up_to(span);
        // The piles differ if the range allows it: a single move takes everything from equal piles.
        let right = match span {
            0 => 0,
            _ => (left + 1 + step.up_to(span - 1)) % (span + 1),
        };
        Self::new(least + left, least + right)
    }

    /// Whether nothing is left, so that the last player to move has won.
    #[must_use]
    pub const fn is_home(self) -> bool {
        self.left == 0 && self.right == 0
    }

    /// The larger pile.
    #[must_use]
    pub fn larger(self) -> u64 {
        self.left.max(self.right)
    }

    /// The smaller pile.
    #[must_use]
    pub fn smaller(self) -> u64 {
        self.left.min(self.right)
    }

    /// By how much the piles differ.
    #[must_use]
    pub const fn difference(self) -> u64 {
        self.left.abs_diff(self.right)
    }

    /// The same position with its piles exchanged.
    ///
    /// ```
    /// use wythoff::rules::wythoff::Position;
    ///
    /// assert_eq!(Position::new(10, 6).mirrored(), Position::new(6, 10));
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.right, self.left)
    }
}

/// Writes the pair as every message shows it: `(10, 6)`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.left, self.right)
    }
}
