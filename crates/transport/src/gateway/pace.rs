//! When the relay may connect to Discord: at once after a connection that lasted, and otherwise
//! after a pause that grows with every connection that failed. Discord bans clients that reconnect
//! in a loop.
//!
//! Pure: times and random numbers are passed in.

use std::time::Duration;

use tokio::time::Instant;

/// A connection that ends sooner after its session began has failed.
const LASTING: Duration = Duration::from_mins(1);

/// The pause after the first failure. Each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause. It leaves some time to connect, so that the bot is back within a minute.
const LONGEST_PAUSE: Duration = Duration::from_secs(50);

/// The failure that is reported as a warning. Single failures are normal.
const REPORTED: u32 = 3;

/// The failures in a row, and the latest one.
pub(super) struct Pace {
    shards: u32,
    failures: u32,
    latest: Option<Instant>,
}

impl Pace {
    /// Nothing has failed yet.
    pub(super) const fn new(shards: u32) -> Self {
        Self {
            shards,
            failures: 0,
            latest: None,
        }
    }

    /// The time until the next connection may be made. The random number shortens it by up to a
    /// quarter, so that shards do not come back all at once.
    pub(super) fn time_to_wait(&self, now: Instant, random: u64) -> Duration {
        let Some(latest) = self.latest else {
            return Duration::ZERO;
        };
        // If every shard fails as often, the pauses are those of a single one.
        let rounds = self.failures.div_ceil(self.shards.max(1));
        let doublings = 2_u32.saturating_pow(rounds.saturating_sub(1));
        let pause = FIRST_PAUSE.saturating_mul(doublings).min(LONGEST_PAUSE);
        let jitter = pause / 4 * u32::try_from(random % 1000).unwrap_or(0) / 1000;
        let pause = pause.saturating_sub(jitter).max(FIRST_PAUSE);
        (latest + pause).saturating_duration_since(now)
    }

    /// A connection has ended. `session` is when its session began or was resumed, if that
    /// happened. Returns whether it has failed.
    pub(super) fn ended(&mut self, session: Option<Instant>, now: Instant) -> bool {
        let has_lasted = session.is_some_and(|session| now.duration_since(session) >= LASTING);
        if has_lasted {
            *self = Self::new(self.shards);
        } else {
            self.failures = self.failures.saturating_add(1);
            self.latest = Some(now);
        }
        !has_lasted
    }

    /// Whether the latest failure is the one to report.
    pub(super) fn is_to_be_reported(&self) -> bool {
        self.failures == REPORTED.saturating_mul(self.shards.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times, in milliseconds, of connections that all fail at once.
    fn failing(shards: u32, count: usize, random: u64) -> Vec<u128> {
        let start = Instant::now();
        let (mut pace, mut now, mut times) = (Pace::new(shards), start, Vec::new());
        for _ in 0..count {
            now += pace.time_to_wait(now, random);
            pace.ended(None, now);
            times.push((now - start).as_millis());
        }
        times
    }

    #[test]
    fn pauses_grow_from_a_second_to_less_than_a_minute() {
        let times = failing(1, 9, 0).into_iter().map(|time| time / 1000);
        let times: Vec<_> = times.collect();
        assert_eq!(times, [0, 1, 3, 7, 15, 31, 63, 113, 163]);
        assert_eq!(failing(1, 5, 999), [0, 1000, 2500, 5501, 11503]);
    }

    #[test]
    fn the_pauses_of_several_shards_do_not_add_up() {
        let times = failing(3, 8, 0).into_iter().map(|time| time / 1000);
        assert_eq!(times.collect::<Vec<_>>(), [0, 1, 2, 3, 5, 7, 9, 13]);
    }

    #[test]
    fn only_a_session_of_a_minute_ends_the_pauses() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut pace = Pace::new(1);
        assert!(pace.ended(None, at(0)));
        assert!(pace.ended(Some(at(1)), at(60)) && !pace.is_to_be_reported());
        assert_eq!(pace.time_to_wait(at(60), 0), Duration::from_secs(2));
        assert!(pace.ended(Some(at(61)), at(70)) && pace.is_to_be_reported());
        assert!(pace.ended(None, at(70)) && !pace.is_to_be_reported());
        assert_eq!(pace.time_to_wait(at(70), 0), Duration::from_secs(8));
        assert!(!pace.ended(Some(at(80)), at(140)));
        assert_eq!(pace.time_to_wait(at(140), 0), Duration::ZERO);
    }
}
