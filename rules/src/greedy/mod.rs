//! Greedy Nim (M. H. Albert and R. J. Nowakowski, Nim Restrictions, 2004), in normal and in misère
//! play.
//!
//! Up to eight heaps, two players in turn. A move takes any number of objects, at least one, from a
//! largest heap. The player who makes the last move wins, or loses in misère play.
//!
//! A position is lost exactly if the number of largest heaps is even; in misère play, once only
//! heaps of one are left, exactly if it is odd.
//!
//! How long a lost position lasts is not computed, since no rule for it is known.

pub(super) mod lessons;

use std::fmt;

use super::play::reason;
use super::{
    Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, MAX_HEAPS, Move, Numbers,
    Opening, Options, Reason, Result, Rules, Setup, Shape, Variant,
};

/// Heaps and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, greedy::Greedy};
///
/// let position = Greedy::read(Variant::Greedy, Options::default(), "3 6 9").unwrap();
/// assert_eq!(position.winning_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["C3"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Greedy {
    heaps: Heaps,
    ending: Ending,
}

impl Greedy {
    /// The indices of the largest heaps.
    fn largest_heaps(&self) -> impl Iterator<Item = usize> {
        let largest = self.heaps.largest();
        self.heaps
            .filled()
            .filter(move |(_, size)| *size == largest)
            .map(|(heap, _)| heap)
    }

    fn after(&self, heap: usize, amount: u64) -> Self {
        let heaps = self
            .heaps
            .with(heap, self.heaps.size(heap).saturating_sub(amount));
        Self { heaps, ..*self }
    }

    /// The range of amounts that win from a largest heap. It depends on the largest of the other
    /// heaps.
    fn winning_amounts(&self) -> Option<std::ops::RangeInclusive<u64>> {
        let heap = self.largest_heaps().next()?;
        let size = self.heaps.largest();
        let others = self.after(heap, size);
        let (next, count) = (others.heaps.largest(), others.largest_heaps().count());
        let is_endgame = self.ending == Ending::Misere && next <= 1;
        // Whether it wins to make this heap smaller than the largest of the others.
        let is_good = count.is_multiple_of(2) != is_endgame;
        match next {
            // No other heaps are left: reduce this heap to 1 in misère play, otherwise take it
            // all.
            0 if is_endgame => Some(size - 1..=size - 1),
            0 => Some(size..=size),
            _ if next == size => is_good.then_some(1..=size),
            _ if is_good => Some(size - next + 1..=size),
            // Reduce the heap to the size of the next largest.
            _ => Some(size - next..=size - next),
        }
    }
}

impl fmt::Display for Greedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heaps.fmt(f)
    }
}

impl Rules for Greedy {
    fn variant(&self) -> Variant {
        Variant::Greedy
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    /// One list is enough, since equal heaps are interchangeable.
    fn choices(&self) -> Choices {
        Choices::of(self.largest_heaps().next().map(|heap| List {
            kind: ListKind::Take(HeapSet::one(heap)),
            most: self.heaps.largest(),
        }))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let (heap, amount) = self.heaps.taken_from_one(mv)?;
        let most = self.heaps.size(heap);
        if most < self.heaps.largest() {
            return Err(IllegalMove::NotALargest);
        }
        if amount > most {
            return Err(IllegalMove::TooMany {
                from: HeapSet::one(heap),
                most,
            });
        }
        *self = self.after(heap, amount);
        Ok(())
    }

    fn is_lost(&self) -> bool {
        let is_even = self.largest_heaps().count().is_multiple_of(2);
        match self.ending {
            Ending::Misere if self.heaps.largest() <= 1 => !is_even,
            Ending::Normal | Ending::Misere => is_even,
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let amounts = self
            .winning_amounts()
            .into_iter()
            .flatten()
            .filter(|&amount| amount > 0);
        let heaps = self.largest_heaps();
        Box::new(heaps.flat_map(move |heap| {
            let moves = amounts.clone();
            moves.map(move |amount| Move::take_from(HeapSet::one(heap), amount))
        }))
    }

    fn law(&self) -> Option<Reason> {
        Some(match self.ending {
            _ if self.choices().is_empty() => reason!("lost-nothing-left"),
            Ending::Misere if self.shape().size() == 1 => reason!("lost-last-one"),
            Ending::Misere if self.heaps.largest() <= 1 => reason!("lost-nim-odd-ones"),
            Ending::Normal | Ending::Misere => {
                let count = self.largest_heaps().count() as u64;
                reason!("lost-greedy", "count" => count, "size" => self.heaps.largest(), "ending" => self.ending)
            }
        })
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(self.heaps.as_slice())
    }
}

impl Setup for Greedy {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        let ending = options.ending_alone()?;
        Ok(Self {
            heaps: Heaps::read(notation, 1..=MAX_HEAPS)?,
            ending,
        })
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        let ending = options.ending_alone()?;
        let heaps = Heaps::drawn((3, 5), (largest.min(1), largest.min(12)), numbers);
        Ok(Self { heaps, ending })
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("3 6 9"), Opening::plain("3 5 5")];
        OPENINGS
    }

    fn example_start(&self) -> Self {
        let sizes = match self.ending {
            Ending::Normal => [2, 4],
            Ending::Misere => [1, 3],
        };
        Self {
            heaps: Heaps::of(&sizes).unwrap_or(self.heaps),
            ..*self
        }
    }
}
