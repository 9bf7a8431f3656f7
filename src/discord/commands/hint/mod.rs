//! Hints in a game against the bot, in a private message that its buttons replace.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::{InteractionContext, Origin};
use crate::discord::input::control::HintStep;
use crate::discord::message::Message;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::Language;
use crate::game::{Game, Point};
use crate::rules::Move;
use crate::service::Target;

impl InteractionContext {
    /// A step of a hint. `seen` is the point that the board or the step before showed.
    pub(in crate::discord) async fn hint(
        self: Box<Self>,
        target: Target,
        seen: Option<Point>,
        step: HintStep,
    ) -> Reply {
        self.teach(target, seen, move |language, game| {
            view::hint(language, game, step)
        })
        .await
    }

    /// An answer to the question of a hint.
    pub(in crate::discord) async fn guess(
        self: Box<Self>,
        target: Target,
        seen: Point,
        guess: Move,
    ) -> Reply {
        self.teach(target, Some(seen), move |language, game| {
            view::guessed(language, game, guess)
        })
        .await
    }

    async fn teach(
        self: Box<Self>,
        target: Target,
        seen: Option<Point>,
        shown: impl FnOnce(Language<'_>, &Game) -> Message + Send + 'static,
    ) -> Reply {
        let pending = self.bot.service.hint(self.caller.clone(), target, seen);
        self.change(pending, |context, record| {
            async move {
                let message = shown(context.language().await, &record.game);
                Reply::only(match context.origin {
                    Origin::Private => Response::Update(message),
                    Origin::Command | Origin::Message { .. } => Response::Message(message),
                })
            }
            .boxed()
        })
        .await
    }
}
