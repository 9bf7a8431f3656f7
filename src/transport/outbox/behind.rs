//! What Discord may not show yet: follow-ups that wait, and what could not be drawn, sent or
//! deleted and is tried again later, less and less often. Since when that is so is saved with the
//! mark that the bot is alive, so that the process after a killed one knows how far to look back.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::discord::Lasting;
use crate::game::{GameId, Timestamp};
use crate::service::UNSHOWN;
use crate::transport::rest::Failure;

/// How long what failed is left. Twice as long after each attempt, up to the longest.
const LEAST_WAIT: Duration = Duration::from_secs(30);
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// How long it is tried. After that a click repairs it.
const PATIENCE: Duration = Duration::from_hours(24);

/// How much of it is remembered, of some 70 bytes each. If there is more, all boards that have
/// changed since then are drawn again.
const MOST: usize = 1 << 12;

/// What may not be shown yet.
#[derive(Debug, Default)]
pub(super) struct Behind(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// How many follow-ups wait since then.
    waiting: BTreeMap<Timestamp, usize>,
    /// How many of them are about it.
    in_work: HashMap<Lasting, usize>,
    left_out: HashMap<Lasting, LeftOut>,
    /// Since when there were boards for which there was no place in `left_out`.
    overflow: Option<Timestamp>,
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
    about: Vec<Lasting>,
}

impl Behind {
    /// Something about that waits since then, until the result is dropped.
    pub(super) fn wait(self: &Arc<Self>, since: Timestamp, about: Vec<Lasting>) -> Waiting {
        let mut known = self.0.lock();
        *known.waiting.entry(since).or_default() += 1;
        for &lasting in &about {
            *known.in_work.entry(lasting).or_default() += 1;
        }
        Waiting {
            behind: self.clone(),
            since,
            about,
        }
    }

    /// Since when something is not shown, if that is longer than the next process looks back in any
    /// case.
    pub(super) fn since(&self, now: Timestamp) -> Option<Timestamp> {
        let since = self.oldest();
        since.filter(|&since| since <= now.before(UNSHOWN))
    }

    /// How many follow-ups wait, and how much was left out.
    pub(super) fn count(&self) -> usize {
        let known = self.0.lock();
        known.waiting.values().sum::<usize>() + known.left_out.len()
    }

    /// Since when the oldest thing waits.
    pub(super) fn oldest(&self) -> Option<Timestamp> {
        let known = self.0.lock();
        let waiting = known.waiting.keys().next().copied();
        let left_out = known.left_out.values().map(|left_out| left_out.since);
        left_out.chain(waiting).chain(known.overflow).min()
    }

    /// It was tried, and failed for that reason, if it did. If that may be better later, it is left
    /// out; else it is done, or will never be.
    pub(super) fn conclude(
        &self,
        lasting: Lasting,
        failure: Option<&Failure>,
        since: Timestamp,
        now: Timestamp,
    ) {
        match failure.filter(|failure| failure.may_pass()) {
            Some(failure) => self.leave_out(lasting, since, now, failure.wait()),
            None => drop(self.0.lock().left_out.remove(&lasting)),
        }
    }

    /// It could not be done since then, and is tried again after at least that time.
    pub(super) fn leave_out(
        &self,
        lasting: Lasting,
        since: Timestamp,
        now: Timestamp,
        wait: Duration,
    ) {
        let mut known = self.0.lock();
        let is_full = known.left_out.len() >= MOST;
        match known.left_out.entry(lasting) {
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.since = known.since.min(since);
                known.again = known.again.max(now.after(wait));
            }
            Entry::Vacant(_) if is_full => {
                // Notifications and deletions are found in the database.
                if let Lasting::Board(_) = lasting {
                    let overflow = known.overflow.map_or(since, |known| known.min(since));
                    known.overflow = Some(overflow);
                }
            }
            Entry::Vacant(entry) => {
                let again = now.after(wait.max(LEAST_WAIT));
                let wait = LEAST_WAIT;
                entry.insert(LeftOut { since, again, wait });
            }
        }
    }

    /// The games whose boards are to be tried again now, and since when they have not been drawn.
    pub(super) fn boards_to_try(&self, now: Timestamp) -> Vec<(GameId, Timestamp)> {
        let mut known = self.0.lock();
        known
            .left_out
            .retain(|_, left_out| left_out.since.after(PATIENCE) > now);
        let mut due = Vec::new();
        for (lasting, left_out) in &mut known.left_out {
            if let &Lasting::Board(game) = lasting
                && left_out.is_due(now)
            {
                due.push((game, left_out.since));
            }
        }
        due
    }

    /// Since when all boards that have changed are to be drawn again, if there were too many to
    /// remember. Not before there is room for them.
    pub(super) fn take_overflow(&self) -> Option<Timestamp> {
        let mut known = self.0.lock();
        let has_room = known.left_out.len() < MOST / 2;
        known.overflow.take_if(|_| has_room)
    }

    /// Which of these are to be tried now: those that are not in work, and were not tried lately.
    /// They are all that there is to send and to delete.
    pub(super) fn unsent_to_try(&self, all: HashSet<Lasting>, now: Timestamp) -> HashSet<Lasting> {
        let Known {
            in_work, left_out, ..
        } = &mut *self.0.lock();
        left_out.retain(|lasting, _| matches!(lasting, Lasting::Board(_)) || all.contains(lasting));
        let mut is_due = |lasting: &Lasting| {
            let waits = left_out.get_mut(lasting);
            !in_work.contains_key(lasting) && waits.is_none_or(|waits| waits.is_due(now))
        };
        all.into_iter().filter(|lasting| is_due(lasting)).collect()
    }
}

impl LeftOut {
    /// Whether it is to be tried now. Then it is tried again after a longer time.
    fn is_due(&mut self, now: Timestamp) -> bool {
        let is_due = self.again <= now;
        if is_due {
            self.wait = (2 * self.wait).min(LONGEST_WAIT);
            self.again = now.after(self.wait);
        }
        is_due
    }
}

impl Waiting {
    /// What it is about.
    pub(super) fn about(&self) -> &[Lasting] {
        &self.about
    }

    /// Since when.
    pub(in crate::transport) const fn since(&self) -> Timestamp {
        self.since
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut known = self.behind.0.lock();
        if let Some(count) = known.waiting.get_mut(&self.since) {
            *count -= 1;
            if *count == 0 {
                known.waiting.remove(&self.since);
            }
        }
        for lasting in &self.about {
            if let Some(count) = known.in_work.get_mut(lasting) {
                *count -= 1;
                if *count == 0 {
                    known.in_work.remove(lasting);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MemberId;

    const NOON: Timestamp = Timestamp(1_700_000_000_000);

    const fn board(game: i64) -> Lasting {
        Lasting::Board(GameId(game))
    }

    fn later(minutes: u64) -> Timestamp {
        NOON.after(Duration::from_mins(minutes))
    }

    #[test]
    fn the_oldest_that_waits_for_long_tells_how_far_to_look_back() {
        let behind = Arc::new(Behind::default());
        let [first, again] = [NOON, NOON].map(|since| behind.wait(since, vec![]));
        assert_eq!(behind.since(NOON), None, "the next one looks back so far");
        assert_eq!(behind.since(later(1)), Some(NOON));
        let second = behind.wait(later(1), vec![]);
        drop(first);
        assert_eq!(behind.since(later(3)), Some(NOON));
        drop(again);
        assert_eq!(behind.since(later(3)), Some(later(1)));
        behind.leave_out(board(1), later(1), later(2), Duration::ZERO);
        behind.leave_out(board(1), NOON, later(2), Duration::ZERO);
        // Of two times the earlier one counts.
        behind.leave_out(board(1), later(1), later(2), Duration::ZERO);
        drop(second);
        assert_eq!(behind.since(later(3)), Some(NOON));
        behind.conclude(board(1), None, NOON, NOON);
        assert_eq!(behind.since(later(3)), None);
    }

    #[test]
    fn what_was_left_out_is_tried_less_and_less_often_for_a_day() {
        let behind = Behind::default();
        behind.leave_out(board(1), NOON, NOON, Duration::ZERO);
        let tried = (0..2 * 24 * 60)
            .filter(|&minutes| !behind.boards_to_try(later(minutes)).is_empty())
            .collect::<Vec<_>>();
        assert_eq!(tried[..5], [1, 2, 4, 8, 16]);
        assert!((140..150).contains(&tried.len()), "{}", tried.len());
        assert!(tried.last() < Some(&(24 * 60)));
        assert!(behind.0.lock().left_out.is_empty());
    }

    #[test]
    fn stale_boards_beyond_the_limit_are_found_later() {
        let behind = Behind::default();
        let most = i64::try_from(MOST).expect("small");
        for game in 0..most {
            behind.leave_out(board(game), later(1), later(1), Duration::ZERO);
        }
        assert_eq!(behind.take_overflow(), None);
        for game in [most + 1, most] {
            behind.leave_out(board(game), NOON, later(1), Duration::ZERO);
        }
        assert_eq!(behind.oldest(), Some(NOON), "nothing is forgotten");
        assert_eq!(behind.boards_to_try(later(2)).len(), MOST);
        assert_eq!(behind.take_overflow(), None, "there is no room");
        for game in 0..most {
            behind.conclude(board(game), None, NOON, NOON);
        }
        assert_eq!(behind.take_overflow(), Some(NOON));
        assert_eq!(behind.take_overflow(), None);
    }

    #[test]
    fn what_is_refused_for_good_is_not_behind_any_more() {
        let behind = Behind::default();
        let refused = |status| Failure::of_answer(status, None, b"");
        for status in [503, 403] {
            behind.conclude(board(1), Some(&refused(status)), NOON, NOON);
            assert_eq!(behind.count(), usize::from(status == 503), "{status}");
        }
    }

    #[test]
    fn a_limit_is_waited_for_as_long_as_it_lasts() {
        let behind = Behind::default();
        let limit = Failure::too_many(Some(600.0), false);
        behind.conclude(board(1), Some(&limit), NOON, NOON);
        let is_tried = |minutes| !behind.boards_to_try(later(minutes)).is_empty();
        assert_eq!([1, 9, 10].map(is_tried), [false, false, true]);
    }

    #[test]
    fn unsent_notifications_are_retried_but_not_twice_at_once() {
        let behind = Arc::new(Behind::default());
        let [one, other] = [1, 2].map(|game| Lasting::Notification(GameId(game), MemberId(1)));
        let to_try = |minutes| {
            behind
                .unsent_to_try([one, other].into(), later(minutes))
                .len()
        };
        assert_eq!(to_try(0), 2);
        let in_work = behind.wait(NOON, vec![one]);
        behind.leave_out(other, NOON, NOON, Duration::ZERO);
        assert_eq!([0, 1].map(to_try), [0, 1]);
        drop(in_work);
        assert_eq!(to_try(1), 1);
        // What is in the database no more is forgotten here, too.
        behind.unsent_to_try(HashSet::new(), later(2));
        assert_eq!(behind.count(), 0);
    }
}
