//! The controls of `leaderboard`.

use super::{Control, Id, Seen};
use nim_games::Variant;
use wythoff_game::records::{Order, PageRequest, Word, words};

/// Which puzzles of the day a table counts, as a member chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DailySpan {
    ThisWeek,
    LastWeek,
    AllTime,
}

/// Which month a table counts, as a member chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MonthSpan {
    This,
    Last,
}

/// Which games a leaderboard counts, as a member chooses it: a [`Scope`](wythoff_game::records::Scope) without the server's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Games in the server where it is shown.
    Server,
    /// Games everywhere.
    Everywhere,
}

words! {
    Reach:
        Self::Server => "server",
        Self::Everywhere => "everywhere";
    MonthSpan:
        Self::This => "this",
        Self::Last => "last";
    DailySpan:
        Self::ThisWeek => "this",
        Self::LastWeek => "last",
        Self::AllTime => "all";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeaderboardControl {
    /// Turns to another page.
    Page {
        variant: Variant,
        reach: Reach,
        order: Order,
        page: PageRequest,
    },
    /// Shows the leaderboard of the game that is chosen.
    ChooseGame { reach: Reach, order: Order },
    /// Shows the table of the puzzles of the day.
    Daily(DailySpan),
    /// Shows the games won in a month.
    Month(MonthSpan),
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
            Self::Month(span) => Id::without_game(format!("top-month:{}", span.word())),
            Self::Daily(span) => Id::without_game(format!("top-daily:{}", span.word())),
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
            ["top-month", span] => Self::Month(Word::from_word(span)?),
            ["top-daily", span] => Self::Daily(Word::from_word(span)?),
            ["top-of", reach, order] => Self::ChooseGame {
                reach: Word::from_word(reach)?,
                order: Word::from_word(order)?,
            },
            _ => return None,
        })
    }
}
