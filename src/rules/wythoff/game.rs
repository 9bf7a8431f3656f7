//! Wythoff's game among the games of the family: a position with an ending.

use std::fmt;

use super::{Explanation, Pile, Position, Reason as Why, defences, explain, is_cold, misere};
use crate::rules::play::reason;
use crate::rules::{
    BadPosition, Choices, Ending, HeapSet, Heaps, IllegalMove, List, ListKind, Move, Numbers,
    Opening, OptionName, Options, Reason, Rules, Setup, Variant,
};

/// Two piles, and what the last move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    piles: [u64; 2],
    ending: Ending,
}

impl Game {
    /// In normal play.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self {
            piles: [position.left, position.right],
            ending: Ending::Normal,
        }
    }

    /// The piles.
    #[must_use]
    pub const fn position(self) -> Position {
        let [left, right] = self.piles;
        Position::new(left, right)
    }

    /// The same game at another position.
    #[must_use]
    pub const fn at(self, position: Position) -> Self {
        Self {
            piles: [position.left, position.right],
            ..self
        }
    }

    fn after(self, mv: Move) -> Option<Position> {
        self.position().play(mv.try_into().ok()?).ok()
    }

    fn lasts_after(self, mv: Move) -> u128 {
        let after = self.after(mv).map(|position| match self.ending {
            Ending::Normal => 2 * u128::from(position.difference()),
            Ending::Misere => misere::lasts(position),
        });
        after.unwrap_or(u128::MAX)
    }
}

/// A move of the family as one of this game.
impl TryFrom<Move> for super::Move {
    type Error = IllegalMove;

    fn try_from(mv: Move) -> Result<Self, IllegalMove> {
        let Move::Take(amounts) = mv else {
            return Err(IllegalMove::OtherGame);
        };
        let [left, right, ref others @ ..] = amounts;
        if others.iter().any(|&amount| amount > 0) {
            return Err(IllegalMove::NoSuchHeap { heaps: 2 });
        }
        match (left, right) {
            (0, 0) => Err(IllegalMove::Nothing),
            (_, 0) => Ok(Self::new(Pile::Left, left)),
            (0, _) => Ok(Self::new(Pile::Right, right)),
            _ if left == right => Ok(Self::new(Pile::Both, left)),
            _ => Err(IllegalMove::NotTogether),
        }
    }
}

/// The heaps that a move takes from.
fn heaps_of(pile: Pile) -> HeapSet {
    match pile {
        Pile::Left => HeapSet::one(0),
        Pile::Right => HeapSet::one(1),
        Pile::Both => HeapSet::first(2),
    }
}

impl From<super::IllegalMove> for IllegalMove {
    fn from(illegal: super::IllegalMove) -> Self {
        match illegal {
            super::IllegalMove::Nothing => Self::Nothing,
            super::IllegalMove::TooMany { pile, most } => Self::TooMany {
                from: heaps_of(pile),
                most,
            },
        }
    }
}

impl From<super::Move> for Move {
    fn from(mv: super::Move) -> Self {
        Self::take_from(heaps_of(mv.pile), mv.amount)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.piles;
        write!(f, "{left} {right}")
    }
}

impl Rules for Game {
    fn variant(&self) -> Variant {
        Variant::Wythoff
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        Choices::of(Pile::ALL.map(|pile| List {
            kind: ListKind::Take(heaps_of(pile)),
            most: self.position().most(pile),
        }))
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mv = mv.try_into()?;
        let Position { left, right } = self.position().play(mv)?;
        self.piles = [left, right];
        Ok(())
    }

    fn is_lost(&self) -> bool {
        match self.ending {
            Ending::Normal => is_cold(self.position()),
            Ending::Misere => misere::is_lost(self.position()),
        }
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let mut moves: Vec<Move> = match self.ending {
            Ending::Normal => super::winning_moves(self.position())
                .into_iter()
                .flatten()
                .map(Move::from)
                .collect(),
            Ending::Misere => misere::wins(self.position())
                .into_iter()
                .map(Move::from)
                .collect(),
        };
        moves.sort_by_key(|&mv| self.lasts_after(mv));
        Box::new(moves.into_iter())
    }

    fn why(&self, winning: Move) -> Reason {
        let found = match explain(self.position()) {
            Explanation::Hot(moves) => moves
                .into_iter()
                .find(|known| Move::from(known.mv) == winning),
            Explanation::Cold { .. } => None,
        };
        let to = self
            .after(winning)
            .map_or_else(String::new, |to| to.to_string());
        match found.filter(|_| self.ending == Ending::Normal) {
            None => reason!("reason-wythoff-misere", "pair" => to),
            Some(found) => match found.reason {
                Why::LastMove => reason!("reason-last-move"),
                Why::SameDifference { difference } => {
                    reason!("reason-wythoff-same-difference", "difference" => difference, "pair" => to)
                }
                Why::Partner { of } => {
                    let (stays, partner) = if found.mv.pile == Pile::Right {
                        ("left", found.to.right)
                    } else {
                        ("right", found.to.left)
                    };
                    reason!("reason-wythoff-partner", "stays" => stays.to_owned(), "of" => of, "partner" => partner, "pair" => to)
                }
            },
        }
    }

    fn why_lost(&self) -> Reason {
        let position = self.position();
        match self.ending {
            Ending::Normal if position.is_home() => reason!("lost-wythoff-home"),
            Ending::Normal => {
                reason!("lost-wythoff", "position" => position.to_string(), "difference" => position.difference())
            }
            Ending::Misere if position.is_home() => reason!("lost-wythoff-misere-home"),
            Ending::Misere => reason!("lost-wythoff-misere", "position" => position.to_string()),
        }
    }

    fn lasts(&self) -> Option<u128> {
        Some(match self.ending {
            Ending::Normal => 2 * u128::from(self.position().difference()),
            Ending::Misere => misere::lasts(self.position()),
        })
    }

    fn defences(&self) -> Vec<Move> {
        if !self.is_lost() || self.choices().is_empty() {
            return Vec::new();
        }
        match self.ending {
            Ending::Normal => defences(self.position()).map(Move::from).to_vec(),
            Ending::Misere => misere::defences(self.position())
                .into_iter()
                .map(Move::from)
                .collect(),
        }
    }

    fn options(&self) -> Options {
        let ending = (self.ending == Ending::Misere).then_some(Ending::Misere);
        Options {
            ending,
            ..Options::default()
        }
    }

    fn twin(&self) -> String {
        let position = self.position();
        format!("{} {}", position.smaller(), position.larger())
    }

    fn heaps(&self) -> Option<&[u64]> {
        Some(&self.piles)
    }
}

impl Setup for Game {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self, BadPosition> {
        let ending = options
            .only(&[OptionName::Ending])?
            .ending
            .unwrap_or_default();
        match *Heaps::read(notation)?.as_slice() {
            [left, right] => Ok(Self {
                piles: [left, right],
                ending,
            }),
            _ => Err(BadPosition::HeapCount { least: 2, most: 2 }),
        }
    }

    fn drawn(
        _: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Self, BadPosition> {
        let ending = options
            .only(&[OptionName::Ending])?
            .ending
            .unwrap_or_default();
        let most = largest.min(30);
        let Position { left, right } =
            Position::drawn(&(most.min(5)..=most), [numbers.draw(), numbers.draw()]);
        Ok(Self {
            piles: [left, right],
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
