//! When a shard may send an IDENTIFY. After as many in a day as Discord allows the bot, usually a
//! thousand, Discord resets the token, and serenity sends one every few seconds until one is
//! accepted. So they are counted, even across restarts, and the pauses grow.
//!
//! Pure: the IDENTIFYs come in as values with their times.

use std::time::Duration;

use crate::rest::SessionStartLimit;
use wythoff_game::Timestamp;
use wythoff_game::records::Identify;

/// The largest number of IDENTIFYs of one shard within two minutes.
const MOST_AT_ONCE: usize = 10;
const AT_ONCE: Duration = Duration::from_mins(2);

/// How long an IDENTIFY counts.
pub(super) const REMEMBERED: Duration = Duration::from_hours(24);

/// The largest number of IDENTIFYs of one shard within [`REMEMBERED`], however many Discord allows.
const MOST_A_DAY: u32 = 200;

/// The pause between two IDENTIFYs of shards whose numbers have the same remainder when divided by
/// `max_concurrency`
/// (<https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>).
pub(super) const TURN: Duration = Duration::from_secs(5);

/// The pause after the first IDENTIFY that was not accepted. Each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

/// How long an IDENTIFY that was not accepted lengthens the pauses.
const FORGIVEN_AFTER: Duration = Duration::from_hours(1);

/// How many IDENTIFYs the shards may send.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The share of one shard in a day.
    per_day: usize,
    max_concurrency: u32,
}

impl Budget {
    /// Each shard gets the same share of four fifths of what Discord allows. The rest is for
    /// starts with another number of shards.
    pub(super) fn new(limit: &SessionStartLimit, shards: u32) -> Self {
        let share = limit.total / 5 * 4 / shards.max(1);
        Self {
            per_day: share.clamp(1, MOST_A_DAY) as usize,
            max_concurrency: limit.max_concurrency.max(1),
        }
    }

    /// How long after a common start it is the shard's turn.
    pub(super) fn turn_of(self, shard: u32) -> Duration {
        TURN.saturating_mul(shard / self.max_concurrency)
    }

    /// The time until the shard may send its next IDENTIFY. `sent` is sorted by time.
    pub(super) fn time_to_wait(self, sent: &[Identify], shard: u32, now: Timestamp) -> Duration {
        // What seems to lie ahead was noted by a clock that was wrong.
        let latest_first = || sent.iter().rev().filter(|identify| identify.at <= now);
        let of_shard = || latest_first().filter(|identify| identify.shard == shard);
        let limits = [(MOST_AT_ONCE, AT_ONCE), (self.per_day, REMEMBERED)];
        let by_limits = limits.into_iter().filter_map(|(most, within)| {
            // Another IDENTIFY may be sent once the `most`-th latest is old enough.
            Some(of_shard().nth(most - 1)?.at.plus(within))
        });
        let remainder = |shard: u32| shard % self.max_concurrency;
        let by_turn = latest_first().find(|identify| remainder(identify.shard) == remainder(shard));
        let by_turn = by_turn.map(|identify| identify.at.plus(TURN));
        by_limits
            .chain(by_turn)
            .chain(after_failures(of_shard(), now))
            .map(|then| then.since(now))
            .max()
            .unwrap_or_default()
    }
}

/// When the shard may try again, if Discord did not accept its latest IDENTIFYs. `latest_first` are
/// those of the shard.
fn after_failures<'a>(
    latest_first: impl Iterator<Item = &'a Identify>,
    now: Timestamp,
) -> Option<Timestamp> {
    let mut failed = latest_first
        .take_while(|identify| !identify.accepted && now.since(identify.at) < FORGIVEN_AFTER);
    let last = failed.next()?;
    let doublings = u32::try_from(failed.count()).unwrap_or(u32::MAX);
    let pause = FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(doublings));
    Some(last.at.plus(pause.min(LONGEST_PAUSE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_700_000_000_000);

    fn at(seconds: u64) -> Timestamp {
        START.plus(Duration::from_secs(seconds))
    }

    fn identify(shard: u32, seconds: u64, accepted: bool) -> Identify {
        Identify {
            at: at(seconds),
            shard,
            accepted,
        }
    }

    fn budget(max_concurrency: u32, shards: u32) -> Budget {
        let limit = SessionStartLimit {
            total: 1000,
            remaining: 1000,
            reset_after: 0,
            max_concurrency,
        };
        Budget::new(&limit, shards)
    }

    /// The times of IDENTIFYs of one shard that are sent as early as possible.
    fn eager(accepted: bool, count: usize) -> Vec<u64> {
        let (mut sent, mut times, mut now) = (Vec::new(), Vec::new(), 0);
        for _ in 0..count {
            now += budget(1, 1).time_to_wait(&sent, 0, at(now)).as_secs();
            sent.push(identify(0, now, accepted));
            times.push(now);
        }
        times
    }

    #[test]
    fn an_identify_in_the_future_does_not_count() {
        // The clock was an hour ahead when it was noted.
        let sent = [identify(0, 3600, false)];
        assert_eq!(budget(1, 1).time_to_wait(&sent, 0, at(0)), Duration::ZERO);
    }

    #[test]
    fn pauses_grow_until_an_identify_is_accepted() {
        assert_eq!(eager(false, 8), [0, 5, 15, 35, 75, 155, 315, 635]);
    }

    #[test]
    fn the_budget_of_a_shard_is_never_exceeded() {
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

    /// Serenity starts one shard after the other. A start takes a turn for each but the last, again
    /// and again, as long as Discord allows it at all.
    #[test]
    fn many_shards_start_without_waiting_for_each_others_limits() {
        for (shards, starts, seconds) in [(1, 200, 0), (14, 57, 65), (100, 8, 495), (201, 3, 1000)]
        {
            let budget = budget(1, shards);
            let apart = 43_000 / starts;
            let mut sent = Vec::new();
            for start in 0..starts {
                let began = start * apart;
                let mut now = began;
                for shard in 0..shards {
                    now += budget.time_to_wait(&sent, shard, at(now)).as_secs();
                    sent.push(identify(shard, now, true));
                }
                assert!(sent.len() <= 1000);
                if start == 0 {
                    assert_eq!(now - began, seconds, "{shards} shards");
                }
            }
            let wait = budget.time_to_wait(&sent, 0, at(starts * apart));
            assert!(wait > Duration::from_hours(1), "the day’s share is used up");
        }
    }

    #[test]
    fn shards_of_different_remainders_need_not_wait_for_each_other() {
        let sent = [identify(0, 0, true), identify(1, 1, true)];
        let waits = |shard| budget(2, 4).time_to_wait(&sent, shard, at(2)).as_secs();
        assert_eq!([2, 3].map(waits), [3, 4]);
        assert_eq!(budget(16, 16).time_to_wait(&sent, 2, at(2)), Duration::ZERO);
    }

    #[test]
    fn acceptance_ends_the_pauses_of_one_shard() {
        let accepted = [
            identify(0, 0, false),
            identify(0, 5, false),
            identify(0, 15, true),
        ];
        let budget = budget(2, 2);
        assert_eq!(budget.time_to_wait(&accepted, 0, at(20)), Duration::ZERO);
        let failing = [identify(0, 0, false), identify(0, 5, false)];
        assert_eq!(
            budget.time_to_wait(&failing, 0, at(6)),
            Duration::from_secs(9)
        );
        assert_eq!(budget.time_to_wait(&failing, 1, at(6)), Duration::ZERO);
        let later = at(2 * 60 * 60);
        assert_eq!(budget.time_to_wait(&failing, 0, later), Duration::ZERO);
    }
}
