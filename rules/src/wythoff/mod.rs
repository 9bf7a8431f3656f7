//! Wythoff's game (W. A. Wythoff, 1907).
//!
//! Two piles, two players in turn. A move takes at least one object: any number from one pile, or
//! the same number from both. The player who makes the last move wins, or loses in misère play
//! (`misere`). In normal play it is the same game as moving a queen on an endless chessboard from
//! `(a, b)` left, down or diagonally towards `(0, 0)`: the player who brings her home wins.
//!
//! # Glossary
//! - *Pile*: one of the two heaps, left and right. *Ply*: one move of one player.
//! - *P-position*, "cold": the player to move loses against perfect play (the **p**revious player
//!   wins).
//! - *N-position*, "hot": the player to move can win (the **n**ext player wins).
//! - *Lower and upper Wythoff numbers*: `A_k = floor(k * phi)` (OEIS A000201) and `B_k = A_k + k`
//!   (A001950), with the golden ratio phi. The cold positions are the pairs `(A_k, B_k)` in either
//!   order: (0, 0) (1, 2) (3, 5) (4, 7) (6, 10) ...
//! - *Partner* of a number: the only number that makes a cold pair with it (A002251).
//!
//! Left out on purpose: Grundy values (needed only for sums of games).

mod defence;
pub(super) mod lessons;
mod misere;
mod theory;

use std::fmt;

use super::map::Map;
use super::play::reason;
use super::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, Move, Numbers,
    Opening, Options, Reason, Result, Rules, Setup, Shape, Variant,
};

pub use theory::{Pair, is_cold, partner, winning_moves};

/// Two piles, and whether the last move wins or loses.
///
/// ```
/// use nim_games::{Rules, wythoff::Wythoff};
///
/// let piles = Wythoff::of([13, 9]);
/// assert_eq!(piles.winning_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["A3B3", "B1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wythoff {
    piles: Pair,
    ending: Ending,
}

impl Wythoff {
    /// The given piles, in normal play.
    #[must_use]
    pub const fn of(piles: Pair) -> Self {
        Self {
            piles,
            ending: Ending::Normal,
        }
    }

    /// The given piles and ending.
    pub(super) const fn new(piles: Pair, ending: Ending) -> Self {
        Self { piles, ending }
    }

    /// The same piles with another ending.
    #[must_use]
    pub const fn with_ending(self, ending: Ending) -> Self {
        Self { ending, ..self }
    }

    /// The left and the right pile.
    #[must_use]
    pub const fn piles(self) -> Pair {
        self.piles
    }

    /// The same game with other piles.
    #[must_use]
    pub const fn with_piles(self, piles: Pair) -> Self {
        Self { piles, ..self }
    }

    fn difference(self) -> u64 {
        let [left, right] = self.piles;
        left.abs_diff(right)
    }

    /// The most that a move can take from each pile in `from`.
    fn most(self, from: HeapSet) -> u64 {
        let sizes = from.iter().filter_map(|pile| self.piles.get(pile));
        sizes.copied().min().unwrap_or(0)
    }

    /// How many moves the game lasts after a winning move.
    fn lasts_after(self, taken: Pair) -> u128 {
        let after = theory::after(self.piles, taken).map(|piles| self.with_piles(piles));
        after
            .and_then(|after| after.moves_to_end())
            .unwrap_or(u128::MAX)
    }
}

/// What a move takes from each pile. Returns an error if it is a move of another game.
fn amounts_taken(mv: Move) -> Result<Pair, IllegalMove> {
    let Move::Take([left, right, ref others @ ..]) = mv else {
        return Err(IllegalMove::OtherGame);
    };
    if others.iter().any(|&amount| amount > 0) {
        return Err(IllegalMove::NoSuchHeap { heaps: 2 });
    }
    match (left, right) {
        (0, 0) => Err(IllegalMove::Nothing),
        (_, 0) | (0, _) => Ok([left, right]),
        _ if left == right => Ok([left, right]),
        _ => Err(IllegalMove::NotTogether),
    }
}

impl fmt::Display for Wythoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.piles;
        write!(f, "{left} {right}")
    }
}

impl Rules for Wythoff {
    fn variant(&self) -> Variant {
        Variant::Wythoff
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        let lists = [HeapSet::one(0), HeapSet::one(1), HeapSet::first(2)];
        Choices::of(lists.map(|from| List {
            kind: ListKind::Take(from),
            most: self.most(from),
        }))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let taken = amounts_taken(mv)?;
        let Some(piles) = theory::after(self.piles, taken) else {
            let (from, _) = mv.taken().ok_or(IllegalMove::Nothing)?;
            return Err(IllegalMove::TooMany {
                from,
                most: self.most(from),
            });
        };
        self.piles = piles;
        Ok(())
    }

    fn is_lost(&self) -> bool {
        match self.ending {
            Ending::Normal => is_cold(self.piles),
            Ending::Misere => misere::is_lost(self.piles),
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let mut moves: Vec<Pair> = match self.ending {
            Ending::Normal => winning_moves(self.piles).into_iter().flatten().collect(),
            Ending::Misere => misere::winning_moves_of(self.piles),
        };
        moves.sort_by_key(|&mv| self.lasts_after(mv));
        Box::new(moves.into_iter().map(Move::take))
    }

    fn law(&self) -> Option<Reason> {
        let mut sorted = self.piles;
        sorted.sort_unstable();
        let [small, large] = sorted;
        Some(match (self.ending, sorted) {
            (Ending::Normal, [0, 0]) => reason!("lost-wythoff-home"),
            (Ending::Misere, [0, 0]) => reason!("lost-wythoff-misere-home"),
            (Ending::Normal, [1, 2]) => reason!("lost-wythoff-doors"),
            (Ending::Misere, [0, 1]) => reason!("lost-wythoff-step"),
            (Ending::Misere, [2, 2]) => reason!("lost-wythoff-two-twos"),
            _ => {
                reason!("lost-wythoff", "small" => small, "large" => large, "difference" => self.difference())
            }
        })
    }

    /// The number of this cold pair: the k-th is (floor(k phi), floor(k phi^2)), whose difference
    /// is k. `None` for (0, 0), and in misère play for (0, 1) and (2, 2), which have no number.
    fn remark(&self) -> Option<Reason> {
        let first_number = match self.ending {
            Ending::Normal => 1,
            Ending::Misere => 2,
        };
        let ([left, right], number) = (self.piles, self.difference());
        (self.is_lost() && number >= first_number).then(|| {
            reason!(
                "wythoff-number", "number" => number, "small" => left.min(right), "large" => left.max(right)
            )
        })
    }

    fn clue(&self, winning: Move) -> Option<Reason> {
        let taken = amounts_taken(winning).ok()?;
        let [left, right] = theory::after(self.piles, taken)?;
        // The list from (3, 5) on. The pairs before it have laws of their own.
        let is_in_the_list = left.min(right) > 2;
        is_in_the_list.then(|| match taken {
            [_, 0] => reason!("reason-wythoff-partner", "of" => right, "partner" => left),
            [0, _] => reason!("reason-wythoff-partner", "of" => left, "partner" => right),
            _ => reason!("reason-wythoff-same-difference", "difference" => self.difference()),
        })
    }

    /// From (1, 2), all four moves. From other pairs, two moves: a beginner's move, which makes the
    /// piles equal or, if they already are, takes both; and one that takes a single object from the
    /// larger pile. The latter holds out longest, except from (3, 5) in misère play. From (0, 1)
    /// both are the same move.
    fn telling_moves(&self) -> Vec<Move> {
        let [left, right] = self.piles;
        let smallest = left.min(right);
        if (smallest, left.max(right)) == (1, 2) {
            return self.choices().moves().collect();
        }
        let from_larger = |amount: u64| {
            if left > right {
                Move::take([amount, 0])
            } else {
                Move::take([0, amount])
            }
        };
        match self.difference() {
            0 if smallest == 0 => Vec::new(),
            0 => vec![Move::take([smallest; 2]), Move::take([0, 1])],
            1 => vec![from_larger(1)],
            difference => vec![from_larger(difference), from_larger(1)],
        }
    }

    fn map(&self) -> Option<Map> {
        Some(Map::Squares)
    }

    fn moves_to_end(&self) -> Option<u128> {
        Some(match self.ending {
            Ending::Normal => 2 * u128::from(self.difference()),
            Ending::Misere => misere::moves_to_end(self.piles),
        })
    }

    fn defences(&self) -> Vec<Move> {
        if !self.is_lost() || self.choices().is_empty() {
            return Vec::new();
        }
        let moves = match self.ending {
            Ending::Normal => defence::defences(self.piles).to_vec(),
            Ending::Misere => misere::defences(self.piles),
        };
        moves.into_iter().map(Move::take).collect()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Heaps(&self.piles)
    }
}

impl Setup for Wythoff {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        let ending = options.ending_alone()?;
        match *Heaps::read(notation, 2..=2)?.as_slice() {
            [left, right] => Ok(Self {
                piles: [left, right],
                ending,
            }),
            _ => Err(BadPosition::HeapCount { least: 2, most: 2 }),
        }
    }

    fn drawn(_: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
        let ending = options.ending_alone()?;
        // More squares could not be counted on a phone.
        let most = largest.min(14);
        let least = most.min(5);
        let span = most - least;
        let [left, step] = [numbers.draw(), numbers.draw()];
        let left = left.up_to(span);
        // The piles differ if the range allows it, since a single move can take everything from
        // equal piles.
        let right = match span {
            0 => 0,
            _ => (left + 1 + step.up_to(span - 1)) % (span + 1),
        };
        Ok(Self {
            piles: [least + left, least + right],
            ending,
        })
    }

    fn openings(_: Variant) -> &'static [Opening] {
        const OPENINGS: &[Opening] = &[Opening::plain("12 9"), Opening::plain("10 6")];
        OPENINGS
    }

    fn example_start(&self) -> Self {
        let piles = match self.ending {
            Ending::Normal => [3, 4],
            Ending::Misere => [1, 3],
        };
        Self { piles, ..*self }
    }
}
