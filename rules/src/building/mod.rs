//! Building Nim (É. Duchêne and others, 2015), in which the players build the position that they
//! play on.
//!
//! Two players in turn. At first each move puts one stone on any of several stacks, until none are
//! left in hand. Then the stacks are heaps of Nim: a move takes any number, at least one, from one
//! stack, and the player who makes the last move wins.
//!
//! No formula is known for the building. With an odd number of stones in total, the player to move
//! after the last one has been placed wins, since an odd number of objects is never balanced;
//! otherwise the building is tabulated.

pub(super) mod lessons;

use std::fmt;

use super::map::Powers;
use super::nim::Nim;
use super::play::{after, listed, reason};
use super::setup::whole_number;
use super::table::{Known, Table};
use super::{
    BadPosition, Choices, Ending, Heaps, IllegalMove, List, ListKind, Move, Numbers, Opening,
    Options, Reason, Result, Rules, Setup, Shape, Variant,
};

/// The limits for the number of stones and of stacks.
const MOST_STONES: u64 = 60;
const LEAST_STACKS: usize = 2;
const MOST_STACKS: usize = 7;
const WRONG_STACK_COUNT: BadPosition = BadPosition::HeapCount {
    least: LEAST_STACKS,
    most: MOST_STACKS,
};

/// With an even number of stones, up to [`MOST_STONES`], and an odd number of stacks: the numbers of
/// stones with which the player who begins loses.
const BEGINNER_LOSES: [(usize, &[u64]); 3] = [
    (3, &[2, 6, 14, 30]),
    (5, &[2, 4, 6, 8]),
    (7, &[2, 4, 6, 8, 10]),
];

/// Stacks, and the stones in hand.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, building::Building};
///
/// let read = |notation| Building::read(Variant::Building, Options::default(), notation).unwrap();
/// assert!(read("6/3").is_lost());
/// assert!(!read("8/3").is_lost());
/// assert_eq!(read("4+3 0 2").to_string(), "4+3 0 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Building {
    stacks: Heaps,
    in_hand: u64,
}

/// The stacks in order, from the smallest.
type Stacks = [u8; MOST_STACKS];

/// The table's key for a position: the stacks, the stones in hand, and the number of stacks.
type Key = u64;

pub(super) static TABLE: Table<Key> = Table::new();

/// Whether the player to move loses. Stops at the first move that wins. In the key, each of
/// eight numbers of up to 60 has its own byte.
fn is_lost(known: &mut Known<Key>, stacks: Stacks, count: usize, in_hand: u8) -> bool {
    if in_hand == 0 {
        return stacks.iter().fold(0, |sum, stack| sum ^ stack) == 0;
    }
    let all = stacks.into_iter().chain([in_hand]).rev();
    let numbers = all.fold(0, |key, number| key << 8 | u64::from(number));
    // Numbers of up to 60 leave the two highest bits of their bytes free: the number of stacks goes
    // there.
    let key = numbers | (count as u64 & 3) << 6 | (count as u64 >> 2) << 14;
    if let Some(&found) = known.get(&key) {
        return found == 0;
    }
    // The leading unused entries of the array are not stacks.
    let first = MOST_STACKS - count;
    let mut wins = false;
    for stack in first..MOST_STACKS {
        let (size, next) = (stacks.get(stack), stacks.get(stack + 1));
        // Of equal stacks only the last is tried, which keeps them in order.
        if size == next {
            continue;
        }
        let mut after = stacks;
        if let Some(size) = after.get_mut(stack) {
            *size += 1;
        }
        if is_lost(known, after, count, in_hand - 1) {
            wins = true;
            break;
        }
    }
    known.insert(key, u16::from(wins));
    !wins
}

impl Building {
    /// What is known of empty stacks, an odd number of them, and an even number of stones.
    fn beginning(&self) -> Option<Reason> {
        let stacks = self.stacks.as_slice();
        let mut known = BEGINNER_LOSES.iter();
        let &(_, losing) = known.find(|(known, _)| *known == stacks.len())?;
        let is_start = self.stacks.filled().next().is_none() && self.in_hand.is_multiple_of(2);
        is_start.then(|| {
            reason!("lost-building-start", "stacks" => stacks.len() as u64, "losing" => listed(losing))
        })
    }

    /// The game of Nim that is left once all stones are placed.
    fn nim(&self) -> Option<Nim> {
        (self.in_hand == 0).then(|| Nim::plain(self.stacks, Ending::Normal))
    }

    fn stones(&self) -> u64 {
        self.in_hand + self.stacks.as_slice().iter().sum::<u64>()
    }

    fn is_placing(&self) -> bool {
        self.in_hand > 0
    }

    fn of(stacks: Heaps, in_hand: u64) -> Result<Self> {
        let count = stacks.as_slice().len();
        if !(LEAST_STACKS..=MOST_STACKS).contains(&count) {
            return Err(WRONG_STACK_COUNT);
        }
        let each = stacks.as_slice().iter().copied();
        let all = each.fold(in_hand, u64::saturating_add);
        if all > MOST_STONES {
            return Err(BadPosition::Stones { most: MOST_STONES });
        }
        Ok(Self { stacks, in_hand })
    }

    /// Empty stacks.
    fn empty(count: u64, in_hand: u64) -> Result<Self> {
        if in_hand == 0 {
            return Err(BadPosition::Stones { most: MOST_STONES });
        }
        let count = usize::try_from(count).ok();
        let count = count
            .filter(|&count| count <= MOST_STACKS)
            .ok_or(WRONG_STACK_COUNT)?;
        Self::of(
            Heaps::of(&vec![0; count]).map_err(|_| WRONG_STACK_COUNT)?,
            in_hand,
        )
    }
}

/// `8/3` while all stones are in hand, `4+3 0 2` while some are, and just the stacks once all are
/// placed.
impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.in_hand, self.stacks.largest()) {
            (0, _) => self.stacks.fmt(f),
            (in_hand, 0) => write!(f, "{in_hand}/{}", self.stacks.as_slice().len()),
            (in_hand, _) => write!(f, "{in_hand}+{}", self.stacks),
        }
    }
}

impl Rules for Building {
    fn variant(&self) -> Variant {
        Variant::Building
    }

    fn ending(&self) -> Ending {
        Ending::Normal
    }

    fn choices(&self) -> Choices {
        if let Some(nim) = self.nim() {
            return nim.choices();
        }
        Choices::of([List {
            kind: ListKind::Place,
            most: self.stacks.as_slice().len() as u64,
        }])
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let heaps = self.stacks.as_slice().len();
        match mv {
            Move::Place(_) if !self.is_placing() => Err(IllegalMove::AllPlaced),
            Move::Place(stack) if usize::from(stack) >= heaps => {
                Err(IllegalMove::NoSuchHeap { heaps })
            }
            Move::Place(stack) => {
                let stack = usize::from(stack);
                self.stacks = self.stacks.with(stack, self.stacks.size(stack) + 1);
                self.in_hand -= 1;
                Ok(())
            }
            Move::Take(_) => {
                let mut nim = self.nim().ok_or(IllegalMove::StillPlacing)?;
                nim.play(mv)?;
                self.stacks = nim.heaps();
                Ok(())
            }
            Move::Split { .. } | Move::Count(_) | Move::Clear(_) => Err(IllegalMove::OtherGame),
        }
    }

    fn is_lost(&self) -> bool {
        if let Some(nim) = self.nim() {
            return nim.is_lost();
        }
        if !self.stones().is_multiple_of(2) {
            // The player who makes the first move of Nim wins.
            return !self.in_hand.is_multiple_of(2);
        }
        let in_hand = u8::try_from(self.in_hand).unwrap_or(u8::MAX);
        let (stacks, count) = (self.stacks.sorted(), self.stacks.as_slice().len());
        TABLE.with(|known| is_lost(known, stacks, count, in_hand))
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        if let Some(nim) = self.nim() {
            let moves: Vec<Move> = nim.winning_moves().collect();
            return Box::new(moves.into_iter());
        }
        let wins = |mv: &Move| after(self, *mv).is_some_and(|left| left.is_lost());
        let moves: Vec<Move> = self.choices().moves().filter(wins).collect();
        Box::new(moves.into_iter())
    }

    fn law(&self) -> Option<Reason> {
        if let Some(nim) = self.nim() {
            return nim.law();
        }
        if !self.stones().is_multiple_of(2) {
            return Some(reason!("lost-building-odd"));
        }
        if self.in_hand == 1 {
            return Some(reason!("lost-building-last"));
        }
        let pairs = self.shape().moves_can_be_copied();
        let pairs = pairs.then(|| reason!("lost-building-pairs"));
        pairs.or_else(|| self.beginning())
    }

    fn clue(&self, winning: Move) -> Option<Reason> {
        match self.nim() {
            Some(nim) => nim.clue(winning),
            None => self.beginning(),
        }
    }

    /// While stones are in hand, the first two moves, since no move tells more than another.
    fn telling_moves(&self) -> Vec<Move> {
        match self.nim() {
            Some(nim) => nim.telling_moves(),
            None => self.choices().moves().take(2).collect(),
        }
    }

    fn pieces(&self) -> Option<Powers> {
        self.nim()?.pieces()
    }

    fn moves_to_end(&self) -> Option<u128> {
        self.nim()?.moves_to_end()
    }

    fn defences(&self) -> Vec<Move> {
        self.nim().map_or_else(Vec::new, |nim| nim.defences())
    }

    fn twin(&self) -> String {
        let mut stacks = self.stacks.as_slice().to_vec();
        stacks.sort_unstable();
        format!("{}+{stacks:?}", self.in_hand)
    }

    fn is_tabulated(&self) -> bool {
        self.is_placing()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Stacks(self.stacks.as_slice(), self.in_hand)
    }
}

impl Setup for Building {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        options.only(&[])?;
        let number = |word: &str| whole_number(word.trim(), BadPosition::NotStacks, u64::MAX);
        if let Some((stones, stacks)) = notation.split_once('/') {
            return Self::empty(number(stacks)?, number(stones)?);
        }
        let (in_hand, stacks) = match notation.split_once('+') {
            Some((in_hand, stacks)) => (number(in_hand)?, stacks),
            None => (0, notation),
        };
        let stacks = Heaps::read(stacks, LEAST_STACKS..=MOST_STACKS).map_err(|problem| {
            if problem == BadPosition::NotHeaps {
                BadPosition::NotStacks
            } else {
                problem
            }
        })?;
        Self::of(stacks, in_hand)
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        const TRIES: usize = 30;
        options.only(&[])?;
        let most = largest.clamp(1, 16);
        let should_be_won = numbers.draw().falls_within(50);
        let mut draw = || {
            let stacks = numbers.between(2, 4);
            Self::empty(stacks, numbers.between(most.min(5), most))
        };
        // Few positions are won, so chance decides whether to look for a won or a lost position.
        let mut drawn = draw()?;
        for _ in 0..TRIES {
            if drawn.is_lost() != should_be_won {
                break;
            }
            drawn = draw()?;
        }
        Ok(drawn)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("8/3"), Opening::plain("6/3")];
        OPENINGS
    }

    /// One stone is in hand, and can balance two stacks.
    fn example_start(&self) -> Self {
        let stacks = Heaps::of(&[2, 1, 0]).unwrap_or(self.stacks);
        Self { stacks, in_hand: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn about_half_of_the_drawn_starts_can_be_won() {
        let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
        let mut draw = || Building::drawn(Variant::Building, Options::default(), 30, &mut numbers);
        let drawn: Vec<Building> = (0..400).filter_map(|_| draw().ok()).collect();
        let won = drawn.iter().filter(|at| !at.is_lost()).count();
        assert!((160..=240).contains(&won), "{won} of {}", drawn.len());
    }
}
