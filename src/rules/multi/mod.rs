//! Nim with a sweep, also called Nim with the multi-heap rule, in normal and in misère play.
//!
//! Two to five heaps, two players in turn. A move takes any number from one heap, or the same number from every heap. The player who makes the
//! last move wins, or loses in misère play.
//!
//! The source says that a move takes from one heap, or the same number from each heap. Here that is read as every heap that there is, empty
//! ones included: with a heap empty there is no sweep. If only the filled heaps counted, three heaps would become Wythoff's game when one is
//! gone; if any set of heaps could be swept, no formula would be known from three heaps on.
//!
//! With two heaps it is Wythoff's game. With three or five the sweep adds no danger: a sweep takes the same number from an odd number of heaps,
//! and changes the lowest power of two in that number in all of them, so no balanced position leads to another. With four heaps it does, and
//! the game is counted out.

mod lessons;

use std::fmt;

use super::counted::{self, CountedOut};
use super::lessons::Lesson;
use super::map::Powers;
use super::nim::Nim;
use super::play::{in_powers, reason};
use super::table::{Table, remoteness};
use super::wythoff::Wythoff;
use super::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, Move, Numbers,
    Opening, Options, Reason, Rules, Setup, Shape, Variant,
};

/// The largest of four heaps, which are counted out.
const COUNTED: u64 = 20;

/// Heaps and the ending.
///
/// ```
/// use wythoff::rules::{Options, Rules, Setup, Variant, multi::Multi};
///
/// let position = Multi::read(Variant::Multi, Options::default(), "1 3 5 8").unwrap();
/// assert!(position.is_lost());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multi {
    heaps: Heaps,
    ending: Ending,
}

/// What the table knows a position by: the sizes in order, and the ending.
type Counted = ([u8; 4], Ending);

static TABLE: Table<Counted> = Table::new();

/// Forgets what has been counted out.
pub(super) fn forget() {
    TABLE.forget();
}

fn next((sizes, ending): Counted) -> Vec<Counted> {
    let mut found = Vec::new();
    let mut note = |mut after: [u8; 4]| {
        after.sort_unstable();
        found.push((after, ending));
    };
    for (heap, &size) in sizes.iter().enumerate() {
        for left in 0..size {
            let mut after = sizes;
            after
                .iter_mut()
                .skip(heap)
                .take(1)
                .for_each(|size| *size = left);
            note(after);
        }
    }
    let [smallest, ..] = sizes;
    for amount in 1..=smallest {
        note(sizes.map(|size| size - amount));
    }
    found
}

/// Which theory holds for a position.
enum Theory {
    Wythoff(Wythoff),
    /// Balance as in Nim.
    Nim(Nim),
    CountedOut,
}

impl Multi {
    fn theory(&self) -> Theory {
        match *self.heaps.as_slice() {
            [left, right] => Theory::Wythoff(Wythoff::new([left, right], self.ending)),
            // With a heap empty there is no sweep any more.
            [_, _, _, _] if self.smallest() > 0 => Theory::CountedOut,
            _ => Theory::Nim(Nim::plain(self.heaps, self.ending)),
        }
    }

    /// Whether it can be counted out, also when a heap is empty and the theory is that of Nim.
    fn has_table(&self) -> bool {
        self.heaps.as_slice().len() == 4
    }

    fn every(&self) -> HeapSet {
        HeapSet::first(self.heaps.as_slice().len())
    }

    fn smallest(&self) -> u64 {
        self.heaps.as_slice().iter().copied().min().unwrap_or(0)
    }

    fn counted(&self) -> Counted {
        let mut sizes = [0; 4];
        let filled = self.heaps.filled();
        let filled = filled.map(|(_, size)| u8::try_from(size).unwrap_or(u8::MAX));
        sizes
            .iter_mut()
            .zip(filled)
            .for_each(|(size, filled)| *size = filled);
        sizes.sort_unstable();
        (sizes, self.ending)
    }

    /// The sweeps of an odd number of heaps that may win. The amount after which the heaps are balanced is found power by power from the
    /// lowest: an odd number of heaps change by the same digit, so there is one digit that balances each. In misère play, also those after
    /// which all heaps are 0 or 1.
    fn sweeps(&self) -> Vec<u64> {
        let sizes = self.heaps.as_slice();
        let mut balanced = 0_u64;
        for bit in 0..u64::BITS {
            let digit = sizes.iter().fold(0, |digit, size| {
                digit ^ (size.wrapping_sub(balanced) >> bit & 1)
            });
            balanced |= digit << bit;
        }
        let largest = self.heaps.largest();
        let mut amounts = vec![balanced];
        if self.ending == Ending::Misere {
            amounts.extend([largest, largest.saturating_sub(1)]);
        }
        amounts.retain(|&amount| amount > 0 && amount <= self.smallest());
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    /// The position after a winning move.
    fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        // Winning moves are legal.
        let _ = after.play(mv);
        after
    }
}

impl fmt::Display for Multi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heaps.fmt(f)
    }
}

impl CountedOut for Multi {
    fn remoteness(&self) -> u16 {
        let wins_at_the_end = self.ending == Ending::Misere;
        TABLE.with(|known| remoteness(known, self.counted(), &next, wins_at_the_end))
    }
}

impl Rules for Multi {
    fn variant(&self) -> Variant {
        Variant::Multi
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        let one = self.heaps.filled().map(|(heap, size)| List {
            kind: ListKind::Take(HeapSet::one(heap)),
            most: size,
        });
        let sweep = List {
            kind: ListKind::Take(self.every()),
            most: self.smallest(),
        };
        Choices::of(one.chain([sweep]))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let sweep = mv.taken().filter(|(from, _)| *from == self.every());
        let Some((from, amount)) = sweep else {
            let (heap, amount) = self.heaps.taken_from_one(mv)?;
            let most = self.heaps.size(heap);
            if amount > most {
                let from = HeapSet::one(heap);
                return Err(IllegalMove::TooMany { from, most });
            }
            self.heaps = self.heaps.with(heap, most - amount);
            return Ok(());
        };
        let most = self.smallest();
        if amount > most {
            return Err(IllegalMove::TooMany { from, most });
        }
        for heap in from.iter() {
            self.heaps = self.heaps.with(heap, self.heaps.size(heap) - amount);
        }
        Ok(())
    }

    fn is_lost(&self) -> bool {
        match self.theory() {
            Theory::Wythoff(wythoff) => wythoff.is_lost(),
            Theory::Nim(nim) => nim.is_lost(),
            Theory::CountedOut => {
                self.remoteness().is_multiple_of(2) == (self.ending == Ending::Normal)
            }
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        match self.theory() {
            Theory::Wythoff(wythoff) => {
                let moves: Vec<Move> = wythoff.winning_moves().collect();
                Box::new(moves.into_iter())
            }
            Theory::Nim(nim) => {
                let moves: Vec<Move> = nim.winning_moves().collect();
                let sweeps = self.sweeps().into_iter();
                let sweeps = sweeps.map(|amount| Move::take_from(self.every(), amount));
                let sweeps = sweeps.filter(|&mv| self.after(mv).is_lost());
                let ends = |mv: &Move| self.after(*mv).choices().is_empty();
                let (last, sweeps): (Vec<Move>, Vec<Move>) = sweeps.partition(ends);
                // What is taught is the move of Nim.
                Box::new(last.into_iter().chain(moves).chain(sweeps))
            }
            Theory::CountedOut => Box::new(counted::winning_moves(self).into_iter()),
        }
    }

    fn law(&self) -> Option<Reason> {
        match self.theory() {
            _ if self.choices().is_empty() => Some(reason!("lost-nothing-left")),
            Theory::Wythoff(wythoff) => wythoff.law(),
            Theory::Nim(nim) => match nim.law() {
                Some(law) if law.name == "lost-nim-balance" && self.smallest() > 0 => Some(
                    reason!("lost-multi-balance", "sums" => in_powers(self.heaps.as_slice()), "ending" => self.ending),
                ),
                Some(law) if law.name == "lost-nim-odd-ones" && self.smallest() > 0 => {
                    Some(reason!("lost-multi-odd-ones"))
                }
                law => law,
            },
            Theory::CountedOut => None,
        }
    }

    fn clue(&self, winning: Move) -> Option<Reason> {
        match self.theory() {
            Theory::Wythoff(wythoff) => wythoff.clue(winning),
            // Nim knows no sweep, and has no clue for one.
            Theory::Nim(nim) => nim.clue(winning),
            Theory::CountedOut => None,
        }
    }

    fn pieces(&self) -> Option<Powers> {
        match self.theory() {
            Theory::Nim(nim) => nim.pieces(),
            Theory::Wythoff(_) | Theory::CountedOut => None,
        }
    }

    fn lasts(&self) -> Option<u128> {
        match self.theory() {
            Theory::Wythoff(wythoff) => wythoff.lasts(),
            _ if self.has_table() => Some(self.remoteness().into()),
            // The sweep makes it shorter, and nobody knows by how much.
            Theory::Nim(_) | Theory::CountedOut => None,
        }
    }

    fn defences(&self) -> Vec<Move> {
        match self.theory() {
            Theory::Wythoff(wythoff) => wythoff.defences(),
            _ if self.has_table() => counted::defences(self),
            Theory::Nim(_) | Theory::CountedOut => Vec::new(),
        }
    }

    fn options(&self) -> Options {
        Options::of_rules(self.ending)
    }

    fn twin(&self) -> String {
        // An empty heap counts, too: without it there would be a sweep.
        let mut sizes = self.heaps.as_slice().to_vec();
        sizes.sort_unstable();
        Heaps::of(&sizes).unwrap_or(self.heaps).to_string()
    }

    fn is_counted_out(&self) -> bool {
        matches!(self.theory(), Theory::CountedOut)
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(self.heaps.as_slice())
    }
}

impl Setup for Multi {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self, BadPosition> {
        Self::of(options, Heaps::read(notation)?)
    }

    fn drawn(
        _: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Self, BadPosition> {
        let heaps = Heaps::drawn((3, 3), (largest.min(1), largest.min(12)), numbers);
        Self::of(options, heaps)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("3 4 5"), Opening::plain("1 3 5 8")];
        OPENINGS
    }

    fn lessons(_variant: Variant, ending: Ending) -> &'static [Lesson] {
        lessons::of(ending)
    }

    fn example_start(&self) -> Self {
        let sizes: &[u64] = match self.ending {
            Ending::Normal => &[1, 2, 2],
            Ending::Misere => &[1, 1, 2],
        };
        // There are three of them.
        let heaps = Heaps::of(sizes).unwrap_or(self.heaps);
        Self { heaps, ..*self }
    }
}

impl Multi {
    fn of(options: Options, heaps: Heaps) -> Result<Self, BadPosition> {
        let ending = options.ending_alone()?;
        let count = heaps.as_slice().len();
        if !(2..=5).contains(&count) {
            return Err(BadPosition::HeapCount { least: 2, most: 5 });
        }
        if count == 4 && heaps.largest() > COUNTED {
            return Err(BadPosition::TooLargeToCount {
                heaps: count,
                most: COUNTED,
            });
        }
        Ok(Self { heaps, ending })
    }
}
