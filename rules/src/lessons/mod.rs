//! The lessons of each game, step by step, as data: positions to solve, and the knowledge that each
//! step gives a player.
//!
//! The steps and their order were found by simulation: what a learner gains from each is in
//! `docs/lessons.md`, which `examples/lessons` generates. The data are in the games' folders.
//! `exercise` has the positions that a player solves in a lesson. `facts` has what goes into the
//! sentence of a lesson.

mod exercise;
mod facts;

pub use exercise::Exercise;

use itertools::Itertools as _;

use super::map::{Powers, Term};
use super::options::Ending;
use super::play::Rules;
use super::{Choices, Shape};

/// A step of learning a game.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in texts.
    pub name: &'static str,
    /// Positions to solve, in notation. A won position cannot be solved with the earlier lessons
    /// alone. A lost one can be recognised after this lesson; the answer is that no move wins. In a
    /// lesson on holding out, all positions are lost.
    pub positions: &'static [&'static str],
    /// What a player knows after the lesson.
    pub knowledge: Knowledge,
}

/// Lessons in order: for each its name, the knowledge it gives, and the positions to solve.
macro_rules! lessons {
    ($($name:literal, $knowledge:expr => $($position:literal),+;)*) => {
        &[$(Lesson { name: $name, positions: &[$($position),+], knowledge: $knowledge }),*]
    };
}

pub(crate) use lessons;

/// What a player knows, and how the player uses it.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    /// The positions that the player takes to be lost, and moves to whenever possible.
    pub lost: Known,
    /// By which moves the player reaches these positions.
    pub reach: Reach,
    /// Whether the player avoids, where possible, moves after which the opponent can reach one of
    /// these positions.
    pub looks_ahead: bool,
    /// What the exercises ask for.
    pub aim: Aim,
}

/// What an exercise asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move that wins, or the answer that there is none.
    Win,
    /// If no move wins, a move that holds out longest.
    HoldOut,
    /// Of the moves that win, one that gains most.
    EatMost,
}

/// Positions that a player takes to be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The end of the game; in misère play, a single object.
    End,
    /// Exactly `heaps` heaps are left, all equal.
    Equal {
        /// The number of heaps.
        heaps: usize,
    },
    /// Only isolated single objects are left: an even number, or an odd number in misère play.
    /// Includes the end.
    Ones,
    /// The first cold pairs of Wythoff's game in the order of `pairs`: this many of them.
    Pairs(usize),
    /// Every piece has the value 0.
    Zeros,
    /// The values balance and, after equal ones have been struck out, none exceeds `largest`. In
    /// Building Nim, also pairs of equal stacks with an even number of stones in hand.
    Balanced {
        /// The largest value that may be left.
        largest: u64,
    },
    /// The same as `Balanced`, or the board is symmetric under a rotation by 180° and no move takes
    /// a cell together with the one opposite it.
    Opposite {
        /// The largest value that may be left.
        largest: u64,
    },
    /// After equal pieces have been struck out (in normal play), all others are listed here, and
    /// their values balance. Each entry is a piece in notation and its value: `4:0`.
    Values(&'static [&'static str]),
    /// For a single heap or a count: the end, and every whole number of steps before it, up to the
    /// given number. A step is one more than the largest move.
    Steps(u64),
    /// An even number of largest heaps, at most the given number.
    LargestEven(usize),
}

/// By which moves a known position is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// By any move.
    AnyMove,
    /// By taking from one heap; the end by any move.
    OneHeap,
    /// By reducing the only largest heap so that afterwards two heaps are the largest; the end by
    /// any move.
    Levelling,
}

impl Knowledge {
    /// A player who knows the positions of `lost`, reaches them by any move, and looks ahead to
    /// keep the opponent from reaching them.
    #[must_use]
    pub const fn of(lost: Known) -> Self {
        Self {
            lost,
            reach: Reach::AnyMove,
            looks_ahead: true,
            aim: Aim::Win,
        }
    }

    /// A player who knows which positions balance if, after equal numbers have been struck out, none exceeds
    /// `largest`.
    #[must_use]
    pub const fn balanced(largest: u64) -> Self {
        Self::of(Known::Balanced { largest })
    }

    /// This knowledge, with the aim of holding out longest where no move wins.
    #[must_use]
    pub const fn holding_out(self) -> Self {
        Self {
            aim: Aim::HoldOut,
            ..self
        }
    }

    /// This knowledge, with the aim of choosing the winning move that gains most.
    #[must_use]
    pub const fn eating_most(self) -> Self {
        Self {
            aim: Aim::EatMost,
            ..self
        }
    }

    /// This knowledge, without looking ahead.
    #[must_use]
    pub const fn at_sight(self) -> Self {
        Self {
            looks_ahead: false,
            ..self
        }
    }

    /// This knowledge, reaching the positions only by the moves of `reach`.
    #[must_use]
    pub const fn reached_by(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }
}

impl Known {
    /// Whether `position` is one of these positions.
    #[must_use]
    pub fn contains(self, position: &dyn Rules) -> bool {
        if position.choices().is_empty() {
            return position.ending() == Ending::Normal;
        }
        match self {
            Self::End => position.shape().size() == smallest_lost(position),
            Self::Ones => Self::End.contains(position) || ones_are_lost(position) == Some(true),
            Self::Equal { heaps } => {
                let sizes = filled_heaps(position);
                sizes.len() == heaps && sizes.iter().all_equal()
            }
            Self::Pairs(count) => sorted_pair(position).is_some_and(|piles| {
                let mut known = pairs(position.ending()).take(count);
                // Their first numbers increase.
                known.find(|pair| pair.first() >= piles.first()) == Some(piles)
            }),
            Self::Balanced { largest } => {
                balances(position, largest) || position.shape().moves_can_be_copied()
            }
            Self::Zeros => position
                .pieces()
                .is_some_and(|pieces| values(&pieces).iter().all(|&value| value == 0)),
            Self::Values(table) => cancels(position, table),
            Self::Opposite { largest } => {
                balances(position, largest) || moves_have_opposites(position)
            }
            Self::Steps(steps) => is_steps_from_end(position, steps),
            Self::LargestEven(most) => {
                if let (Ending::Misere, Some(is_lost)) =
                    (position.ending(), ones_are_lost(position))
                {
                    return is_lost;
                }
                let sizes = filled_heaps(position);
                let size = sizes.iter().max();
                let count = sizes.iter().filter(|heap| Some(*heap) == size).count();
                count <= most && count.is_multiple_of(2)
            }
        }
    }
}

/// The size of the smallest lost position: 0, or 1 in misère play.
fn smallest_lost(position: &dyn Rules) -> u128 {
    u128::from(position.ending() == Ending::Misere)
}

/// If only isolated single objects are left, whether their number makes the position lost;
/// otherwise `None`.
fn ones_are_lost(position: &dyn Rules) -> Option<bool> {
    let are_apart = match position.choices() {
        Choices::Cells { left, sets } => sets.len() as u64 == u64::from(left.count()),
        Choices::Lists(_) | Choices::Sheet(_) => {
            let sizes = filled_heaps(position);
            !sizes.is_empty() && sizes.iter().all(|&size| size == 1)
        }
    };
    let is_odd = !position.shape().size().is_multiple_of(2);
    are_apart.then_some(is_odd == (position.ending() == Ending::Misere))
}

/// The sizes of the heaps that are not empty.
fn filled_heaps(position: &dyn Rules) -> Vec<u64> {
    let heaps = position.shape().lettered().unwrap_or_default().iter();
    heaps.copied().filter(|&heap| heap > 0).collect()
}

/// The sizes of the two piles, the smaller one first. `None` if there are not two piles.
fn sorted_pair(position: &dyn Rules) -> Option<[u64; 2]> {
    let mut piles: [u64; 2] = position.shape().lettered()?.try_into().ok()?;
    piles.sort_unstable();
    Some(piles)
}

/// The cold pairs, built one by one: each begins with the smallest number not used yet, and its
/// difference is its index, from 0. In misère play the list begins with (0, 1) and (2, 2), and
/// continues as in normal play.
fn pairs(ending: Ending) -> impl Iterator<Item = [u64; 2]> {
    let first: &[[u64; 2]] = match ending {
        Ending::Normal => &[[0, 0], [1, 2]],
        Ending::Misere => &[[0, 1], [2, 2]],
    };
    let mut known = first.to_vec();
    let mut next = 0;
    std::iter::from_fn(move || {
        if next == known.len() {
            let is_used = |number: &u64| known.iter().any(|pair| pair.contains(number));
            let mut free = (0..=2 * next as u64).filter(|number| !is_used(number));
            let smallest = free.next()?;
            let difference = next as u64;
            known.push([smallest, smallest + difference]);
        }
        next += 1;
        known.get(next - 1).copied()
    })
}

/// The value of each piece by itself.
fn values(pieces: &Powers) -> Vec<u64> {
    pieces.terms.iter().map(|term| term.value).collect()
}

/// Whether the values cancel after equal ones have been struck out, and none of the rest exceeds
/// `largest`.
fn balances(position: &dyn Rules, largest: u64) -> bool {
    let Some(powers) = position.pieces() else {
        return false;
    };
    if position.ending() == Ending::Misere && powers.are_ones() {
        return powers.are_lost(Ending::Misere);
    }
    let mut values = values(&powers);
    values.sort_unstable();
    let cycle = usize::try_from(powers.cycle).unwrap_or(usize::MAX);
    let runs = values.chunk_by(|one, other| one == other);
    let rest = runs.flat_map(|run| run.iter().take(run.len() % cycle));
    let rest: Vec<u64> = rest.copied().collect();
    let count = |bit: u32| rest.iter().filter(|&&value| value >> bit & 1 == 1).count();
    rest.iter().all(|&value| value <= largest)
        && (0..u64::BITS).all(|bit| count(bit).is_multiple_of(cycle))
}

/// Whether all pieces left after equal ones have been struck out are in `table`, and their values
/// cancel. In misère play no piece is struck out, since a value above 1 matters even in an equal
/// pair.
fn cancels(position: &dyn Rules, table: &[&str]) -> bool {
    let Some(powers) = position.pieces() else {
        return false;
    };
    let mut pieces: Vec<&str> = powers.terms.iter().map(|term| &*term.name).collect();
    pieces.sort_unstable();
    let runs = pieces.chunk_by(|one, other| one == other);
    let is_misere = position.ending() == Ending::Misere;
    let rest = runs.flat_map(|run| {
        run.iter()
            .take(if is_misere { run.len() } else { run.len() % 2 })
    });
    let term_of = |piece: &&str| {
        let mut values = table
            .iter()
            .filter_map(|entry| entry.strip_prefix(*piece)?.strip_prefix(':'));
        Some(Term::new((*piece).to_owned(), values.next()?.parse().ok()?))
    };
    let terms: Option<Vec<Term>> = rest.map(term_of).collect();
    terms.is_some_and(|terms| Powers::of(terms, 2).are_lost(position.ending()))
}

/// Whether, in normal play, each move can be answered by taking the cells opposite.
fn moves_have_opposites(position: &dyn Rules) -> bool {
    match (position.choices(), position.shape(), position.ending()) {
        (Choices::Cells { left, sets }, Shape::Cells(layout, _), Ending::Normal) => {
            layout.moves_can_be_copied(left, &sets)
        }
        (_, _, _) => false,
    }
}

/// Whether a single heap, or a count, is a whole number of steps from the end, at most `steps`.
fn is_steps_from_end(position: &dyn Rules, steps: u64) -> bool {
    let counting = position.shape().counting();
    let is_single = filled_heaps(position).len() == 1 || counting.is_some();
    let most = counting.map(|counting| counting.most);
    let most = most.or(position.options().most);
    let distance = position.shape().size().checked_sub(smallest_lost(position));
    match (most, distance) {
        (Some(most), Some(distance)) if is_single => {
            let step = u128::from(most) + 1;
            distance.is_multiple_of(step) && distance / step <= u128::from(steps)
        }
        (_, _) => false,
    }
}
