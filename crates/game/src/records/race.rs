//! A race: as many positions as one can win in three minutes, a tap each.

use std::time::Duration;

use crate::{Day, MemberId, Timestamp};
use nim_games::{Draw, Ending, Numbers, Position, Told, Variant, daily};

/// How long a race lasts.
pub const RACE: Duration = Duration::from_mins(3);

/// How many mistakes end a race.
pub const MAX_MISTAKES: u32 = 3;

/// How many positions are drawn at most to find one that suits its place.
const MAX_DRAWS: usize = 1_000;

/// How many of the first positions are of games that people like at once.
const LIKED_FIRST: usize = 4;

/// How many moves the first position has at most.
const FEW: u128 = 10;

/// So many positions at the beginning need no counting.
const WITHOUT_COUNTING: usize = 4;

/// After so many positions those of Thursdays come, too; before, those of the first three days of the week.
const HARDER_AFTER: usize = 14;

/// Of so many positions in a row at most one is a game of counting: they are won in the same way.
const ONE_COUNTS: usize = 2;

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
    const fn place(&self) -> u32 {
        self.found + self.mistakes
    }

    /// Tells what the race shows now apart from all it has shown before: it grows with each answer, and
    /// with each position that another one replaces.
    #[must_use]
    pub fn step(&self) -> i64 {
        self.seed.wrapping_add(self.place().into())
    }

    /// Draws other positions from now on.
    pub fn replace(&mut self) {
        self.seed = self.seed.wrapping_add(1);
    }

    /// The current position. The first ones are of games that people like at once, in which the last
    /// move wins; later those of Thursdays come, too. None helps with
    /// the puzzle of the day, or is one that comes soon, or has come before.
    #[must_use]
    pub fn position(&self) -> Position {
        let today = Day::of(self.begun);
        let coming: Vec<Position> = (0..COMING).map(|days| today.plus(days).puzzle()).collect();
        let comes = |at: &Position| coming.iter().any(|puzzle| puzzle.is_twin_of(at));
        let helps = |at: &Position| Told::solution(*at, false).helps_win(&today.puzzle());
        let mut before: Vec<Position> = Vec::new();
        loop {
            let place = u32::try_from(before.len()).unwrap_or(u32::MAX);
            let fits = |at: &Position| {
                let is_easy =
                    Variant::LIKED.contains(&at.variant()) && at.ending() == Ending::Normal;
                let is_next_game = before.last().is_none_or(|it| it.variant() != at.variant());
                let counts = |at: &Position| at.shape().counting().is_some();
                let has_counted = before.iter().rev().take(ONE_COUNTS - 1).any(counts);
                let is_in_time = !(counts(at) && has_counted);
                let is_new = !before.iter().any(|known| known.is_twin_of(at));
                let is_small = at.choices().count() <= FEW;
                is_new
                    && is_in_time
                    && is_next_game
                    && (is_easy || before.len() >= LIKED_FIRST)
                    && (is_small || !before.is_empty())
                    && (!counts(at) || before.len() >= WITHOUT_COUNTING)
            };
            let mut numbers = self.numbers(place);
            let mut drawn = 0;
            let mut starts = match before.len() {
                place if place < LIKED_FIRST => daily::to_tap_first(place / 2),
                _ => Vec::new(),
            };
            starts.retain(|at| fits(at) && !comes(at) && !helps(at));
            let chosen = numbers.draw().below(starts.len().max(1) as u128);
            let start = usize::try_from(chosen)
                .ok()
                .and_then(|chosen| starts.get(chosen));
            let position = loop {
                if let Some(&start) = start {
                    break start;
                }
                let hardest = if before.len() < HARDER_AFTER { 2 } else { 3 };
                let weekday = numbers.between(0, hardest);
                let at = daily::to_tap(weekday, &mut numbers);
                drawn += 1;
                if (drawn > MAX_DRAWS || fits(&at)) && !comes(&at) && !helps(&at) {
                    break at;
                }
            };
            if place >= self.place() {
                return position;
            }
            before.push(position);
        }
    }

    /// What draws the position at a place.
    fn numbers(&self, place: u32) -> Numbers {
        let given = [
            Draw::new(self.seed.cast_unsigned()),
            Draw::new(place.into()),
        ];
        let mut numbers = Numbers::of(given);
        // The first numbers are those that were given.
        let (_, _) = (numbers.draw(), numbers.draw());
        numbers
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_race_begins_with_games_that_people_like_and_never_repeats_a_position() {
        // Among these days are some on which the puzzle is Wythoff's game.
        for (seed, day) in (0..20).zip((20_787..20_794).cycle()) {
            let race = |found| Race {
                member: MemberId(10),
                guild: None,
                begun: Day(day).start(),
                seed,
                found,
                mistakes: 0,
                best: 0,
            };
            let positions: Vec<Position> = (0..15).map(|found| race(found).position()).collect();
            let is_easy = |at: &Position| {
                Variant::LIKED.contains(&at.variant()) && at.ending() == Ending::Normal
            };
            let (first, all) = (&positions[..LIKED_FIRST], positions.iter());
            assert!(first.iter().all(is_easy), "{first:?}");
            let is_other = |pair: &[Position]| pair[0].variant() != pair[1].variant();
            assert!(first.windows(2).all(is_other), "{first:?}");
            let counts = |at: &Position| at.shape().counting().is_some();
            let count = first.iter().copied().filter(|at| counts(at)).count();
            assert!(count <= LIKED_FIRST.div_ceil(ONE_COUNTS), "{first:?}");
            assert_eq!(all.collect::<HashSet<_>>().len(), positions.len());
        }
    }
}
