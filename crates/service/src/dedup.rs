//! Every interaction counts once, however often its event is delivered.
//!
//! Discord repeats events within a gateway session, and a balancer may repeat a request. A set in
//! memory drops what comes to this process a second time. The database remembers what was carried
//! out, for the repetitions that come to another process.

use hashlink::LinkedHashSet;
use parking_lot::Mutex;

use wythoff_game::records::InteractionId;

/// How many interactions are kept in memory: one second at the highest load, hours at a normal
/// load.
const KEPT: usize = 1 << 14;

/// The latest [`KEPT`] interactions of this process.
#[derive(Debug, Default)]
pub(super) struct SeenInteractions(Mutex<LinkedHashSet<InteractionId>>);

impl SeenInteractions {
    /// Adds an interaction. Returns `true` if it was not in the set yet.
    pub(super) fn insert(&self, interaction: InteractionId) -> bool {
        let mut seen = self.0.lock();
        let is_first = seen.insert(interaction);
        if seen.len() > KEPT {
            seen.pop_front();
        }
        is_first
    }

    /// Removes an interaction that is not going to be answered.
    pub(super) fn remove(&self, interaction: InteractionId) {
        self.0.lock().remove(&interaction);
    }
}
