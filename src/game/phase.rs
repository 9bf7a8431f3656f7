//! Where a game is in its life: running, or how it ended and how its players want to go on.

use super::{Clock, Seat, Timestamp};

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
        votes: RematchVotes,
    },
}

/// How to go on from a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// The same piles, with the other one beginning.
    Rematch,
    /// Other piles, drawn, with the other one beginning.
    NewPiles,
}

/// How the players of a finished game want to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RematchVotes {
    /// What the one who began wants.
    pub first: Option<NextGame>,
    /// What the one who answered wants.
    pub second: Option<NextGame>,
}

impl RematchVotes {
    /// What that player wants.
    #[must_use]
    pub const fn of(self, seat: Seat) -> Option<NextGame> {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    pub(super) const fn with(self, seat: Seat, next_game: NextGame) -> Self {
        match seat {
            Seat::First => Self {
                first: Some(next_game),
                ..self
            },
            Seat::Second => Self {
                second: Some(next_game),
                ..self
            },
        }
    }
}

impl Phase {
    /// The phase in which the next move is awaited from now on.
    #[must_use]
    pub fn running(clock: Clock, now: Timestamp) -> Self {
        Self::Running {
            since: now,
            deadline: now.after(clock.each_move()),
        }
    }

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
