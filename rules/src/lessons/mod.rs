//! What can be learnt of each game, step by step: positions to solve, and what whoever has learnt a
//! step goes by, as data.
//!
//! The steps and their order were found by simulation: what a learner gains by each is in
//! `docs/lessons.md`, which `examples/lessons` makes. The data stand beside the games. `exercise`
//! is a position of a lesson that somebody solves, `facts` what the sentence of a lesson is made
//! of.

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
    /// Positions to solve, in notation. Each is won, and what was learnt before does not do for it;
    /// or lost, as whoever has learnt it can tell: then the answer is that no move wins. In a
    /// lesson of holding out each is lost.
    pub positions: &'static [&'static str],
    /// What whoever has learnt it goes by.
    pub knows: Knowledge,
}

/// Lessons in order: the name of each, what whoever has learnt it goes by, and the positions to
/// solve.
macro_rules! lessons {
    ($($name:literal, $knows:expr => $($position:literal),+;)*) => {
        &[$(Lesson { name: $name, positions: &[$($position),+], knows: $knows }),*]
    };
}

pub(crate) use lessons;

/// What a player goes by.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    /// The positions that are taken for lost. A move that leads to one is made.
    pub lost: Known,
    /// By which moves they are reached.
    pub reach: Reach,
    /// Whether no move is made after which the other one can reach such a position, if that can be
    /// helped.
    pub looks_ahead: bool,
    /// What is asked for beside the win.
    pub aim: Aim,
}

/// What is asked for in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move that wins, or that there is none.
    Win,
    /// Where no move wins, one that lasts longest.
    HoldOut,
    /// Of the moves that win, one that brings most.
    EatMost,
}

/// Positions that are taken for lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The end; in misère play a single object.
    End,
    /// So many heaps are left, and they are equal.
    Equal {
        /// How many.
        heaps: usize,
    },
    /// Only single objects are left, none beside another: an even number, in misère play an odd
    /// one. With the end.
    Ones,
    /// The first cold pairs of Wythoff's game, the end counted.
    Pairs(usize),
    /// No piece is worth anything.
    Zeros,
    /// What the position is worth balances after equal numbers have been struck out, and none of
    /// the others is larger than that.
    Balanced {
        /// The largest number.
        largest: u64,
    },
    /// The same, or the board looks the same after half a turn and no move takes a cell with the
    /// one opposite it.
    Opposite {
        /// The largest number.
        largest: u64,
    },
    /// The pieces with these worths balance after equal ones have been struck out, and there are no
    /// others. A piece has its name in notation: `4:0`.
    Worths(&'static [&'static str]),
    /// The end, and so many steps of one more than the largest move before it, for a single heap or
    /// a count.
    Steps(u64),
    /// So many largest heaps at most, an even number of them.
    LargestEven(usize),
}

/// By which moves a known position is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// By any move.
    AnyMove,
    /// From one heap; to the end by any move.
    OneHeap,
    /// By making two largest heaps of one; to the end by any move.
    Levelling,
}

impl Knowledge {
    /// Whoever knows those positions, reaches them by any move, and looks ahead for them.
    #[must_use]
    pub const fn of(lost: Known) -> Self {
        Self {
            lost,
            reach: Reach::AnyMove,
            looks_ahead: true,
            aim: Aim::Win,
        }
    }

    /// Whoever knows what balances, up to that number.
    #[must_use]
    pub const fn balanced(largest: u64) -> Self {
        Self::of(Known::Balanced { largest })
    }

    /// The same, and the longest way where no move wins.
    #[must_use]
    pub const fn holding_out(self) -> Self {
        Self {
            aim: Aim::HoldOut,
            ..self
        }
    }

    /// The same, and of several winning moves one that brings most.
    #[must_use]
    pub const fn eating_most(self) -> Self {
        Self {
            aim: Aim::EatMost,
            ..self
        }
    }

    /// The same without looking ahead.
    #[must_use]
    pub const fn at_sight(self) -> Self {
        Self {
            looks_ahead: false,
            ..self
        }
    }

    /// The same by such moves only.
    #[must_use]
    pub const fn by(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }
}

impl Known {
    /// Whether the position is one of them.
    #[must_use]
    pub fn holds(self, position: &dyn Rules) -> bool {
        if position.choices().is_empty() {
            return position.ending() == Ending::Normal;
        }
        match self {
            Self::End => position.shape().size() == last(position),
            Self::Ones => Self::End.holds(position) || are_ones(position) == Some(true),
            Self::Equal { heaps } => {
                let sizes = filled(position);
                sizes.len() == heaps && sizes.iter().all_equal()
            }
            Self::Pairs(count) => filled_pair(position).is_some_and(|piles| {
                let mut known = pairs(position.ending()).take(count);
                // They begin with larger and larger numbers.
                known.find(|pair| pair.first() >= piles.first()) == Some(piles)
            }),
            Self::Balanced { largest } => {
                balances(position, largest) || position.shape().can_be_copied()
            }
            Self::Zeros => position
                .pieces()
                .is_some_and(|pieces| worths(&pieces).iter().all(|&worth| worth == 0)),
            Self::Worths(table) => cancels(position, table),
            Self::Opposite { largest } => balances(position, largest) || is_copied(position),
            Self::Steps(steps) => is_step(position, steps),
            Self::LargestEven(most) => {
                if let (Ending::Misere, Some(is_lost)) = (position.ending(), are_ones(position)) {
                    return is_lost;
                }
                let sizes = filled(position);
                let size = sizes.iter().max();
                let count = sizes.iter().filter(|heap| Some(*heap) == size).count();
                count <= most && count.is_multiple_of(2)
            }
        }
    }
}

/// What is left at the end, for whoever moves then to lose: nothing, or one object.
fn last(position: &dyn Rules) -> u128 {
    u128::from(position.ending() == Ending::Misere)
}

/// If only single objects are left, none beside another: whether their number is the one that
/// loses.
fn are_ones(position: &dyn Rules) -> Option<bool> {
    let are_apart = match position.choices() {
        Choices::Cells { left, sets } => sets.len() as u64 == u64::from(left.count()),
        Choices::Lists(_) | Choices::Sheet(_) => {
            let sizes = filled(position);
            !sizes.is_empty() && sizes.iter().all(|&size| size == 1)
        }
    };
    let is_odd = !position.shape().size().is_multiple_of(2);
    are_apart.then_some(is_odd == (position.ending() == Ending::Misere))
}

fn filled(position: &dyn Rules) -> Vec<u64> {
    let heaps = position.shape().lettered().unwrap_or_default().iter();
    heaps.copied().filter(|&heap| heap > 0).collect()
}

/// Two piles, the smaller one first.
fn filled_pair(position: &dyn Rules) -> Option<[u64; 2]> {
    let mut piles: [u64; 2] = position.shape().lettered()?.try_into().ok()?;
    piles.sort_unstable();
    Some(piles)
}

/// The cold pairs as one finds them: each begins with the smallest number not used yet, and differs
/// by one more than the last. In misère play the list begins with (0, 1) and (2, 2), from which on
/// it is the same.
fn pairs(ending: Ending) -> impl Iterator<Item = [u64; 2]> {
    let begin: &[[u64; 2]] = match ending {
        Ending::Normal => &[[0, 0], [1, 2]],
        Ending::Misere => &[[0, 1], [2, 2]],
    };
    let mut known = begin.to_vec();
    let mut next = 0;
    std::iter::from_fn(move || {
        if next == known.len() {
            let used = |number: &u64| known.iter().any(|pair| pair.contains(number));
            let mut free = (0..=2 * next as u64).filter(|number| !used(number));
            let smallest = free.next()?;
            let difference = next as u64;
            known.push([smallest, smallest + difference]);
        }
        next += 1;
        known.get(next - 1).copied()
    })
}

/// What the pieces are worth, each by itself.
fn worths(pieces: &Powers) -> Vec<u64> {
    pieces.terms.iter().map(|term| term.worth).collect()
}

/// Whether the worths cancel after equal ones have been struck out, and none that is left is
/// larger.
fn balances(position: &dyn Rules, largest: u64) -> bool {
    let Some(powers) = position.pieces() else {
        return false;
    };
    if position.ending() == Ending::Misere && powers.are_ones() {
        return powers.are_lost(Ending::Misere);
    }
    let mut worths = worths(&powers);
    worths.sort_unstable();
    let cycle = usize::try_from(powers.cycle).unwrap_or(usize::MAX);
    let runs = worths.chunk_by(|one, other| one == other);
    let left = runs.flat_map(|run| run.iter().take(run.len() % cycle));
    let left: Vec<u64> = left.copied().collect();
    let count = |bit: u32| left.iter().filter(|&&worth| worth >> bit & 1 == 1).count();
    left.iter().all(|&worth| worth <= largest)
        && (0..u64::BITS).all(|bit| count(bit).is_multiple_of(cycle))
}

/// Whether pieces of those worths cancel after equal pieces have been struck out, and no others are
/// left. In misère play none is struck out, since what is left at the end counts.
fn cancels(position: &dyn Rules, table: &[&str]) -> bool {
    let Some(powers) = position.pieces() else {
        return false;
    };
    let mut pieces: Vec<&str> = powers.terms.iter().map(|term| &*term.name).collect();
    pieces.sort_unstable();
    let runs = pieces.chunk_by(|one, other| one == other);
    let is_misere = position.ending() == Ending::Misere;
    let left = runs.flat_map(|run| {
        run.iter()
            .take(if is_misere { run.len() } else { run.len() % 2 })
    });
    let known = |piece: &&str| {
        let mut worths = table
            .iter()
            .filter_map(|known| known.strip_prefix(*piece)?.strip_prefix(':'));
        Some(Term::new((*piece).to_owned(), worths.next()?.parse().ok()?))
    };
    let terms: Option<Vec<Term>> = left.map(known).collect();
    terms.is_some_and(|terms| Powers::of(terms, 2).are_lost(position.ending()))
}

/// Whether each move can be answered by what lies opposite it, in normal play.
fn is_copied(position: &dyn Rules) -> bool {
    match (position.choices(), position.shape(), position.ending()) {
        (Choices::Cells { left, sets }, Shape::Cells(layout, _), Ending::Normal) => {
            layout.can_be_copied(left, &sets)
        }
        (_, _, _) => false,
    }
}

/// Whether a single heap, or a count, is so many whole steps from the end.
fn is_step(position: &dyn Rules, steps: u64) -> bool {
    let counting = position.shape().counting();
    let is_single = filled(position).len() == 1 || counting.is_some();
    let most = counting.map(|counting| counting.most);
    let most = most.or(position.options().most);
    let left = position.shape().size().checked_sub(last(position));
    match (most, left) {
        (Some(most), Some(left)) if is_single => {
            let step = u128::from(most) + 1;
            left.is_multiple_of(step) && left / step <= u128::from(steps)
        }
        (_, _) => false,
    }
}
