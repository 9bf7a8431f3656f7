//! `privacy`: explains what is stored about a member, exports it, and erases it.

mod view;

use futures::FutureExt;

use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context};
use crate::controls::privacy::PrivacyControl;
use crate::exports::NotBegun;
use crate::follow_ups::follow_ups_or;
use crate::input::option::{BadOptions, GivenOptions};
use crate::reply::{FollowUp, Late, Reply, Response};
use crate::text::{Key, key, tell};
use crate::view::plain;
use wythoff_service::Erased;

pub(super) struct Privacy;

impl Command for Privacy {
    const NAME: &'static str = "privacy";
    const TEXT: Key = key!("command-privacy");
    type Control = PrivacyControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        Ok(Reply::private(view::privacy(context.language().await)))
    }
}

impl Clickable for PrivacyControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        match self {
            Self::Export => export(context),
            Self::Erase => {
                let form = view::erase_form(context.language().await);
                Ok(Reply::only(Response::Form(form)))
            }
            Self::More => {
                let overwrites = context.bot.service.overwrites_erased();
                let page = view::in_full(context.language().await, overwrites);
                Ok(Reply::private(page))
            }
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        match self {
            Self::Export | Self::More => Err(key!("refused-old-control").into()),
            Self::Erase => erase(form, context).await,
        }
    }
}

/// Sends everything that is stored about the member, as a follow-up: a large file takes longer than
/// a first response may.
fn export(context: Context) -> Answer {
    let exporting = context.bot.exports.begin(context.caller.member);
    let exporting = exporting.map_err(|why| match why {
        NotBegun::UnderWay => key!("export-under-way"),
        NotBegun::Busy => key!("refused-busy"),
    })?;
    let late = async move {
        let message = match context.bot.service.export(context.caller.member).await {
            Ok(export) => match tokio::task::spawn_blocking(move || view::file(&export)).await {
                Ok(file) => view::export(context.language().await, file),
                Err(_panicked) => context.bot.apology(context.caller.interaction),
            },
            Err(fault) => context.fault(&fault).await,
        };
        drop(exporting);
        vec![FollowUp::EditResponse {
            message,
            game: None,
        }]
    };
    Ok(Reply {
        late: Some(Late {
            at: None,
            follow_ups: late.boxed(),
        }),
        ..Reply::only(Response::Defer)
    })
}

/// Erases everything about the member, if the form contains the right word.
async fn erase(form: Submission, context: Context) -> Answer {
    let language = context.language().await;
    let word = language.say(key!("form-erase-word"));
    let typed = form.field(view::WORD_FIELD).trim();
    if typed.to_lowercase() != word.to_lowercase() {
        let why = tell!(language, key!("refused-not-erased"), "word" => word);
        return Err(plain(why).into());
    }
    let pending = context.bot.service.erase(context.caller.clone());
    context.change(pending, reply_after_erasure).await
}

async fn reply_after_erasure(context: Context, erased: Erased) -> Reply {
    let games = erased.resigned.iter().flat_map(|update| {
        let end = FollowUp::RedrawBoard(update.record.game.id());
        follow_ups_or(update, end)
    });
    let challenges = erased.closed.iter();
    let challenges = challenges.map(|closed| FollowUp::RedrawBoard(closed.record.challenge.id));
    let obsolete = erased.closed.iter().filter_map(|closed| closed.obsolete);
    let obsolete = erased.notifications.iter().copied().chain(obsolete);
    let follow_ups: Vec<FollowUp> = games
        .chain(challenges)
        .chain(obsolete.map(FollowUp::Delete))
        .collect();
    let message = view::erased(context.language().await, erased.resigned.len());
    Reply::private(message).then(follow_ups)
}
