//! The time limit for each move ([`Clock`]), and whether a game is rated ([`Stake`]).

use std::time::Duration;

/// How long after a deadline it is enforced. By then an interaction sent in time has arrived, or
/// Discord has given up on it.
pub const GRACE: Duration = Duration::from_secs(5);

/// The time that a player has for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Clock {
    /// Five minutes.
    FiveMinutes,
    /// Fifteen minutes.
    QuarterOfAnHour,
    Hour,
    /// A day: the default for challenges.
    Day,
    ThreeDays,
    /// Seven days.
    Week,
    /// A hundred years, that is, for ever: in games against the bot, which waits.
    Unlimited,
}

impl Clock {
    /// The time for each move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::Clock;
    ///
    /// assert_eq!(Clock::Day.time_per_move(), Duration::from_hours(24));
    /// ```
    #[must_use]
    pub const fn time_per_move(self) -> Duration {
        match self {
            Self::FiveMinutes => Duration::from_mins(5),
            Self::QuarterOfAnHour => Duration::from_mins(15),
            Self::Hour => Duration::from_hours(1),
            Self::Day => Duration::from_hours(24),
            Self::ThreeDays => Duration::from_hours(72),
            Self::Week => Duration::from_hours(168),
            Self::Unlimited => Duration::from_hours(100 * 365 * 24),
        }
    }

    /// How long a challenge with this clock stays open: a quarter of an hour if the time for
    /// each move is an hour at most, otherwise a day.
    #[must_use]
    pub fn challenge_lifetime(self) -> Duration {
        if self <= Self::Hour {
            Duration::from_mins(15)
        } else {
            Duration::from_hours(24)
        }
    }
}

/// Whether a game counts for the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// It counts for both players' ratings.
    Rated,
    /// It does not count.
    Casual,
}
