//! Discord's time, which is that of snowflakes, without trusting the host's clock.
//!
//! The difference between the time of arrival, on a clock that only counts, and the time in the snowflake is the delay plus a
//! number that nobody knows. The smallest difference belongs to the quickest arrival; what an interaction took longer than that
//! is its delay, and the host's clock less that difference is Discord's. So after a resume those interactions that Discord has
//! given up are told from those that are new, and deadlines are met on hosts whose clock is wrong.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use crate::game::Timestamp;
use crate::service::SMALLEST_GAP;

/// A clock that only counts forward, such as the host's.
pub trait HostClock: Send + Sync + std::fmt::Debug {
    /// Milliseconds since 1970, as far as the host knows.
    fn now(&self) -> Timestamp;

    /// How far the clock has been moved forward on purpose, as only a clock of tests is: time that goes by in no time.
    fn moved(&self) -> Duration {
        Duration::ZERO
    }

    /// Waits for the clock to be moved on purpose.
    fn moving(&self) -> BoxFuture<'_, ()> {
        std::future::pending().boxed()
    }
}

/// The clock of the machine: its wall clock at the start, and what has gone by since.
#[derive(Debug)]
pub struct SystemClock {
    at_start: Timestamp,
    started: Instant,
}

impl SystemClock {
    /// The clock from now on.
    #[must_use]
    pub fn start() -> Self {
        #[expect(
            clippy::disallowed_methods,
            reason = "until an interaction tells Discord's time there is no other"
        )]
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            at_start: Timestamp(0).after(since_1970),
            started: Instant::now(),
        }
    }
}

impl HostClock for SystemClock {
    fn now(&self) -> Timestamp {
        self.at_start.after(self.started.elapsed())
    }
}

/// How far a time that is told in whole seconds, and was some time on its way, may be from what it says.
const SEED_MS: i64 = 2_000;

/// What is known of Discord's time is news from so much on.
const NEWS_MS: i64 = 1_000;

/// Two clocks drift apart by no more than one part in this many.
const DRIFT: i128 = 10_000;

/// Discord's time, as the quickest arrival so far tells it.
#[derive(Debug)]
pub struct DiscordTime {
    host: Arc<dyn HostClock>,
    quickest: Mutex<Option<Quickest>>,
    /// How many milliseconds the host's clock is ahead, as far as is known.
    ahead_ms: AtomicI64,
    /// How often the time has jumped.
    jumps: Mutex<u64>,
    corrected: Notify,
}

/// What an arrival tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    /// How much longer than the quickest it took.
    pub(super) delay: Duration,
    /// Whether it tells that Discord's time is more than a minute later than was thought.
    pub(super) is_jump: bool,
}

#[derive(Clone, Copy, Debug)]
struct Quickest {
    difference_ms: i128,
    as_of_ms: i128,
}

impl DiscordTime {
    /// Discord's time by that clock, which is taken for right until an interaction has told better.
    #[must_use]
    pub fn new(host: Arc<dyn HostClock>) -> Self {
        Self {
            host,
            quickest: Mutex::default(),
            ahead_ms: AtomicI64::new(0),
            jumps: Mutex::default(),
            corrected: Notify::new(),
        }
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead_ms = self.ahead_ms.load(Ordering::Relaxed);
        Timestamp(self.host.now().0.saturating_sub(ahead_ms))
    }

    /// Takes what time it is, to the second, from an answer of Discord's: better than nothing, until an interaction tells more.
    pub(super) fn seed(&self, now: Timestamp) {
        let ahead_ms = self.host.now().0.saturating_sub(now.0);
        // A clock that is right to the second is better than one that knows seconds only.
        if ahead_ms.abs() > SEED_MS {
            self.set_ahead(ahead_ms);
        }
    }

    /// How far the time has been moved forward on purpose.
    pub(super) fn moved(&self) -> Duration {
        self.host.moved()
    }

    /// Sets how far the host's clock is ahead, and says whether Discord's time has jumped forward with it.
    fn set_ahead(&self, ahead_ms: i64) -> bool {
        let before = self.ahead_ms.swap(ahead_ms, Ordering::Relaxed);
        // Later by a gap that is to be given back: the machine was asleep, and its clock with it.
        let jumped_ms = u64::try_from(before.saturating_sub(ahead_ms)).unwrap_or(0);
        let is_jump = Duration::from_millis(jumped_ms) > SMALLEST_GAP;
        if is_jump {
            *self.jumps.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
        if (ahead_ms - before).abs() > NEWS_MS {
            self.corrected.notify_one();
        }
        is_jump
    }

    /// How often the time has jumped forward.
    pub(super) fn jumps(&self) -> u64 {
        *self.jumps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does that unless the time has jumped since it had jumped so often; it cannot do so in between.
    pub(super) fn unless_jumped(&self, jumps: u64, act: impl FnOnce()) {
        let now = self.jumps.lock().unwrap_or_else(PoisonError::into_inner);
        if *now == jumps {
            act();
        }
    }

    /// Waits until then, or until what time it is has turned out to be something else.
    pub(super) async fn sleep_until(&self, then: Timestamp) {
        tokio::select! {
            () = sleep(then.since(self.now())) => {}
            () = self.host.moving() => {}
            () = self.corrected.notified() => {}
        }
    }

    /// What is known of an interaction of that time that arrives now.
    pub(super) fn arrival_of(&self, made: Timestamp) -> Arrival {
        let now_ms = i128::from(self.host.now().0);
        let difference_ms = now_ms - i128::from(made.0);
        let mut known = self.quickest.lock().unwrap_or_else(PoisonError::into_inner);
        let quickest = known.map_or(difference_ms, |known| {
            let drifted = known.difference_ms + (now_ms - known.as_of_ms).max(0) / DRIFT;
            drifted.min(difference_ms)
        });
        *known = Some(Quickest {
            difference_ms: quickest,
            as_of_ms: now_ms,
        });
        let is_jump = self.set_ahead(i64::try_from(quickest).unwrap_or(i64::MAX));
        Arrival {
            delay: Duration::from_millis(u64::try_from(difference_ms - quickest).unwrap_or(0)),
            is_jump,
        }
    }

    /// Forgets which arrival was the quickest: it has turned out to be wrong. What time it is stays the best guess.
    pub(super) fn forget(&self) {
        *self.quickest.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that stands still until it is set.
    #[derive(Debug, Default)]
    struct Set(AtomicI64);

    impl HostClock for Set {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn the_delay_is_what_it_takes_longer_than_the_quickest() {
        let host = Arc::new(Set::default());
        let time = DiscordTime::new(host.clone());
        let discord = |seconds: i64| Timestamp(1_700_000_000_000 + seconds * 1000);
        let at = |now_s: i64, made_s: i64| {
            host.0.store(now_s * 1000, Ordering::Relaxed);
            let delay = time.arrival_of(discord(made_s)).delay;
            (delay.as_millis() + 500) / 1000
        };
        assert_eq!(
            time.now(),
            Timestamp(0),
            "the host's, until there is better"
        );
        assert_eq!(at(10, 9), 0, "the first is the quickest so far");
        // To the second: clocks drift by a millisecond in ten seconds.
        let now = || Timestamp((time.now().0 + 500) / 1000 * 1000);
        assert_eq!(now(), discord(9));
        assert_eq!(at(20, 20), 0, "this one was quicker");
        assert_eq!(now(), discord(20), "so it is later than was thought");
        assert_eq!(at(30, 25), 5, "this one was held up");
        assert_eq!(now(), discord(30));
        assert_eq!(at(1210, 1200), 10, "after some silence, too");
        assert_eq!(at(200_000, 199_990), 0, "after days nothing is known");
        assert_eq!(at(200_010, 200_005), 0, "this one was quicker");
        time.forget();
        assert_eq!(at(200_020, 200_010), 0, "what was known has been forgotten");
        time.seed(discord(300_000));
        assert_eq!(now(), discord(300_000));
    }

    #[test]
    fn a_clock_that_stood_still_for_over_a_minute_is_found_out_by_the_next_arrival() {
        let host = Arc::new(Set::default());
        let time = DiscordTime::new(host.clone());
        let discord = |seconds: i64| Timestamp(1_700_000_000_000 + seconds * 1000);
        let is_jump = |now_s: i64, made_s: i64| {
            host.0.store(now_s * 1000, Ordering::Relaxed);
            time.arrival_of(discord(made_s)).is_jump
        };
        assert!(is_jump(0, 0), "until then nothing was known");
        assert!(!is_jump(10, 10) && !is_jump(20, 80));
        let before = time.jumps();
        assert!(is_jump(30, 200), "two minutes are missing");
        let mut is_judged = false;
        time.unless_jumped(before, || is_judged = true);
        assert!(!is_judged);
        time.unless_jumped(time.jumps(), || is_judged = true);
        assert!(is_judged);
    }
}
