//! Where a game is in its life: running, or how it ended and how its players want to go on.

use super::{Seat, Timestamp};

/// Where a game is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Somebody is to move.
    Running {
        /// When the last move was made, or the game began.
        since: Timestamp,
        /// The last moment in which the next move counts.
        deadline: Timestamp,
    },
    /// It is over.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// When it ended.
        at: Timestamp,
        /// How each of them wants to go on.
        wishes: Wishes,
    },
}

/// How to go on from a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequel {
    /// The same piles, with the other one beginning.
    Rematch,
    /// Other piles, drawn, with the other one beginning.
    NewPiles,
}

/// How the players of a finished game want to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// What the one who began wants.
    pub first: Option<Sequel>,
    /// What the one who answered wants.
    pub second: Option<Sequel>,
}

impl Wishes {
    /// What that player wants.
    #[must_use]
    pub const fn of(self, seat: Seat) -> Option<Sequel> {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    pub(super) const fn with(self, seat: Seat, sequel: Sequel) -> Self {
        match seat {
            Seat::First => Self {
                first: Some(sequel),
                ..self
            },
            Seat::Second => Self {
                second: Some(sequel),
                ..self
            },
        }
    }
}

impl Phase {
    /// Since when it is as it is.
    #[must_use]
    pub const fn since(self) -> Timestamp {
        match self {
            Self::Running { since, .. } => since,
            Self::Ended { at, .. } => at,
        }
    }
}

/// Whether it may be let pass that somebody never turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It may, this time.
    Excused,
    /// It counts.
    Counts,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The winner brought the queen home.
    LastMove {
        /// Who made the last move.
        winner: Seat,
    },
    /// The other player gave up.
    Resignation {
        /// Who did not.
        winner: Seat,
    },
    /// The other player let the time for a move run out.
    Forfeit {
        /// Who did not.
        winner: Seat,
    },
    /// Somebody never turned up: the time ran out before that player's first move, and nobody has won.
    NoShow,
    /// It was given up without a result, as when a new game takes its place.
    Abandonment,
}

impl Outcome {
    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::LastMove { winner } | Self::Resignation { winner } | Self::Forfeit { winner } => {
                Some(winner)
            }
            Self::NoShow | Self::Abandonment => None,
        }
    }
}
