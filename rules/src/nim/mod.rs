//! Nim (C. L. Bouton, 1901), and Nim with a limit for each move, in normal and in misère play.
//!
//! Up to eight heaps, two players in turn. A move takes at least one object from one heap: any
//! number in Nim; in Sticks (a subtraction game), up to `most`. The player who
//! makes the last move wins, or loses in misère play.
//!
//! For moves from several heaps at once, see `moore`.

pub(super) mod lessons;
mod theory;

use std::fmt;

use itertools::Itertools as _;

use super::map::Powers;
use super::play::{after, in_powers, listed, reason};
use super::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, MAX_HEAPS, Move,
    Numbers, Opening, OptionName, Options, Reason, Result, Rules, Setup, Shape, Variant,
};

/// Heaps, the limit of a move, and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, nim::Nim};
///
/// let position = Nim::read(Variant::Nim, Options::default(), "3 5 7").unwrap();
/// assert_eq!(position.winning_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["A1", "B1", "C1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: Heaps,
    /// The most that a move may take. `None` for any number.
    most: Option<u64>,
    ending: Ending,
}

/// The default limit of a move in Sticks.
const USUAL_MOST: u64 = 3;

impl Nim {
    /// Nim with the given heaps and without a limit.
    pub(super) const fn plain(heaps: Heaps, ending: Ending) -> Self {
        Self {
            heaps,
            most: None,
            ending,
        }
    }

    /// Heaps from which at most `most` may be taken at once.
    pub(super) const fn limited(heaps: Heaps, most: u64, ending: Ending) -> Self {
        Self {
            heaps,
            most: Some(most),
            ending,
        }
    }

    /// The heaps.
    pub(super) const fn heaps(&self) -> Heaps {
        self.heaps
    }

    /// `one` or `several`: the explanation depends on the number of heaps.
    fn how_many(&self) -> String {
        let is_one = self.heaps.as_slice().len() == 1;
        if is_one { "one" } else { "several" }.to_owned()
    }

    /// The most that can be taken from a heap of the given size.
    fn cap(&self, size: u64) -> u64 {
        self.most.map_or(size, |most| size.min(most))
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heaps.fmt(f)
    }
}

impl Rules for Nim {
    fn variant(&self) -> Variant {
        match self.most {
            None => Variant::Nim,
            Some(_) => Variant::Take,
        }
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        Choices::of(self.heaps.filled().map(|(heap, size)| List {
            kind: ListKind::Take(HeapSet::one(heap)),
            most: self.cap(size),
        }))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let (heap, amount) = self.heaps.taken_from_one(mv)?;
        let size = self.heaps.size(heap);
        let most = self.cap(size);
        if amount > most {
            return Err(IllegalMove::TooMany {
                from: HeapSet::one(heap),
                most,
            });
        }
        self.heaps = self.heaps.with(heap, size - amount);
        Ok(())
    }

    fn is_lost(&self) -> bool {
        theory::is_lost(self.heaps.as_slice(), self.most, self.ending)
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let mut moves = theory::winning_moves(self.heaps.as_slice(), self.most, self.ending);
        // The sort is stable: of moves that are equally quick, the one from the first heap comes
        // first.
        moves.sort_by_key(|&(heap, amount)| {
            let after = self.heaps.with(heap, self.heaps.size(heap) - amount);
            theory::moves_to_end(after.as_slice(), self.most, self.ending)
        });
        Box::new(
            moves
                .into_iter()
                .map(|(heap, amount)| Move::take_from(HeapSet::one(heap), amount)),
        )
    }

    fn law(&self) -> Option<Reason> {
        let heaps = self.heaps.as_slice();
        let residues = theory::residues(heaps, self.most);
        let is_endgame =
            self.ending == Ending::Misere && residues.iter().all(|&residue| residue <= 1);
        Some(match (self.most, is_endgame) {
            _ if self.choices().is_empty() => reason!("lost-nothing-left"),
            _ if self.ending == Ending::Misere && self.shape().size() == 1 => {
                reason!("lost-last-one")
            }
            (None, true) => reason!("lost-nim-odd-ones"),
            // Each move can be copied, whatever its limit.
            (_, false) if self.ending == Ending::Normal && is_pair(heaps) => {
                reason!("lost-nim-pair")
            }
            (None, false) if self.ending == Ending::Normal && are_pairs(heaps) => {
                reason!("lost-nim-pairs")
            }
            (None, false) => {
                reason!("lost-nim-balance", "sums" => in_powers(heaps), "ending" => self.ending)
            }
            (Some(most), true) => reason!(
                "lost-take-odd-ones", "heaps" => self.how_many(), "size" => self.heaps.largest(), "cycle" => most.saturating_add(1)
            ),
            (Some(most), false) if heaps.len() > 1 && residues.iter().all(|&rest| rest == 0) => {
                reason!("lost-take-multiples", "cycle" => most.saturating_add(1))
            }
            (Some(most), false) => reason!(
                "lost-take-balance", "heaps" => self.how_many(), "size" => self.heaps.largest(), "cycle" => most.saturating_add(1),
                "rests" => in_brief(&residues), "sums" => in_powers(&residues), "ending" => self.ending
            ),
        })
    }

    fn pieces(&self) -> Option<Powers> {
        let values = theory::residues(self.heaps.as_slice(), self.most);
        Some(Powers::of_heaps(self.heaps.as_slice(), &values, 2))
    }

    fn moves_to_end(&self) -> Option<u128> {
        theory::moves_to_end(self.heaps.as_slice(), self.most, self.ending)
    }

    fn defences(&self) -> Vec<Move> {
        let Some(total) = self.moves_to_end().filter(|_| self.is_lost()) else {
            return Vec::new();
        };
        let mut moves = self.choices().smallest();
        moves.retain(|&mv| {
            let next = after(self, mv);
            let after_reply = next.and_then(|next| after(&next, next.winning_moves().next()?));
            let rest = after_reply.and_then(|position| position.moves_to_end());
            total == 1 || rest == total.checked_sub(2)
        });
        moves
    }

    fn options(&self) -> Options {
        let ending = (self.ending == Ending::Misere).then_some(Ending::Misere);
        Options {
            ending,
            most: self.most,
            heaps: None,
        }
    }

    fn is_usual(&self) -> bool {
        self.most.is_none()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(self.heaps.as_slice())
    }
}

impl Setup for Nim {
    fn read(variant: Variant, options: Options, notation: &str) -> Result<Self> {
        Self::of(variant, options, Heaps::read(notation, 1..=MAX_HEAPS)?)
    }

    fn drawn(
        variant: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Self> {
        let heaps = if variant == Variant::Take {
            Heaps::drawn((1, 3), (largest.min(5), largest.min(30)), numbers)
        } else {
            Heaps::drawn((3, 5), (largest.min(1), largest.min(12)), numbers)
        };
        Self::of(variant, options, heaps)
    }

    fn openings(variant: Variant) -> &'static [Opening] {
        const MISERE: Options = Options::of_ending(Ending::Misere);
        const MOST_4: Options = Options::of_most(4);
        const NIM: &[Opening] = &[
            Opening::plain("3 5 7"),
            Opening {
                name: Some("marienbad"),
                ..Opening::with("1 3 5 7", MISERE)
            },
        ];
        const TAKE: &[Opening] = &[
            Opening {
                name: Some("boyard"),
                ..Opening::with("20", MISERE)
            },
            Opening::with("5 8 11", MOST_4),
        ];
        if variant == Variant::Take { TAKE } else { NIM }
    }

    /// With a limit, the smallest single heap that can be won, but not by the first move alone.
    fn example_start(&self) -> Self {
        let heaps: &[u64] = match (self.most, self.ending) {
            (None, Ending::Normal) => &[1, 2, 2],
            (None, Ending::Misere) => &[1, 1, 2],
            (Some(most), Ending::Normal) => &[most.saturating_add(2)],
            (Some(most), Ending::Misere) => &[most.saturating_add(3)],
        };
        // There are one to three sizes, so `Heaps::of` succeeds.
        let heaps = Heaps::of(heaps).unwrap_or(self.heaps);
        Self { heaps, ..*self }
    }
}

impl Nim {
    fn of(variant: Variant, options: Options, heaps: Heaps) -> Result<Self> {
        let most = if variant == Variant::Take {
            let most = options
                .only(&[OptionName::Ending, OptionName::Most])?
                .most
                .unwrap_or(USUAL_MOST);
            if most == 0 {
                return Err(BadPosition::Most { most: u64::MAX });
            }
            Some(most)
        } else {
            options.only(&[OptionName::Ending])?;
            None
        };
        let ending = options.ending.unwrap_or_default();
        Ok(Self {
            heaps,
            most,
            ending,
        })
    }
}

/// The numbers, or only the first ones if there are many.
fn in_brief(numbers: &[u64]) -> String {
    // The longer the numbers, the fewer are listed.
    let most = match numbers.iter().copied().max().unwrap_or(0) {
        0..1_000 => 7,
        1_000..1_000_000 => 3,
        _ => 1,
    };
    match numbers.get(..most) {
        Some(first) if numbers.len() > most => listed(first) + ", …",
        _ => listed(numbers),
    }
}

/// Whether every heap that is left has an equal partner.
pub(crate) fn are_pairs(heaps: &[u64]) -> bool {
    let left = heaps.iter().filter(|&&size| size > 0);
    let counts = left.counts();
    !counts.is_empty() && counts.values().all(|count| count.is_multiple_of(2))
}

/// Whether two equal heaps are left, and nothing else.
fn is_pair(heaps: &[u64]) -> bool {
    let left: Vec<u64> = heaps.iter().copied().filter(|&size| size > 0).collect();
    matches!(*left, [one, other] if one == other)
}
