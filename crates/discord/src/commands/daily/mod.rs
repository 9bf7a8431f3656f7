//! `daily`: the puzzle of the day, and earlier ones, which do not count. It is played in private messages;
//! posts and shared results are public. What was tried is stored, so neither an old message nor a second
//! one gives a second try.

mod clicks;
pub(crate) mod posts;
mod race;
mod result;
mod share;
mod solution;
mod streak;
pub(crate) mod view;
pub(crate) mod week;

use serenity::all::CreateCommandOption;
use view::Page;

use crate::commands::command::Command;
use crate::context::{Answer, Context};
use crate::controls::daily::DailyControl;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::reply::Reply;
use crate::text::{Key, Texts, key};
use wythoff_game::Day;

pub(super) struct Daily {
    /// Which puzzle: its number or date, or the word for today or yesterday.
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
        let language = context.language().await;
        let day = match &self.day {
            None => Some(today),
            Some(written) if language.say(key!("day-today")) == written.to_lowercase() => {
                Some(today)
            }
            Some(written) if language.say(key!("day-yesterday")) == written.to_lowercase() => {
                Some(today.minus(1))
            }
            Some(written) => read_day(written, today),
        };
        match day {
            Some(day) => open(&context, day, Reply::private).await,
            None => Err(view::unknown_day(language, today).into()),
        }
    }
}

/// The day that a number or a date stands for, if it has a puzzle already.
pub(crate) fn read_day(written: &str, today: Day) -> Option<Day> {
    let number = || written.trim_start_matches('#').parse().ok();
    let day = Day::dated(written).or_else(|| number().map(Day::numbered));
    day.filter(|day| (1..=today.number()).contains(&day.number()))
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
        is_in_server: context.caller.place.guild.is_some(),
        now: context.caller.at(),
    }
}

/// Opens the puzzle of a day.
async fn open(context: &Context, day: Day, reply: fn(crate::message::Message) -> Reply) -> Answer {
    let pending = context.bot.service.open_daily(context.caller.clone(), day);
    context
        .change(pending, move |context, daily| async move {
            reply(page(&context).await.current_state(&daily))
        })
        .await
}
