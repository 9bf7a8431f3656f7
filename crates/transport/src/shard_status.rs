//! Which shards are connected, and whether the alive mark has been renewed since. Deadlines are
//! enforced only once every shard is connected and the mark has been renewed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::watch;

/// The status of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its connection is lost, or not made yet.
    Disconnected,
    /// It is connected, but deadlines have not been extended by the length of the outage yet.
    Connected,
    /// It is connected, and deadlines have been extended if necessary.
    Noted,
}

/// The connections to Discord: shards of the gateway, or the one public address.
#[derive(Debug)]
pub struct ShardStatus {
    states: watch::Sender<BTreeMap<u32, State>>,
    /// Why no interactions come in at the public address, if that is known.
    remark: Mutex<Option<&'static str>>,
    /// Whether Discord has this version's commands.
    is_registered: AtomicBool,
}

impl Default for ShardStatus {
    fn default() -> Self {
        Self {
            states: watch::Sender::new(BTreeMap::new()),
            remark: Mutex::new(None),
            is_registered: AtomicBool::new(false),
        }
    }
}

impl ShardStatus {
    /// Sets the number of shards, none of which is connected yet.
    pub(super) fn set_shards(&self, shards: u32) {
        let states = (0..shards).map(|shard| (shard, State::Disconnected));
        self.states.send_replace(states.collect());
    }

    /// Marks a shard as connected, perhaps again.
    pub(super) fn mark_connected(&self, shard: u32) {
        self.states.send_if_modified(|states| {
            let state = states.entry(shard).or_insert(State::Disconnected);
            let is_news = *state == State::Disconnected;
            if is_news {
                *state = State::Connected;
            }
            is_news
        });
    }

    pub(super) fn mark_disconnected(&self, shard: u32) {
        self.states.send_if_modified(|states| {
            states.insert(shard, State::Disconnected) != Some(State::Disconnected)
        });
    }

    /// Sets why no interactions come in at the public address, if that is known.
    pub(super) fn set_remark(&self, remark: Option<&'static str>) {
        *self.remark.lock() = remark;
    }

    /// What operators should know although the bot is ready.
    #[must_use]
    pub fn remark(&self) -> Option<&'static str> {
        let unregistered = (!self.is_registered()).then_some("the commands are not registered yet");
        self.remark.lock().or(unregistered)
    }

    /// Marks this version's commands as registered.
    pub(super) fn mark_registered(&self) {
        self.is_registered.store(true, Ordering::Relaxed);
    }

    /// Whether this version's commands are registered.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.is_registered.load(Ordering::Relaxed)
    }

    /// Marks all connected shards as noted.
    pub(super) fn mark_noted(&self) {
        self.states.send_modify(|states| {
            for state in states
                .values_mut()
                .filter(|state| **state == State::Connected)
            {
                *state = State::Noted;
            }
        });
    }

    /// How many shards are connected, and how many there are.
    #[must_use]
    pub fn connected(&self) -> (usize, usize) {
        let states = self.states.borrow();
        let connected = states
            .values()
            .filter(|state| **state != State::Disconnected);
        (connected.count(), states.len())
    }

    /// Waits until every shard is connected, noted or not.
    pub(super) async fn until_all_connected(&self) {
        self.until(|states| states.values().all(|state| *state != State::Disconnected))
            .await;
    }

    /// Waits until a shard is not connected, or has just come back.
    pub(super) async fn until_interrupted(&self) {
        self.until(|states| states.values().any(|state| *state != State::Noted))
            .await;
    }

    async fn until(&self, condition: impl Fn(&BTreeMap<u32, State>) -> bool) {
        let mut states = self.states.subscribe();
        // `self` owns the sender, so the channel stays open while this waits.
        let _closed = states
            .wait_for(|states| !states.is_empty() && condition(states))
            .await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn all_are_connected_once_the_last_one_is() {
        let status = ShardStatus::default();
        let are_connected = || status.until_all_connected().now_or_never().is_some();
        assert!(!are_connected(), "the number of shards is not known yet");
        status.set_shards(2);
        status.mark_connected(1);
        assert!(!are_connected(), "one of them is missing");
        status.mark_connected(0);
        assert!(are_connected());
        status.mark_noted();
        status.mark_disconnected(1);
        assert!(!are_connected() && status.until_interrupted().now_or_never().is_some());
    }
}
