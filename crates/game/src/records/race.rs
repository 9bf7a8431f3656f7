//! A race: as many positions as one can win in three minutes, a tap each.

use std::time::Duration;

use crate::{Day, MemberId, Timestamp};
use nim_games::{Draw, Ending, Numbers, Position, Told, daily};

/// How long a race lasts.
pub const RACE: Duration = Duration::from_mins(3);

/// How many mistakes end a race.
pub const MAX_MISTAKES: u32 = 3;

/// How many positions are drawn at most, until one does not help with the puzzle of the day.
const MAX_DRAWS: usize = 16;

/// After how many positions they get harder.
const HARDER_AFTER: u32 = 5;

/// How many days' puzzles do not come in a race.
const COMING: i64 = 30;

/// A member's latest race, and the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
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
    /// move wins. None helps with the puzzle of the day, or is one that comes soon, or has come before.
    #[must_use]
    pub fn position(&self) -> Position {
        let today = Day::of(self.begun);
        let coming: Vec<Position> = (0..COMING).map(|days| today.plus(days).puzzle()).collect();
        let helps = |at: &Position| Told::solution(*at, false).helps_win(&today.puzzle());
        let comes = |at: &Position| coming.iter().any(|puzzle| puzzle.is_twin_of(at));
        let mut before = Vec::new();
        loop {
            let place = u32::try_from(before.len()).unwrap_or(u32::MAX);
            let is_easy = place < HARDER_AFTER;
            let is_too_odd = |at: &Position| is_easy && at.ending() == Ending::Misere;
            let mut drawn = self.draw(place);
            let is_same_game = |at: &Position| {
                let latest: Option<&Position> = before.last();
                latest.is_some_and(|latest| latest.variant() == at.variant())
            };
            let fits = |at: &Position| {
                let is_known = before.iter().any(|known| known.is_twin_of(at));
                !is_known && !is_same_game(at) && !is_too_odd(at) && !comes(at) && !helps(at)
            };
            let fitting = drawn.iter().position(fits).unwrap_or(0);
            let position = drawn.swap_remove(fitting);
            if place >= self.place() {
                return position;
            }
            before.push(position);
        }
    }

    /// The positions that may come at a place.
    fn draw(&self, place: u32) -> Vec<Position> {
        let mut numbers = Numbers::of([
            Draw::new(self.seed.cast_unsigned()),
            Draw::new(place.into()),
        ]);
        // The first numbers are those that were given.
        let (_, _) = (numbers.draw(), numbers.draw());
        let weekday = u64::from(place / HARDER_AFTER).min(2);
        let drawn = (0..MAX_DRAWS).map(|_| daily::to_tap(weekday, &mut numbers));
        drawn.collect()
    }
}
