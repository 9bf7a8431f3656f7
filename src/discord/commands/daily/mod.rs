//! `daily`: the puzzle of the day, and earlier ones for practice, in private messages. What was tried
//! is stored, so neither an old message nor a second one gives a second try.

mod clicks;
pub(in crate::discord) mod posts;
mod race;
mod share;
mod streak;
pub(in crate::discord) mod view;
pub(in crate::discord) mod week;

use serenity::all::CreateCommandOption;
use view::Page;

use self::clicks::{
    another, choose, make_move, post_here, practise, reason, remind, share, show_anyway,
};
use crate::discord::commands::choice::{self};
use crate::discord::commands::command::{Click, Command, Control, Submission};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::commands::move_control::MoveControl;
use crate::discord::context::{Answer, Context, Shown};
use crate::discord::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Texts, key};
use crate::game::{Day, Timestamp};
use crate::records::{InteractionId, Word, words};

pub(super) struct Daily {
    /// The number or the date of an earlier puzzle.
    day: Option<String>,
}

impl Command for Daily {
    const NAME: &'static str = "daily";
    const TEXT: Key = key!("command-daily");
    type Control = DailyControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-day"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let day = given.text("day")?.map(|day| day.trim().to_owned());
        Ok(Self { day })
    }

    async fn answer(self, context: Context) -> Answer {
        let today = today(&context);
        let day = match &self.day {
            None => Some(today),
            Some(written) => read_day(written, today),
        };
        match day {
            Some(day) => open(&context, day, Reply::private).await,
            None => Err(view::unknown_day(context.language().await, today).into()),
        }
    }
}

/// The day that a number or a date stands for, if it has a puzzle already.
pub(in crate::discord) fn read_day(written: &str, today: Day) -> Option<Day> {
    let number = || written.trim_start_matches('#').parse().ok();
    let day = Day::dated(written).or_else(|| number().map(Day::numbered));
    day.filter(|day| (1..=today.number()).contains(&day.number()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum DailyControl {
    /// Shows today's puzzle in a new message.
    Open,
    /// Shows the puzzle of a day in a new message: an earlier one, to practise it.
    OpenDay(Day),
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
    /// Shows why the puzzle of a day is won.
    Reason(Day),
    /// Posts the member's result in the channel.
    Share(Day),
    /// Opens another earlier puzzle, of the kind that is chosen.
    Another {
        /// Makes the select differ from those of other renderings.
        rendering: u64,
    },
    /// Answers the request of that interaction, although it helps with today's puzzle.
    Anyway(InteractionId),
    /// Has puzzles posted in the channel, or not.
    Post(bool),
    /// Reminds the member.
    Remind(Remind),
    /// Begins a race.
    Race,
    /// Makes a move in a race.
    Tap {
        /// When the race began.
        begun: Timestamp,
        /// How many positions came before the one that was shown.
        place: u32,
        choice: MoveControl,
    },
    /// Posts the result of the race that began then.
    ShareRace(Timestamp),
}

impl DailyControl {
    /// The day whose puzzle it is about.
    const fn day(self) -> Option<Day> {
        match self {
            Self::OpenDay(day)
            | Self::Choose { day, .. }
            | Self::Practise(day)
            | Self::Result(day)
            | Self::Reason(day)
            | Self::Share(day) => Some(day),
            Self::Open
            | Self::Another { .. }
            | Self::Anyway(_)
            | Self::Post(_)
            | Self::Remind(_)
            | Self::Race
            | Self::Tap { .. }
            | Self::ShareRace(_) => None,
        }
    }
}

/// How often a member is reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Remind {
    Tomorrow,
    Daily,
    Never,
}

words! {
    Remind:
        Self::Tomorrow => "tomorrow",
        Self::Daily => "daily",
        Self::Never => "never";
}

impl Control for DailyControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Open => "daily".to_owned(),
            Self::OpenDay(day) => format!("daily-of:{}", day.0),
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => format!("daily:{}:{progress_seen}:{choice}", day.0),
            Self::Practise(day) => format!("daily-practise:{}", day.0),
            Self::Result(day) => format!("daily-result:{}", day.0),
            Self::Reason(day) => format!("daily-reason:{}", day.0),
            Self::Share(day) => format!("daily-share:{}", day.0),
            Self::Another { rendering } => format!("daily-another:{rendering}"),
            Self::Anyway(by) => format!("daily-anyway:{}", by.0),
            Self::Post(is_wanted) => format!("daily-post:{is_wanted}"),
            Self::Remind(when) => format!("daily-remind:{}", when.word()),
            Self::Race => "race".to_owned(),
            Self::Tap {
                begun,
                place,
                choice,
            } => format!("race:{}:{place}:{choice}", begun.0),
            Self::ShareRace(begun) => format!("race-share:{}", begun.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_day = |day: &str| day.parse().ok().filter(|&day| day >= 0).map(Day);
        Some(match *words {
            ["daily"] => Self::Open,
            ["daily-of", day] => Self::OpenDay(read_day(day)?),
            ["daily", day, progress_seen, ref choice @ ..] => Self::Choose {
                day: read_day(day)?,
                progress_seen: progress_seen.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["daily-practise", day] => Self::Practise(read_day(day)?),
            ["daily-result", day] => Self::Result(read_day(day)?),
            ["daily-reason", day] => Self::Reason(read_day(day)?),
            ["daily-share", day] => Self::Share(read_day(day)?),
            ["daily-another", rendering] => Self::Another {
                rendering: rendering.parse().ok()?,
            },
            ["daily-anyway", by] => Self::Anyway(InteractionId(by.parse().ok()?)),
            ["daily-post", is_wanted] => Self::Post(is_wanted.parse().ok()?),
            ["daily-remind", when] => Self::Remind(Word::from_word(when)?),
            ["race"] => Self::Race,
            ["race", begun, place, ref choice @ ..] => Self::Tap {
                begun: Timestamp(begun.parse().ok()?),
                place: place.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["race-share", begun] => Self::ShareRace(Timestamp(begun.parse().ok()?)),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Open
            | Self::OpenDay(_)
            | Self::Reason(_)
            | Self::Share(_)
            | Self::ShareRace(_)
            | Self::Another { .. }
            | Self::Race
            | Self::Remind(_) => Shown::NewMessage,
            Self::Anyway(_) => Shown::NewMessageInstead,
            Self::Choose { .. }
            | Self::Practise(_)
            | Self::Result(_)
            | Self::Post(_)
            | Self::Tap { .. } => Shown::InPlace,
        }
    }

    async fn click(self, click: Click, context: Context) -> Answer {
        if self.day().is_some_and(|day| day > today(&context)) {
            return Err(key!("refused-old-control").into());
        }
        match self {
            Self::Open => open(&context, today(&context), Reply::private).await,
            Self::OpenDay(day) => open(&context, day, Reply::private).await,
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => choose(&context, (day, progress_seen), choice, &click).await,
            Self::Practise(day) => practise(&context, day).await,
            Self::Result(day) => {
                let daily = context.bot.service.daily(&context.caller, day).await?;
                Ok(Reply::update(page(&context).await.result(&daily, None)))
            }
            Self::Reason(day) => reason(&context, day).await,
            Self::Share(day) => share(&context, day).await,
            Self::Another { .. } => another(&context, click.value()).await,
            Self::Anyway(by) => show_anyway(&context, by).await,
            Self::Post(is_wanted) => post_here(&context, is_wanted).await,
            Self::Remind(when) => remind(&context, when).await,
            Self::Race => race::begin(&context).await,
            Self::Tap {
                begun,
                place,
                choice,
            } => race::tap(&context, (begun, place), choice).await,
            Self::ShareRace(begun) => race::share(&context, begun).await,
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose {
            day, progress_seen, ..
        } = self
        else {
            return Err(key!("refused-old-control").into());
        };
        if day > today(&context) {
            return Err(key!("refused-old-control").into());
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
        now: context.caller.at(),
    }
}

/// Opens the puzzle of a day.
async fn open(
    context: &Context,
    day: Day,
    reply: fn(crate::discord::message::Message) -> Reply,
) -> Answer {
    let pending = context.bot.service.open_daily(context.caller.clone(), day);
    context
        .change(pending, move |context, daily| async move {
            reply(page(&context).await.current_state(&daily))
        })
        .await
}
