//! Moves of every game of the family, in five forms, and their notation.

use itertools::Itertools as _;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How many heaps a position may have, if the heaps have letters.
pub const MAX_HEAPS: usize = 8;

/// A move of any game. Whether it is legal depends on the position.
///
/// ```
/// use nim_games::Move;
///
/// for notation in ["A3", "A2C3", "7=2+5", "+B", "+3", "5.6.7"] {
///     let mv: Move = notation.parse().unwrap();
///     assert_eq!(mv.to_string(), notation);
/// }
/// assert_eq!("AB2".parse(), Ok(Move::take([2, 2])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Takes the given number of objects from each heap.
    Take([u64; MAX_HEAPS]),
    /// Splits a heap of the given size into a part and the rest.
    Split {
        /// The size of the heap.
        heap: u64,
        /// The size of the smaller part.
        part: u64,
    },
    /// Puts an object on the stack with the given index.
    Place(u8),
    /// Adds the given number to the count.
    Count(u64),
    /// Takes the given cells.
    Clear(Cells),
}

/// A set of numbered cells, up to 18: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub u32);

/// How many cells a board may have.
pub const MAX_CELLS: usize = 18;

impl Cells {
    /// The first `count` cells.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// The cell with the given index alone.
    #[must_use]
    pub const fn one(cell: usize) -> Self {
        Self(1 << cell)
    }

    /// The indices of its cells.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..MAX_CELLS).filter(move |&cell| self.has(cell))
    }

    /// Whether the cell with the given index is one of them.
    #[must_use]
    pub const fn has(self, cell: usize) -> bool {
        cell < MAX_CELLS && self.0 & (1 << cell) != 0
    }

    /// The number of cells.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every cell of this set is also in `others`.
    #[must_use]
    pub const fn are_within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The cells of this set from `first` to `first + count - 1`, renumbered so that `first` becomes
    /// 0.
    #[must_use]
    pub const fn slice(self, first: usize, count: usize) -> Self {
        Self(self.0 >> first & Self::first(count).0)
    }

    /// The cells of this set together with those of `others`.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The cells of this set that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let each = cells.into_iter().map(Self::one);
        each.fold(Self::default(), Self::with)
    }
}

/// A text that is not the notation of any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a move, such as A3")]
pub struct NotAMove;

/// A set of heaps: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapSet(u8);

impl HeapSet {
    /// The heap with the given index alone.
    #[must_use]
    pub const fn one(heap: usize) -> Self {
        Self(1 << heap)
    }

    /// The first `count` heaps.
    #[must_use]
    pub fn first(count: usize) -> Self {
        (0..count).fold(Self(0), |set, heap| Self(set.0 | 1 << heap))
    }

    /// The heaps of both sets.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The indices of its heaps.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..MAX_HEAPS).filter(move |heap| self.0 & (1 << heap) != 0)
    }

    /// The heaps that a move takes from.
    #[must_use]
    pub fn of(amounts: [u64; MAX_HEAPS]) -> Self {
        let taken = amounts
            .iter()
            .enumerate()
            .filter(|(_, amount)| **amount > 0);
        taken.fold(Self(0), |set, (heap, _)| Self(set.0 | 1 << heap))
    }
}

/// The heaps by their letters: `A`, `AB`.
impl fmt::Display for HeapSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|heap| write!(f, "{}", letter(heap)))
    }
}

impl FromStr for HeapSet {
    type Err = NotAMove;

    /// Reads letters in alphabetical order, without repeats.
    fn from_str(letters: &str) -> Result<Self, NotAMove> {
        let heap = |letter: char| heap_of(letter).ok_or(NotAMove);
        let heaps: Vec<usize> = letters.chars().map(heap).collect::<Result<_, _>>()?;
        let set = heaps
            .iter()
            .fold(Self(0), |set, heap| Self(set.0 | 1 << heap));
        if !heaps.is_empty() && set.to_string() == letters {
            Ok(set)
        } else {
            Err(NotAMove)
        }
    }
}

/// The letter of a heap: the first is A.
#[must_use]
pub fn letter(heap: usize) -> char {
    char::from(b'A'.saturating_add(u8::try_from(heap).unwrap_or(u8::MAX)))
}

fn heap_of(letter: char) -> Option<usize> {
    let index = u32::from(letter.to_ascii_uppercase()).checked_sub(u32::from('A'))?;
    usize::try_from(index).ok().filter(|&heap| heap < MAX_HEAPS)
}

impl Move {
    /// Takes the given amounts from the first heaps.
    #[must_use]
    pub fn take<const N: usize>(amounts: [u64; N]) -> Self {
        let mut each = [0; MAX_HEAPS];
        each.iter_mut()
            .zip(amounts)
            .for_each(|(heap, amount)| *heap = amount);
        Self::Take(each)
    }

    /// Takes `amount` from each of `heaps`.
    #[must_use]
    pub fn take_from(heaps: HeapSet, amount: u64) -> Self {
        let mut amounts = [0; MAX_HEAPS];
        for heap in heaps.iter() {
            if let Some(entry) = amounts.get_mut(heap) {
                *entry = amount;
            }
        }
        Self::Take(amounts)
    }

    /// The heaps that it takes from, and the amount, if it takes the same amount from each.
    #[must_use]
    pub fn taken(self) -> Option<(HeapSet, u64)> {
        let Self::Take(amounts) = self else {
            return None;
        };
        let mut taken = amounts.into_iter().filter(|&amount| amount > 0);
        let amount = taken.next()?;
        taken
            .all(|other| other == amount)
            .then(|| (HeapSet::of(amounts), amount))
    }
}

/// The notation. The alternate form `{:#}` writes heaps with the same amount together: `AB2` for
/// `A2B2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Take(amounts) => match self.taken() {
                Some((heaps, amount)) if f.alternate() => write!(f, "{heaps}{amount}"),
                _ => HeapSet::of(amounts)
                    .iter()
                    .zip(amounts.into_iter().filter(|&amount| amount > 0))
                    .try_for_each(|(heap, amount)| write!(f, "{}{amount}", letter(heap))),
            },
            Self::Split { heap, part } => write!(f, "{heap}={part}+{}", heap.saturating_sub(part)),
            Self::Place(stack) => write!(f, "+{}", letter(stack.into())),
            Self::Count(amount) => write!(f, "+{amount}"),
            Self::Clear(cells) => write!(f, "{cells}"),
        }
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.iter().map(|cell| (cell + 1).to_string()).join(".");
        f.write_str(&numbers)
    }
}

/// Reads the notation, in upper or lower case, with or without white space, except inside a number:
/// `B1 2` is not `B12`.
impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(written: &str) -> Result<Self, NotAMove> {
        let written = without_spaces(written).ok_or(NotAMove)?;
        if let Some(added) = written.strip_prefix('+') {
            let mut letters = added.chars();
            return match (letters.next().and_then(heap_of), letters.next()) {
                (Some(stack), None) => Ok(Self::Place(u8::try_from(stack).map_err(|_| NotAMove)?)),
                _ => Ok(Self::Count(number(added)?)),
            };
        }
        if let Some((heap, parts)) = written.split_once('=') {
            let (one, other) = parts.split_once('+').ok_or(NotAMove)?;
            let (heap, one, other) = (number(heap)?, number(one)?, number(other)?);
            let is_valid = one.checked_add(other) == Some(heap) && one > 0 && other > 0;
            let part = one.min(other);
            return if is_valid {
                Ok(Self::Split { heap, part })
            } else {
                Err(NotAMove)
            };
        }
        if written.starts_with(|c: char| c.is_ascii_digit()) {
            return read_cells(&written);
        }
        read_take(&written)
    }
}

/// A written move without white space. Returns `None` if a number has white space inside: `B1 2` is
/// not `B12`.
///
/// ```
/// assert_eq!(nim_games::without_spaces("a 3 b2").as_deref(), Some("a3b2"));
/// assert_eq!(nim_games::without_spaces("b1 2"), None);
/// ```
#[must_use]
pub fn without_spaces(written: &str) -> Option<String> {
    let ends_with_digit = |word: &str| word.ends_with(|c: char| c.is_ascii_digit());
    let begins_with_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let words: Vec<&str> = written.split_whitespace().collect();
    let mut pairs = words.iter().zip(words.iter().skip(1));
    let splits_number = pairs.any(|(one, next)| ends_with_digit(one) && begins_with_digit(next));
    (!splits_number).then(|| words.concat())
}

fn read_cells(written: &str) -> Result<Move, NotAMove> {
    let mut cells = Cells::default();
    for cell in written.split('.') {
        let cell = usize::try_from(number(cell)?).map_err(|_| NotAMove)?;
        if !(1..=MAX_CELLS).contains(&cell) {
            return Err(NotAMove);
        }
        cells = cells.with(Cells::one(cell - 1));
    }
    Ok(Move::Clear(cells))
}

/// Reads letters, each with its amount; an amount after several letters applies to each of them.
/// Such letters are in alphabetical order, so that no word (`each 1`) is taken for them. No heap may
/// occur twice.
fn read_take(written: &str) -> Result<Move, NotAMove> {
    let mut amounts = [0_u64; MAX_HEAPS];
    let mut rest = written;
    while !rest.is_empty() {
        let first_digit = rest.find(|c: char| c.is_ascii_digit()).ok_or(NotAMove)?;
        let (letters, after) = rest.split_at(first_digit);
        let end = after
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(after.len());
        let (amount, next) = after.split_at(end);
        let amount = number(amount)?;
        if amount == 0 {
            return Err(NotAMove);
        }
        let heaps: HeapSet = letters.to_ascii_uppercase().parse()?;
        for heap in heaps.iter() {
            let heap = amounts.get_mut(heap).ok_or(NotAMove)?;
            if std::mem::replace(heap, amount) > 0 {
                return Err(NotAMove);
            }
        }
        rest = next;
    }
    if written.is_empty() {
        Err(NotAMove)
    } else {
        Ok(Move::Take(amounts))
    }
}

/// Reads digits only: `u64::from_str` would also accept a plus sign.
fn number(digits: &str) -> Result<u64, NotAMove> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain {
        digits.parse().map_err(|_| NotAMove)
    } else {
        Err(NotAMove)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_move() -> impl Strategy<Value = Move> {
        let take = prop::array::uniform8(prop_oneof![Just(0), any::<u64>()]);
        let take = take.prop_filter("it takes something", |amounts| {
            amounts.iter().any(|&amount| amount > 0)
        });
        prop_oneof![
            take.prop_map(Move::Take),
            (1..u64::MAX / 2, 1..u64::MAX / 2).prop_map(|(a, b)| Move::Split {
                heap: a + b,
                part: a.min(b)
            }),
            (0..8_u8).prop_map(Move::Place),
            any::<u64>().prop_map(Move::Count),
            (1..1_u32 << MAX_CELLS).prop_map(|cells| Move::Clear(Cells(cells))),
        ]
    }

    proptest! {
        #[test]
        fn the_notation_reads_back_in_both_forms(mv in any_move()) {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
            prop_assert_eq!(format!("{mv:#}").to_lowercase().parse(), Ok(mv));
        }

        #[test]
        fn whatever_is_read_reads_back(text in "[A-I0-9+=. ]{0,12}") {
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "A",
            "3A",
            "A0",
            "A3A4",
            "I3",
            "+",
            "7=0+7",
            "7=3+3",
            "0",
            "19",
            "1..2",
            "A-1",
            "A99999999999999999999",
            "each 1",
            "BA2",
        ] {
            assert_eq!(text.parse::<Move>(), Err(NotAMove), "{text}");
        }
    }
}
