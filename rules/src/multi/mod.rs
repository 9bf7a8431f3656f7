//! Nim with a sweep, also called Nim with the multi-heap rule, in normal and in misère play.
//!
//! Two to five heaps, two players in turn. A move takes any number from one heap, or the same
//! number from every heap. The player who makes the last move wins, or loses in misère play.
//!
//! The published rule says that a move takes from one heap, or the same number from each heap. Here
//! "each heap" is taken to include empty ones: once a heap is empty there is no sweep. If only the
//! filled heaps counted, three heaps would become Wythoff's game when one is gone; if any set of
//! heaps could be swept, no formula would be known for three or more heaps.
//!
//! With two heaps it is Wythoff's game. With three or five, sweeps change nothing in the theory of
//! Nim: a sweep flips the same bit in every heap, the lowest set bit of the amount, and the number
//! of heaps is odd, so no balanced position leads to another. With four heaps a sweep can lead from
//! one balanced position to another, and the game is tabulated.

pub(super) mod lessons;

use std::fmt;
use std::ops::RangeInclusive;

use super::map::Powers;
use super::nim::Nim;
use super::play::{after, in_powers, reason};
use super::table::{Table, remoteness};
use super::tabulated::{self, Tabulated};
use super::wythoff::Wythoff;
use super::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, Move, Numbers,
    Opening, Options, Reason, Result, Rules, Setup, Shape, Variant,
};

/// The largest size of a heap in games with four heaps, which are tabulated.
const LARGEST_TABULATED: u64 = 20;

/// How many heaps there may be.
const HEAPS: RangeInclusive<usize> = 2..=5;

/// Heaps and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, multi::Multi};
///
/// let position = Multi::read(Variant::Multi, Options::default(), "1 3 5 8").unwrap();
/// assert!(position.is_lost());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multi {
    heaps: Heaps,
    ending: Ending,
}

/// The key of a position in the table: the sorted sizes, and the ending.
type Key = ([u8; 4], Ending);

pub(super) static TABLE: Table<Key> = Table::new();

/// The positions after each move.
fn successors((sizes, ending): Key) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut add = |mut after: [u8; 4]| {
        after.sort_unstable();
        keys.push((after, ending));
    };
    for (heap, &size) in sizes.iter().enumerate() {
        for rest in 0..size {
            let mut after = sizes;
            if let Some(size) = after.get_mut(heap) {
                *size = rest;
            }
            add(after);
        }
    }
    let [smallest, ..] = sizes;
    for amount in 1..=smallest {
        add(sizes.map(|size| size - amount));
    }
    keys
}

impl Multi {
    /// The game whose theory tells who wins from this position. `None` if only the table tells it.
    fn theory(&self) -> Option<Box<dyn Rules>> {
        match *self.heaps.as_slice() {
            [left, right] => Some(Box::new(Wythoff::new([left, right], self.ending))),
            // Once a heap is empty, no sweep is possible.
            [_, _, _, _] if self.smallest() > 0 => None,
            _ => Some(Box::new(Nim::plain(self.heaps, self.ending))),
        }
    }

    /// Whether the table has this position. With an empty heap it is larger than it needs to be: the theory
    /// of Nim tells who wins, and the table how long it takes.
    fn is_in_table(&self) -> bool {
        self.heaps.as_slice().len() == 4 && self.heaps.largest() <= LARGEST_TABULATED
    }

    fn all_heaps(&self) -> HeapSet {
        HeapSet::first(self.heaps.as_slice().len())
    }

    fn smallest(&self) -> u64 {
        self.heaps.as_slice().iter().copied().min().unwrap_or(0)
    }

    /// The amounts of the sweeps that may win, if the number of heaps is odd. The amount that
    /// balances the heaps is found power by power from the lowest: since the number of heaps is
    /// odd, exactly one digit of the amount balances each power. In misère play, also the amounts
    /// after which all heaps are 0 or 1.
    fn sweeps(&self) -> Vec<u64> {
        let sizes = self.heaps.as_slice();
        let mut balancing = 0_u64;
        for bit in 0..u64::BITS {
            let digit = sizes.iter().fold(0, |digit, size| {
                digit ^ (size.wrapping_sub(balancing) >> bit & 1)
            });
            balancing |= digit << bit;
        }
        let largest = self.heaps.largest();
        let mut amounts = vec![balancing];
        if self.ending == Ending::Misere {
            amounts.extend([largest, largest.saturating_sub(1)]);
        }
        amounts.retain(|&amount| amount > 0 && amount <= self.smallest());
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }
}

impl fmt::Display for Multi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heaps.fmt(f)
    }
}

impl Tabulated for Multi {
    fn remoteness(&self) -> u16 {
        let wins_at_the_end = self.ending == Ending::Misere;
        let key = (self.heaps.sorted(), self.ending);
        TABLE.with(|known| remoteness(known, key, &successors, wins_at_the_end))
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
        let from_one = self.heaps.filled().map(|(heap, size)| List {
            kind: ListKind::Take(HeapSet::one(heap)),
            most: size,
        });
        let sweep = List {
            kind: ListKind::Take(self.all_heaps()),
            most: self.smallest(),
        };
        Choices::of(from_one.chain([sweep]))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let sweep = mv.taken().filter(|(from, _)| *from == self.all_heaps());
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
            Some(theory) => theory.is_lost(),
            None => self.remoteness().is_multiple_of(2) == (self.ending == Ending::Normal),
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let Some(theory) = self.theory() else {
            return Box::new(tabulated::winning_moves(self).into_iter());
        };
        let moves: Vec<Move> = theory.winning_moves().collect();
        if theory.variant() == Variant::Wythoff {
            return Box::new(moves.into_iter());
        }
        let sweeps = self.sweeps().into_iter();
        let sweeps = sweeps.map(|amount| Move::take_from(self.all_heaps(), amount));
        let sweeps = sweeps.filter(|&mv| after(self, mv).is_some_and(|next| next.is_lost()));
        let ends_game = |mv: &Move| after(self, *mv).is_some_and(|next| next.choices().is_empty());
        let (final_sweeps, sweeps): (Vec<Move>, Vec<Move>) = sweeps.partition(ends_game);
        // Moves of Nim come before sweeps that do not end the game, since the lessons teach the
        // moves of Nim.
        Box::new(final_sweeps.into_iter().chain(moves).chain(sweeps))
    }

    fn law(&self) -> Option<Reason> {
        if self.choices().is_empty() {
            return Some(reason!("lost-nothing-left"));
        }
        let law = self.theory()?.law()?;
        let has_sweep = self.smallest() > 0;
        Some(match law.name {
            "lost-nim-balance" if has_sweep => {
                reason!("lost-multi-balance", "sums" => in_powers(self.heaps.as_slice()), "ending" => self.ending)
            }
            "lost-nim-odd-ones" if has_sweep => reason!("lost-multi-odd-ones"),
            "lost-wythoff-doors" => reason!("lost-multi-pairs"),
            "lost-wythoff-step" => reason!("lost-last-one"),
            "lost-wythoff-two-twos" => reason!("lost-multi-two-twos"),
            "lost-wythoff" => Reason {
                facts: law.facts,
                ..reason!("lost-multi-pair")
            },
            _ => law,
        })
    }

    /// The theory of Nim has no sweeps, so it gives no clue for one.
    fn clue(&self, winning: Move) -> Option<Reason> {
        let clue = self.theory()?.clue(winning)?;
        Some(match clue.name {
            "reason-wythoff-same-difference" => Reason {
                facts: clue.facts,
                ..reason!("reason-multi-same-difference")
            },
            _ => clue,
        })
    }

    fn pieces(&self) -> Option<Powers> {
        self.theory()?.pieces()
    }

    fn moves_to_end(&self) -> Option<u128> {
        match self.heaps.as_slice().len() {
            4 if self.is_in_table() => Some(self.remoteness().into()),
            2 | 4 => self.theory()?.moves_to_end(),
            // Sweeps can make the game shorter than in Nim, and it is not known by how much.
            _ => None,
        }
    }

    fn defences(&self) -> Vec<Move> {
        match (self.heaps.as_slice().len(), self.theory()) {
            (4, _) if self.is_in_table() => tabulated::defences(self),
            (2 | 4, Some(theory)) => theory.defences(),
            (_, _) => Vec::new(),
        }
    }

    fn twin(&self) -> String {
        // Empty heaps must be kept: without them there would be a sweep.
        let mut sizes = self.heaps.as_slice().to_vec();
        sizes.sort_unstable();
        Heaps::of(&sizes).unwrap_or(self.heaps).to_string()
    }

    fn is_tabulated(&self) -> bool {
        self.theory().is_none()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(self.heaps.as_slice())
    }
}

impl Setup for Multi {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        Self::of(options, Heaps::read(notation, HEAPS)?)
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        let heaps = Heaps::drawn((3, 3), (largest.min(1), largest.min(12)), numbers);
        Self::of(options, heaps)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("3 4 5"), Opening::plain("1 3 5 8")];
        OPENINGS
    }

    fn example_start(&self) -> Self {
        let sizes: &[u64] = match self.ending {
            Ending::Normal => &[1, 2, 2],
            Ending::Misere => &[1, 1, 2],
        };
        // There are three sizes, so `Heaps::of` succeeds.
        let heaps = Heaps::of(sizes).unwrap_or(self.heaps);
        Self { heaps, ..*self }
    }
}

impl Multi {
    fn of(options: Options, heaps: Heaps) -> Result<Self> {
        let ending = options.ending_alone()?;
        let count = heaps.as_slice().len();
        let needs_table = count == 4 && !heaps.as_slice().contains(&0);
        if needs_table && heaps.largest() > LARGEST_TABULATED {
            return Err(BadPosition::TooLargeToTabulate {
                heaps: count,
                most: LARGEST_TABULATED,
            });
        }
        Ok(Self { heaps, ending })
    }
}
