//! How long players may think ([`Clock`]), and whether a game is rated ([`Stake`]).

use std::time::Duration;

/// How long after a deadline it is enforced. By then an interaction sent in time has arrived, or
/// Discord has given up on it.
pub const GRACE: Duration = Duration::from_secs(5);

/// The time that a player has: for each move, or for all moves of a game.
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
    /// Five minutes for all moves; each adds five seconds.
    FiveMinutesInAll,
    /// A quarter of an hour for all moves; each adds ten seconds.
    QuarterOfAnHourInAll,
    /// An hour for all moves.
    HourInAll,
    /// A day for all moves.
    DayInAll,
}

impl Clock {
    /// The time for each move, or for all of them.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::Clock;
    ///
    /// assert_eq!(Clock::Day.time(), Duration::from_hours(24));
    /// ```
    #[must_use]
    pub const fn time(self) -> Duration {
        match self {
            Self::FiveMinutes | Self::FiveMinutesInAll => Duration::from_mins(5),
            Self::QuarterOfAnHour | Self::QuarterOfAnHourInAll => Duration::from_mins(15),
            Self::Hour | Self::HourInAll => Duration::from_hours(1),
            Self::Day | Self::DayInAll => Duration::from_hours(24),
            Self::ThreeDays => Duration::from_hours(72),
            Self::Week => Duration::from_hours(168),
            Self::Unlimited => Duration::from_hours(100 * 365 * 24),
        }
    }

    /// What each move adds, if the time is for all moves. `None` if it is for each.
    #[must_use]
    pub const fn increment(self) -> Option<Duration> {
        match self {
            Self::FiveMinutesInAll => Some(Duration::from_secs(5)),
            Self::QuarterOfAnHourInAll => Some(Duration::from_secs(10)),
            Self::HourInAll | Self::DayInAll => Some(Duration::ZERO),
            Self::FiveMinutes
            | Self::QuarterOfAnHour
            | Self::Hour
            | Self::Day
            | Self::ThreeDays
            | Self::Week
            | Self::Unlimited => None,
        }
    }

    /// How long a challenge with this clock stays open: a quarter of an hour if the time is an hour
    /// at most, otherwise a day.
    #[must_use]
    pub fn challenge_lifetime(self) -> Duration {
        if self.time() <= Self::Hour.time() {
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
