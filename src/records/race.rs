//! A race: as many positions as one can win in three minutes, a tap each.

use std::time::Duration;

use crate::game::{Day, MemberId, Timestamp};
use nim_games::{Draw, Ending, Numbers, Position, Told, daily};

/// How long a race lasts.
pub const RACE: Duration = Duration::from_mins(3);

/// How many mistakes end a race.
pub const MAX_MISTAKES: u32 = 3;

/// How many positions are drawn at most, until one does not help with the puzzle of the day.
const MAX_DRAWS: usize = 16;

/// How many days' puzzles do not come in a race.
const COMING: i64 = 30;

/// A member's latest race, and the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The member.
    pub member: MemberId,
    /// The server where it began.
    pub guild: Option<i64>,
    /// When it began. It tells races of a member apart.
    pub begun: Timestamp,
    /// Decides which positions come.
    pub seed: i64,
    /// In how many positions a winning move was found.
    pub found: u32,
    /// In how many it was not.
    pub mistakes: u32,
    /// The most that was found in any race.
    pub best: u32,
}

impl Race {
    /// When its time is over.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        self.begun.plus(RACE)
    }

    /// Whether it is over at that time.
    #[must_use]
    pub fn is_over(&self, at: Timestamp) -> bool {
        self.mistakes >= MAX_MISTAKES || at >= self.ends()
    }

    /// How many positions have come before the current one.
    #[must_use]
    pub const fn place(&self) -> u32 {
        self.found + self.mistakes
    }

    /// The current position. They get harder, as from Monday to Wednesday; in the first ones the last
    /// move wins. None helps with the puzzle of the day, or is one that comes soon.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut numbers = Numbers::of([
            Draw::new(self.seed.cast_unsigned()),
            Draw::new(self.place().into()),
        ]);
        // The first numbers are those that were given.
        let (_, _) = (numbers.draw(), numbers.draw());
        let weekday = u64::from(self.place() / 5).min(2);
        let puzzle = Day::of(self.begun).puzzle();
        let drawn = (0..MAX_DRAWS).map(|_| daily::to_tap(weekday, &mut numbers));
        let helps = |at: &Position| Told::solution(*at, false).helps_win(&puzzle);
        let coming = (0..COMING).map(|days| Day::of(self.begun).plus(days).puzzle());
        let coming: Vec<Position> = coming.collect();
        let comes = |at: &Position| coming.iter().any(|puzzle| puzzle.is_twin_of(at));
        let is_too_odd = |at: &Position| weekday == 0 && at.ending() == Ending::Misere;
        let mut drawn: Vec<Position> = drawn.collect();
        let fits = |at: &Position| !helps(at) && !comes(at) && !is_too_odd(at);
        let fitting = drawn.iter().position(fits).unwrap_or(0);
        drawn.swap_remove(fitting)
    }
}
