//! Candy Nim (M. H. Albert, 2004; N. Mani, R. Nelakanti, S. Rubinstein-Salzedo and A. Tholen, 2018):
//! Nim in which the players keep what they take.
//!
//! Up to four heaps of candies, two players in turn. A move takes any number, at least one, from
//! one heap. The player who takes the last candy wins. Besides that, everybody wants to eat as many
//! candies as possible.
//!
//! The publication names two goals, the last candy and as many candies as possible, and gives the
//! last candy priority. So do we: a player who can win eats as many candies as winning allows, and
//! one who cannot win eats as many as possible. If the number of candies had priority, the last one
//! would be one among many, and the theory of Nim would be of no use; if only the last candy
//! counted, it would be Nim.
//!
//! Nim decides who wins; how many candies the winner gets is tabulated, with only the lost
//! positions stored.

pub(super) mod lessons;

use itertools::Itertools as _;
use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use super::map::Powers;
use super::nim::{Nim, are_pairs};
use super::play::{after, in_powers, reason};
use super::setup::whole_number;
use super::table::{Known, Table};
use super::{
    BadPosition, Choices, Ending, Heaps, IllegalMove, Move, Numbers, Opening, Options, Reason,
    Result, Rules, Setup, Shape, Variant,
};

/// How many heaps there may be.
const HEAPS: RangeInclusive<usize> = 1..=4;

/// The largest heap allowed in games of up to 3 heaps, and of up to 4.
const LARGEST_HEAPS: [(usize, u64); 2] = [(3, 100), (4, 20)];

/// The maximum number of candies, including eaten ones. The largest game, with three heaps of 100,
/// begins with this number. Moves do not change the total.
const MOST_IN_ALL: u64 = 300;

/// Heaps, and what has been eaten: by the player to move, and by the other one.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, candy::Candy};
///
/// let position = Candy::read(Variant::Candy, Options::default(), "4 5 6").unwrap();
/// assert_eq!(position.margin(), Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candy {
    heaps: Heaps,
    eaten: [u64; 2],
}

/// The table's key for a lost position: the heap sizes in order.
type Key = [u8; 4];

/// By how many candies the player not to move ends up ahead from a lost position. This may be
/// negative, so it is stored with `OFFSET` added.
pub(super) static TABLE: Table<Key> = Table::new();

const OFFSET: i32 = 1_000;

/// By how many candies the winner, who is not to move in this lost position, ends up ahead.
fn margin_if_lost(known: &mut Known<Key>, lost: Key) -> i32 {
    if let Some(&found) = known.get(&lost) {
        return i32::from(found) - OFFSET;
    }
    let mut best = None;
    for (heap, &size) in lost.iter().enumerate() {
        for left in 0..size {
            let mut after = lost;
            replace(&mut after, heap, left);
            let margin = margin_if_won(known, after) - i32::from(size - left);
            best = Some(best.map_or(margin, |best: i32| best.min(margin)));
        }
    }
    let found = best.unwrap_or(0);
    // All heaps together have 300 candies at most.
    known.insert(lost, u16::try_from(found + OFFSET).unwrap_or(0));
    found
}

/// By how many candies the winner, who is to move in this won position, ends up ahead.
fn margin_if_won(known: &mut Known<Key>, won: Key) -> i32 {
    let sum = won.iter().fold(0, |sum, size| sum ^ size);
    let mut best = None;
    for (heap, &size) in won.iter().enumerate() {
        let left = size ^ sum;
        if left < size {
            let mut after = won;
            replace(&mut after, heap, left);
            after.sort_unstable();
            let margin = i32::from(size - left) + margin_if_lost(known, after);
            best = Some(best.map_or(margin, |best: i32| best.max(margin)));
        }
    }
    best.unwrap_or(0)
}

fn replace(sizes: &mut Key, heap: usize, size: u8) {
    if let Some(entry) = sizes.get_mut(heap) {
        *entry = size;
    }
}

impl Candy {
    fn nim(&self) -> Nim {
        Nim::plain(self.heaps, Ending::Normal)
    }

    /// By how many candies the player to move gets ahead from here on.
    fn gain(&self) -> i128 {
        let sizes = self.heaps.sorted();
        TABLE.with(|known| {
            if self.is_lost() {
                -i128::from(margin_if_lost(known, sizes))
            } else {
                margin_if_won(known, sizes).into()
            }
        })
    }

    /// By how many candies the player to move ends up ahead after making `mv`.
    fn margin_after(&self, mv: Move) -> i128 {
        let margin = after(self, mv).and_then(|after| after.margin());
        margin.map_or(0, |margin| -margin)
    }

    fn of(heaps: Heaps, eaten: [u64; 2]) -> Result<Self> {
        let count = heaps.as_slice().len();
        let limits = LARGEST_HEAPS.into_iter().find(|(heaps, _)| count <= *heaps);
        let (_, most) = limits.ok_or(BadPosition::HeapCount { least: 1, most: 4 })?;
        if heaps.largest() > most {
            return Err(BadPosition::TooLargeToTabulate { heaps: count, most });
        }
        let all = heaps.as_slice().iter().chain(&eaten).sum::<u64>();
        if all > MOST_IN_ALL {
            return Err(BadPosition::TooManyInAll { most: MOST_IN_ALL });
        }
        Ok(Self { heaps, eaten })
    }
}

/// The heaps, and what has been eaten, if anything: `1 5 4 (2-3)`.
impl fmt::Display for Candy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.eaten {
            [0, 0] => self.heaps.fmt(f),
            [mine, theirs] => write!(f, "{} ({mine}-{theirs})", self.heaps),
        }
    }
}

impl Rules for Candy {
    fn variant(&self) -> Variant {
        Variant::Candy
    }

    fn ending(&self) -> Ending {
        Ending::Normal
    }

    fn choices(&self) -> Choices {
        self.nim().choices()
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut nim = self.nim();
        nim.play(mv)?;
        let (_, amount) = self.heaps.taken_from_one(mv)?;
        let [mine, theirs] = self.eaten;
        self.heaps = nim.heaps();
        self.eaten = [theirs, mine.saturating_add(amount)];
        Ok(())
    }

    fn is_lost(&self) -> bool {
        self.nim().is_lost()
    }

    /// Sorted so that the move that wins the most candies comes first.
    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let mut moves: Vec<Move> = self.nim().winning_moves().collect();
        moves.sort_by_key(|&mv| -self.margin_after(mv));
        Box::new(moves.into_iter())
    }

    fn law(&self) -> Option<Reason> {
        if self.choices().is_empty() {
            return Some(reason!("lost-nothing-left"));
        }
        let margin = self.margin()?;
        let (amount, who) = (margin.unsigned_abs().to_string(), who_is_ahead(margin));
        Some(reason!(
            "lost-candy", "pairs" => yes_or_no(are_pairs(self.heaps.as_slice())),
            "sums" => in_powers(self.heaps.as_slice()), "margin" => amount, "ahead" => who
        ))
    }

    fn clue(&self, winning: Move) -> Option<Reason> {
        let margin = self.margin_after(winning);
        let nim = self.nim();
        let least = nim.winning_moves().map(|mv| self.margin_after(mv)).min();
        let best = self.winning_moves().next();
        let is_best_of_several = best == Some(winning) && least.is_some_and(|least| least < margin);
        let (amount, who) = (margin.unsigned_abs().to_string(), who_is_ahead(margin));
        let mut left = *self;
        let leaves_pairs = left.play(winning).is_ok() && are_pairs(left.heaps.as_slice());
        Some(reason!(
            "reason-candy", "pairs" => yes_or_no(leaves_pairs), "most" => yes_or_no(is_best_of_several),
            "margin" => amount, "ahead" => who
        ))
    }

    fn pieces(&self) -> Option<Powers> {
        self.nim().pieces()
    }

    /// The moves that leave the player with the best margin.
    fn defences(&self) -> Vec<Move> {
        if !self.is_lost() {
            return Vec::new();
        }
        let choices = self.choices();
        choices.moves().max_set_by_key(|&mv| self.margin_after(mv))
    }

    fn is_tabulated(&self) -> bool {
        true
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Candies(self.heaps.as_slice(), self.eaten)
    }

    fn margin(&self) -> Option<i128> {
        let [mine, theirs] = self.eaten.map(i128::from);
        Some(mine - theirs + self.gain())
    }
}

/// Whether something is so, as a fact in a reason.
fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// Who ends up with more candies, as a fact in a reason.
fn who_is_ahead(margin: i128) -> String {
    let who = match margin.cmp(&0) {
        Ordering::Greater => "mine",
        Ordering::Less => "theirs",
        Ordering::Equal => "nobody",
    };
    who.to_owned()
}

impl Setup for Candy {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        options.only(&[])?;
        let notation = notation.trim();
        let score = notation
            .strip_suffix(')')
            .and_then(|start| start.rsplit_once('('))
            .and_then(|(heaps, score)| Some((heaps, score.split_once('-')?)));
        let Some((heaps, (mine, theirs))) = score else {
            return Self::of(Heaps::read(notation, HEAPS)?, [0, 0]);
        };
        let number = |word| whole_number(word, BadPosition::NotHeaps, MOST_IN_ALL);
        Self::of(Heaps::read(heaps, HEAPS)?, [number(mine)?, number(theirs)?])
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        options.only(&[])?;
        let heaps = Heaps::drawn((3, 3), (largest.min(2), largest.min(12)), numbers);
        Self::of(heaps, [0, 0])
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("3 5 6"), Opening::plain("4 5 6")];
        OPENINGS
    }

    fn example_start(&self) -> Self {
        let heaps = Heaps::of(&[1, 2, 2]).unwrap_or(self.heaps);
        let eaten = [0, 0];
        Self { heaps, eaten }
    }
}
