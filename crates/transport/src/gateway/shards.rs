//! Where each shard stands, and whether one is stuck. Serenity notices a lost connection, but not one
//! on which nothing ever happens, nor that it has failed to reconnect.
//!
//! Events come in as values with their times; the only effect is that the token of a replaced connection
//! is cancelled. A process that is stuck ends, and its
//! supervisor starts it again. `docs/dev/gateway.md` has the table of states.

use std::collections::BTreeMap;
use std::time::Duration;

use thiserror::Error;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

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
    /// The heartbeats are not answered, and there is no new connection; or the gateway was never reached.
    #[error("the connection to discord is lost and has not come back")]
    Silent,
    /// The shards are not those that Discord wants (4010, 4011).
    #[error("discord wants other shards (close code {0}); the bot asks for them at the next start")]
    Shards(u16),
}

/// Where a shard stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no connection, or has not asked for a session on it yet.
    Disconnected,
    /// It waits, without a connection to Discord, until it may send an IDENTIFY.
    Parked,
    /// It has sent an IDENTIFY or a RESUME, which Discord has not answered yet.
    Asked,
    /// Its session has begun or was resumed.
    Connected,
}

/// All shards that have had a connection.
#[derive(Debug)]
pub(super) struct Shards {
    began: Instant,
    shards: BTreeMap<u32, Shard>,
}

#[derive(Debug)]
pub(super) struct Shard {
    /// The number of its latest connection.
    connection: u64,
    /// Cancelled once it has another connection.
    replaced: CancellationToken,
    state: State,
    since: Instant,
    /// The last sign of life: a session that began or was resumed, or an answered heartbeat.
    alive: Instant,
    interval: Duration,
}

impl Shards {
    pub(super) const fn new(now: Instant) -> Self {
        Self {
            began: now,
            shards: BTreeMap::new(),
        }
    }

    /// The shard is on the connection with the given number. A shard has only one, so a previous
    /// one is over: its token is cancelled.
    pub(super) fn take_over(
        &mut self,
        shard: u32,
        connection: u64,
        replaced: CancellationToken,
        now: Instant,
    ) {
        let shard = self.shards.entry(shard).or_insert_with(|| Shard {
            connection,
            replaced: replaced.clone(),
            state: State::Disconnected,
            since: now,
            alive: now,
            interval: USUAL_INTERVAL,
        });
        if shard.connection != connection {
            shard.replaced.cancel();
            shard.connection = connection;
            shard.replaced = replaced;
        }
        shard.enter(State::Disconnected, now);
    }

    /// The shard, if its latest connection is the one with the given number.
    pub(super) fn on(&mut self, shard: u32, connection: u64) -> Option<&mut Shard> {
        let shard = self.shards.get_mut(&shard);
        shard.filter(|shard| shard.connection == connection)
    }

    pub(super) fn is_connected(&self, shard: u32) -> bool {
        let shard = self.shards.get(&shard);
        shard.is_some_and(|shard| shard.state == State::Connected)
    }

    /// Gives each shard its full time anew, after the process was frozen.
    pub(super) fn forgive(&mut self, now: Instant) {
        self.began = now;
        for shard in self.shards.values_mut() {
            (shard.since, shard.alive) = (now, now);
        }
    }

    /// Whether a shard is stuck.
    pub(super) fn verdict(&self, now: Instant) -> Option<Stuck> {
        let never_reached =
            self.shards.is_empty() && now - self.began > 2 * USUAL_INTERVAL + RECONNECT_WITHIN;
        let stuck = self.shards.values().find_map(|shard| shard.verdict(now));
        stuck.or_else(|| never_reached.then_some(Stuck::Silent))
    }
}

impl Shard {
    pub(super) fn enter(&mut self, state: State, now: Instant) {
        // While it was parked, it could give no sign of life.
        if state == State::Connected || self.state == State::Parked && state != State::Parked {
            self.alive = now;
        }
        (self.state, self.since) = (state, now);
    }

    /// A heartbeat has been answered on a connection with the given interval.
    pub(super) fn heard(&mut self, interval: Option<Duration>, now: Instant) {
        self.alive = now;
        self.interval = interval.unwrap_or(self.interval);
    }

    fn verdict(&self, now: Instant) -> Option<Stuck> {
        if self.state == State::Asked && now - self.since > ANSWER_WITHIN {
            return Some(Stuck::NoReady);
        }
        let is_silent = now - self.alive > 2 * self.interval + RECONNECT_WITHIN;
        (is_silent && self.state != State::Parked).then_some(Stuck::Silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shards, to which things happen so many seconds after the start.
    struct Bench(Shards);

    impl Bench {
        fn new() -> Self {
            Self(Shards::new(Instant::now()))
        }

        fn at(&self, seconds: u64) -> Instant {
            self.0.began + Duration::from_secs(seconds)
        }

        /// The shard enters a state on connection 1.
        fn enter(&mut self, shard: u32, state: State, seconds: u64) {
            let at = self.at(seconds);
            if !self.0.shards.contains_key(&shard) {
                self.0.take_over(shard, 1, CancellationToken::new(), at);
            }
            self.0.on(shard, 1).expect("its shard").enter(state, at);
        }

        fn heard(&mut self, shard: u32, interval: Option<u64>, seconds: u64) {
            let at = self.at(seconds);
            let shard = self.0.on(shard, 1).expect("its shard");
            shard.heard(interval.map(Duration::from_secs), at);
        }

        fn after(&self, seconds: u64) -> Option<Stuck> {
            self.0.verdict(self.at(seconds))
        }
    }

    #[test]
    fn an_identify_is_answered_within_a_minute_or_the_bot_is_stuck() {
        let mut shards = Bench::new();
        shards.enter(0, State::Asked, 3);
        assert_eq!(shards.after(63), None);
        assert_eq!(shards.after(64), Some(Stuck::NoReady));
        shards.enter(0, State::Connected, 50);
        assert_eq!(shards.after(64), None);
    }

    #[test]
    fn unanswered_heartbeats_are_tolerated_for_a_while() {
        let mut shards = Bench::new();
        shards.enter(0, State::Connected, 0);
        shards.heard(0, Some(40), 0);
        assert_eq!(shards.after(180), None);
        assert_eq!(shards.after(181), Some(Stuck::Silent));
        shards.heard(0, None, 170);
        assert_eq!(shards.after(181), None);
    }

    #[test]
    fn a_process_that_was_frozen_gets_its_full_time_anew() {
        let mut shards = Bench::new();
        shards.enter(0, State::Connected, 0);
        shards.enter(1, State::Asked, 0);
        let now = shards.at(300);
        assert!(shards.0.verdict(now).is_some());
        shards.0.forgive(now);
        let after = |seconds| shards.0.verdict(now + Duration::from_secs(seconds));
        assert_eq!(after(60), None);
        assert_eq!(after(61), Some(Stuck::NoReady));
    }

    #[test]
    fn a_parked_shard_is_not_stuck() {
        let mut shards = Bench::new();
        shards.enter(0, State::Connected, 540);
        shards.enter(1, State::Parked, 0);
        assert_eq!(shards.after(600), None);
        shards.enter(1, State::Asked, 540);
        assert_eq!(shards.after(600), None);
        assert_eq!(shards.after(601), Some(Stuck::NoReady));
        shards.enter(1, State::Disconnected, 602);
        assert_eq!(shards.after(722), None);
        assert_eq!(shards.after(723), Some(Stuck::Silent));
    }

    #[test]
    fn a_late_or_parked_shard_gets_its_full_time() {
        let mut shards = Bench::new();
        shards.enter(0, State::Asked, 600);
        assert_eq!(shards.after(601), None);
        shards.enter(0, State::Parked, 700);
        assert_eq!(shards.after(1_500), None);
        shards.enter(0, State::Disconnected, 1_500);
        assert_eq!(shards.after(1_600), None);
        assert_eq!(shards.after(1_682), None);
        assert_eq!(shards.after(1_683), Some(Stuck::Silent));
    }

    #[test]
    fn a_gateway_that_is_never_reached_counts_as_stuck() {
        assert_eq!(Bench::new().after(182), None);
        assert_eq!(Bench::new().after(183), Some(Stuck::Silent));
    }

    #[test]
    fn what_happens_on_a_replaced_connection_changes_nothing() {
        let mut shards = Bench::new();
        let now = shards.at(0);
        let [old, new] = [(); 2].map(|()| CancellationToken::new());
        shards.0.take_over(0, 1, old.clone(), now);
        shards.0.take_over(0, 2, new.clone(), now);
        assert!(old.is_cancelled() && !new.is_cancelled());
        assert!(shards.0.on(0, 1).is_none());
        let shard = shards.0.on(0, 2).expect("its shard");
        shard.enter(State::Connected, now);
        assert!(shards.0.is_connected(0) && !shards.0.is_connected(1));
        // The same connection may ask again.
        shards.0.take_over(0, 2, new.clone(), now);
        assert!(!new.is_cancelled() && !shards.0.is_connected(0));
    }
}
