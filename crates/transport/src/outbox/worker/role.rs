//! Giving roles to those who wear crowns, and taking them away.

use futures::FutureExt;

use super::{Worker, is_final};
use crate::rest::codes::UNKNOWN_MEMBER;
use crate::rest::{Failure, Route};
use wythoff_game::records::RoleChange;

impl Worker {
    /// Gives a member a role, or takes it away. That it is being given is noted before, so that it is taken away again
    /// whatever happens. Whoever has left the server has no roles.
    pub(super) async fn change_role(&self, change: RoleChange) -> Result<(), Failure> {
        if change.is_given {
            let begun = self
                .bot
                .store()
                .change(move |tx| tx.begin_role(change).boxed());
            begun.done().await?;
        }
        let call = async |attempts| {
            let call = self.rest.change_role(change);
            self.calls
                .make(attempts, Route::Roles(change.guild), call)
                .await
        };
        let outcome = match self.calls.retry(call).await {
            Err(failure) if failure.code() == Some(UNKNOWN_MEMBER) => Ok(()),
            outcome => outcome,
        };
        if is_final(&outcome) {
            let is_refused = outcome.is_err() && change.is_given;
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
