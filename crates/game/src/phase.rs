//! The phase of a game: running, or ended with an outcome and votes for the next game.

use std::time::Duration;

use super::{BySeat, Clock, Ply, Seat, Timestamp};

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A player is to move.
    Running {
        /// When the last move was made or taken back, or the game began.
        since: Timestamp,
        /// The last moment at which the next move is accepted.
        deadline: Timestamp,
        /// The time that the other player has left for all moves. `None` if the clock is for each
        /// move.
        others_time: Option<Duration>,
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
    /// The first phase of a game that starts now.
    #[must_use]
    pub fn running(clock: Clock, now: Timestamp) -> Self {
        Self::Running {
            since: now,
            deadline: now.plus(clock.time()),
            others_time: clock.increment().map(|_| clock.time()),
        }
    }

    /// The phase after a move, with the clock of the other player starting now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::{Clock, Phase, Timestamp};
    ///
    /// let clock = Clock::FiveMinutesInAll;
    /// let moved = Phase::running(clock, Timestamp(0)).after_move(clock, Timestamp(60_000));
    /// let Phase::Running { deadline, others_time, .. } = moved else { panic!() };
    /// assert_eq!(deadline, Timestamp(360_000));
    /// assert_eq!(others_time, Some(Duration::from_mins(4) + Duration::from_secs(5)));
    /// ```
    #[must_use]
    pub fn after_move(self, clock: Clock, now: Timestamp) -> Self {
        match self {
            Self::Running {
                deadline,
                others_time: Some(others_time),
                ..
            } => {
                let added = clock.increment().unwrap_or_default();
                Self::Running {
                    since: now,
                    deadline: now.plus(others_time),
                    others_time: Some(deadline.since(now) + added),
                }
            }
            Self::Running { .. } | Self::Ended { .. } => Self::running(clock, now),
        }
    }

    /// The phase after `moves` moves were taken back. The time that was used stays used, and what the moves
    /// have added is taken away.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::{Clock, Phase, Timestamp};
    ///
    /// let clock = Clock::FiveMinutesInAll;
    /// let moved = Phase::running(clock, Timestamp(0)).after_move(clock, Timestamp(60_000));
    /// let Phase::Running { deadline, .. } = moved.taken_back(clock, Timestamp(60_000), 1) else { panic!() };
    /// assert_eq!(deadline, Timestamp(300_000));
    /// ```
    #[must_use]
    pub fn taken_back(self, clock: Clock, now: Timestamp, moves: Ply) -> Self {
        let added = clock.increment().unwrap_or_default();
        match self {
            Self::Running {
                deadline,
                others_time: Some(others_time),
                ..
            } => {
                let own = deadline.since(now);
                // After one move, the player who made it is on turn again; after two, the same one as before.
                let (turn, other) = if moves.is_multiple_of(2) {
                    (own.saturating_sub(added), others_time.saturating_sub(added))
                } else {
                    (others_time.saturating_sub(added), own)
                };
                Self::Running {
                    since: now,
                    deadline: now.plus(turn.max(added)),
                    others_time: Some(other.max(added)),
                }
            }
            Self::Running { .. } | Self::Ended { .. } => Self::running(clock, now),
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
