//! `daily`: the puzzle of the day, in private messages. What was tried is stored, so neither an old
//! message nor a second one gives a second try.

pub(in crate::discord) mod view;

use crate::discord::commands::choice::{self, Choice};
use crate::discord::commands::command::{Click, Command, Control, Submission};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::commands::move_control::MoveControl;
use crate::discord::context::{Answer, Context, Shown};
use crate::discord::drafts::Draft;
use crate::discord::input::option::{BadOptions, GivenOptions};
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::{Key, key};
use crate::discord::view::{other_move_form, plain};
use crate::game::Day;
use crate::service;
use nim_games::Move;
use view::Page;

pub(super) struct Daily;

impl Command for Daily {
    const NAME: &'static str = "daily";
    const TEXT: Key = key!("command-daily");
    type Control = DailyControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        let service = &context.bot.service;
        let pending = service.open_daily(context.caller.clone(), today(&context));
        context
            .change(pending, |context, daily| async move {
                Reply::private(page(&context).await.current_state(&daily))
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
        /// The progress number of the try when the message was drawn.
        progress_seen: u32,
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
        Id::without_game(match self {
            Self::Open => "daily".to_owned(),
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => format!("daily:{}:{progress_seen}:{choice}", day.0),
            Self::Practise(day) => format!("daily-practise:{}", day.0),
            Self::Result(day) => format!("daily-result:{}", day.0),
            Self::Reason(day) => format!("daily-reason:{}", day.0),
            Self::Share(day) => format!("daily-share:{}", day.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_day = |day: &str| day.parse().ok().filter(|&day| day >= 0).map(Day);
        Some(match *words {
            ["daily"] => Self::Open,
            ["daily", day, progress_seen, ref choice @ ..] => Self::Choose {
                day: read_day(day)?,
                progress_seen: progress_seen.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["daily-practise", day] => Self::Practise(read_day(day)?),
            ["daily-result", day] => Self::Result(read_day(day)?),
            ["daily-reason", day] => Self::Reason(read_day(day)?),
            ["daily-share", day] => Self::Share(read_day(day)?),
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
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => choose(&context, (day, progress_seen), choice, &click).await,
            Self::Practise(day) if day == today(&context) => practise(&context, day).await,
            Self::Practise(day) => day_over(&context, day).await,
            Self::Result(day) if day != today(&context) => day_over(&context, day).await,
            // The page with the result stays.
            Self::Share(day) if day != today(&context) => {
                Ok(Reply::private(page(&context).await.day_over(day)))
            }
            Self::Result(day) => {
                let daily = context.bot.service.daily(&context.caller, day).await?;
                Ok(Reply::update(page(&context).await.result(&daily)))
            }
            Self::Reason(day) if day < today(&context) => {
                let (service, caller) = (&context.bot.service, &context.caller);
                service.check_no_help(caller, vec![day.puzzle()]).await?;
                Ok(Reply::private(page(&context).await.reason(day)))
            }
            Self::Reason(_) => Err(key!("daily-reason-tomorrow").into()),
            Self::Share(day) => share(&context, day).await,
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose {
            day, progress_seen, ..
        } = self
        else {
            return Err(key!("refused-old-control").into());
        };
        if day != today(&context) {
            return day_over(&context, day).await;
        }
        let daily = context.bot.service.daily(&context.caller, day).await?;
        let at = daily.daily_try.current().now();
        let mv = choice::read_form(&context, at, &form).await?;
        make_move(&context, (day, progress_seen), mv).await
    }
}

/// The day of the interaction.
fn today(context: &Context) -> Day {
    Day::of(context.caller.at())
}

async fn page(context: &Context) -> Page<'_> {
    Page {
        language: context.language().await,
        rendering: context.rendering(),
        can_share: context.permissions.is_public,
    }
}

/// Says that the day of a puzzle is over.
async fn day_over(context: &Context, day: Day) -> Answer {
    Ok(Reply::update(page(context).await.day_over(day)))
}

async fn practise(context: &Context, day: Day) -> Answer {
    let service = &context.bot.service;
    let pending = service.practise_daily(context.caller.clone(), day);
    context
        .change(pending, |context, daily| async move {
            Reply::update(page(&context).await.current_state(&daily))
        })
        .await
}

/// Carries out a choice in the puzzle of `day`, in a message that was drawn when the progress
/// number was `progress_seen`.
async fn choose(
    context: &Context,
    (day, progress_seen): (Day, u32),
    control: MoveControl,
    click: &Click,
) -> Answer {
    if day != today(context) {
        return day_over(context, day).await;
    }
    let daily = context.bot.service.daily(&context.caller, day).await?;
    if daily.daily_try.progress_number() != progress_seen {
        return Ok(Reply::update(page(context).await.outdated(&daily)));
    }
    match choose_in(context, &daily, (day, progress_seen), control, click).await {
        Err(why) if control.draft_of_select().is_some() => {
            let page = page(context).await.with_draft(&daily, Draft::Nothing);
            Ok(context.redraw_and_explain(page, why).await)
        }
        answer => answer,
    }
}

/// Carries out a choice in a try.
async fn choose_in(
    context: &Context,
    daily: &service::Daily,
    (day, progress_seen): (Day, u32),
    control: MoveControl,
    click: &Click,
) -> Answer {
    let at = daily.daily_try.current().now();
    match choice::read_choice(context, at, control, click.value()).await? {
        Choice::Move(mv) => make_move(context, (day, progress_seen), mv).await,
        Choice::Draft(draft, refusal) => {
            let page = page(context).await.with_draft(daily, draft);
            Ok(Reply::update(page).then(refusal.map(plain).map(FollowUp::SendPrivate)))
        }
        Choice::Form => {
            let choice = MoveControl::OtherMove;
            let id = DailyControl::Choose {
                day,
                progress_seen,
                choice,
            }
            .id();
            let form = other_move_form(context.language().await, at, &id);
            Ok(Reply::only(Response::Form(form)))
        }
    }
}

/// Makes a move.
async fn make_move(context: &Context, (day, progress_seen): (Day, u32), mv: Move) -> Answer {
    let service = &context.bot.service;
    let pending = service.try_daily(context.caller.clone(), day, progress_seen, mv);
    context
        .change(pending, move |context, (daily, tried)| async move {
            Reply::update(page(&context).await.after_move(&daily, mv, tried))
        })
        .await
}

/// Posts the member's result, without any move, for everybody to see.
async fn share(context: &Context, day: Day) -> Answer {
    let daily = context.bot.service.daily(&context.caller, day).await?;
    let message = view::result_to_share(
        context.public_language(),
        &daily.daily_try,
        context.caller.member,
    );
    match message {
        Some(message) if context.permissions.is_public => Ok(context.public(message)),
        Some(_) | None => Err(key!("refused-old-control").into()),
    }
}
