//! Sessions of the gateway, and their sequence numbers: Discord's, and those that serenity gets.
//!
//! Serenity does not get every event, and warns of gaps. So the relay renumbers the events for
//! serenity, and puts Discord's number into each heartbeat and RESUME that serenity sends. An event
//! counts as received once the relay has it. The relay keeps interactions to itself, and of the
//! other events only READY matters to serenity.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::frame::Ready;

/// The sessions that may be resumed, by their ids.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

#[derive(Default)]
pub(super) struct Session {
    pub(super) shard: u32,
    /// Where Discord asks to resume it
    /// (<https://discord.com/developers/docs/events/gateway#resuming>).
    resume_url: Option<String>,
    /// Whether it was to be resumed there, which has not been confirmed.
    is_tried: AtomicBool,
    latest: AtomicU64,
    passed_on: AtomicU64,
}

impl Sessions {
    /// A session has begun. It replaces the shard's previous one.
    pub(super) fn begin(&self, ready: Ready, shard: u32) -> Arc<Session> {
        let session = Arc::new(Session {
            shard,
            resume_url: ready.resume_gateway_url,
            ..Session::default()
        });
        let mut known = self.0.lock();
        known.retain(|_, session| session.shard != shard);
        known.insert(ready.session_id, session.clone());
        session
    }

    /// Whether no session has begun.
    pub(super) fn are_none(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// The session with the given id.
    pub(super) fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.0.lock().get(id).cloned()
    }
}

impl Session {
    /// Where to resume it, if it was not tried there in vain: then, where sessions begin.
    pub(super) fn try_resume_url(&self) -> Option<&str> {
        let url = self.resume_url.as_deref()?;
        let is_tried = self.is_tried.swap(true, Ordering::Relaxed);
        (!is_tried).then_some(url)
    }

    /// It was resumed.
    pub(super) fn resumed(&self) {
        self.is_tried.store(false, Ordering::Relaxed);
    }

    /// The number of Discord's latest event.
    pub(super) fn latest(&self) -> u64 {
        self.latest.load(Ordering::Relaxed)
    }

    /// An event with the given number has arrived. While a session is resumed, its old connection
    /// may still deliver earlier events.
    pub(super) fn arrived(&self, number: u64) {
        self.latest.fetch_max(number, Ordering::Relaxed);
    }

    /// The number of the next event for serenity.
    pub(super) fn next(&self) -> u64 {
        self.passed_on.fetch_add(1, Ordering::Relaxed) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_event_does_not_take_the_place_of_the_latest() {
        let ready = Ready {
            session_id: "a".to_owned(),
            resume_gateway_url: None,
        };
        let session = Sessions::default().begin(ready, 0);
        let latest = [1, 5, 3, 6].map(|number| {
            session.arrived(number);
            session.latest()
        });
        assert_eq!(latest, [1, 5, 5, 6]);
    }
}
