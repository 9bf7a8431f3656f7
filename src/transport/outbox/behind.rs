//! What Discord may not show yet: follow-ups that wait, and games whose board could not be drawn, which are drawn again when it is better. Since
//! when that is so is saved with the mark that the bot is alive, so that the process after a killed one knows how far to look back.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::game::{GameId, Timestamp};
use crate::service::UNSHOWN;

/// How long a board that could not be drawn is left. Twice as long after each attempt, up to the longest.
const LEAST_WAIT: Duration = Duration::from_secs(30);
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// How long it is tried. After that a click repairs it.
const PATIENCE: Duration = Duration::from_hours(24);

/// How many boards are remembered, of some 50 bytes each.
const MOST: usize = 1 << 12;

/// What may not be shown yet.
#[derive(Debug, Default)]
pub(super) struct Behind(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// How many follow-ups wait since then.
    waiting: BTreeMap<Timestamp, usize>,
    left_out: HashMap<GameId, LeftOut>,
}

#[derive(Clone, Copy, Debug)]
struct LeftOut {
    since: Timestamp,
    again: Timestamp,
    wait: Duration,
}

/// A follow-up that waits.
#[derive(Debug)]
pub(in crate::transport) struct Waiting {
    behind: Arc<Behind>,
    since: Timestamp,
}

impl Behind {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something waits since then, until the result is dropped.
    pub(super) fn wait(self: &Arc<Self>, since: Timestamp) -> Waiting {
        *self.known().waiting.entry(since).or_default() += 1;
        Waiting {
            behind: self.clone(),
            since,
        }
    }

    /// Since when something is not shown, if that is longer than the next process looks back in any case.
    pub(super) fn since(&self, now: Timestamp) -> Option<Timestamp> {
        let since = self.oldest();
        since.filter(|&since| since <= now.before(UNSHOWN))
    }

    /// How many follow-ups wait, and how many boards could not be drawn.
    pub(super) fn count(&self) -> usize {
        let known = self.known();
        known.waiting.values().sum::<usize>() + known.left_out.len()
    }

    /// Since when the oldest thing waits.
    pub(super) fn oldest(&self) -> Option<Timestamp> {
        let known = self.known();
        let waiting = known.waiting.keys().next().copied();
        let left_out = known.left_out.values().map(|left_out| left_out.since);
        left_out.chain(waiting).min()
    }

    /// The board of a game shows what it should.
    pub(super) fn is_shown(&self, game: GameId) {
        self.known().left_out.remove(&game);
    }

    /// The board of a game has not been drawn since then.
    pub(super) fn leave_out(&self, game: GameId, since: Timestamp, now: Timestamp) {
        let mut known = self.known();
        let is_full = known.left_out.len() >= MOST;
        match known.left_out.entry(game) {
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.since = known.since.min(since);
            }
            Entry::Vacant(_) if is_full => {}
            Entry::Vacant(entry) => {
                let again = now.after(LEAST_WAIT);
                let wait = LEAST_WAIT;
                entry.insert(LeftOut { since, again, wait });
            }
        }
    }

    /// The games whose boards are to be tried again now, and since when they have not been drawn.
    pub(super) fn to_try(&self, now: Timestamp) -> Vec<(GameId, Timestamp)> {
        let mut known = self.known();
        known
            .left_out
            .retain(|_, left_out| left_out.since.after(PATIENCE) > now);
        let mut due = Vec::new();
        for (&game, left_out) in &mut known.left_out {
            if left_out.again <= now {
                left_out.wait = (2 * left_out.wait).min(LONGEST_WAIT);
                left_out.again = now.after(left_out.wait);
                due.push((game, left_out.since));
            }
        }
        due
    }
}

impl Waiting {
    /// Since when.
    pub(in crate::transport) const fn since(&self) -> Timestamp {
        self.since
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut known = self.behind.known();
        if let Some(count) = known.waiting.get_mut(&self.since) {
            *count -= 1;
            if *count == 0 {
                known.waiting.remove(&self.since);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_700_000_000_000);

    fn later(minutes: u64) -> Timestamp {
        NOON.after(Duration::from_mins(minutes))
    }

    #[test]
    fn the_oldest_that_waits_for_long_tells_how_far_to_look_back() {
        let behind = Arc::new(Behind::default());
        let [first, again] = [NOON, NOON].map(|since| behind.wait(since));
        assert_eq!(behind.since(NOON), None, "the next one looks back so far");
        assert_eq!(behind.since(later(1)), Some(NOON));
        let second = behind.wait(later(1));
        drop(first);
        assert_eq!(behind.since(later(3)), Some(NOON));
        drop(again);
        assert_eq!(behind.since(later(3)), Some(later(1)));
        behind.leave_out(GameId(1), NOON, later(2));
        drop(second);
        assert_eq!(behind.since(later(3)), Some(NOON));
        behind.is_shown(GameId(1));
        assert_eq!(behind.since(later(3)), None);
    }

    #[test]
    fn what_was_left_out_is_tried_less_and_less_often_for_a_day() {
        let behind = Behind::default();
        behind.leave_out(GameId(1), NOON, NOON);
        let tried = (0..2 * 24 * 60)
            .filter(|&minutes| !behind.to_try(later(minutes)).is_empty())
            .collect::<Vec<_>>();
        assert_eq!(tried[..5], [1, 2, 4, 8, 16]);
        assert!((140..150).contains(&tried.len()), "{}", tried.len());
        assert!(tried.last() < Some(&(24 * 60)));
        assert!(behind.known().left_out.is_empty());
    }

    #[test]
    fn of_too_many_the_first_are_remembered() {
        let behind = Behind::default();
        for game in 0..=i64::try_from(MOST).expect("small") {
            behind.leave_out(GameId(game), NOON, NOON);
        }
        assert_eq!(behind.to_try(later(1)).len(), MOST);
    }
}
