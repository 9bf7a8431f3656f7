//! Detects a stuck connection. Serenity notices a lost connection, but not one on which nothing
//! ever happens, nor that it has failed to reconnect.
//!
//! Pure: events come in as values with their times. A process that is stuck ends, and its
//! supervisor starts it again.

use std::collections::BTreeMap;
use std::time::Duration;

use thiserror::Error;
use tokio::time::Instant;

/// How long Discord may take to answer an IDENTIFY, or a RESUME.
const ANSWER_WITHIN: Duration = Duration::from_mins(1);

/// How long a connection may stay lost after two unanswered heartbeats.
const RECONNECT_WITHIN: Duration = Duration::from_secs(100);

/// The heartbeat interval assumed until Discord has sent one.
const USUAL_INTERVAL: Duration = Duration::from_millis(41_250);

/// Why only a restart helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stuck {
    /// Discord has neither accepted nor refused an IDENTIFY or a RESUME.
    #[error("discord did not answer for a minute after the bot had asked for a session")]
    NoReady,
    /// The heartbeats are not answered, and there is no new connection.
    #[error("the connection to discord is lost and has not come back")]
    Silent,
    /// The shards are not those that Discord wants (4010, 4011).
    #[error("discord wants other shards (close code {0}); the bot asks for them at the next start")]
    Shards(u16),
}

/// The state of the shards.
#[derive(Debug)]
pub(super) struct Watchdog {
    began: Instant,
    shards: BTreeMap<u32, Shard>,
}

#[derive(Clone, Copy, Debug)]
struct Shard {
    /// When the last sign of life was: a session that began or was resumed, or an answered
    /// heartbeat.
    alive: Instant,
    interval: Duration,
    /// When it sent an IDENTIFY or a RESUME, if that has not been answered yet.
    asked: Option<Instant>,
    /// Whether it is waiting until it may send an IDENTIFY.
    is_parked: bool,
}

impl Watchdog {
    pub(super) const fn new(now: Instant) -> Self {
        Self {
            began: now,
            shards: BTreeMap::new(),
        }
    }

    fn shard(&mut self, shard: u32, now: Instant) -> &mut Shard {
        self.shards.entry(shard).or_insert(Shard {
            alive: now,
            interval: USUAL_INTERVAL,
            asked: None,
            is_parked: false,
        })
    }

    /// The shard waits before it identifies itself.
    pub(super) fn parked(&mut self, shard: u32, now: Instant) {
        let shard = self.shard(shard, now);
        shard.is_parked = true;
        shard.asked = None;
    }

    /// The shard has sent an IDENTIFY or a RESUME.
    pub(super) fn asked(&mut self, shard: u32, now: Instant) {
        let shard = self.shard(shard, now);
        shard.asked = Some(now);
        shard.unpark(now);
    }

    /// A sign of life arrived.
    pub(super) fn heard(&mut self, shard: u32, interval: Option<Duration>, now: Instant) {
        let shard = self.shard(shard, now);
        shard.alive = now;
        shard.interval = interval.unwrap_or(shard.interval);
    }

    /// The session has begun, or has been resumed.
    pub(super) fn connected(&mut self, shard: u32, now: Instant) {
        self.shard(shard, now).asked = None;
        self.heard(shard, None, now);
    }

    /// The connection is lost, or Discord has declared the session invalid. The shard will ask for
    /// a session again.
    pub(super) fn disconnected(&mut self, shard: u32, now: Instant) {
        let shard = self.shard(shard, now);
        shard.asked = None;
        shard.unpark(now);
    }

    /// Whether a shard is stuck.
    pub(super) fn verdict(&self, now: Instant) -> Option<Stuck> {
        let never_reached =
            self.shards.is_empty() && now - self.began > 2 * USUAL_INTERVAL + RECONNECT_WITHIN;
        let of_shard = |shard: &Shard| {
            if shard.asked.is_some_and(|asked| now - asked > ANSWER_WITHIN) {
                return Some(Stuck::NoReady);
            }
            let is_silent = now - shard.alive > 2 * shard.interval + RECONNECT_WITHIN;
            (is_silent && !shard.is_parked).then_some(Stuck::Silent)
        };
        let stuck = self.shards.values().find_map(of_shard);
        stuck.or_else(|| never_reached.then_some(Stuck::Silent))
    }
}

impl Shard {
    /// The shard stops waiting. It counts as alive now, since it could give no sign of life
    /// meanwhile.
    fn unpark(&mut self, now: Instant) {
        if std::mem::take(&mut self.is_parked) {
            self.alive = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict when the watchdog is `seconds` old.
    fn after(watchdog: &Watchdog, seconds: u64) -> Option<Stuck> {
        watchdog.verdict(watchdog.began + Duration::from_secs(seconds))
    }

    fn new() -> Watchdog {
        Watchdog::new(Instant::now())
    }

    #[test]
    fn an_identify_is_answered_within_a_minute_or_the_bot_is_stuck() {
        let mut watchdog = new();
        watchdog.asked(0, watchdog.began + Duration::from_secs(3));
        assert_eq!(after(&watchdog, 63), None);
        assert_eq!(after(&watchdog, 64), Some(Stuck::NoReady));
        watchdog.connected(0, watchdog.began + Duration::from_secs(50));
        assert_eq!(after(&watchdog, 64), None);
    }

    #[test]
    fn unanswered_heartbeats_are_tolerated_for_a_while() {
        let mut watchdog = new();
        watchdog.connected(0, watchdog.began);
        watchdog.heard(0, Some(Duration::from_secs(40)), watchdog.began);
        assert_eq!(after(&watchdog, 180), None);
        assert_eq!(after(&watchdog, 181), Some(Stuck::Silent));
        watchdog.heard(0, None, watchdog.began + Duration::from_secs(170));
        assert_eq!(after(&watchdog, 181), None);
    }

    #[test]
    fn a_parked_shard_is_not_stuck() {
        let mut watchdog = new();
        watchdog.connected(0, watchdog.began + Duration::from_mins(9));
        watchdog.parked(1, watchdog.began);
        assert_eq!(after(&watchdog, 600), None);
        watchdog.asked(1, watchdog.began + Duration::from_mins(9));
        assert_eq!(after(&watchdog, 600), None);
        assert_eq!(after(&watchdog, 601), Some(Stuck::NoReady));
        watchdog.disconnected(1, watchdog.began + Duration::from_secs(602));
        assert_eq!(after(&watchdog, 722), None);
        assert_eq!(after(&watchdog, 723), Some(Stuck::Silent));
    }

    #[test]
    fn a_late_or_parked_shard_gets_its_full_time() {
        let mut watchdog = new();
        let at = |seconds| watchdog.began + Duration::from_secs(seconds);
        let (late, parked, over) = (at(600), at(700), at(1_500));
        watchdog.asked(0, late);
        assert_eq!(after(&watchdog, 601), None);
        watchdog.parked(0, parked);
        assert_eq!(after(&watchdog, 1_500), None);
        watchdog.disconnected(0, over);
        assert_eq!(after(&watchdog, 1_600), None);
        assert_eq!(after(&watchdog, 1_683), Some(Stuck::Silent));
    }

    #[test]
    fn a_gateway_that_is_never_reached_counts_as_stuck() {
        assert_eq!(after(&new(), 182), None);
        assert_eq!(after(&new(), 183), Some(Stuck::Silent));
    }
}
