//! Resigning, after a question.

use futures::FutureExt;

use super::context::InteractionContext;
use super::follow_ups::follow_ups_or;
use super::reply::{FollowUp, Reply, Response};
use super::text::key;
use super::view;
use crate::game::{Action, Point};
use crate::service::{GameUpdate, Target};

impl InteractionContext {
    pub(super) async fn ask_to_resign(self: Box<Self>, target: Target) -> Reply {
        match self.in_play(target).await {
            Ok(record) => {
                let language = self.language().await;
                Reply::private(view::ask_to_resign(language, &record, self.caller.member))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// Resigns, unless the game has gone on since the question was asked.
    pub(super) async fn resign(self: Box<Self>, target: Target, seen: Point) -> Reply {
        let (service, seen) = (&self.bot.service, Some(seen));
        let pending = service.act(self.caller.clone(), target, Action::Resign { seen });
        self.change(pending, |context, update| context.resigned(update).boxed())
            .await
    }

    async fn resigned(&self, update: GameUpdate) -> Reply {
        let language = self.language().await;
        let text = match update.refused {
            None => language.say(key!("resigned")),
            // The time was over already, and that ended the game.
            Some(why) => view::game_refusal(language, why),
        };
        let end = FollowUp::ShowEnd(update.record.game.id());
        Reply::only(Response::Update(view::plain(text))).then(follow_ups_or(&update, end))
    }
}
