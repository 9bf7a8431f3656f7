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

/// How many interactions are kept in memory: one second at the highest load, hours at a normal load.
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
    pub(super) fn declare_new(&self, interaction: InteractionId) -> bool {
        interaction > self.lock().horizon
    }
}

/// Refuses an interaction that was applied before, and remembers it otherwise. `declare_new` is what [`SeenInteractions::declare_new`] returned.
pub(super) fn dedup(work: &mut Work<'_>, caller: &Caller, declare_new: bool) -> Result<()> {
    if declare_new {
        work.declare_new(GameId(caller.interaction.0));
    } else if work.is_applied(caller.interaction)? {
        return Err(Error::refused(Refusal::AlreadyHandled));
    }
    work.remember(caller.interaction);
    Ok(work.set_member_name(caller.member, &caller.name)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_been_forgotten_is_not_taken_for_new() {
        let seen = SeenInteractions::since(InteractionId(10));
        let ids = || (11..).map(InteractionId);
        for id in ids().take(KEPT) {
            assert!(seen.insert(id) && !seen.insert(id));
        }
        assert!(!seen.declare_new(InteractionId(10)));
        assert!(seen.declare_new(InteractionId(11)), "all of them are known");
        let next = ids().nth(KEPT).expect("there is always another one");
        assert!(seen.insert(next));
        // The oldest had to go. Only the database knows about it now.
        assert!(!seen.declare_new(InteractionId(11)));
        assert!(seen.declare_new(InteractionId(12)));
    }
}
