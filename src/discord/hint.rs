//! A hint in a game against the bot.

use futures::FutureExt;

use super::context::InteractionContext;
use super::reply::Reply;
use super::view;
use crate::service::Target;

impl InteractionContext {
    pub(super) async fn hint(self: Box<Self>, target: Target) -> Reply {
        let seen = self.origin.seen();
        let pending = self.bot.service.hint(self.caller.clone(), target, seen);
        self.change(pending, |context, record| {
            async move { Reply::private(view::hint(context.language().await, &record.game)) }
                .boxed()
        })
        .await
    }
}
