//! `hint`: a hint in a game against the bot, in a private message. A click on one of its buttons
//! replaces the message with the next step.

pub(in crate::discord) mod view;

use serenity::all::CreateCommandOption;

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::context::{Answer, BelongsTo, Context, Origin, Shown};
use crate::discord::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::discord::message::Message;
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Language, Texts, key};
use crate::game::Point;
use crate::records::GameRecord;
use crate::service::{GameFilter, Target};
use nim_games::Move;

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
        give_hint(&context, target, None, |language, record| {
            view::hint(language, record, HintStep::Question)
        })
        .await
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum HintControl {
    /// Asks for a hint, or for its next step.
    Step(Seen, HintStep),
    /// Answers the question of a hint with a move.
    Guess(Seen, Move),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum HintStep {
    /// Asks which of several moves wins; or, in a lost position, says that it is lost.
    Question,
    /// Shows the winning move on the board; or, in a lost position, why the most instructive moves
    /// fail.
    Answer,
    /// Gives the reason; or, in a lost position, the general rule.
    Law,
}

impl Control for HintControl {
    fn id(self) -> Id {
        match self {
            Self::Step(seen, HintStep::Question) => Id::in_game(seen, "hint"),
            Self::Step(seen, HintStep::Answer) => Id::in_game(seen, "hint:2"),
            Self::Step(seen, HintStep::Law) => Id::in_game(seen, "hint:3"),
            Self::Guess(seen, mv) => Id::in_game(seen, format!("guess:{mv}")),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let seen = seen?;
        Some(match *words {
            ["hint"] => Self::Step(seen, HintStep::Question),
            ["hint", "2"] => Self::Step(seen, HintStep::Answer),
            ["hint", "3"] => Self::Step(seen, HintStep::Law),
            ["guess", mv] => Self::Guess(seen, mv.parse().ok()?),
            _ => return None,
        })
    }

    /// Neither value is meant literally for the hint itself: `give_hint` shows it as a new private
    /// message after a click on the board, and then as an edit of that message.
    fn shown(self) -> Shown {
        match self {
            // The button is on the board, which a refusal may have to redraw.
            Self::Step(_, HintStep::Question) => Shown::InPlace,
            Self::Step(_, HintStep::Answer | HintStep::Law) | Self::Guess(..) => {
                Shown::NewMessageInstead
            }
        }
    }

    fn belongs_to(self) -> BelongsTo {
        BelongsTo::Running
    }

    async fn click(self, _click: Click, context: Context) -> Answer {
        let (Self::Step(seen, _) | Self::Guess(seen, _)) = self;
        let target = context.target(seen);
        give_hint(
            &context,
            target,
            Some(seen.point),
            move |language, record| match self {
                Self::Step(_, step) => view::hint(language, record, step),
                Self::Guess(_, mv) => view::reply_to_guess(language, record, mv),
            },
        )
        .await
    }
}

/// Records that a hint was given at `point`, and shows the hint.
async fn give_hint(
    context: &Context,
    target: Target,
    point: Option<Point>,
    show: impl FnOnce(Language<'_>, &GameRecord) -> Message + Send + 'static,
) -> Answer {
    let service = &context.bot.service;
    let pending = service.hint(context.caller.clone(), target, point);
    context
        .change(pending, |context, record| async move {
            let message = show(context.language().await, &record);
            match context.origin {
                Origin::Private => Reply::update(message),
                Origin::Command | Origin::Message { .. } => Reply::private(message),
            }
        })
        .await
}
