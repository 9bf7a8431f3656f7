//! `leaderboard`: the best members at a game, page by page.

mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::commands::daily::week;
use crate::context::{Answer, Context, Failure};
use crate::controls::leaderboard::{DailySpan, LeaderboardControl, Reach};
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
}

words! {
    By:
        Self::Order(Order::Rating) => "rating",
        Self::Order(Order::Wins) => "wins",
        Self::Order(Order::Accuracy) => "accuracy",
        Self::Order(Order::Streak) => "streak",
        Self::Daily => "daily";
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

    /// Without options: the puzzles of this week or else of last week, if anybody here has solved one.
    /// An empty leaderboard is shown only to the member who asked.
    async fn answer(self, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, &context.caller);
        let is_open = self.variant.is_none() && self.reach.is_none();
        let order = match self.by {
            Some(By::Order(order)) => order,
            Some(By::Daily) if self.variant.is_some() || self.reach == Some(Reach::Everywhere) => {
                return Err(key!("week-of-all-games").into());
            }
            Some(By::Daily) => {
                let (message, is_empty) = daily_table(&context, DailySpan::ThisWeek).await?;
                return Ok(if is_empty {
                    Reply::private(message.into_private())
                } else {
                    context.public(message)
                });
            }
            None => {
                // On a Monday morning, last week's is what one looks for.
                let spans: &[DailySpan] = if is_open && caller.place.guild.is_some() {
                    &[DailySpan::ThisWeek, DailySpan::LastWeek]
                } else {
                    &[]
                };
                for &span in spans {
                    let (message, is_empty) = daily_table(&context, span).await?;
                    if !is_empty {
                        return Ok(context.public(message));
                    }
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
                let (message, _) = daily_table(&context, span).await?;
                return Ok(Reply::update(message));
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

/// The table of the puzzles of the day in the server, and whether it is empty.
async fn daily_table(context: &Context, span: DailySpan) -> Result<(Message, bool), Failure> {
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
    let message = week::week(language, &table, span, (caller.member, today));
    Ok((message, table.rows.is_empty()))
}

/// Which games count. Outside a server, all do.
fn scope(context: &Context, reach: Reach) -> Scope {
    match (reach, context.caller.place.guild) {
        (Reach::Server, Some(server)) => Scope::Server(server),
        (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
    }
}
