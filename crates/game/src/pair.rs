//! Two games from the same start with sides swapped ([`Pair`]), which are rated as one.

use crate::{GameId, Seat, Timestamp};

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

impl GameId {
    /// The id of a game that follows this one without an interaction: a snowflake of that time, with
    /// the lower bits of this one, so that no two games have the same.
    ///
    /// ```
    /// use wythoff_game::records::InteractionId;
    /// use wythoff_game::{GameId, Timestamp};
    ///
    /// let at = Timestamp(1_700_000_000_000);
    /// let next = GameId(175_928_847_299_117_063).following_at(at);
    /// assert_eq!(InteractionId(next.0).at(), at);
    /// ```
    #[must_use]
    pub fn following_at(self, at: Timestamp) -> Self {
        const BELOW_THE_TIME: i64 = (1 << 22) - 1;
        Self(crate::records::InteractionId::first_at(at).0 | self.0 & BELOW_THE_TIME)
    }
}
