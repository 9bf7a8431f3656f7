//! Every interaction counts once, however often its event is delivered.
//!
//! Discord repeats events within a gateway session, which does not outlive the process. A set in memory drops an event that comes a second
//! time. The database remembers what was applied before the process started.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LinkedHashSet;

use super::{Caller, Error, Refusal, Result};
use crate::game::GameId;
use crate::records::InteractionId;
use crate::store::Work;

/// How many interactions are kept in memory: one second of the highest load that a process bears, hours of everyday life.
const KEPT: usize = 1 << 14;

/// The latest [`KEPT`] interactions of this process.
#[derive(Debug)]
pub(super) struct SeenInteractions(Mutex<Interactions>);

#[derive(Debug)]
struct Interactions {
    known: LinkedHashSet<InteractionId>,
    /// An interaction that is newer than this and not in `known` has never been seen.
    horizon: InteractionId,
}

impl SeenInteractions {
    /// An empty set, for a database in which nothing newer than that was applied.
    pub(super) fn since(newest_applied: InteractionId) -> Self {
        Self(Mutex::new(Interactions {
            known: LinkedHashSet::new(),
            horizon: newest_applied,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Interactions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an interaction. Returns whether it was not in the set.
    pub(super) fn insert(&self, interaction: InteractionId) -> bool {
        let mut seen = self.lock();
        let is_first = seen.known.insert(interaction);
        if seen.known.len() > KEPT
            && let Some(oldest) = seen.known.pop_front()
        {
            seen.horizon = seen.horizon.max(oldest);
        }
        is_first
    }

    /// Whether the interaction cannot have been applied yet, so that the database need not be asked.
    pub(super) fn is_new(&self, interaction: InteractionId) -> bool {
        interaction > self.lock().horizon
    }
}

/// Refuses an interaction that was applied before, and remembers it otherwise. `is_new` is what [`SeenInteractions::is_new`] returned.
pub(super) fn dedup(work: &mut Work<'_>, caller: &Caller, is_new: bool) -> Result<()> {
    if is_new {
        work.is_new(GameId(caller.interaction.0));
    } else if work.is_applied(caller.interaction)? {
        return Err(Error::refused(Refusal::Repeated));
    }
    work.remember(caller.interaction);
    Ok(work.see_member(caller.member, &caller.name)?)
}
