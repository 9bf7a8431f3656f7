//! Days, from midnight to midnight UTC by Discord's clock, each with its puzzle.

use super::Timestamp;
use nim_games::{Position, daily};

/// A day, as the number of days since 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day(pub i64);

const MILLISECONDS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// The day before the first puzzle: Sunday, 4 January 2026.
const DAY_BEFORE_FIRST_PUZZLE: i64 = 20_457;

impl Day {
    /// The day that contains the given time.
    ///
    /// ```
    /// use wythoff::game::{Day, Timestamp};
    ///
    /// assert_eq!(Day::of(Timestamp(86_399_999)), Day(0));
    /// assert_eq!(Day::of(Timestamp(86_400_000)), Day(1));
    /// ```
    #[must_use]
    pub fn of(at: Timestamp) -> Self {
        Self(at.0.div_euclid(MILLISECONDS_PER_DAY))
    }

    /// Midnight at its beginning.
    #[must_use]
    pub fn start(self) -> Timestamp {
        Timestamp(self.0.saturating_mul(MILLISECONDS_PER_DAY))
    }

    /// Midnight at its end.
    #[must_use]
    pub fn end(self) -> Timestamp {
        Timestamp(self.start().0.saturating_add(MILLISECONDS_PER_DAY))
    }

    /// The day that is the given number of days earlier.
    #[must_use]
    pub const fn minus(self, days: i64) -> Self {
        Self(self.0.saturating_sub(days))
    }

    /// The day that is the given number of days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// The number by which members know its puzzle.
    #[must_use]
    pub const fn number(self) -> i64 {
        self.0 - DAY_BEFORE_FIRST_PUZZLE
    }

    /// The day of the week, from 0 for Monday.
    #[must_use]
    pub const fn weekday(self) -> i64 {
        (self.0 + 3).rem_euclid(7)
    }

    /// Its puzzle.
    #[must_use]
    pub fn puzzle(self) -> Position {
        daily::puzzle(self.0.max(0).unsigned_abs())
    }
}
