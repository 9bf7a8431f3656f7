//! The latest boards delivered to Discord, including those whose delivery could not be saved: even
//! if the disk is full, a board that a member saw counts as seen.

use std::sync::Arc;

use hashlink::LruCache;
use parking_lot::Mutex;

use wythoff_game::GameId;
use wythoff_game::records::InteractionId;

/// How many games are kept.
const KEPT: usize = 4096;

/// The interaction that showed the latest board of each game, for the [`KEPT`] most recently used
/// games.
#[derive(Clone, Debug)]
pub(super) struct Delivered(Arc<Mutex<LruCache<GameId, InteractionId>>>);

impl Default for Delivered {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Delivered {
    /// Notes that a board was delivered.
    pub(super) fn note(&self, game: GameId, by: InteractionId) {
        let mut known = self.0.lock();
        let by = known.get(&game).map_or(by, |&before| by.max(before));
        known.insert(game, by);
    }

    /// Whether the latest board of that game was delivered by the interaction `since` or a later one,
    /// but not as late as `before`.
    pub(super) fn has_shown(
        &self,
        game: GameId,
        since: InteractionId,
        before: InteractionId,
    ) -> bool {
        let mut known = self.0.lock();
        known
            .get(&game)
            .is_some_and(|by| (since..before).contains(by))
    }
}
