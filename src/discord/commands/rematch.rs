//! The next game after a finished one: with a member if both want the same, against the bot at once.

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::reply::{FollowUp, Reply};
use crate::game::{GameId, NextGame};
use crate::records::MessageId;
use crate::service::{BotRematch, RematchResult};

impl InteractionContext {
    /// The next game is a new message. Until both agree, the finished board says who wants what.
    pub(in crate::discord) async fn rematch(
        self: Box<Self>,
        from: GameId,
        next_game: NextGame,
        message: MessageId,
    ) -> Reply {
        let service = &self.bot.service;
        let pending = service.rematch(self.caller.clone(), from, next_game, message);
        self.change(pending, move |context, result| {
            context.rematched(from, result).boxed()
        })
        .await
    }

    async fn rematched(&self, from: GameId, result: RematchResult) -> Reply {
        match result {
            RematchResult::Began(update) => {
                let is_between_members = update.record.game.players().level().is_none();
                // The finished board stops saying who wants what.
                let finished = is_between_members.then_some(FollowUp::RedrawBoard(from));
                self.show_new_board(update).await.then(finished)
            }
            RematchResult::Voted(update) => self.show_update(update).await,
        }
    }

    pub(in crate::discord) async fn rematch_bot(
        self: Box<Self>,
        from: GameId,
        next: BotRematch,
    ) -> Reply {
        let service = &self.bot.service;
        let pending = service.rematch_bot(self.caller.clone(), from, next);
        self.change(pending, move |context, update| {
            let shown = context.show_new_board(update);
            // The finished board becomes a line.
            async move { shown.await.then([FollowUp::RedrawBoard(from)]) }.boxed()
        })
        .await
    }
}
