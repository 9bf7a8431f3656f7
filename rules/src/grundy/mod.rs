//! Grundy's game (P. M. Grundy, 1939), in normal and in misère play.
//!
//! Heaps, two players in turn. A move splits one heap into two unequal heaps. Nothing is taken;
//! heaps of 1 and 2 cannot be split. The player who makes the last split wins, or loses in misère
//! play.
//!
//! No formula is known. Each heap has a value, by which heaps cancel like those of Nim (Sprague,
//! Grundy); in misère play this holds only while no heap is larger than 12. So positions of up to
//! 40 objects are tabulated; larger ones cannot be played, only solved by their values, in normal
//! play.

mod values;

pub(crate) use values::of as values_of;

pub(super) mod lessons;

use itertools::Itertools as _;
use std::fmt;

use super::map::{Powers, Term};
use super::play::reason;
use super::setup::{whole_number, words};
use super::table::{Table, remoteness};
use super::tabulated::{self, Tabulated};
use super::{
    BadPosition, Choices, Ending, IllegalMove, List, ListKind, Move, Numbers, Opening, Options,
    Reason, Result, Rules, Setup, Shape, Variant,
};
use values::most_part;

/// The maximum number of objects in a game, and therefore of heaps.
const MOST: u16 = 40;
const MOST_HEAPS: usize = 40;

/// The limits for a position that is only to be solved: the number of heaps that can be split, and
/// their size.
const SOLVED_HEAPS: usize = 20;
const SOLVED_SIZE: u16 = 10_000;

/// The largest heap whose value in misère play is known: it is the same as in normal play while a
/// value above 1 is left. This does not hold with larger heaps: `3 13` is lost, although its values
/// do not balance. (Every position of up to 40 objects was tabulated.)
const MISERE_KNOWN: u16 = 12;

/// The smallest heap that can be split.
const SMALLEST: u16 = 3;

/// Heaps and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, grundy::Grundy};
///
/// let position = Grundy::read(Variant::Grundy, Options::default(), "8").unwrap();
/// assert_eq!(position.winning_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["8=1+7"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grundy {
    sizes: [u16; MOST_HEAPS],
    count: u8,
    ending: Ending,
}

/// The table's key for a position: the sizes of the heaps of at least 3, in order, six bits each;
/// and the ending.
type Key = (u128, Ending);

static TABLE: Table<Key> = Table::new();

/// Forgets what has been tabulated.
pub(super) fn forget() {
    TABLE.forget();
    values::forget();
}

/// The number of bits per size in the table's key. There are at most 13 sizes: 13 heaps of 3 make
/// 39 objects.
const BITS: u32 = 6;

fn key(mut sizes: Vec<u16>, ending: Ending) -> Key {
    sizes.retain(|&size| size >= SMALLEST);
    sizes.sort_unstable();
    let key = sizes
        .into_iter()
        .fold(0, |key, size| key << BITS | u128::from(size));
    (key, ending)
}

fn next_keys((packed, ending): Key) -> Vec<Key> {
    let mut sizes = Vec::new();
    let mut rest = packed;
    while rest > 0 {
        sizes.extend(u16::try_from(rest & ((1 << BITS) - 1)));
        rest >>= BITS;
    }
    let mut found = Vec::new();
    for (heap, &size) in sizes.iter().enumerate() {
        if sizes.get(heap + 1) == Some(&size) {
            continue;
        }
        for part in 1..=most_part(size) {
            let mut after = sizes.clone();
            after.swap_remove(heap);
            after.extend([part, size - part]);
            found.push(key(after, ending));
        }
    }
    found
}

impl Grundy {
    fn sizes(&self) -> &[u16] {
        self.sizes.get(..self.count.into()).unwrap_or_default()
    }

    /// Whether the table covers the position. Larger positions are solved by their values.
    fn is_in_table(&self) -> bool {
        self.shape().size() <= MOST.into()
    }

    /// The sizes of heaps that can be split, each once, in order of the heaps.
    fn sizes_to_split(&self) -> Vec<u16> {
        let sizes = self.sizes().iter().copied();
        let sizes_to_split = sizes.filter(|&size| size >= SMALLEST).unique();
        sizes_to_split.collect()
    }

    /// The two parts take the heap's place, the smaller one first.
    fn split(&self, heap: u16, part: u16) -> Option<Self> {
        let at = self.sizes().iter().position(|&size| size == heap)?;
        let mut sizes = self.sizes().to_vec();
        sizes.splice(at..=at, [part, heap - part]);
        Self::of(&sizes, self.ending)
    }

    fn of(sizes: &[u16], ending: Ending) -> Option<Self> {
        let mut position = Self {
            sizes: [0; MOST_HEAPS],
            count: u8::try_from(sizes.len()).ok()?,
            ending,
        };
        let places = position.sizes.get_mut(..sizes.len())?;
        places.copy_from_slice(sizes);
        Some(position)
    }

    /// How many splits there are to the end, if that is the same however one plays: a heap of 3 can be
    /// split once, one of 4 twice (into 1 and 3, and the 3).
    fn splits_left(&self) -> Option<u64> {
        let splits = |&size: &u16| match size {
            0..SMALLEST => Some(0),
            3 => Some(1),
            4 => Some(2),
            _ => None,
        };
        self.sizes().iter().map(splits).sum()
    }

    /// The heaps that can be split, as they are shown.
    fn heaps_to_split(&self) -> String {
        let heaps = self.sizes().iter().filter(|&&size| size >= SMALLEST);
        format!("({})", heaps.format(", "))
    }

    /// Whether every split can be copied on an equal heap, to the very end, and that wins.
    fn comes_in_pairs(&self) -> bool {
        let heaps = self.sizes().iter().filter(|&&size| size >= SMALLEST);
        let counts = heaps.counts();
        self.ending == Ending::Normal && counts.values().all(|count| count.is_multiple_of(2))
    }

    fn winning_moves_by_values(&self) -> Vec<Move> {
        let sizes_to_split = self.sizes_to_split();
        values::winning_splits(self.sizes(), &sizes_to_split)
            .into_iter()
            .map(|(heap, part)| Move::Split {
                heap: heap.into(),
                part: part.into(),
            })
            .collect()
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.sizes().iter().join(" ");
        f.write_str(&sizes)
    }
}

impl Tabulated for Grundy {
    fn remoteness(&self) -> u16 {
        let wins_at_the_end = self.ending == Ending::Misere;
        let key = key(self.sizes().to_vec(), self.ending);
        TABLE.with(|known| remoteness(known, key, &next_keys, wins_at_the_end))
    }
}

impl Rules for Grundy {
    fn variant(&self) -> Variant {
        Variant::Grundy
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    /// One list per size, since equal heaps are interchangeable.
    fn choices(&self) -> Choices {
        Choices::of(self.sizes_to_split().into_iter().map(|size| List {
            kind: ListKind::Split(size.into()),
            most: most_part(size).into(),
        }))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Split { heap, part } = mv else {
            return Err(IllegalMove::OtherGame);
        };
        let no_heap = IllegalMove::NoHeapOf { size: heap };
        let size = u16::try_from(heap).map_err(|_| no_heap)?;
        if !self.sizes().contains(&size) {
            return Err(no_heap);
        }
        let part = u16::try_from(part).map_err(|_| IllegalMove::NotUnequal)?;
        if !(1..=most_part(size)).contains(&part) {
            return Err(IllegalMove::NotUnequal);
        }
        *self = self.split(size, part).ok_or(no_heap)?;
        Ok(())
    }

    fn is_lost(&self) -> bool {
        if self.is_in_table() {
            self.remoteness().is_multiple_of(2) == (self.ending == Ending::Normal)
        } else {
            values::sum(self.sizes()) == 0
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let moves = if self.is_in_table() {
            tabulated::winning_moves(self)
        } else {
            self.winning_moves_by_values()
        };
        Box::new(moves.into_iter())
    }

    fn law(&self) -> Option<Reason> {
        if self.choices().is_empty() {
            return Some(reason!("lost-grundy-end", "ending" => self.ending));
        }
        if let Some(splits) = self.splits_left() {
            return Some(
                reason!("lost-grundy-last", "heaps" => self.heaps_to_split(), "splits" => splits, "ending" => self.ending),
            );
        }
        if self.comes_in_pairs() {
            return Some(reason!("lost-grundy-copy", "heaps" => self.heaps_to_split()));
        }
        let pieces = self.pieces()?;
        let values = pieces.listed();
        Some(if self.ending == Ending::Misere && pieces.are_ones() {
            reason!("lost-grundy-ones", "values" => values)
        } else {
            reason!("lost-grundy", "values" => values, "ending" => self.ending)
        })
    }

    /// The heaps that can be split. In misère play the balance rule is known only while no heap is
    /// larger than 12.
    fn pieces(&self) -> Option<Powers> {
        let heaps = self.sizes().iter().copied();
        let heaps: Vec<u16> = heaps.filter(|&size| size >= SMALLEST).collect();
        let is_known = |&size: &u16| self.ending == Ending::Normal || size <= MISERE_KNOWN;
        let term = |(size, value): (&u16, u16)| Term::new(size.to_string(), value.into());
        let terms = heaps.iter().zip(values::of(&heaps)).map(term);
        let terms = terms.collect();
        heaps.iter().all(is_known).then(|| Powers::of(terms, 2))
    }

    fn has_simpler_law(&self) -> bool {
        self.splits_left().is_some() || self.comes_in_pairs()
    }

    fn moves_to_end(&self) -> Option<u128> {
        self.is_in_table().then(|| self.remoteness().into())
    }

    fn defences(&self) -> Vec<Move> {
        if self.is_in_table() {
            tabulated::defences(self)
        } else {
            Vec::new()
        }
    }

    /// The sizes in order, without those that cannot be split.
    fn twin(&self) -> String {
        let mut sizes = self.sizes().to_vec();
        sizes.retain(|&size| size >= SMALLEST);
        sizes.sort_unstable();

        sizes.iter().join(" ")
    }

    fn is_tabulated(&self) -> bool {
        true
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Sizes(self.sizes())
    }
}

impl Setup for Grundy {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        let (sizes, ending) = read(options, notation, MOST)?;
        let read = Self::of(&sizes, ending).filter(Self::is_in_table);
        read.ok_or(BadPosition::TooManyInAll { most: MOST.into() })
    }

    fn read_to_solve(_: Variant, options: Options, notation: &str) -> Result<Self> {
        let (sizes, ending) = read(options, notation, SOLVED_SIZE)?;
        if ending == Ending::Misere {
            return Err(BadPosition::TooManyInAll { most: MOST.into() });
        }
        let bad = |most| BadPosition::HeapCount { least: 1, most };
        // Heaps that cannot be split do not count towards the limit.
        let to_split = sizes.iter().filter(|&&size| size >= SMALLEST).count();
        if to_split > SOLVED_HEAPS {
            return Err(bad(SOLVED_HEAPS));
        }
        // A move and the answer to it add a heap each.
        if to_split > 0 && sizes.len() > MOST_HEAPS - 2 {
            return Err(bad(MOST_HEAPS - 2));
        }
        Self::of(&sizes, ending).ok_or(bad(MOST_HEAPS))
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        let ending = options.ending_alone()?;
        // A smaller heap cannot be split.
        let most = largest.clamp(SMALLEST.into(), 18);
        let sizes: Vec<u16> = (0..numbers.between(1, 2))
            .filter_map(|_| u16::try_from(numbers.between(most.min(5), most)).ok())
            .collect();
        Self::of(&sizes, ending).ok_or(BadPosition::NotHeaps)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[
            Opening::plain("18"),
            Opening::plain("8"),
            Opening::plain("20"),
        ];
        OPENINGS
    }

    fn example_start(&self) -> Self {
        // A single heap of 5 is won in both endings.
        Self::of(&[5], self.ending).unwrap_or(*self)
    }
}

fn read(options: Options, notation: &str, largest: u16) -> Result<(Vec<u16>, Ending)> {
    let ending = options.ending_alone()?;
    let size = |word| {
        let size = whole_number(word, BadPosition::NotHeaps, largest.into())?;
        match u16::try_from(size) {
            Ok(0) | Err(_) => Err(BadPosition::EmptyHeap),
            Ok(size) => Ok(size),
        }
    };
    let sizes: Vec<u16> = words(notation).map(size).collect::<Result<_, _>>()?;
    if sizes.is_empty() {
        return Err(BadPosition::NotHeaps);
    }
    Ok((sizes, ending))
}
