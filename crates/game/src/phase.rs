//! The phase of a game: running, or ended with an outcome and votes for the next game.

use super::{BySeat, Clock, Seat, Timestamp};

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A player is to move.
    Running {
        /// When the last move was made or taken back, or the game began.
        since: Timestamp,
        /// The last moment at which the next move is accepted.
        deadline: Timestamp,
    },
    /// It is over.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// When it ended.
        at: Timestamp,
        /// The votes for the next game.
        votes: RematchVotes,
    },
}

/// The next game after a finished one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// The same start position as before. The other player starts.
    Rematch,
    /// Another start position, drawn at random. The other player starts.
    NewPosition,
}

/// The votes of the players of a finished game.
pub type RematchVotes = BySeat<Option<NextGame>>;

impl Phase {
    /// A running phase, with the clock for the next move starting now.
    #[must_use]
    pub fn running(clock: Clock, now: Timestamp) -> Self {
        Self::Running {
            since: now,
            deadline: now.plus(clock.time_per_move()),
        }
    }

    /// When the phase began.
    #[must_use]
    pub const fn since(self) -> Timestamp {
        match self {
            Self::Running { since, .. } => since,
            Self::Ended { at, .. } => at,
        }
    }
}

/// Whether a no-show is excused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    Excused,
    /// It counts as a forfeit.
    Counts,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A player made the last move.
    LastMove { winner: Seat },
    /// The loser resigned.
    Resignation { winner: Seat },
    /// The loser's time ran out.
    Forfeit { winner: Seat },
    /// The time ran out before a player's first move. Nobody has won.
    NoShow,
    /// It was abandoned without a result, for example because a new game replaced it.
    Abandonment,
}

impl Outcome {
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
