//! The legal moves of a position, as a person picks them: a few lists, each of which may be too
//! long for memory, a sheet with an amount for each heap, or cells to mark.

use std::fmt;
use std::str::FromStr;

use super::{Cells, Draw, HeapSet, MAX_HEAPS, Move, NotAMove, Numbers};

/// Every legal move. There is none if the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Lists, none of which is empty.
    Lists(Vec<List>),
    /// An amount from each of several heaps.
    Sheet(Sheet),
    /// Some of the cells that are left.
    Cells {
        /// The cells that are left.
        left: Cells,
        /// Every set that may be taken, sorted by number of cells, smallest first.
        sets: Vec<Cells>,
    },
}

/// Moves of one kind, by their amount: 1, 2, … `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// What the moves do.
    pub kind: ListKind,
    /// The largest amount.
    pub most: u64,
}

/// What the moves of a list do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// They take the amount from each of these heaps.
    Take(HeapSet),
    /// They add the amount to the count.
    Count,
    /// They split a heap of the given size. The amount is the smaller part.
    Split(u64),
    /// They place a stone. The amount is the number of the stack, from 1.
    Place,
}

/// Moves that take from up to `at_once` heaps at a time, any number from each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The most that can be taken from each heap.
    pub most: [u64; MAX_HEAPS],
    /// The maximum number of heaps to take from at once.
    pub at_once: usize,
}

/// The letters of the heaps, `+`, `7=`, or `place`.
impl fmt::Display for ListKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(heaps) => heaps.fmt(f),
            Self::Count => f.write_str("+"),
            Self::Split(heap) => write!(f, "{heap}="),
            Self::Place => f.write_str("place"),
        }
    }
}

impl FromStr for ListKind {
    type Err = NotAMove;

    fn from_str(written: &str) -> Result<Self, NotAMove> {
        let size = |heap: &str| heap.parse().map_err(|_| NotAMove);
        let kind = match (written, written.strip_suffix('=')) {
            ("+", _) => Self::Count,
            ("place", _) => Self::Place,
            (_, Some(heap)) => Self::Split(size(heap)?),
            (heaps, None) => Self::Take(heaps.parse()?),
        };
        // Only the canonical spelling is accepted.
        if kind.to_string() == written {
            Ok(kind)
        } else {
            Err(NotAMove)
        }
    }
}

impl List {
    /// The move with the given amount.
    #[must_use]
    pub fn mv(self, amount: u64) -> Move {
        match self.kind {
            ListKind::Take(heaps) => Move::take_from(heaps, amount),
            ListKind::Count => Move::Count(amount),
            ListKind::Split(heap) => Move::Split { heap, part: amount },
            ListKind::Place => {
                Move::Place(u8::try_from(amount.saturating_sub(1)).unwrap_or(u8::MAX))
            }
        }
    }

    /// Whether it has only one move, which concerns a single object.
    fn is_single_move(self) -> bool {
        let takes_from_several =
            matches!(self.kind, ListKind::Take(heaps) if heaps.iter().count() > 1);
        self.most == 1 && !takes_from_several
    }
}

impl Sheet {
    /// The heaps that can be taken from, each with the largest amount.
    pub fn heaps(&self) -> impl Iterator<Item = (usize, u64)> {
        let most = self.most.into_iter().enumerate();
        most.filter(|(_, most)| *most > 0)
    }

    /// How many moves there are, at most `u128::MAX`.
    fn count(&self) -> u128 {
        // Counts by the number of heaps taken from: the elementary symmetric polynomials of the
        // heaps' largest amounts.
        let mut counts = [0_u128; MAX_HEAPS + 1];
        counts[0] = 1;
        for (_, most) in self.heaps() {
            for at_once in (1..=self.at_once.min(MAX_HEAPS)).rev() {
                let [one_fewer, ways_without] =
                    [at_once - 1, at_once].map(|n| counts.get(n).copied());
                let ways_with = one_fewer.unwrap_or(0).saturating_mul(most.into());
                if let Some(count) = counts.get_mut(at_once) {
                    *count = ways_without.unwrap_or(0).saturating_add(ways_with);
                }
            }
        }
        let all = counts.into_iter().skip(1);
        all.fold(0, u128::saturating_add)
    }

    /// The next amounts in the order in which the first heap changes most often. `None` after the
    /// last ones.
    fn next_amounts(&self, mut amounts: [u64; MAX_HEAPS]) -> Option<[u64; MAX_HEAPS]> {
        let mut taken_later = amounts.iter().filter(|&&amount| amount > 0).count();
        for (amount, most) in amounts.iter_mut().zip(self.most) {
            let is_taken_from = *amount > 0;
            taken_later -= usize::from(is_taken_from);
            if *amount < most && (is_taken_from || taken_later < self.at_once) {
                *amount += 1;
                return Some(amounts);
            }
            *amount = 0;
        }
        None
    }

    /// A random move. If there are too many moves to count, it takes from the maximum number of
    /// heaps, like nearly all moves.
    fn random_move(&self, numbers: &mut Numbers) -> Option<Move> {
        let count = self.count();
        if count < u128::MAX {
            return self.nth(numbers.draw().below(count));
        }
        let mut heaps: Vec<(usize, u64)> = self.heaps().collect();
        let mut amounts = [0; MAX_HEAPS];
        for _ in 0..self.at_once.min(heaps.len()) {
            let drawn = usize::try_from(numbers.draw().below(heaps.len() as u128)).ok()?;
            let (heap, most) = heaps.swap_remove(drawn);
            *amounts.get_mut(heap)? = numbers.between(1, most);
        }
        Some(Move::Take(amounts))
    }

    /// The move with the given zero-based index. `None` if there are fewer moves.
    fn nth(&self, index: u128) -> Option<Move> {
        // The index among all choices of amounts, the first of which takes nothing.
        let (mut index, mut rest) = (index.checked_add(1)?, *self);
        let mut amounts = [0; MAX_HEAPS];
        for (heap, most) in self.heaps() {
            *rest.most.get_mut(heap)? = 0;
            let without = rest.count() + 1;
            if index < without {
                continue;
            }
            index -= without;
            let others = Self {
                at_once: rest.at_once.checked_sub(1)?,
                ..rest
            };
            let each = others.count() + 1;
            let amount = u64::try_from(index / each).ok()? + 1;
            if amount > most {
                return None;
            }
            *amounts.get_mut(heap)? = amount;
            index %= each;
            rest = others;
        }
        (index == 0).then_some(Move::Take(amounts))
    }
}

impl Choices {
    /// The given lists, without empty ones.
    pub fn of(lists: impl IntoIterator<Item = List>) -> Self {
        Self::Lists(lists.into_iter().filter(|list| list.most > 0).collect())
    }

    /// Whether there is no move, so that the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Lists(lists) => lists.is_empty(),
            Self::Sheet(sheet) => sheet.heaps().next().is_none(),
            Self::Cells { sets, .. } => sets.is_empty(),
        }
    }

    /// Whether every move concerns a single object. In games whose choices only ever shrink, this
    /// holds for the rest of the game.
    #[must_use]
    pub fn is_one_at_a_time(&self) -> bool {
        match self {
            Self::Lists(lists) => lists.iter().all(|list| list.is_single_move()),
            Self::Sheet(sheet) => self.count() == sheet.heaps().count() as u128,
            Self::Cells { sets, .. } => sets.iter().all(|set| set.count() == 1),
        }
    }

    /// How many moves there are, at most `u128::MAX`.
    #[must_use]
    pub fn count(&self) -> u128 {
        match self {
            Self::Lists(lists) => lists.iter().map(|list| u128::from(list.most)).sum(),
            Self::Sheet(sheet) => sheet.count(),
            Self::Cells { sets, .. } => sets.len() as u128,
        }
    }

    /// Every move, by list and then by amount. Iterate only if there are few.
    pub fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        match self {
            Self::Lists(lists) => Box::new(
                lists
                    .iter()
                    .flat_map(|&list| (1..=list.most).map(move |amount| list.mv(amount))),
            ),
            Self::Sheet(sheet) => {
                let first = sheet.next_amounts([0; MAX_HEAPS]);
                Box::new(
                    std::iter::successors(first, |&amounts| sheet.next_amounts(amounts))
                        .map(Move::Take),
                )
            }
            Self::Cells { sets, .. } => Box::new(sets.iter().copied().map(Move::Clear)),
        }
    }

    /// The smallest moves of each kind: one object, the smallest part, any stack.
    #[must_use]
    pub fn smallest(&self) -> Vec<Move> {
        match self {
            Self::Lists(lists) => {
                let smallest = |list: &List| match list.kind {
                    ListKind::Place => (1..=list.most).map(|stack| list.mv(stack)).collect(),
                    ListKind::Take(_) | ListKind::Count | ListKind::Split(_) => vec![list.mv(1)],
                };
                lists.iter().flat_map(smallest).collect()
            }
            Self::Sheet(sheet) => {
                let one = |(heap, _)| Move::take_from(HeapSet::one(heap), 1);
                sheet.heaps().map(one).collect()
            }
            Self::Cells { sets, .. } => {
                let single = sets.iter().filter(|set| set.count() == 1);
                single.copied().map(Move::Clear).collect()
            }
        }
    }

    /// The largest and the smallest move of the longest list, or of the sets of cells; for a sheet,
    /// [`Self::largest`] and one object from its largest heap.
    #[must_use]
    pub fn extremes(&self) -> [Option<Move>; 2] {
        match self {
            Self::Lists(lists) => {
                let longest = lists.iter().max_by_key(|list| list.most);
                let move_of = |amount: fn(&List) -> u64| longest.map(|list| list.mv(amount(list)));
                [move_of(|list| list.most), move_of(|_| 1)]
            }
            Self::Sheet(sheet) => {
                let largest = sheet.heaps().max_by_key(|&(_, most)| most);
                let one = largest.map(|(heap, _)| Move::take_from(HeapSet::one(heap), 1));
                [self.largest(), one]
            }
            Self::Cells { sets, .. } => {
                [sets.last(), sets.first()].map(|set| set.copied().map(Move::Clear))
            }
        }
    }

    /// The largest move of the last list, the largest from the last heaps of a sheet, or the
    /// largest set of cells.
    #[must_use]
    pub fn largest(&self) -> Option<Move> {
        match self {
            Self::Lists(lists) => lists.last().map(|list| list.mv(list.most)),
            Self::Sheet(sheet) => {
                let heaps: Vec<(usize, u64)> = sheet.heaps().collect();
                let mut amounts = [0; MAX_HEAPS];
                for &(heap, most) in heaps.iter().rev().take(sheet.at_once) {
                    *amounts.get_mut(heap)? = most;
                }
                (!heaps.is_empty()).then_some(Move::Take(amounts))
            }
            Self::Cells { sets, .. } => sets.last().copied().map(Move::Clear),
        }
    }

    /// A random move. Returns `None` if there is none. All are equally likely, except on a sheet
    /// with too many moves to count.
    ///
    /// ```
    /// use nim_games::{Choices, Draw, HeapSet, List, ListKind, Move, Numbers};
    ///
    /// let list = |heap, most| List { kind: ListKind::Take(HeapSet::one(heap)), most };
    /// let choices = Choices::of([list(0, 2), list(1, 0), list(2, 1)]);
    /// let draw = |drawn| choices.random_move(&mut Numbers::of([Draw::new(drawn); 2]));
    /// assert_eq!(draw(0), Some(Move::take([1])));
    /// assert_eq!(draw(u64::MAX), Some(Move::take([0, 0, 1])));
    /// ```
    #[must_use]
    pub fn random_move(&self, numbers: &mut Numbers) -> Option<Move> {
        match self {
            Self::Lists(lists) => random_from_lists(lists, numbers.draw(), self.count()),
            Self::Sheet(sheet) => sheet.random_move(numbers),
            Self::Cells { sets, .. } => {
                let index = usize::try_from(numbers.draw().below(self.count())).ok()?;
                sets.get(index).copied().map(Move::Clear)
            }
        }
    }
}

/// The cells that are marked once `cell` is chosen in addition to `chosen`. Cells in between are
/// filled in if there is only one way to do so. `None` if no set contains all chosen cells.
///
/// ```
/// use nim_games::{Cells, marked_cells};
///
/// let row = [0b1, 0b10, 0b100, 0b11, 0b110, 0b111].map(Cells);
/// assert_eq!(marked_cells(&row, Cells(0b1), 2), Some(Cells(0b111)));
/// assert_eq!(marked_cells(&row, Cells(0b1), 3), None);
/// ```
#[must_use]
pub fn marked_cells(sets: &[Cells], chosen: Cells, cell: usize) -> Option<Cells> {
    let wanted = chosen.with(Cells::one(cell));
    let mut possible: Vec<Cells> = sets.to_vec();
    possible.retain(|&set| wanted.are_within(set));
    let is_least = |set: &Cells| {
        let mut others = possible.iter();
        !others.any(|other| other != set && other.are_within(*set))
    };
    let mut least = possible.iter().copied().filter(is_least);
    match (least.next(), least.next()) {
        (None, _) => None,
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => Some(wanted),
    }
}

fn random_from_lists(lists: &[List], draw: Draw, count: u128) -> Option<Move> {
    let mut index = draw.below(count);
    for list in lists {
        if index < u128::from(list.most) {
            return Some(list.mv(u64::try_from(index + 1).ok()?));
        }
        index -= u128::from(list.most);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_sheet_counts_and_draws_each_of_its_moves() {
        for (most, at_once) in [
            ([2, 0, 3, 1, 0, 0, 0, 0], 2),
            ([1; MAX_HEAPS], 3),
            ([0; MAX_HEAPS], 2),
            ([4, 1, 0, 0, 0, 0, 0, 0], 8),
        ] {
            let sheet = Sheet { most, at_once };
            let choices = Choices::Sheet(sheet);
            let all: Vec<Move> = choices.moves().collect();
            let distinct: HashSet<Move> = all.iter().copied().collect();
            assert_eq!(
                (all.len(), all.len() as u128),
                (distinct.len(), sheet.count())
            );
            let drawn: HashSet<Move> = (0..sheet.count()).filter_map(|n| sheet.nth(n)).collect();
            assert_eq!(drawn, distinct);
            assert_eq!(sheet.nth(sheet.count()), None);
            assert_eq!(choices.is_empty(), all.is_empty());
            assert!(choices.smallest().iter().all(|mv| distinct.contains(mv)));
            assert!(choices.largest().is_none_or(|mv| distinct.contains(&mv)));
        }
        let endless = Choices::Sheet(Sheet {
            most: [u64::MAX; MAX_HEAPS],
            at_once: MAX_HEAPS,
        });
        assert_eq!(endless.count(), u128::MAX);
        let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
        assert!(endless.random_move(&mut numbers).is_some());
    }
}
