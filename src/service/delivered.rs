//! The latest boards that Discord has, whether or not that could be saved: after a full disk a
//! member who saw a board has seen it.

use std::sync::Arc;

use hashlink::LruCache;
use parking_lot::Mutex;

use crate::game::GameId;
use crate::records::InteractionId;

/// How many games are kept.
const KEPT: usize = 4096;

/// The interaction that showed the latest board of a game, for the games of which one was delivered
/// last.
#[derive(Clone, Debug)]
pub(super) struct Delivered(Arc<Mutex<LruCache<GameId, InteractionId>>>);

impl Default for Delivered {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Delivered {
    /// A board was delivered.
    pub(super) fn note(&self, game: GameId, by: InteractionId) {
        let mut known = self.0.lock();
        let by = known.get(&game).map_or(by, |&before| by.max(before));
        known.insert(game, by);
    }

    /// Whether a board of that game was delivered by that interaction or a later one.
    pub(super) fn has_shown(&self, game: GameId, since: InteractionId) -> bool {
        let mut known = self.0.lock();
        known.get(&game).is_some_and(|&by| by >= since)
    }
}
