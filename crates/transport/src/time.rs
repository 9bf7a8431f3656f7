//! Discord's time, which is the time in snowflakes. The host's clock is not trusted.
//!
//! The time of arrival on a monotonic clock, minus the time in the snowflake, is the delay plus an
//! unknown constant. The smallest difference belongs to the quickest arrival. An interaction's
//! delay is its own difference minus the smallest one, and Discord's time is the host's clock minus
//! the smallest difference. So interactions that Discord has given up on are recognised after a
//! resume, and deadlines are right even if the host's clock is wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures::FutureExt;
use futures::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use wythoff_game::Timestamp;
use wythoff_service::LONGEST_IGNORED_GAP;

/// A clock that only counts forward, such as the host's.
pub trait HostClock: Send + Sync + std::fmt::Debug {
    /// The host's time.
    fn now(&self) -> Timestamp;

    /// How far the clock has been moved forward by hand, as the sandbox's clock can be.
    fn moved(&self) -> Duration {
        Duration::ZERO
    }

    /// Waits for the clock to be moved by hand.
    fn until_moved(&self) -> BoxFuture<'_, ()> {
        std::future::pending().boxed()
    }
}

/// The clock of the machine: its wall clock at the start, and the time since then.
#[derive(Debug)]
pub struct SystemClock {
    at_start: Timestamp,
    started: Instant,
}

impl SystemClock {
    /// Starts a clock with the machine's time.
    #[must_use]
    pub fn start() -> Self {
        #[expect(
            clippy::disallowed_methods,
            reason = "until Discord tells the time, there is no other clock"
        )]
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            at_start: Timestamp(0).plus(since_1970),
            started: Instant::now(),
        }
    }
}

impl HostClock for SystemClock {
    fn now(&self) -> Timestamp {
        self.at_start.plus(self.started.elapsed())
    }
}

/// The possible error of a time in whole seconds that came over the network.
const SEED_ERROR_MS: i64 = 2_000;

/// A correction of more than this wakes sleepers.
const LARGEST_QUIET_CORRECTION_MS: i64 = 1_000;

/// Two clocks drift apart by at most 1/`DRIFT` of the elapsed time.
const DRIFT: i128 = 10_000;

/// Discord's time, estimated from the quickest arrival so far.
#[derive(Debug)]
pub struct DiscordTime {
    host: Arc<dyn HostClock>,
    quickest: Mutex<Option<Quickest>>,
    /// How many milliseconds the host's clock is ahead.
    ahead_ms: AtomicI64,
    /// How often the time has jumped.
    jumps: Mutex<u64>,
    corrected: Notify,
}

/// What is known of an arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    /// How much longer it took than the quickest arrival.
    pub(super) delay: Duration,
    /// Whether it shows that Discord's time is more than a minute later than estimated.
    pub(super) is_jump: bool,
}

#[derive(Clone, Copy, Debug)]
struct Quickest {
    difference_ms: i128,
    as_of_ms: i128,
}

impl Quickest {
    /// The same arrival later, with an allowance for the drift since. What is left of the division
    /// counts the next time.
    fn drifted(self, now_ms: i128) -> Self {
        let drift_ms = (now_ms - self.as_of_ms).max(0) / DRIFT;
        Self {
            difference_ms: self.difference_ms + drift_ms,
            as_of_ms: self.as_of_ms + drift_ms * DRIFT,
        }
    }
}

impl DiscordTime {
    /// Discord's time, measured with the host's clock. That clock is trusted until Discord tells
    /// the time.
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

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead_ms = self.ahead_ms.load(Ordering::Relaxed);
        Timestamp(self.host.now().0.saturating_sub(ahead_ms))
    }

    /// Corrects the time from a response of Discord's, which gives it to the second. Interactions
    /// make it more precise later. With this, even the first interaction can be recognised as late.
    pub(super) fn seed(&self, now: Timestamp) {
        let host = self.host.now();
        let ahead_ms = host.0.saturating_sub(now.0);
        self.quickest.lock().get_or_insert(Quickest {
            difference_ms: ahead_ms.into(),
            as_of_ms: host.0.into(),
        });
        // If the host's clock is right to within the error of the response, it may be more precise.
        if ahead_ms.abs() > SEED_ERROR_MS {
            self.set_ahead(ahead_ms);
        }
    }

    /// How far the clock has been moved forward.
    pub(super) fn moved(&self) -> Duration {
        self.host.moved()
    }

    /// Sets how far the host's clock is ahead. Returns whether Discord's time has jumped forward.
    fn set_ahead(&self, ahead_ms: i64) -> bool {
        let before = self.ahead_ms.swap(ahead_ms, Ordering::Relaxed);
        // A jump is a gap that extends deadlines: the machine was asleep, and its clock stood
        // still.
        let jumped_ms = u64::try_from(before.saturating_sub(ahead_ms)).unwrap_or(0);
        let is_jump = Duration::from_millis(jumped_ms) > LONGEST_IGNORED_GAP;
        if is_jump {
            *self.jumps.lock() += 1;
        }
        if (ahead_ms - before).abs() > LARGEST_QUIET_CORRECTION_MS {
            self.corrected.notify_waiters();
        }
        is_jump
    }

    /// How often the time has jumped forward.
    pub(super) fn jumps(&self) -> u64 {
        *self.jumps.lock()
    }

    /// Calls `act` unless the time has jumped since `jumps` was read. No jump is counted while
    /// `act` runs.
    pub(super) fn unless_jumped(&self, jumps: u64, act: impl FnOnce()) {
        let current = self.jumps.lock();
        if *current == jumps {
            act();
        }
    }

    /// Waits for `time` to pass, or for the clock to be moved by hand.
    pub(super) async fn pause(&self, time: Duration) {
        tokio::select! {
            () = sleep(time) => {}
            () = self.host.until_moved() => {}
        }
    }

    /// Waits until `then`, or until the time is corrected or the clock is moved by hand.
    pub(super) async fn sleep_until(&self, then: Timestamp) {
        // Noticed from here on, so that no correction is missed after the time was read.
        let corrected = self.corrected.notified();
        tokio::select! {
            () = sleep(then.since(self.now())) => {}
            () = self.host.until_moved() => {}
            () = corrected => {}
        }
    }

    /// Waits until a time, however the clock is corrected meanwhile.
    pub(super) async fn wait_until(&self, then: Timestamp) {
        while self.now() < then {
            self.sleep_until(then).await;
        }
    }

    /// Records that an interaction created at `created` arrives now. Returns what that tells about
    /// its delay.
    pub(super) fn arrival_of(&self, created: Timestamp) -> Arrival {
        let now_ms = i128::from(self.host.now().0);
        let difference_ms = now_ms - i128::from(created.0);
        let mut known = self.quickest.lock();
        let drifted = known.map(|known| known.drifted(now_ms));
        let drifted = drifted.filter(|drifted| drifted.difference_ms < difference_ms);
        let quickest = drifted.unwrap_or(Quickest {
            difference_ms,
            as_of_ms: now_ms,
        });
        *known = Some(quickest);
        let quickest = quickest.difference_ms;
        let is_jump = self.set_ahead(i64::try_from(quickest).unwrap_or(i64::MAX));
        Arrival {
            delay: Duration::from_millis(u64::try_from(difference_ms - quickest).unwrap_or(0)),
            is_jump,
        }
    }

    /// Forgets the quickest arrival, because it led to wrong delays. The estimate of the time is
    /// kept until the next arrival.
    pub(super) fn forget(&self) {
        *self.quickest.lock() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that stands still until it is set.
    #[derive(Debug, Default)]
    struct ManualClock(AtomicI64);

    impl HostClock for ManualClock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn the_delay_is_relative_to_the_quickest_arrival() {
        let host = Arc::new(ManualClock::default());
        let time = DiscordTime::new(host.clone());
        let discord = |seconds: i64| Timestamp(1_700_000_000_000 + seconds * 1000);
        let delay_at = |now_s: i64, made_s: i64| {
            host.0.store(now_s * 1000, Ordering::Relaxed);
            let delay = time.arrival_of(discord(made_s)).delay;
            (delay.as_millis() + 500) / 1000
        };
        assert_eq!(
            time.now(),
            Timestamp(0),
            "the host's time, until a better one is known"
        );
        assert_eq!(delay_at(10, 9), 0, "the first is the quickest so far");
        // To the second: clocks drift by a millisecond in ten seconds.
        let now = || Timestamp((time.now().0 + 500) / 1000 * 1000);
        assert_eq!(now(), discord(9));
        assert_eq!(delay_at(20, 20), 0, "this one was quicker");
        assert_eq!(
            now(),
            discord(20),
            "so Discord's time is later than was thought"
        );
        assert_eq!(delay_at(30, 25), 5, "this one was held up");
        assert_eq!(now(), discord(30));
        assert_eq!(delay_at(1210, 1200), 10, "after some silence, too");
        assert_eq!(
            delay_at(200_000, 199_990),
            0,
            "after days the quickest arrival tells nothing"
        );
        assert_eq!(delay_at(200_010, 200_005), 0, "this one was quicker");
        time.forget();
        assert_eq!(
            delay_at(200_020, 200_010),
            0,
            "what was known has been forgotten"
        );
        time.seed(discord(300_000));
        assert_eq!(now(), discord(300_000));
    }

    #[test]
    fn a_clock_that_stood_still_is_noticed_at_the_next_arrival() {
        let host = Arc::new(ManualClock::default());
        let time = DiscordTime::new(host.clone());
        let discord = |seconds: i64| Timestamp(1_700_000_000_000 + seconds * 1000);
        let is_jump = |now_s: i64, made_s: i64| {
            host.0.store(now_s * 1000, Ordering::Relaxed);
            time.arrival_of(discord(made_s)).is_jump
        };
        assert!(is_jump(0, 0), "until then nothing was known");
        assert!(!is_jump(10, 10) && !is_jump(20, 80));
        let before = time.jumps();
        assert!(is_jump(30, 200), "nearly two minutes are missing");
        let mut has_acted = false;
        time.unless_jumped(before, || has_acted = true);
        assert!(!has_acted);
        time.unless_jumped(time.jumps(), || has_acted = true);
        assert!(has_acted);
    }
}
