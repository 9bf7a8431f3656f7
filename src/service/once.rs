//! Every interaction counts once, however often its event is delivered.
//!
//! An event that comes a second time is dropped at the door ([`Service::meet`]): the answer to the first one is the one that counts,
//! whether it was carried out, refused, or has only looked. Events are repeated within a gateway session, which does not outlive the
//! process; what was applied before is remembered in the database.

use std::sync::{Mutex, PoisonError};

use hashlink::LinkedHashSet;

use super::{Caller, Error, Refusal, Result, Service};
use crate::game::GameId;
use crate::records::InteractionId;
use crate::store::{Key, Pending, Work};

/// How many interactions are kept in mind: those of a second under the highest load that one process bears, and of
/// hours in everyday life.
const KEPT: usize = 1 << 14;

/// The interactions that this process has met, the latest [`KEPT`] of them.
#[derive(Debug)]
pub(super) struct Met(Mutex<Interactions>);

#[derive(Debug)]
struct Interactions {
    known: LinkedHashSet<InteractionId>,
    /// Whatever is newer than this, and not known here, has never been met.
    horizon: InteractionId,
}

impl Met {
    /// Nothing has been met but what was applied before: nothing newer than that.
    pub(super) fn since(newest_applied: InteractionId) -> Self {
        Self(Mutex::new(Interactions {
            known: LinkedHashSet::new(),
            horizon: newest_applied,
        }))
    }
}

impl Service {
    /// Notes that an event of an interaction has come; returns whether it is the first one.
    pub fn meet(&self, interaction: InteractionId) -> bool {
        let mut met = self.met.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = met.known.insert(interaction);
        if met.known.len() > KEPT
            && let Some(oldest) = met.known.pop_front()
        {
            met.horizon = met.horizon.max(oldest);
        }
        is_first
    }

    /// Queues a change that an interaction asks for, unless it has been carried out already. `asks` is what it surely asks for, beside the
    /// caller and the server.
    pub(super) fn change<T: Send + 'static>(
        &self,
        caller: Caller,
        asks: &[Key],
        job: impl Fn(&mut Work<'_>, &Caller) -> Result<T> + Send + 'static,
    ) -> Pending<T, Error> {
        let mut asks = asks.to_vec();
        asks.push(Key::Member(caller.member));
        asks.extend(caller.place.guild.map(Key::Server));
        let met = self.met.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = caller.interaction > met.horizon;
        self.store.change(asks, move |work| {
            once(work, &caller, is_new)?;
            job(work, &caller)
        })
    }
}

/// Refuses what was carried out before; remembers it otherwise. Whether one that is not new has been, only the database can tell.
fn once(work: &mut Work<'_>, caller: &Caller, is_new: bool) -> Result<()> {
    if is_new {
        work.is_new(GameId(caller.interaction.0));
    } else if work.is_applied(caller.interaction)? {
        return Err(Error::refused(Refusal::Repeated));
    }
    work.remember(caller.interaction);
    Ok(work.see_member(caller.member, &caller.name)?)
}
