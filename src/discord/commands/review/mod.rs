//! The review of a finished game.

pub(in crate::discord) mod view;

use crate::discord::context::{InteractionContext, Origin};
use crate::discord::input::control::ReviewPage;
use crate::discord::message::Message;
use crate::discord::reply::{Reply, Response};
use crate::discord::view::ended::why;
use crate::game::GameId;
use crate::service::Finished;

impl InteractionContext {
    /// Why a finished game was won and lost. Anyone may ask.
    pub(in crate::discord) async fn why(self: Box<Self>, game: GameId) -> Reply {
        match self
            .bot
            .service
            .finished(&self.caller, Finished::Control(game))
            .await
        {
            Ok(record) => Reply::private(why(self.language().await, &record)),
            Err(error) => self.failed(error).await,
        }
    }

    /// A page of a review. `response` says whether it is a new message, or replaces the page before.
    pub(in crate::discord) async fn review(
        self: Box<Self>,
        which: Finished,
        page: ReviewPage,
        response: fn(Message) -> Response,
    ) -> Reply {
        match self.bot.service.finished(&self.caller, which).await {
            Ok(record) => {
                let language = self.language().await;
                Reply::only(response(view::review(language, &record, page)))
            }
            Err(error) => self.failed_at(error, Origin::Command).await,
        }
    }

    pub(in crate::discord) async fn review_as_text(self: Box<Self>, game: GameId) -> Reply {
        let which = Finished::Control(game);
        match self.bot.service.finished(&self.caller, which).await {
            Ok(record) => Reply::private(view::as_text(self.language().await, &record)),
            Err(error) => self.failed_at(error, Origin::Command).await,
        }
    }
}
