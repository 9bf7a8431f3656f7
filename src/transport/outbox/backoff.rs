//! Changes that Discord may not show yet: those of interactions being answered, queued follow-ups,
//! and failed ones that await a retry with backoff. The oldest time is saved along with the alive
//! mark, so that a restart after a crash knows how far back to redraw.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::discord::RetryKey;
use crate::game::{GameId, Timestamp};
use crate::service::UNSHOWN;
use crate::transport::rest::Failure;

/// The delay before the first retry, doubled after each, up to `LONGEST_WAIT`.
const FIRST_WAIT: Duration = Duration::from_secs(30);
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// How long to keep retrying. After that only a click redraws the board.
const PATIENCE: Duration = Duration::from_hours(24);

/// How many retries are remembered, some 70 bytes each. If there are more, every board that has
/// changed since the oldest change that did not fit is redrawn.
const MOST: usize = 1 << 12;

/// Changes that are possibly not shown yet.
#[derive(Debug, Default)]
pub(super) struct Unshown(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The number of [`UnshownGuard`]s, by the time since when they count.
    guards: BTreeMap<Timestamp, usize>,
    /// The number of queued follow-ups, by subject.
    in_flight: HashMap<RetryKey, usize>,
    retries: HashMap<RetryKey, Retry>,
    /// The earliest change whose board did not fit into `retries`.
    overflow: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug)]
struct Retry {
    /// When the change was made.
    since: Timestamp,
    /// When the retry is due.
    at: Timestamp,
    /// The latest delay, which is doubled for the next retry.
    wait: Duration,
}

/// A change that counts as unshown until this is dropped.
#[derive(Debug)]
pub(in crate::transport) struct UnshownGuard {
    unshown: Arc<Unshown>,
    since: Timestamp,
    keys: Vec<RetryKey>,
}

impl Unshown {
    /// Counts a change as unshown since `since`, until the returned guard is dropped. `keys` are
    /// what the change concerns.
    pub(super) fn count_as_unshown(
        self: &Arc<Self>,
        since: Timestamp,
        keys: Vec<RetryKey>,
    ) -> UnshownGuard {
        let mut known = self.0.lock();
        *known.guards.entry(since).or_default() += 1;
        for &key in &keys {
            *known.in_flight.entry(key).or_default() += 1;
        }
        UnshownGuard {
            unshown: self.clone(),
            since,
            keys,
        }
    }

    /// The time of the oldest unshown change. `None` if that change is more recent than
    /// [`UNSHOWN`], since a restart redraws such changes anyway.
    pub(super) fn since(&self, now: Timestamp) -> Option<Timestamp> {
        let since = self.oldest();
        since.filter(|&since| since <= now.minus(UNSHOWN))
    }

    /// The number of [`UnshownGuard`]s and of retries.
    pub(super) fn count(&self) -> usize {
        let known = self.0.lock();
        known.guards.values().sum::<usize>() + known.retries.len()
    }

    /// The time of the oldest unshown change.
    pub(super) fn oldest(&self) -> Option<Timestamp> {
        let known = self.0.lock();
        let guards = known.guards.keys().next().copied();
        let retries = known.retries.values().map(|retry| retry.since);
        retries.chain(guards).chain(known.overflow).min()
    }

    /// Records the result of an attempt. A temporary failure schedules a retry; success or any
    /// other failure cancels it.
    pub(super) fn conclude(
        &self,
        key: RetryKey,
        failure: Option<&Failure>,
        since: Timestamp,
        now: Timestamp,
    ) {
        match failure.filter(|failure| failure.may_be_temporary()) {
            Some(failure) => self.retry_later(key, since, now, failure.wait()),
            None => drop(self.0.lock().retries.remove(&key)),
        }
    }

    /// Schedules a retry after at least `wait`. `since` is when the change was made.
    pub(super) fn retry_later(
        &self,
        key: RetryKey,
        since: Timestamp,
        now: Timestamp,
        wait: Duration,
    ) {
        let mut known = self.0.lock();
        let is_full = known.retries.len() >= MOST;
        match known.retries.entry(key) {
            Entry::Occupied(mut entry) => {
                let retry = entry.get_mut();
                retry.since = retry.since.min(since);
                retry.at = retry.at.max(now.plus(wait));
            }
            Entry::Vacant(_) if is_full => {
                // Pending notifications and deletions can be found in the database.
                if let RetryKey::Board(_) = key {
                    let overflow = known.overflow.map_or(since, |known| known.min(since));
                    known.overflow = Some(overflow);
                }
            }
            Entry::Vacant(entry) => {
                let at = now.plus(wait.max(FIRST_WAIT));
                let wait = FIRST_WAIT;
                entry.insert(Retry { since, at, wait });
            }
        }
    }

    /// The games whose boards are to be retried now, with the time of the change that is not shown.
    pub(super) fn take_due_boards(&self, now: Timestamp) -> Vec<(GameId, Timestamp)> {
        let mut known = self.0.lock();
        known
            .retries
            .retain(|_, retry| retry.since.plus(PATIENCE) > now);
        let mut due = Vec::new();
        for (key, retry) in &mut known.retries {
            if let &RetryKey::Board(game) = key
                && retry.take_if_due(now)
            {
                due.push((game, retry.since));
            }
        }
        due
    }

    /// If there were too many retries and there is room again: the time since when all changed
    /// boards are to be redrawn.
    pub(super) fn take_overflow(&self) -> Option<Timestamp> {
        let mut known = self.0.lock();
        let has_room = known.retries.len() < MOST / 2;
        known.overflow.take_if(|_| has_room)
    }

    /// Whether something is to be retried.
    pub(super) fn has_retry(&self, key: RetryKey) -> bool {
        self.0.lock().retries.contains_key(&key)
    }

    /// Which of `all` are due now: those that are not in flight, and were not tried recently. Apart
    /// from boards, retries that are not in `all` are dropped: they are no longer pending, or began
    /// so recently that the database returns them only with a later mark.
    pub(super) fn take_due_unsent(
        &self,
        all: HashSet<RetryKey>,
        now: Timestamp,
    ) -> HashSet<RetryKey> {
        let Known {
            in_flight, retries, ..
        } = &mut *self.0.lock();
        retries.retain(|key, _| matches!(key, RetryKey::Board(_)) || all.contains(key));
        let mut is_due = |key: &RetryKey| {
            let retry = retries.get_mut(key);
            !in_flight.contains_key(key) && retry.is_none_or(|retry| retry.take_if_due(now))
        };
        all.into_iter().filter(|key| is_due(key)).collect()
    }
}

impl Retry {
    /// Returns whether the retry is due. If it is, schedules the next one, after a longer delay.
    fn take_if_due(&mut self, now: Timestamp) -> bool {
        let is_due = self.at <= now;
        if is_due {
            self.wait = (2 * self.wait).min(LONGEST_WAIT);
            self.at = now.plus(self.wait);
        }
        is_due
    }
}

impl UnshownGuard {
    /// What the change concerns.
    pub(super) fn keys(&self) -> &[RetryKey] {
        &self.keys
    }

    /// Since when the change counts as unshown.
    pub(in crate::transport) const fn since(&self) -> Timestamp {
        self.since
    }
}

impl Drop for UnshownGuard {
    fn drop(&mut self) {
        let mut known = self.unshown.0.lock();
        if let Some(count) = known.guards.get_mut(&self.since) {
            *count -= 1;
            if *count == 0 {
                known.guards.remove(&self.since);
            }
        }
        for key in &self.keys {
            if let Some(count) = known.in_flight.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    known.in_flight.remove(key);
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

    const fn board(game: i64) -> RetryKey {
        RetryKey::Board(GameId(game))
    }

    fn later(minutes: u64) -> Timestamp {
        NOON.plus(Duration::from_mins(minutes))
    }

    #[test]
    fn an_unshown_change_counts_after_a_minute() {
        let unshown = Arc::new(Unshown::default());
        let [first, again] = [NOON, NOON].map(|since| unshown.count_as_unshown(since, vec![]));
        assert_eq!(
            unshown.since(NOON),
            None,
            "a restart looks back that far anyway"
        );
        assert_eq!(unshown.since(later(1)), Some(NOON));
        let second = unshown.count_as_unshown(later(1), vec![]);
        drop(first);
        assert_eq!(unshown.since(later(3)), Some(NOON));
        drop(again);
        assert_eq!(unshown.since(later(3)), Some(later(1)));
        unshown.retry_later(board(1), later(1), later(2), Duration::ZERO);
        unshown.retry_later(board(1), NOON, later(2), Duration::ZERO);
        // The earlier of two times counts.
        unshown.retry_later(board(1), later(1), later(2), Duration::ZERO);
        drop(second);
        assert_eq!(unshown.since(later(3)), Some(NOON));
        unshown.conclude(board(1), None, NOON, NOON);
        assert_eq!(unshown.since(later(3)), None);
    }

    #[test]
    fn a_failed_board_is_retried_with_backoff_for_a_day() {
        let unshown = Unshown::default();
        unshown.retry_later(board(1), NOON, NOON, Duration::ZERO);
        let tried = (0..2 * 24 * 60)
            .filter(|&minutes| !unshown.take_due_boards(later(minutes)).is_empty())
            .collect::<Vec<_>>();
        assert_eq!(tried[..5], [1, 2, 4, 8, 16]);
        assert!((140..150).contains(&tried.len()), "{}", tried.len());
        assert!(tried.last() < Some(&(24 * 60)));
        assert!(unshown.0.lock().retries.is_empty());
    }

    #[test]
    fn stale_boards_beyond_the_limit_are_found_later() {
        let unshown = Unshown::default();
        let most = i64::try_from(MOST).expect("small");
        for game in 0..most {
            unshown.retry_later(board(game), later(1), later(1), Duration::ZERO);
        }
        assert_eq!(unshown.take_overflow(), None);
        for game in [most + 1, most] {
            unshown.retry_later(board(game), NOON, later(1), Duration::ZERO);
        }
        assert_eq!(unshown.oldest(), Some(NOON), "nothing is forgotten");
        assert_eq!(unshown.take_due_boards(later(2)).len(), MOST);
        assert_eq!(unshown.take_overflow(), None, "there is no room");
        for game in 0..most {
            unshown.conclude(board(game), None, NOON, NOON);
        }
        assert_eq!(unshown.take_overflow(), Some(NOON));
        assert_eq!(unshown.take_overflow(), None);
    }

    #[test]
    fn a_permanent_refusal_ends_the_retries() {
        let unshown = Unshown::default();
        let refused = |status| Failure::of_answer(status, None, b"");
        for status in [503, 403] {
            unshown.conclude(board(1), Some(&refused(status)), NOON, NOON);
            assert_eq!(unshown.count(), usize::from(status == 503), "{status}");
        }
    }

    #[test]
    fn a_retry_waits_for_the_end_of_a_rate_limit() {
        let unshown = Unshown::default();
        let limit = Failure::too_many(Some(600.0), false);
        unshown.conclude(board(1), Some(&limit), NOON, NOON);
        let is_tried = |minutes| !unshown.take_due_boards(later(minutes)).is_empty();
        assert_eq!([1, 9, 10].map(is_tried), [false, false, true]);
    }

    #[test]
    fn unsent_notifications_are_retried_but_not_twice_at_once() {
        let unshown = Arc::new(Unshown::default());
        let [one, other] = [1, 2].map(|game| RetryKey::Notification(GameId(game), MemberId(1)));
        let to_try = |minutes| {
            unshown
                .take_due_unsent([one, other].into(), later(minutes))
                .len()
        };
        assert_eq!(to_try(0), 2);
        let in_flight = unshown.count_as_unshown(NOON, vec![one]);
        unshown.retry_later(other, NOON, NOON, Duration::ZERO);
        assert_eq!([0, 1].map(to_try), [0, 1]);
        drop(in_flight);
        assert_eq!(to_try(1), 1);
        // Retries of notifications that are no longer in the database are dropped.
        unshown.take_due_unsent(HashSet::new(), later(2));
        assert_eq!(unshown.count(), 0);
    }
}
