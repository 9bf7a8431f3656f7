//! How old an interaction is when it arrives, without trusting the host's clock.
//!
//! The difference between the time of arrival, on a clock that only counts, and the time in the snowflake is the delay plus a
//! number that nobody knows. The smallest difference of the last while belongs to the quickest arrival; what an interaction took
//! longer than that is its delay. So after a resume those that Discord has given up are told from those that are new.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::game::Timestamp;

/// For how long a quickest arrival counts: clocks drift apart, by milliseconds in that time.
const WINDOW: Duration = Duration::from_mins(10);

/// The quickest arrivals of this window and of the one before.
#[derive(Debug)]
pub(super) struct Delays {
    started: Instant,
    windows: Mutex<Windows>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Windows {
    number: u128,
    quickest: Option<i128>,
    quickest_before: Option<i128>,
}

impl Default for Delays {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            windows: Mutex::default(),
        }
    }
}

impl Delays {
    /// How much longer than the quickest an interaction of that time took that arrives now.
    pub(super) fn of(&self, made: Timestamp) -> Duration {
        self.at(self.started.elapsed(), made)
    }

    fn at(&self, now: Duration, made: Timestamp) -> Duration {
        let difference = i128::try_from(now.as_millis()).unwrap_or(i128::MAX) - i128::from(made.0);
        let number = now.as_millis() / WINDOW.as_millis();
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.number != number {
            let is_next = windows.number + 1 == number;
            let quickest_before = windows.quickest.filter(|_| is_next);
            *windows = Windows {
                number,
                quickest: None,
                quickest_before,
            };
        }
        windows.quickest = Some(
            windows
                .quickest
                .map_or(difference, |quickest| quickest.min(difference)),
        );
        let quickest = windows
            .quickest
            .into_iter()
            .chain(windows.quickest_before)
            .min()
            .unwrap_or(difference);
        Duration::from_millis(u64::try_from(difference - quickest).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_is_what_it_takes_longer_than_the_quickest() {
        let delays = Delays::default();
        let at = |now_s: u64, made_s: i64| {
            delays
                .at(
                    Duration::from_secs(now_s),
                    Timestamp(1_700_000_000_000 + made_s * 1000),
                )
                .as_secs()
        };
        assert_eq!(at(10, 9), 0, "the first is the quickest so far");
        assert_eq!(at(20, 20), 0, "this one was quicker");
        assert_eq!(at(30, 25), 5, "this one was held up");
        assert_eq!(at(1190, 1190), 0);
        assert_eq!(at(1210, 1200), 10, "the window before still counts");
        assert_eq!(at(9000, 8990), 0, "after a long silence nothing is known");
    }
}
