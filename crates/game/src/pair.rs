//! Two games from the same start with sides swapped ([`Pair`]), which are rated as one.

use crate::Seat;

/// How many games a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    One,
    /// With sides swapped in the second.
    Two,
}

/// Which of two games with sides swapped a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// It is on its own.
    None,
    First,
    /// The second. `ahead` has won the first.
    Second {
        ahead: Seat,
    },
}

impl Pair {
    /// Which game the first of so many is.
    #[must_use]
    pub const fn first_of(games: Games) -> Self {
        match games {
            Games::One => Self::None,
            Games::Two => Self::First,
        }
    }

    /// Which game the first is of as many as this one belongs to.
    #[must_use]
    pub const fn anew(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::First | Self::Second { .. } => Self::First,
        }
    }
}
