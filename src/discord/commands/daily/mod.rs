//! `daily`: the puzzle of the day, in private messages. What was tried is stored, so neither an old
//! message nor a second one gives a second try.

pub(in crate::discord) mod view;

use crate::discord::commands::choice::{self, Choice};
use crate::discord::commands::command::{Click, Command, Control, Submission};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::commands::move_control::MoveControl;
use crate::discord::context::{Answer, Context, Shown};
use crate::discord::input::option::{BadOptions, Given};
use crate::discord::reply::{Reply, Response};
use crate::discord::text::{Key, key};
use crate::discord::view::other_move_form;
use crate::game::Day;
use nim_games::Move;
use view::Page;

pub(super) struct Daily;

impl Command for Daily {
    const NAME: &'static str = "daily";
    const TEXT: Key = key!("command-daily");
    type Control = DailyControl;

    fn read(_given: Given<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        let service = &context.bot.service;
        let pending = service.open_daily(context.caller.clone(), today(&context));
        context
            .change(pending, |context, daily| async move {
                Reply::private(page(&context).await.of(&daily))
            })
            .await
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum DailyControl {
    /// Shows today's puzzle in a new message.
    Open,
    /// Chooses a move, or a part of one.
    Choose {
        day: Day,
        /// How many moves had been made when the message was drawn.
        seen: usize,
        choice: MoveControl,
    },
    /// Begins a try that does not count.
    Practise(Day),
    /// Shows the result of the try that counts.
    Result(Day),
    /// Shows why the puzzle of a past day is won.
    Reason(Day),
    /// Posts the member's result in the channel.
    Share(Day),
}

impl Control for DailyControl {
    fn id(self) -> Id {
        Id::page(match self {
            Self::Open => "daily".to_owned(),
            Self::Choose { day, seen, choice } => format!("daily:{}:{seen}:{choice}", day.0),
            Self::Practise(day) => format!("daily-practise:{}", day.0),
            Self::Result(day) => format!("daily-result:{}", day.0),
            Self::Reason(day) => format!("daily-reason:{}", day.0),
            Self::Share(day) => format!("daily-share:{}", day.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let day = |day: &str| day.parse().ok().filter(|&day| day >= 0).map(Day);
        Some(match *words {
            ["daily"] => Self::Open,
            ["daily", of, seen, ref choice @ ..] => Self::Choose {
                day: day(of)?,
                seen: seen.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["daily-practise", of] => Self::Practise(day(of)?),
            ["daily-result", of] => Self::Result(day(of)?),
            ["daily-reason", of] => Self::Reason(day(of)?),
            ["daily-share", of] => Self::Share(day(of)?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Open | Self::Reason(_) | Self::Share(_) => Shown::NewMessage,
            Self::Choose { .. } | Self::Practise(_) | Self::Result(_) => Shown::InPlace,
        }
    }

    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::Open => Daily.answer(context).await,
            Self::Choose { day, seen, choice } => {
                choose(&context, (day, seen), choice, &click).await
            }
            Self::Practise(day) if day == today(&context) => practise(&context, day).await,
            Self::Practise(day) => over(&context, day).await,
            Self::Result(day) => {
                let daily = context.bot.service.daily(&context.caller, day).await?;
                Ok(Reply::update(page(&context).await.result(&daily)))
            }
            Self::Reason(day) if day < today(&context) => {
                let (service, caller) = (&context.bot.service, &context.caller);
                service
                    .check_no_help_with_puzzle(caller, vec![day.puzzle()])
                    .await?;
                Ok(Reply::private(page(&context).await.reason(day)))
            }
            Self::Reason(_) => Err(key!("daily-reason-tomorrow").into()),
            Self::Share(day) => share(&context, day).await,
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose { day, seen, .. } = self else {
            return Err(key!("refused-old-control").into());
        };
        if day != today(&context) {
            return over(&context, day).await;
        }
        let daily = context.bot.service.daily(&context.caller, day).await?;
        let at = daily.it.current().now();
        let mv = choice::written(&context, at, &form).await?;
        tries(&context, (day, seen), mv).await
    }
}

/// The day of the interaction.
fn today(context: &Context) -> Day {
    Day::of(context.caller.interaction.at())
}

async fn page(context: &Context) -> Page<'_> {
    Page {
        language: context.language().await,
        rendering: context.rendering(),
        can_share: context.permissions.is_public,
    }
}

/// Says that the day of a puzzle is over.
async fn over(context: &Context, day: Day) -> Answer {
    Ok(Reply::update(page(context).await.over(day)))
}

async fn practise(context: &Context, day: Day) -> Answer {
    let service = &context.bot.service;
    let pending = service.practise_daily(context.caller.clone(), day);
    context
        .change(pending, |context, daily| async move {
            Reply::update(page(&context).await.of(&daily))
        })
        .await
}

/// A choice in the puzzle of `day`, in a message that was drawn after `seen` moves.
async fn choose(
    context: &Context,
    (day, seen): (Day, usize),
    control: MoveControl,
    click: &Click,
) -> Answer {
    if day != today(context) {
        return over(context, day).await;
    }
    let daily = context.bot.service.daily(&context.caller, day).await?;
    if daily.it.progress_number() != seen {
        return Ok(Reply::update(page(context).await.outdated(&daily)));
    }
    let at = daily.it.current().now();
    match choice::choice(context, at, control, click.value()).await? {
        Choice::Move(mv) => tries(context, (day, seen), mv).await,
        Choice::Draft(draft) => {
            let page = page(context).await.with_draft(&daily, draft);
            Ok(Reply::update(page))
        }
        Choice::Form => {
            let choice = MoveControl::OtherMove;
            let id = DailyControl::Choose { day, seen, choice }.id();
            let form = other_move_form(context.language().await, at, &id);
            Ok(Reply::only(Response::Form(form)))
        }
    }
}

/// Makes a move.
async fn tries(context: &Context, (day, seen): (Day, usize), mv: Move) -> Answer {
    let service = &context.bot.service;
    let pending = service.try_daily(context.caller.clone(), day, seen, mv);
    context
        .change(pending, move |context, (daily, tried)| async move {
            Reply::update(page(&context).await.after(&daily, mv, tried))
        })
        .await
}

/// Posts the member's result, without any move, for everybody to see.
async fn share(context: &Context, day: Day) -> Answer {
    let daily = context.bot.service.daily(&context.caller, day).await?;
    let shared = view::shared(context.public_language(), &daily.it, context.caller.member);
    match shared {
        Some(message) if context.permissions.is_public => Ok(context.public(message)),
        Some(_) | None => Err(key!("refused-old-control").into()),
    }
}
