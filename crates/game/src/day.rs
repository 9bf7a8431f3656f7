//! Days, from midnight to midnight UTC by Discord's clock, each with its puzzle.

use std::fmt;

use time::{Date, Month};

use super::{Attempt, Timestamp};
use nim_games::{Ending, Position, Variant, daily};

/// A day, as the number of days since 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day(pub i64);

const MILLISECONDS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// The day before the first puzzle: Sunday, 4 January 2026.
const DAY_BEFORE_FIRST_PUZZLE: i64 = 20_457;

/// As many moves as have a button each.
const MOST_MOVES_OF_EASY: u128 = 20;

impl Day {
    /// The day that contains the given time.
    ///
    /// ```
    /// use wythoff_game::{Day, Timestamp};
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

    /// The Monday of its week.
    #[must_use]
    pub const fn monday(self) -> Self {
        self.minus(self.weekday())
    }

    /// The first day of its month.
    ///
    /// ```
    /// use wythoff_game::Day;
    ///
    /// assert_eq!(Day::dated("2028-02-29").map(Day::first_of_month), Day::dated("2028-02-01"));
    /// ```
    #[must_use]
    pub fn first_of_month(self) -> Self {
        let day = self.date().map_or(1, Date::day);
        self.minus(i64::from(day) - 1)
    }

    /// The number of its month, from 1 for January.
    #[must_use]
    pub fn month(self) -> u8 {
        self.date().map_or(1, |date| date.month().into())
    }

    /// `None` beyond the years that have four digits.
    fn date(self) -> Option<Date> {
        let since = time::Duration::days(self.0);
        time::UtcDateTime::UNIX_EPOCH.date().checked_add(since)
    }

    /// The day whose puzzle has the given number.
    #[must_use]
    pub const fn numbered(number: i64) -> Self {
        Self(DAY_BEFORE_FIRST_PUZZLE.saturating_add(number))
    }

    /// The day of a date such as `2026-11-30`. `None` if there is no such date.
    ///
    /// ```
    /// use wythoff_game::Day;
    ///
    /// assert_eq!(Day::dated("2026-11-30"), Some(Day(20_787)));
    /// assert_eq!(Day(20_787).to_string(), "2026-11-30");
    /// assert_eq!(Day::dated("2026-11-31"), None);
    /// ```
    #[must_use]
    pub fn dated(written: &str) -> Option<Self> {
        let mut parts = written.splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
        let day = parts.next()?.parse().ok()?;
        let date = Date::from_calendar_date(year, month, day).ok()?;
        Some(Self(
            (date - time::UtcDateTime::UNIX_EPOCH.date()).whole_days(),
        ))
    }

    /// An attempt at its puzzle, before the first move.
    #[must_use]
    pub fn attempt(self) -> Attempt {
        Attempt::at(
            self.puzzle(),
            daily::to_find(u64::try_from(self.0).unwrap_or(0)),
        )
    }

    /// Whether its puzzle is of the hardest, as those of Sundays are.
    #[must_use]
    pub const fn is_hard(self) -> bool {
        self.weekday() == 6
    }

    /// Whether its puzzle is easy: of a Monday, of a game that people like at once, with few moves to choose
    /// from, and the usual ending.
    #[must_use]
    pub fn is_easy(self) -> bool {
        let puzzle = self.puzzle();
        let is_small = puzzle.choices().count() <= MOST_MOVES_OF_EASY;
        let is_liked = Variant::LIKED.contains(&puzzle.variant());
        self.weekday() == 0 && is_small && is_liked && puzzle.ending() == Ending::Normal
    }

    #[must_use]
    pub fn puzzle(self) -> Position {
        daily::puzzle(self.0.max(0).unsigned_abs())
    }
}

/// Its date, as in `2026-11-30`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.date() {
            Some(date) => write!(
                f,
                "{:04}-{:02}-{:02}",
                date.year(),
                u8::from(date.month()),
                date.day()
            ),
            None => write!(f, "day {}", self.0),
        }
    }
}
