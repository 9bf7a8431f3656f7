//! `leaderboard`: the best members at a game, page by page.

mod view;

use serenity::all::CreateCommandOption;

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::context::{Answer, Context};
use crate::discord::input::option::{BadOptions, GivenOptions, choices, text_with_completion};
use crate::discord::input::position_options::USUAL_GAME;
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Texts, key};
use crate::records::{Order, PageRequest, Scope, Word, words};
use nim_games::Variant;

pub(super) struct Leaderboard {
    variant: Option<Variant>,
    reach: Reach,
    order: Order,
}

/// Which games a leaderboard counts, as a member chooses it: a [`Scope`] without the server's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Reach {
    /// Games in the server where it is shown.
    Server,
    /// Games everywhere.
    Everywhere,
}

words! {
    Reach:
        Self::Server => "server",
        Self::Everywhere => "everywhere";
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
            choices(texts, key!("option-by"), |order| match order {
                Order::Rating => key!("choice-rating"),
                Order::Wins => key!("choice-wins"),
                Order::Accuracy => key!("choice-accuracy"),
                Order::Streak => key!("choice-streak"),
            }),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self {
            variant: given.game()?,
            reach: given.word("scope")?.unwrap_or(Reach::Server),
            order: given.word("by")?.unwrap_or(Order::Rating),
        })
    }

    /// An empty leaderboard is shown only to the member who asked.
    async fn answer(self, context: Context) -> Answer {
        let Self { reach, order, .. } = self;
        let (service, caller) = (&context.bot.service, &context.caller);
        let scope = scope(&context, reach);
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
        let language = context.public_language();
        let message = view::leaderboard(language, &board, caller.member, &caller.name);
        Ok(context.public(message))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum LeaderboardControl {
    /// Turns to another page.
    Page {
        variant: Variant,
        reach: Reach,
        order: Order,
        page: PageRequest,
    },
    /// Shows the leaderboard of the game that is chosen.
    ChooseGame { reach: Reach, order: Order },
}

impl Control for LeaderboardControl {
    fn id(self) -> Id {
        match self {
            Self::Page {
                variant,
                reach,
                order,
                page,
            } => {
                let page = match page {
                    PageRequest::First => "first".to_owned(),
                    PageRequest::From(place) => place.to_string(),
                    PageRequest::Me => "me".to_owned(),
                };
                let (game, reach, order) = (variant.code(), reach.word(), order.word());
                Id::without_game(format!("top:{game}:{reach}:{order}:{page}"))
            }
            Self::ChooseGame { reach, order } => {
                Id::without_game(format!("top-of:{}:{}", reach.word(), order.word()))
            }
        }
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["top", game, reach, order, page] => Self::Page {
                variant: Variant::from_code(game)?,
                reach: Word::from_word(reach)?,
                order: Word::from_word(order)?,
                page: match page {
                    "me" => PageRequest::Me,
                    "first" => PageRequest::First,
                    place => PageRequest::From(place.parse().ok()?),
                },
            },
            ["top-of", reach, order] => Self::ChooseGame {
                reach: Word::from_word(reach)?,
                order: Word::from_word(order)?,
            },
            _ => return None,
        })
    }

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
        };
        let (caller, scope) = (&context.caller, scope(&context, reach));
        let service = &context.bot.service;
        let board = service.leaderboard(scope, variant, order, page, caller.member);
        let language = context.public_language();
        let message = view::leaderboard(language, &board.await?, caller.member, &caller.name);
        Ok(Reply::update(message))
    }
}

/// Which games count. Outside a server, all do.
fn scope(context: &Context, reach: Reach) -> Scope {
    match (reach, context.caller.place.guild) {
        (Reach::Server, Some(server)) => Scope::Server(server),
        (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
    }
}
