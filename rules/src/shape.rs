//! How a position is shown: the basis for text boards, pictures, descriptions and limits.

use super::Cells;
use super::clearing::Layout;

/// What can be seen of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'p> {
    /// Heaps with letters.
    Heaps(&'p [u64]),
    /// Heaps with letters, and how much the player to move and the opponent have eaten.
    Candies(&'p [u64], [u64; 2]),
    /// Heaps without letters, which are named by their sizes.
    Sizes(&'p [u16]),
    /// Stacks with letters, and how many stones are still in hand.
    Stacks(&'p [u64], u64),
    /// A count.
    Count(Counting),
    /// A board, and the cells that are left.
    Cells(Layout, Cells),
}

/// A count that goes up to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting {
    /// The count.
    pub count: u64,
    /// The last number.
    pub target: u64,
    /// The most that a move may add.
    pub most: u64,
    /// The smallest number that is good to say, perhaps 0. Every number that exceeds it by a
    /// multiple of `most + 1` is good as well.
    pub first_good: u64,
}

impl<'p> Shape<'p> {
    /// The heaps or stacks that have letters.
    #[must_use]
    pub const fn lettered(self) -> Option<&'p [u64]> {
        match self {
            Self::Heaps(sizes) | Self::Candies(sizes, _) | Self::Stacks(sizes, _) => Some(sizes),
            Self::Sizes(_) | Self::Count(_) | Self::Cells(..) => None,
        }
    }

    /// Whether the stacks form pairs of equal ones and an even number of stones is still to be
    /// placed, so that the second player can copy each stone.
    #[must_use]
    pub fn moves_can_be_copied(self) -> bool {
        let Self::Stacks(stacks, in_hand) = self else {
            return false;
        };
        let mut stacks = stacks.to_vec();
        stacks.sort_unstable();
        let mut pairs = stacks.chunks(2);
        let is_even = in_hand > 0 && in_hand.is_multiple_of(2);
        is_even && pairs.all(|pair| matches!(pair, [one, other] if one == other))
    }

    /// The count, in a game of counting.
    #[must_use]
    pub const fn counting(self) -> Option<Counting> {
        if let Self::Count(counting) = self {
            Some(counting)
        } else {
            None
        }
    }

    /// How many cells the board has, including those already taken. 0 if there is no board.
    #[must_use]
    pub fn cells(self) -> usize {
        if let Self::Cells(layout, _) = self {
            layout.cells()
        } else {
            0
        }
    }

    /// How many objects there are: those that can still be taken or placed, or, for a count, its
    /// distance from the target.
    #[must_use]
    pub fn size(self) -> u128 {
        let sum = |sizes: &[u64]| sizes.iter().map(|&size| u128::from(size)).sum::<u128>();
        match self {
            Self::Heaps(sizes) | Self::Candies(sizes, _) => sum(sizes),
            Self::Sizes(sizes) => sizes.iter().map(|&size| u128::from(size)).sum(),
            Self::Stacks(sizes, in_hand) => sum(sizes) + u128::from(in_hand),
            Self::Count(counting) => u128::from(counting.target - counting.count),
            Self::Cells(_, left) => left.count().into(),
        }
    }

    /// The largest heap, for the limit that servers set: the stones in hand count as one heap.
    /// `None` if there are no heaps.
    #[must_use]
    pub fn largest(self) -> Option<u64> {
        match self {
            Self::Heaps(sizes) | Self::Candies(sizes, _) => sizes.iter().copied().max(),
            Self::Sizes(sizes) => sizes.iter().copied().max().map(u64::from),
            Self::Stacks(sizes, in_hand) => sizes.iter().copied().chain([in_hand]).max(),
            Self::Count(_) | Self::Cells(..) => None,
        }
    }
}

impl Counting {
    /// Whether `number` is good to say: the opponent then loses.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let position: Position = "21: 0/21".parse().unwrap();
    /// let counting = position.shape().counting().unwrap();
    /// assert!(counting.is_good(4) && counting.is_good(20) && !counting.is_good(21));
    /// ```
    #[must_use]
    pub const fn is_good(self, number: u64) -> bool {
        match number.checked_sub(self.first_good) {
            Some(above) => {
                number > 0 && number <= self.target && above % self.most.saturating_add(1) == 0
            }
            None => false,
        }
    }
}
