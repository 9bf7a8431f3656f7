//! A hint in a game against the bot.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::reply::Reply;
use crate::service::Target;

impl InteractionContext {
    pub(in crate::discord) async fn hint(self: Box<Self>, target: Target) -> Reply {
        let seen = self.origin.seen();
        let pending = self.bot.service.hint(self.caller.clone(), target, seen);
        self.change(pending, |context, record| {
            async move { Reply::private(view::hint(context.language().await, &record.game)) }
                .boxed()
        })
        .await
    }
}
