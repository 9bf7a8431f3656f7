//! Resigning, after a question.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::follow_ups::follow_ups_or;
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::key;
use crate::discord::view::{game_refusal, plain};
use crate::game::{Action, Point};
use crate::service::{GameUpdate, Target};

impl InteractionContext {
    pub(in crate::discord) async fn ask_to_resign(self: Box<Self>, target: Target) -> Reply {
        match self.in_play(target).await {
            Ok(record) => {
                let language = self.language().await;
                Reply::private(view::ask_to_resign(language, &record, self.caller.member))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// Resigns, unless the game has gone on since the question was asked.
    pub(in crate::discord) async fn resign(self: Box<Self>, target: Target, seen: Point) -> Reply {
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
            Some(why) => game_refusal(language, why),
        };
        let end = FollowUp::ShowOrPost(update.record.game.id());
        Reply::only(Response::Update(plain(text))).then(follow_ups_or(&update, end))
    }
}
