//! Every interaction counts once, however often its event is delivered.
//!
//! What was applied is remembered in the database. What was refused is remembered here: an event that comes a second time must
//! not be carried out because the situation has changed in between. Events are repeated within a gateway session only, which
//! does not outlive the process.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use futures::future::BoxFuture;

use super::{Caller, Error, Refusal, Service};
use crate::store::{InteractionId, Pending, Transaction};

/// How many interactions are kept in mind: those of several seconds under the highest load that one process bears, and of
/// hours in everyday life.
const KEPT: usize = 1 << 16;

/// The interactions that this process has met, the latest [`KEPT`] of them.
#[derive(Debug, Default)]
pub(super) struct Met(Mutex<(HashSet<InteractionId>, VecDeque<InteractionId>)>);

impl Service {
    /// Queues a change that an interaction asks for, unless it has been carried out or refused already: the answer to the first
    /// event is the one that counts.
    pub(super) fn change<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl for<'c> FnOnce(Transaction<'c>, Caller) -> BoxFuture<'c, Result<T, Error>>
        + Send
        + 'static,
    ) -> Pending<T, Error> {
        let mut met = self.met.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *met;
        let again = !known.insert(caller.interaction);
        if !again {
            order.push_back(caller.interaction);
            if order.len() > KEPT
                && let Some(oldest) = order.pop_front()
            {
                known.remove(&oldest);
            }
        }
        // Queued under the lock, so that the first event's job stands before that of the second.
        self.store.write(move |mut changes| {
            Box::pin(async move {
                if again || changes.view().is_applied(caller.interaction).await? {
                    return Err(Error::refused(Refusal::Repeated));
                }
                changes.remember(caller.interaction).await?;
                changes.see_member(caller.member, &caller.name).await?;
                work(changes, caller).await
            })
        })
    }
}
