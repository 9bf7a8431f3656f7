//! Giving roles to those who wear crowns, and taking them away.

use futures::FutureExt;

use super::{Worker, is_final};
use crate::rest::codes::{UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER};
use crate::rest::{Failure, Route};
use wythoff_game::records::RoleChange;
use wythoff_store::Read;

impl Worker {
    /// Gives a member a role, or takes it away, unless that is not wanted any more. That it is being given is noted
    /// before, so that it is taken away again whatever happens.
    pub(super) async fn change_role(&self, change: RoleChange) -> Result<(), Failure> {
        if change.is_given {
            let begun = self
                .bot
                .store()
                .change(move |tx| tx.begin_role(change).boxed());
            begun.done().await?;
        }
        let call = async |attempts| {
            // While an attempt waits, somebody else may win the crown.
            let is_wanted = |mut view: Read| async move { view.wants_role(change).await };
            if !self.bot.store().read(is_wanted).await? {
                return Ok(false);
            }
            let call = self.rest.change_role(change);
            let route = Route::of_role(change);
            self.calls.make(attempts, route, call).await.map(|()| true)
        };
        let outcome = match self.calls.retry(call).await {
            Ok(false) => return Ok(()),
            Ok(true) => Ok(()),
            Err(failure) => left_out(change, failure),
        };
        if is_final(&outcome) {
            let is_refused = outcome.is_err();
            let failure = "it was not saved what has become of a role";
            self.bot
                .save(failure, move |tx| {
                    if is_refused {
                        tx.refuse_role(change).boxed()
                    } else {
                        tx.note_role(change).boxed()
                    }
                })
                .await;
        }
        outcome
    }
}

/// What a failure means. Nobody has a role that is gone, or any in a server that they have left, though they may come
/// back; and where the bot may not take a role away, it may be allowed to later.
fn left_out(change: RoleChange, failure: Failure) -> Result<(), Failure> {
    let is_gone = matches!(
        failure.code(),
        Some(UNKNOWN_MEMBER | UNKNOWN_USER | UNKNOWN_ROLE)
    );
    let is_without_member = matches!(failure.code(), Some(UNKNOWN_MEMBER | UNKNOWN_USER));
    match change.is_given {
        false if is_gone => Ok(()),
        false if !failure.is_passing() => Err(Failure::LeftAlone),
        true if is_without_member => Err(Failure::LeftAlone),
        true | false => Err(failure),
    }
}
