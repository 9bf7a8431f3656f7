//! Games and challenges that are due but cannot be read are set aside, and retried after longer and
//! longer pauses. Otherwise they would hold up all the others.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;

use wythoff_game::{GameId, Timestamp};

/// The pause before the first retry. Each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(24);

/// The games and challenges that are set aside.
#[derive(Debug, Default)]
pub(super) struct SetAside(Mutex<HashMap<GameId, Pause>>);

#[derive(Debug)]
struct Pause {
    until: Timestamp,
    length: Duration,
}

impl SetAside {
    /// The games and challenges that are not to be retried yet.
    pub(super) fn paused_at(&self, now: Timestamp) -> Vec<GameId> {
        let waiting = |(id, pause): (&GameId, &Pause)| (pause.until > now).then_some(*id);
        self.0.lock().iter().filter_map(waiting).collect()
    }

    /// Sets a game or challenge aside. Returns `true` if it was not set aside already.
    pub(super) fn add(&self, id: GameId, now: Timestamp) -> bool {
        let mut known = self.0.lock();
        let before = known.get(&id).map(|pause| pause.length);
        let length = before.map_or(FIRST_PAUSE, |length| (2 * length).min(LONGEST_PAUSE));
        let until = now.plus(length);
        known.insert(id, Pause { until, length });
        before.is_none()
    }

    /// Forgets a game or challenge that can be read again.
    pub(super) fn forget(&self, id: GameId) {
        self.0.lock().remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_day_and_only_the_first_is_reported() {
        let set_aside = SetAside::default();
        let (id, mut now) = (GameId(1), Timestamp(0));
        let mut pauses = Vec::new();
        for round in 0..14 {
            assert_eq!(set_aside.add(id, now), round == 0);
            let begun = now;
            while !set_aside.paused_at(now).is_empty() {
                now = now.plus(FIRST_PAUSE);
            }
            pauses.push(now.since(begun).as_secs() / 60);
        }
        assert_eq!(pauses[..5], [1, 2, 4, 8, 16]);
        assert_eq!(pauses[11..], [24 * 60; 3]);
        set_aside.forget(id);
        assert!(set_aside.add(id, now), "it had been forgotten");
    }
}
