//! How old an interaction is when it arrives, without trusting the host's clock.
//!
//! The difference between the time of arrival, on a clock that only counts, and the time in the snowflake is the delay plus a
//! number that nobody knows. The smallest difference belongs to the quickest arrival; what an interaction took longer than that
//! is its delay. So after a resume those that Discord has given up are told from those that are new.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::game::Timestamp;

/// Two clocks drift apart by no more than one part in this many.
const DRIFT: i128 = 10_000;

/// The quickest arrival so far.
#[derive(Debug)]
pub(super) struct Delays {
    started: Instant,
    quickest: Mutex<Option<Quickest>>,
}

#[derive(Clone, Copy, Debug)]
struct Quickest {
    difference_ms: i128,
    as_of_ms: i128,
}

impl Default for Delays {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            quickest: Mutex::default(),
        }
    }
}

impl Delays {
    /// How much longer than the quickest an interaction of that time took that arrives now.
    pub(super) fn of(&self, made: Timestamp) -> Duration {
        self.at(self.started.elapsed(), made)
    }

    /// Forgets what was known: it has turned out to be wrong.
    pub(super) fn forget(&self) {
        *self.quickest.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn at(&self, now: Duration, made: Timestamp) -> Duration {
        let now_ms = i128::try_from(now.as_millis()).unwrap_or(i128::MAX);
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
        Duration::from_millis(u64::try_from(difference_ms - quickest).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_is_what_it_takes_longer_than_the_quickest() {
        let delays = Delays::default();
        let at = |now_s: u64, made_s: i64| {
            let delay = delays.at(
                Duration::from_secs(now_s),
                Timestamp(1_700_000_000_000 + made_s * 1000),
            );
            (delay.as_millis() + 500) / 1000
        };
        assert_eq!(at(10, 9), 0, "the first is the quickest so far");
        assert_eq!(at(20, 20), 0, "this one was quicker");
        assert_eq!(at(30, 25), 5, "this one was held up");
        assert_eq!(at(1210, 1200), 10, "after some silence, too");
        assert_eq!(at(200_000, 199_990), 0, "after days nothing is known");
        assert_eq!(at(200_010, 200_005), 0, "this one was quicker");
        delays.forget();
        assert_eq!(at(200_020, 200_010), 0, "what was known has been forgotten");
    }
}
