//! When the bot may send an IDENTIFY. After a thousand of them in a day Discord resets the token,
//! and serenity sends one every few seconds until one is accepted. So they are counted, even across
//! restarts, and the pauses grow.
//!
//! Pure: the IDENTIFYs come in as values with their times.

use std::time::Duration;

use crate::game::Timestamp;
use crate::records::Identify;

/// The largest number of IDENTIFYs within each duration.
const LIMITS: [(usize, Duration); 2] = [
    (10, Duration::from_mins(2)),
    (200, Duration::from_hours(24)),
];

/// How long an IDENTIFY counts: the longest of the limits.
pub(super) const REMEMBERED: Duration = Duration::from_hours(24);

/// The pause after the first IDENTIFY that was not accepted. Each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

/// How long an IDENTIFY that was not accepted lengthens the pauses.
const FORGIVEN_AFTER: Duration = Duration::from_hours(1);

/// The time until the shard may send its next IDENTIFY. `sent` is sorted by time.
pub(super) fn time_to_wait(sent: &[Identify], shard: u32, now: Timestamp) -> Duration {
    let by_limits = LIMITS.into_iter().map(|(most, within)| {
        // Another IDENTIFY may be sent once the `most`-th latest is old enough.
        let nth_latest = sent
            .len()
            .checked_sub(most)
            .and_then(|index| sent.get(index));
        nth_latest.map_or(now, |identify| identify.at.plus(within))
    });
    let failed = sent
        .iter()
        .rev()
        .filter(|identify| identify.shard == shard)
        .take_while(|identify| !identify.accepted && now.since(identify.at) < FORGIVEN_AFTER);
    let (count, last) = failed.fold((0_u32, None), |(count, last), identify| {
        (count + 1, last.or(Some(identify.at)))
    });
    let doublings = 2_u32.saturating_pow(count.saturating_sub(1));
    let pause = FIRST_PAUSE.saturating_mul(doublings).min(LONGEST_PAUSE);
    let by_failures = last.map_or(now, |last: Timestamp| last.plus(pause));
    by_limits
        .chain([by_failures])
        .map(|then| then.since(now))
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_700_000_000_000);

    fn at(seconds: u64) -> Timestamp {
        START.plus(Duration::from_secs(seconds))
    }

    fn identify(seconds: u64, accepted: bool) -> Identify {
        Identify {
            at: at(seconds),
            shard: 0,
            accepted,
        }
    }

    /// The times of IDENTIFYs that are sent as early as possible.
    fn eager(accepted: bool, count: usize) -> Vec<u64> {
        let (mut sent, mut times, mut now) = (Vec::new(), Vec::new(), 0);
        for _ in 0..count {
            now += time_to_wait(&sent, 0, at(now)).as_secs();
            sent.push(identify(now, accepted));
            times.push(now);
        }
        times
    }

    #[test]
    fn pauses_grow_until_an_identify_is_accepted() {
        assert_eq!(eager(false, 8), [0, 5, 15, 35, 75, 155, 315, 635]);
    }

    #[test]
    fn the_identify_budget_is_never_exceeded() {
        let times = eager(true, 450);
        let most_within = |seconds: u64| {
            let count = |&from: &u64| {
                let within = |&&time: &&u64| time >= from && time < from + seconds;
                times.iter().filter(within).count()
            };
            times.iter().map(count).max()
        };
        assert_eq!(most_within(120), Some(10));
        assert_eq!(most_within(24 * 60 * 60), Some(200));
    }

    #[test]
    fn acceptance_ends_the_pauses_of_one_shard() {
        let sent = [identify(0, false), identify(5, false), identify(15, true)];
        assert_eq!(time_to_wait(&sent, 0, at(16)), Duration::ZERO);
        let failing = [identify(0, false), identify(5, false)];
        assert_eq!(time_to_wait(&failing, 0, at(6)), Duration::from_secs(9));
        assert_eq!(time_to_wait(&failing, 1, at(6)), Duration::ZERO);
        assert_eq!(time_to_wait(&failing, 0, at(2 * 60 * 60)), Duration::ZERO);
    }
}
