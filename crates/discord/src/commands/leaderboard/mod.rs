//! `leaderboard`: the best members at a game, page by page.

pub(crate) mod month;
mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::commands::daily::week;
use crate::context::{Answer, Context, Failure};
use crate::controls::leaderboard::{DailySpan, LeaderboardControl, MonthSpan, Reach};
use crate::input::option::{BadOptions, GivenOptions, choices, text_with_completion};
use crate::input::position_options::USUAL_GAME;
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Texts, key};
use nim_games::Variant;
use wythoff_game::Day;
use wythoff_game::records::{Order, PageRequest, Scope, Span, words};

pub(super) struct Leaderboard {
    variant: Option<Variant>,
    reach: Option<Reach>,
    by: Option<By>,
}

/// What a leaderboard shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Order(Order),
    /// The puzzles of the day.
    Daily,
    /// The games won this month.
    Month,
}

words! {
    By:
        Self::Order(Order::Rating) => "rating",
        Self::Order(Order::Wins) => "wins",
        Self::Order(Order::Accuracy) => "accuracy",
        Self::Order(Order::Streak) => "streak",
        Self::Daily => "daily",
        Self::Month => "month";
}

impl Command for Leaderboard {
    const NAME: &'static str = "leaderboard";
    const TEXT: Key = key!("command-leaderboard");
    type Control = LeaderboardControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![
            text_with_completion(texts, key!("option-game")),
            choices(texts, key!("option-scope"), |reach| match reach {
                Reach::Server => key!("choice-server"),
                Reach::Everywhere => key!("choice-everywhere"),
            }),
            choices(texts, key!("option-by"), |by| match by {
                By::Order(Order::Rating) => key!("choice-rating"),
                By::Order(Order::Wins) => key!("choice-wins"),
                By::Order(Order::Accuracy) => key!("choice-accuracy"),
                By::Order(Order::Streak) => key!("choice-streak"),
                By::Daily => key!("choice-daily"),
                By::Month => key!("choice-month"),
            }),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self {
            variant: given.game()?,
            reach: given.word("scope")?,
            by: given.word("by")?,
        })
    }

    /// Without options: the games won this month, if the server wants that; else the puzzles of this week or of last
    /// week, if anybody here has solved one. An empty leaderboard is shown only to the member who asked.
    async fn answer(self, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, &context.caller);
        let is_open = self.variant.is_none() && self.reach.is_none();
        let order = match self.by {
            Some(By::Order(order)) => order,
            Some(by @ (By::Daily | By::Month)) => {
                if self.variant.is_some() || self.reach == Some(Reach::Everywhere) {
                    return Err(key!("week-of-all-games").into());
                }
                let (tables, now) = if by == By::Daily {
                    (WEEKS, Which::Daily(DailySpan::ThisWeek))
                } else {
                    (MONTHS, Which::Month(MonthSpan::This))
                };
                if let Some(table) = first_table(&context, tables).await? {
                    return Ok(context.public(table));
                }
                let empty = now.read(&context).await?.message;
                return Ok(Reply::private(empty.into_private()));
            }
            None => {
                if is_open && let Some(table) = table_of_server(&context).await? {
                    return Ok(context.public(table));
                }
                Order::Rating
            }
        };
        let scope = scope(&context, self.reach.unwrap_or(Reach::Server));
        let variant = if let Some(variant) = self.variant {
            variant
        } else {
            service.most_played(scope).await?.unwrap_or(USUAL_GAME)
        };
        let page = PageRequest::First;
        let board = service.leaderboard(scope, variant, order, page, caller.member);
        let board = board.await?;
        if board.rows.is_empty() && board.own.is_none() {
            let language = context.language().await;
            let message = view::leaderboard(language, &board, caller.member, &caller.name);
            return Ok(Reply::private(message.into_private()));
        }
        let language = context.public_language().await;
        let message = view::leaderboard(language, &board, caller.member, &caller.name);
        Ok(context.public(message))
    }
}

impl Clickable for LeaderboardControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let (variant, reach, order, page) = match self {
            Self::Page {
                variant,
                reach,
                order,
                page,
            } => (variant, reach, order, page),
            Self::ChooseGame { reach, order } => {
                (click.variant()?, reach, order, PageRequest::First)
            }
            Self::Daily(span) => {
                return Ok(Reply::update(daily_table(&context, span).await?.message));
            }
            Self::Month(span) => {
                return Ok(Reply::update(month_table(&context, span).await?.message));
            }
        };
        let (caller, scope) = (&context.caller, scope(&context, reach));
        let service = &context.bot.service;
        let board = service.leaderboard(scope, variant, order, page, caller.member);
        let language = context.public_language().await;
        let message = view::leaderboard(language, &board.await?, caller.member, &caller.name);
        Ok(Reply::update(message))
    }
}

/// A table of a server.
struct Table {
    message: Message,
    is_empty: bool,
}

/// Which table of a server.
#[derive(Clone, Copy)]
enum Which {
    Daily(DailySpan),
    Month(MonthSpan),
}

/// The current table, what one looks for on a Monday morning or the first of a month, and what is left otherwise.
const WEEKS: &[Which] = &[
    Which::Daily(DailySpan::ThisWeek),
    Which::Daily(DailySpan::LastWeek),
    Which::Daily(DailySpan::AllTime),
];
const MONTHS: &[Which] = &[Which::Month(MonthSpan::This), Which::Month(MonthSpan::Last)];

impl Which {
    async fn read(self, context: &Context) -> Result<Table, Failure> {
        match self {
            Self::Daily(span) => daily_table(context, span).await,
            Self::Month(span) => month_table(context, span).await,
        }
    }
}

/// The table that the server wants to see first, if it is not empty.
async fn table_of_server(context: &Context) -> Result<Option<Message>, Failure> {
    let Some(server) = context.caller.place.guild else {
        return Ok(None);
    };
    let settings = context.bot.service.server_settings(server).await?;
    if settings.begins_with_month
        && let Some(month) = first_table(context, MONTHS).await?
    {
        return Ok(Some(month));
    }
    first_table(context, WEEKS).await
}

/// The first of these tables that is not empty.
async fn first_table(context: &Context, tables: &[Which]) -> Result<Option<Message>, Failure> {
    for &which in tables {
        let table = which.read(context).await?;
        if !table.is_empty {
            return Ok(Some(table.message));
        }
    }
    Ok(None)
}

/// Who has won most games of the server in a month.
async fn month_table(context: &Context, span: MonthSpan) -> Result<Table, Failure> {
    let (caller, service) = (&context.caller, &context.bot.service);
    let server = caller.place.guild.ok_or(key!("week-only-in-servers"))?;
    let today = Day::of(caller.at());
    let month = match span {
        MonthSpan::This => today,
        MonthSpan::Last => today.first_of_month().minus(1),
    };
    let table = service.month_table(server, month).await?;
    let variant = service.most_played(Scope::Server(server)).await?;
    let variant = variant.unwrap_or(USUAL_GAME);
    let language = context.public_language().await;
    Ok(Table {
        message: month::month(language, &table, (span, variant), caller.member),
        is_empty: table.rows.is_empty(),
    })
}

/// The table of the puzzles of the day in the server.
async fn daily_table(context: &Context, span: DailySpan) -> Result<Table, Failure> {
    let caller = &context.caller;
    let server = caller.place.guild.ok_or(key!("week-only-in-servers"))?;
    let today = Day::of(caller.at());
    let monday = today.monday();
    let days = match span {
        DailySpan::ThisWeek => Span::Week(monday),
        DailySpan::LastWeek => Span::Week(monday.minus(7)),
        DailySpan::AllTime => Span::AllTime,
    };
    let table = context.bot.service.daily_table(server, days).await?;
    let language = context.public_language().await;
    Ok(Table {
        message: week::week(language, &table, span, (caller.member, today)),
        is_empty: table.rows.is_empty(),
    })
}

/// Which games count. Outside a server, all do.
fn scope(context: &Context, reach: Reach) -> Scope {
    match (reach, context.caller.place.guild) {
        (Reach::Server, Some(server)) => Scope::Server(server),
        (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
    }
}
