//! Starting a game against the bot.

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::reply::{FollowUp, Reply};
use crate::game::GameId;
use crate::service::{GivenUp, NewGame};

impl InteractionContext {
    pub(in crate::discord) async fn start(self: Box<Self>, new: NewGame) -> Reply {
        self.bot.prepare(new.start).await;
        let pending = self.bot.service.start(self.caller.clone(), new);
        self.change(pending, |context, update| {
            context.show_update(update).boxed()
        })
        .await
    }

    /// Starts a game in place of one that is running.
    pub(in crate::discord) async fn start_anew(
        self: Box<Self>,
        old: GameId,
        told: GivenUp,
        new: NewGame,
    ) -> Reply {
        self.bot.prepare(new.start).await;
        let service = &self.bot.service;
        let pending = service.start_anew(self.caller.clone(), old, told, new);
        self.change(pending, move |context, update| {
            let started = context.show_update(update);
            async move { started.await.then([FollowUp::RedrawBoard(old)]) }.boxed()
        })
        .await
    }
}
