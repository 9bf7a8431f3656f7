//! Moore's Nim, also called index-k Nim (E. H. Moore, 1910), in normal and in misère play, also
//! with a limit for each heap.
//!
//! Up to eight heaps, two players in turn. A move takes from up to `heaps` heaps at once, any
//! number from each or, with the option `most`, no more than that from each. The player who makes
//! the last move wins, or loses in misère play.
//!
//! Without a limit the theory is Moore's, at every size. With a limit the published rule, which
//! looks at the remainders modulo `most` + 1, holds for up to `heaps` + 1 heaps; then a position is
//! lost if all remainders are equal. Beyond that it is wrong: 1 1 1 2 with two heaps at once and at
//! most 1 from each is won, though each digit occurs in a multiple of three remainders. So games
//! with a limit are tabulated, and their sizes are limited.

mod limited;
mod theory;

pub(super) mod lessons;

use std::fmt;

use itertools::Itertools as _;

use super::map::Powers;
use super::nim::Nim;
use super::play::{in_powers, reason};
use super::tabulated::{self, Tabulated};
use super::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, MAX_HEAPS, Move, Numbers, Opening,
    OptionName, Options, Reason, Result, Rules, Setup, Shape, Sheet, Variant,
};
use limited::Limited;

/// How many heaps a move may take from at once by default.
const USUAL_AT_ONCE: u64 = 2;

/// For games with a limit: a number of heaps, and the largest heap allowed with at most that number
/// of heaps.
const TABULATED_SIZES: [(usize, u64); 2] = [(4, 12), (5, 8)];

pub(super) use limited::TABLES;

/// Heaps, the limits of a move, and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, moore::Moore};
///
/// let position = Moore::read(Variant::Moore, Options::default(), "3 5 6 7").unwrap();
/// assert!(position.is_lost());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moore {
    heaps: Heaps,
    /// The most that may be taken from each heap. `None` for any number.
    most: Option<u64>,
    at_once: u8,
    ending: Ending,
}

impl Moore {
    /// The same position as one of Sticks, if a move takes from one heap, with a limit.
    fn as_take(&self) -> Option<Nim> {
        let most = self.most.filter(|_| self.at_once == 1)?;
        Some(Nim::limited(self.heaps, most, self.ending))
    }

    /// Whether the limit changes anything.
    fn is_limited(&self) -> bool {
        self.most.is_some_and(|most| most < self.heaps.largest())
    }

    /// With a limit, and at most one heap more than a move takes from: the remainder by `most` + 1
    /// that all heaps have, where missing ones count as 0. Then the position is lost in normal play:
    /// a move changes some remainders, but not all, and unequal ones can all be lowered to the
    /// smallest.
    fn common_remainder(&self) -> Option<u64> {
        let step = self.most?.checked_add(1)?;
        let group = usize::from(self.at_once) + 1;
        let filled = self.heaps.filled().count();
        let rests = self.heaps.filled().map(|(_, size)| size % step);
        let mut rests = rests.chain((filled < group).then_some(0));
        rests.all_equal_value().ok().filter(|_| filled <= group)
    }

    fn sheet(&self) -> Sheet {
        let mut most = [0; MAX_HEAPS];
        for (most, &size) in most.iter_mut().zip(self.heaps.as_slice()) {
            *most = self.most.map_or(size, |limit| size.min(limit));
        }
        Sheet {
            most,
            at_once: self.at_once.into(),
        }
    }

    /// The limits of a move, and the number and largest size of the heaps that the table covers.
    fn limited(&self) -> Option<Limited> {
        let count = self.heaps.as_slice().len();
        let (heaps, largest) = TABULATED_SIZES
            .into_iter()
            .find(|(heaps, _)| count <= *heaps)?;
        let capped = |number: u64| usize::try_from(number.min(largest)).unwrap_or(0);
        Some(Limited {
            heaps,
            largest: capped(largest),
            // More than the largest heap can never be taken.
            most: capped(self.most?),
            at_once: usize::from(self.at_once).min(heaps),
            wins_at_the_end: self.ending == Ending::Misere,
        })
    }
}

impl fmt::Display for Moore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heaps.fmt(f)
    }
}

impl Tabulated for Moore {
    /// 0 if the game is not tabulated.
    fn remoteness(&self) -> u16 {
        let limited = self.limited();
        limited.map_or(0, |limited| limited.remoteness(self.heaps.as_slice()))
    }
}

impl Rules for Moore {
    fn variant(&self) -> Variant {
        Variant::Moore
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        Choices::Sheet(self.sheet())
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Take(amounts) = mv else {
            return Err(IllegalMove::OtherGame);
        };
        let (from, heaps) = (HeapSet::of(amounts), self.heaps.as_slice().len());
        if from.iter().any(|heap| heap >= heaps) {
            return Err(IllegalMove::NoSuchHeap { heaps });
        }
        match from.iter().count() {
            0 => return Err(IllegalMove::Nothing),
            count if count > self.at_once.into() => {
                return Err(IllegalMove::TooManyHeaps {
                    most: self.at_once.into(),
                });
            }
            _ => {}
        }
        let mut after = self.heaps;
        for (heap, (amount, most)) in amounts.into_iter().zip(self.sheet().most).enumerate() {
            if amount > most {
                let from = HeapSet::one(heap);
                return Err(IllegalMove::TooMany { from, most });
            }
            after = after.with(heap, self.heaps.size(heap) - amount);
        }
        self.heaps = after;
        Ok(())
    }

    fn is_lost(&self) -> bool {
        match self.most {
            None => theory::is_lost(self.heaps.as_slice(), self.at_once.into(), self.ending),
            Some(_) => self.remoteness().is_multiple_of(2) == (self.ending == Ending::Normal),
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let (heaps, at_once) = (self.heaps.as_slice(), self.at_once.into());
        match self.most {
            None => Box::new(theory::winning_moves(heaps, at_once, self.ending)),
            Some(_) => Box::new(tabulated::winning_moves(self).into_iter()),
        }
    }

    fn law(&self) -> Option<Reason> {
        let cycle = u64::from(self.at_once) + 1;
        if self.choices().is_empty() {
            return Some(reason!("lost-nothing-left"));
        }
        if let Some(take) = self.as_take() {
            return take.law();
        }
        Some(match (self.is_limited(), self.ending) {
            (true, Ending::Misere) => return None,
            (true, Ending::Normal) => {
                let rest = self.common_remainder()?;
                let heaps = self.heaps.filled().count() as u64;
                let few = if heaps < cycle { "yes" } else { "no" }.to_owned();
                let step = self.most?.saturating_add(1);
                reason!("lost-moore-limit", "step" => step, "rest" => rest, "heaps" => heaps, "few" => few)
            }
            (false, Ending::Misere) if self.shape().size() == 1 => reason!("lost-last-one"),
            (false, Ending::Misere) if self.heaps.largest() <= 1 => {
                reason!("lost-moore-ones", "cycle" => cycle)
            }
            (false, ending) => {
                let sums = in_powers(self.heaps.as_slice());
                reason!("lost-moore-balance", "sums" => sums, "cycle" => cycle, "ending" => ending)
            }
        })
    }

    fn pieces(&self) -> Option<Powers> {
        let heaps = self.heaps.as_slice();
        if let Some(take) = self.as_take() {
            return take.pieces();
        }
        let has_law = !self.is_limited();
        has_law.then(|| Powers::of_heaps(heaps, heaps, u64::from(self.at_once) + 1))
    }

    fn moves_to_end(&self) -> Option<u128> {
        self.most.map(|_| self.remoteness().into())
    }

    fn defences(&self) -> Vec<Move> {
        match self.most {
            None => Vec::new(),
            Some(_) => tabulated::defences(self),
        }
    }

    fn options(&self) -> Options {
        Options {
            ending: (self.ending == Ending::Misere).then_some(Ending::Misere),
            most: self.most,
            heaps: Some(self.at_once.into()),
        }
    }

    fn is_tabulated(&self) -> bool {
        self.most.is_some()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(self.heaps.as_slice())
    }
}

impl Setup for Moore {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        Self::of(options, Heaps::read(notation, 1..=MAX_HEAPS)?)
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        // With a limit, the heaps must be few and small enough to be tabulated.
        let most_heaps = if options.most.is_some() { 4 } else { 5 };
        let heaps = Heaps::drawn((3, most_heaps), (largest.min(1), largest.min(12)), numbers);
        Self::of(options, heaps)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("3 4 5 6"), Opening::plain("3 5 6 7")];
        OPENINGS
    }

    /// The first small position that can be won.
    fn example_start(&self) -> Self {
        let small: [&[u64]; 4] = [&[1, 2, 2], &[1, 1, 2], &[1, 2], &[2]];
        let starts = small.into_iter().filter_map(|sizes| {
            let heaps = Heaps::of(sizes).ok()?;
            Some(Self { heaps, ..*self })
        });
        let mut won = starts.filter(|start| !start.is_lost());
        won.next().unwrap_or(*self)
    }
}

impl Moore {
    fn of(options: Options, heaps: Heaps) -> Result<Self> {
        let known = [OptionName::Ending, OptionName::Most, OptionName::Heaps];
        let options = options.only(&known)?;
        if options.most == Some(0) {
            return Err(BadPosition::Most { most: u64::MAX });
        }
        let bad = BadPosition::AtOnce { most: MAX_HEAPS };
        let at_once = options.heaps.unwrap_or(USUAL_AT_ONCE);
        let at_once = u8::try_from(at_once).map_err(|_| bad)?;
        if at_once == 0 || usize::from(at_once) > MAX_HEAPS {
            return Err(bad);
        }
        let position = Self {
            heaps,
            most: options.most,
            at_once,
            ending: options.ending.unwrap_or_default(),
        };
        position.check_size()?;
        Ok(position)
    }

    /// With a limit, heaps must be few and small enough to be tabulated.
    fn check_size(&self) -> Result<()> {
        let count = self.heaps.as_slice().len();
        if self.most.is_none() {
            return Ok(());
        }
        let fits = TABULATED_SIZES
            .into_iter()
            .find(|(heaps, _)| count <= *heaps);
        let (_, most) = fits.ok_or(BadPosition::HeapCount { least: 1, most: 5 })?;
        if self.heaps.largest() > most {
            return Err(BadPosition::TooLargeToTabulate { heaps: count, most });
        }
        Ok(())
    }
}
