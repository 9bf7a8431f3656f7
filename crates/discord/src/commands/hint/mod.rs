//! `hint`: a hint in a game against the bot, in a private message. A click on one of its buttons
//! replaces the message with the next step.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, Origin};
use crate::controls::hint::{HintControl, HintStep};
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Language, Texts, key};
use nim_games::Move;
use wythoff_game::Point;
use wythoff_game::records::GameRecord;
use wythoff_service::{GameFilter, Target};

pub(super) struct Hint {
    which: Option<String>,
}

impl Command for Hint {
    const NAME: &'static str = "hint";
    const TEXT: Key = key!("command-hint");
    type Control = HintControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-which"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let which = given.which()?;
        Ok(Self { which })
    }

    async fn answer(self, context: Context) -> Answer {
        let game = context.running_game(self.which).await?;
        let target = Target::Command(game, GameFilter::AgainstTheBot);
        give_hint(&context, target, (None, None), |language, record| {
            view::hint(language, record, HintStep::Question)
        })
        .await
    }
}

impl Clickable for HintControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        let (seen, guess) = match self {
            Self::Step(seen, _) => (seen, None),
            Self::Guess(seen, mv) => (seen, Some(mv)),
        };
        let target = context.target(seen);
        give_hint(
            &context,
            target,
            (Some(seen.point), guess),
            move |language, record| match self {
                Self::Step(_, step) => view::hint(language, record, step),
                Self::Guess(_, mv) => view::reply_to_guess(language, record, mv),
            },
        )
        .await
    }
}

/// Records that a hint was given at a point, perhaps after a guess, and shows the hint.
async fn give_hint(
    context: &Context,
    target: Target,
    asked: (Option<Point>, Option<Move>),
    show: impl FnOnce(Language<'_>, &GameRecord) -> Message + Send + 'static,
) -> Answer {
    let service = &context.bot.service;
    let pending = service.hint(context.caller.clone(), target, asked);
    context
        .change(pending, |context, record| async move {
            let message = show(context.language().await, &record);
            match context.origin {
                Origin::Private => Reply::update(message),
                Origin::NewMessage | Origin::Message { .. } => Reply::private(message),
            }
        })
        .await
}
