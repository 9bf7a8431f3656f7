//! What is under way, and what has failed and waits for another attempt. Only that: what is still to be
//! shown is in the database.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::rest::Failure;
use wythoff_discord::RetryKey;
use wythoff_game::Timestamp;
use wythoff_game::records::DailyTo;

/// The delay before the first retry, doubled after each, up to `LONGEST_WAIT`.
const FIRST_WAIT: Duration = Duration::from_secs(30);
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// When to try again.
#[derive(Debug, Default)]
pub(super) struct Backoff(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The number of [`UnderWay`]s.
    count: usize,
    /// The number of these that concern something.
    under_way: HashMap<RetryKey, usize>,
    retries: HashMap<RetryKey, Retry>,
    /// Since when each of what is still to be shown has been known to be so.
    waiting: HashMap<RetryKey, Timestamp>,
}

#[derive(Clone, Copy, Debug)]
struct Retry {
    /// When the retry is due.
    at: Timestamp,
    /// The latest delay, which is doubled for the next retry.
    wait: Duration,
    /// Whether Discord was not even asked, since it refuses such calls, or the thread is archived: nothing is wrong with
    /// the bot.
    is_left_alone: bool,
}

/// An interaction that is being answered, or a follow-up, until this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    backoff: Arc<Backoff>,
    keys: Vec<RetryKey>,
}

impl Backoff {
    /// Notes that something concerning `keys` is under way until the result is dropped.
    pub(super) fn begin(self: &Arc<Self>, keys: Vec<RetryKey>) -> UnderWay {
        let mut known = self.0.lock();
        known.count += 1;
        for &key in &keys {
            *known.under_way.entry(key).or_default() += 1;
        }
        UnderWay {
            backoff: self.clone(),
            keys,
        }
    }

    /// How much is under way or waits for another attempt.
    pub(super) fn count(&self) -> usize {
        let known = self.0.lock();
        known.count + known.retries.len()
    }

    /// Records the result of an attempt. A temporary failure schedules a retry; success or any
    /// other failure cancels it.
    pub(super) fn conclude(&self, key: RetryKey, failure: Option<&Failure>, now: Timestamp) {
        let Some(failure) = failure.filter(|failure| failure.is_passing()) else {
            self.0.lock().retries.remove(&key);
            return;
        };
        self.retry_later(key, now, failure.wait());
        if let Some(retry) = self.0.lock().retries.get_mut(&key) {
            retry.is_left_alone = matches!(failure, Failure::Archived | Failure::LeftAlone);
        }
    }

    /// Whether it waits until its channel is open to the bot again.
    pub(super) fn is_left_alone(&self, key: RetryKey) -> bool {
        let known = self.0.lock();
        known.retries.get(&key).is_some_and(|it| it.is_left_alone)
    }

    /// Since when the oldest of those has been waiting of which the database does not tell it.
    pub(super) fn oldest(&self) -> Option<Timestamp> {
        let known = self.0.lock();
        let waiting = known.waiting.iter();
        let is_tried = |key: &RetryKey| !known.retries.get(key).is_some_and(|it| it.is_left_alone);
        let untold = waiting.filter(|&(key, _)| match key {
            RetryKey::Daily(DailyTo::Member(_)) | RetryKey::Post(_) | RetryKey::Role(..) => {
                is_tried(key)
            }
            RetryKey::Board(_)
            | RetryKey::Notification(..)
            | RetryKey::Daily(DailyTo::Server(_))
            | RetryKey::Deletion(_) => false,
        });
        untold.map(|(_, &since)| since).min()
    }

    /// Schedules a retry after at least `wait`.
    pub(super) fn retry_later(&self, key: RetryKey, now: Timestamp, wait: Duration) {
        let mut known = self.0.lock();
        let first = Retry {
            at: now.plus(FIRST_WAIT),
            wait: FIRST_WAIT,
            is_left_alone: false,
        };
        let retry = known.retries.entry(key).or_insert(first);
        retry.at = retry.at.max(now.plus(wait));
    }

    /// Whether something is to be retried.
    pub(super) fn has_retry(&self, key: RetryKey) -> bool {
        self.0.lock().retries.contains_key(&key)
    }

    /// Picks what to try now from `all`, which is everything still to be shown. It leaves out what is under
    /// way, and what has failed and must wait. What this process has never tried is picked only if it is
    /// old (the `bool`): another process may be showing it. What is not in `all` needs no retry any more.
    pub(super) fn take_due(
        &self,
        all: &HashMap<RetryKey, bool>,
        now: Timestamp,
    ) -> HashSet<RetryKey> {
        let Known {
            under_way,
            retries,
            waiting,
            ..
        } = &mut *self.0.lock();
        waiting.retain(|key, _| all.contains_key(key));
        for &key in all.keys() {
            waiting.entry(key).or_insert(now);
        }
        // It may have failed so recently that it is in `all` only the next time.
        retries.retain(|key, retry| all.contains_key(key) || retry.at > now);
        let mut is_due = |&(key, &is_old): &(&RetryKey, &bool)| {
            !under_way.contains_key(key)
                && match retries.get_mut(key) {
                    Some(retry) => retry.take_if_due(now),
                    None => is_old,
                }
        };
        let due = all.iter().filter(|entry| is_due(entry));
        due.map(|(&key, _)| key).collect()
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

impl UnderWay {
    /// What it concerns.
    pub(super) fn keys(&self) -> &[RetryKey] {
        &self.keys
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut known = self.backoff.0.lock();
        known.count -= 1;
        for key in &self.keys {
            if let Some(count) = known.under_way.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    known.under_way.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff_game::GameId;

    const NOON: Timestamp = Timestamp(1_700_000_000_000);

    fn later(minutes: u64) -> Timestamp {
        NOON.plus(Duration::from_mins(minutes))
    }

    /// How many of some boards are due. Each is old, or not.
    fn due<const N: usize>(backoff: &Backoff, boards: [(i64, bool); N], minutes: u64) -> usize {
        let all = boards.map(|(game, is_old)| (RetryKey::Board(GameId(game)), is_old));
        backoff.take_due(&all.into(), later(minutes)).len()
    }

    const BOARD: RetryKey = RetryKey::Board(GameId(1));

    #[test]
    fn what_others_may_be_showing_is_due_once_it_is_old() {
        let backoff = Backoff::default();
        assert_eq!(due(&backoff, [(1, false), (2, true)], 0), 1);
    }

    #[test]
    fn a_failed_board_is_retried_with_backoff() {
        let backoff = Backoff::default();
        backoff.retry_later(BOARD, NOON, Duration::ZERO);
        let tried = (0..24 * 60).filter(|&minutes| due(&backoff, [(1, false)], minutes) > 0);
        let tried: Vec<u64> = tried.collect();
        assert_eq!(tried[..5], [1, 2, 4, 8, 16]);
        assert!((140..150).contains(&tried.len()), "{}", tried.len());
    }

    #[test]
    fn a_permanent_refusal_ends_the_retries() {
        let backoff = Backoff::default();
        let why = br#"{ "code": 50001, "message": "Missing Access" }"#;
        let refused = |status| Failure::of_answer(status, None, why);
        for status in [503, 403] {
            backoff.conclude(BOARD, Some(&refused(status)), NOON);
            assert_eq!(backoff.count(), usize::from(status == 503), "{status}");
        }
    }

    #[test]
    fn a_retry_waits_for_the_end_of_a_rate_limit() {
        let backoff = Backoff::default();
        let limit = Failure::too_many(Some(600.0), false);
        backoff.conclude(BOARD, Some(&limit), NOON);
        let due = |minutes| due(&backoff, [(1, true)], minutes);
        assert_eq!([1, 9, 10].map(due), [0, 0, 1]);
    }

    #[test]
    fn nothing_is_tried_twice_at_once_and_what_is_done_is_forgotten() {
        let backoff = Arc::new(Backoff::default());
        let both = [(1, true), (2, true)];
        assert_eq!(due(&backoff, both, 0), 2);
        let under_way = backoff.begin(vec![BOARD]);
        backoff.retry_later(RetryKey::Board(GameId(2)), NOON, Duration::ZERO);
        assert_eq!([0, 1].map(|minutes| due(&backoff, both, minutes)), [0, 1]);
        drop(under_way);
        assert_eq!(due(&backoff, both, 1), 1);
        assert_eq!(due(&backoff, [], 5), 0);
        assert_eq!(backoff.count(), 0);
    }
}
