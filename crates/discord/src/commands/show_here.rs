//! *Show it here*: posts a private answer for everybody to see, without its controls. The member who posted it
//! can remove it, and so can anyone who manages the server.

use std::sync::Arc;

use futures::FutureExt;
use serenity::all::CreateActionRow;

use super::command::{Click, Clickable, ControlHandler, Handler, Use, control_of};
use crate::context::{Answer, Context, InteractionContext};
use crate::controls::show_here::{ShowHereControl, answer_behind};
use crate::controls::{Control, Shown, UsedControl};
use crate::reply::{FollowUp, Reply, Response};
use crate::text::{key, tell};
use crate::view::{button, mention};
use wythoff_service::Caller;

/// The control with the given id: one that shows an answer, or that removes it.
pub(super) fn control(
    id: &str,
    find: impl Fn(&str) -> Option<(&'static str, UsedControl, Handler<Use>)>,
) -> Option<ControlHandler> {
    let Some(answer) = answer_behind(id) else {
        return control_of::<ShowHereControl>(id);
    };
    let (_, used_control, handler) = find(&answer)?;
    let used_control = UsedControl {
        shown: Shown::NewMessage,
        ..used_control
    };
    let handler: Handler<Use> = Box::new(move |used, context| show(handler, used, context).boxed());
    Some((used_control, handler))
}

/// Answers as the control does, but for everybody to see.
async fn show(handler: Handler<Use>, used: Use, context: Context) -> Answer {
    if !context.permissions.is_public {
        return Err(key!("refused-old-control").into());
    }
    // What helps others is not for everybody.
    let caller = Caller {
        is_for_all: true,
        ..context.caller.clone()
    };
    let context = Arc::new(InteractionContext {
        caller,
        ..(*context).clone()
    });
    let reply = handler(used, context.clone()).await?;
    let (Response::Private(message) | Response::Update(message)) = reply.first else {
        // Saving takes long: what comes late is private.
        return Ok(reply);
    };
    let language = context.public_language().await;
    let by = context.caller.member;
    let heading = tell!(language, key!("shown-by"), "who" => mention(by));
    let remove = button(
        language,
        ShowHereControl::Remove(by).id(),
        key!("button-remove"),
    );
    let rows = vec![CreateActionRow::Buttons(vec![remove])];
    Ok(context.public(message.shown_to_all(&heading, rows)))
}

impl Clickable for ShowHereControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        let Self::Remove(by) = self;
        if by != context.caller.member && !context.permissions.manages_server {
            return Err(key!("refused-not-shown-by-you").into());
        }
        Ok(Reply::only(Response::Acknowledge).then([FollowUp::DeletePrivate]))
    }
}
