//! Every interaction counts once, however often its event is delivered.
//!
//! What was applied is remembered in the database. What was refused is remembered here: an event that comes a second time must
//! not be carried out because the situation has changed in between. Events are repeated within a gateway session only, which
//! does not outlive the process.

use std::sync::{Mutex, PoisonError};

use hashlink::LinkedHashSet;

use super::{Caller, Error, Refusal, Result, Service};
use crate::game::GameId;
use crate::records::InteractionId;
use crate::store::{Hurry, Key, Pending, Work};

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

/// Whether an interaction has been met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    First,
    Again,
    /// It is so old that only the database can tell.
    Perhaps,
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

impl Interactions {
    fn meet(&mut self, interaction: InteractionId) -> Meeting {
        if !self.known.insert(interaction) {
            return Meeting::Again;
        }
        if self.known.len() > KEPT
            && let Some(oldest) = self.known.pop_front()
        {
            self.horizon = self.horizon.max(oldest);
        }
        if interaction > self.horizon {
            Meeting::First
        } else {
            Meeting::Perhaps
        }
    }
}

impl Service {
    /// Queues a change that an interaction asks for, unless it has been carried out or refused already: the answer to the first
    /// event is the one that counts. `asks` is what it surely asks for, beside the caller and the server.
    pub(super) fn change<T: Send + 'static>(
        &self,
        caller: Caller,
        asks: &[Key],
        job: impl Fn(&mut Work<'_>, &Caller) -> Result<T> + Send + 'static,
    ) -> Pending<T, Error> {
        let mut asks = asks.to_vec();
        asks.push(Key::Member(caller.member));
        asks.extend(caller.place.guild.map(Key::Server));
        self.meeting(caller.interaction, |meeting| {
            self.store.change(asks, Hurry::Now, move |work| {
                once(work, &caller, meeting)?;
                job(work, &caller)
            })
        })
    }

    /// Queues a job under the lock, so that the first event's job stands before that of the second.
    fn meeting<T>(&self, interaction: InteractionId, queue: impl FnOnce(Meeting) -> T) -> T {
        let mut met = self.met.0.lock().unwrap_or_else(PoisonError::into_inner);
        let meeting = met.meet(interaction);
        queue(meeting)
    }
}

/// Refuses what was carried out, or refused, before; remembers it otherwise.
fn once(work: &mut Work<'_>, caller: &Caller, meeting: Meeting) -> Result<()> {
    let is_again = match meeting {
        Meeting::First => {
            work.is_new(GameId(caller.interaction.0));
            false
        }
        Meeting::Again => true,
        Meeting::Perhaps => work.is_applied(caller.interaction)?,
    };
    if is_again {
        return Err(Error::refused(Refusal::Repeated));
    }
    work.remember(caller.interaction);
    Ok(work.see_member(caller.member, &caller.name)?)
}
