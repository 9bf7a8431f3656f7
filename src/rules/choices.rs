//! The legal moves of a position, as a person picks them: a few lists, each of which may be longer than memory.

use std::fmt;
use std::str::FromStr;

use super::{Draw, HeapSet, Move, NotAMove};

/// Every legal move, in lists. Empty if the game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(Vec<List>);

/// Moves of one kind, by their amount: 1, 2, … `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// What they do.
    pub kind: ListKind,
    /// The largest amount.
    pub most: u64,
}

/// What the moves of a list do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// They take the amount from each of those heaps.
    Take(HeapSet),
    /// They add the amount to the count.
    Count,
}

/// The letters of the heaps, or `+`.
impl fmt::Display for ListKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(heaps) => heaps.fmt(f),
            Self::Count => f.write_str("+"),
        }
    }
}

impl FromStr for ListKind {
    type Err = NotAMove;

    fn from_str(written: &str) -> Result<Self, NotAMove> {
        match written {
            "+" => Ok(Self::Count),
            heaps => heaps.parse().map(Self::Take),
        }
    }
}

impl List {
    /// The move with that amount.
    #[must_use]
    pub fn mv(self, amount: u64) -> Move {
        match self.kind {
            ListKind::Take(heaps) => Move::take_from(heaps, amount),
            ListKind::Count => Move::Count(amount),
        }
    }
}

impl Choices {
    /// Those lists, without empty ones.
    pub fn of(lists: impl IntoIterator<Item = List>) -> Self {
        Self(lists.into_iter().filter(|list| list.most > 0).collect())
    }

    /// The lists. None is empty.
    #[must_use]
    pub fn lists(&self) -> &[List] {
        &self.0
    }

    /// Whether there is no move, so that the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every move is of the smallest amount. Nobody can do anything else from here on in the games that only ever offer less later.
    #[must_use]
    pub fn is_one_at_a_time(&self) -> bool {
        self.0.iter().all(|list| list.most == 1)
    }

    /// How many moves there are.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.0.iter().map(|list| u128::from(list.most)).sum()
    }

    /// Every move, by list and then by amount. Iterate only if there are few.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.0
            .iter()
            .flat_map(|&list| (1..=list.most).map(move |amount| list.mv(amount)))
    }

    /// A move, each equally likely. Returns `None` if there is none.
    ///
    /// ```
    /// use wythoff::rules::{Choices, Draw, HeapSet, List, ListKind, Move};
    ///
    /// let list = |heap, most| List { kind: ListKind::Take(HeapSet::one(heap)), most };
    /// let choices = Choices::of([list(0, 2), list(1, 0), list(2, 1)]);
    /// assert_eq!(choices.any(Draw::new(0)), Some(Move::take([1])));
    /// assert_eq!(choices.any(Draw::new(u64::MAX)), Some(Move::take([0, 0, 1])));
    /// ```
    #[must_use]
    pub fn any(&self, draw: Draw) -> Option<Move> {
        let mut index = draw.below(self.count());
        for list in &self.0 {
            if index < u128::from(list.most) {
                return Some(list.mv(u64::try_from(index + 1).ok()?));
            }
            index -= u128::from(list.most);
        }
        None
    }
}
