//! Moves: which are legal, and what they lead to.

use std::fmt;

use thiserror::Error;

use super::Position;
use crate::rules::Draw;

/// Where a move takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pile {
    /// The left pile alone.
    Left,
    /// The right pile alone.
    Right,
    /// The same number from both piles.
    Both,
}

impl Pile {
    /// The three kinds of move, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Both];
}

/// A move: `amount` objects from `pile`, from each of the two where that is [`Pile::Both`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it takes from.
    pub pile: Pile,
    /// How many objects it takes, at least 1.
    pub amount: u64,
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// It takes nothing.
    #[error("a move takes at least one object")]
    Nothing,
    /// It takes more than is there.
    #[error("at most {most} can be taken there")]
    TooMany {
        /// Where it takes from.
        pile: Pile,
        /// The most that could be taken, possibly 0.
        most: u64,
    },
}

impl Move {
    /// The move that takes `amount` from `pile`; whether it is legal depends on the position.
    #[must_use]
    pub const fn new(pile: Pile, amount: u64) -> Self {
        Self { pile, amount }
    }

    /// The same move with the piles swapped.
    ///
    /// ```
    /// use wythoff::rules::wythoff::{Move, Pile};
    ///
    /// assert_eq!(Move::new(Pile::Left, 3).mirrored(), Move::new(Pile::Right, 3));
    /// assert_eq!(Move::new(Pile::Both, 3).mirrored(), Move::new(Pile::Both, 3));
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let pile = match self.pile {
            Pile::Left => Pile::Right,
            Pile::Right => Pile::Left,
            Pile::Both => Pile::Both,
        };
        Self::new(pile, self.amount)
    }
}

/// In notation: the piles by letters, then the amount.
///
/// ```
/// use wythoff::rules::wythoff::{Move, Pile};
///
/// assert_eq!(Move::new(Pile::Left, 5).to_string(), "A5");
/// assert_eq!(Move::new(Pile::Both, 2).to_string(), "AB2");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piles = match self.pile {
            Pile::Left => "A",
            Pile::Right => "B",
            Pile::Both => "AB",
        };
        write!(f, "{piles}{}", self.amount)
    }
}

impl Position {
    /// The most that a move of that kind can take. 0 if there is no such move.
    ///
    /// ```
    /// use wythoff::rules::wythoff::{Pile, Position};
    ///
    /// assert_eq!(Position::new(10, 6).most(Pile::Left), 10);
    /// assert_eq!(Position::new(10, 6).most(Pile::Both), 6);
    /// ```
    #[must_use]
    pub fn most(self, pile: Pile) -> u64 {
        match pile {
            Pile::Left => self.left,
            Pile::Right => self.right,
            Pile::Both => self.smaller(),
        }
    }

    /// The position after the move.
    ///
    /// ```
    /// use wythoff::rules::wythoff::{IllegalMove, Move, Pile, Position};
    ///
    /// let position = Position::new(10, 6);
    /// assert_eq!(position.play(Move::new(Pile::Both, 6)), Ok(Position::new(4, 0)));
    /// assert_eq!(position.play(Move::new(Pile::Right, 7)), Err(IllegalMove::TooMany { pile: Pile::Right, most: 6 }));
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove`] if it takes nothing, or more than there is.
    pub fn play(self, mv: Move) -> Result<Self, IllegalMove> {
        let most = self.most(mv.pile);
        if mv.amount == 0 {
            return Err(IllegalMove::Nothing);
        }
        if mv.amount > most {
            return Err(IllegalMove::TooMany {
                pile: mv.pile,
                most,
            });
        }
        Ok(match mv.pile {
            Pile::Left => Self::new(self.left - mv.amount, self.right),
            Pile::Right => Self::new(self.left, self.right - mv.amount),
            Pile::Both => Self::new(self.left - mv.amount, self.right - mv.amount),
        })
    }

    /// The position before the move. Returns `None` if it would exceed `u64`.
    ///
    /// ```
    /// use wythoff::rules::wythoff::{Move, Pile, Position};
    ///
    /// let mv = Move::new(Pile::Both, 2);
    /// assert_eq!(Position::new(5, 3).undo(mv), Some(Position::new(7, 5)));
    /// ```
    #[must_use]
    pub fn undo(self, mv: Move) -> Option<Self> {
        let (left, right) = match mv.pile {
            Pile::Left => (mv.amount, 0),
            Pile::Right => (0, mv.amount),
            Pile::Both => (mv.amount, mv.amount),
        };
        Some(Self::new(
            self.left.checked_add(left)?,
            self.right.checked_add(right)?,
        ))
    }

    /// How many legal moves there are: at most `3 * (2^64 - 1)`.
    #[must_use]
    pub fn move_count(self) -> u128 {
        Pile::ALL
            .iter()
            .map(|&pile| u128::from(self.most(pile)))
            .sum()
    }

    /// Every legal move, by kind and then by amount: [`Position::move_count`] of them, so iterate only over small piles.
    ///
    /// ```
    /// use wythoff::rules::wythoff::Position;
    ///
    /// assert_eq!(Position::new(3, 2).moves().count(), 3 + 2 + 2);
    /// assert_eq!(Position::new(3, 2).move_count(), 3 + 2 + 2);
    /// ```
    pub fn moves(self) -> impl Iterator<Item = Move> {
        Pile::ALL
            .into_iter()
            .flat_map(move |pile| (1..=self.most(pile)).map(move |amount| Move::new(pile, amount)))
    }

    /// A legal move, each equally likely. Returns `None` at the end of the game.
    ///
    /// ```
    /// use wythoff::rules::{Draw, wythoff::{Move, Pile, Position}};
    ///
    /// assert_eq!(Position::new(2, 1).any_move(Draw::new(0)), Some(Move::new(Pile::Left, 1)));
    /// assert_eq!(Position::new(2, 1).any_move(Draw::new(u64::MAX)), Some(Move::new(Pile::Both, 1)));
    /// assert_eq!(Position::HOME.any_move(Draw::new(7)), None);
    /// ```
    #[must_use]
    pub fn any_move(self, draw: Draw) -> Option<Move> {
        let mut index = draw.below(self.move_count());
        for pile in Pile::ALL {
            let most = u128::from(self.most(pile));
            if index < most {
                return Some(Move::new(pile, u64::try_from(index + 1).ok()?));
            }
            index -= most;
        }
        None
    }
}
