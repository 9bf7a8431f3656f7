//! The entry point for interactions: each one is answered here, and counted unless a required
//! field is missing.

use std::sync::Arc;

use tokio::time::Instant;
use tracing::Instrument;

use crate::bot::Bot;
use crate::input::interaction::Interaction;
use crate::reply::Reply;
use crate::request::{self, Request};
use crate::text::key;
use crate::view;

/// Answers an interaction. Never fails: every interaction gets an answer, even after an error. If
/// the outcome of a change is not known by the deadline, the answer is sent without it.
pub async fn handle(bot: &Arc<Bot>, interaction: &Interaction, deadline: Instant) -> Reply {
    let request = request::read(interaction, &bot.texts);
    let request_and_context = request.and_then(|request| {
        let context = request::context(bot, interaction, request.origin, deadline)?;
        Some((request, context))
    });
    let Some((request, context)) = request_and_context else {
        let language = bot.texts.language("");
        return Reply::private(view::plain(language.say(key!("refused-old-command"))));
    };
    let Request {
        kind,
        feature,
        handler,
        ..
    } = request;
    metrics::counter!("wythoff_interactions_total", "kind" => kind, "feature" => feature)
        .increment(1);
    let may_attach = interaction.lets_bot_attach();
    let answer = async {
        let mut reply = match handler((), context.clone()).await {
            Ok(reply) => reply,
            Err(failure) => context.explain_failure(failure).await,
        };
        // The member may want it all the same.
        if context.asks_first.get().is_some()
            && let Some(again) = request::read(interaction, &bot.texts)
        {
            let (by, member) = (context.caller.interaction, context.caller.member);
            bot.asked.keep((by, member), again.handler);
        }
        bot.draw_response(&mut reply.first, may_attach).await;
        reply
    };
    answer
        .instrument(tracing::debug_span!("handle", kind, feature))
        .await
}
