//! `games`: the member's running games, the most urgent first, each with a link, in pages.

pub(in crate::discord) mod view;

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{Id, Seen};
use crate::discord::context::{Answer, Context, Failure};
use crate::discord::input::option::{BadOptions, GivenOptions};
use crate::discord::message::Message;
use crate::discord::reply::Reply;
use crate::discord::text::{Key, key};
use view::page_of;

pub(super) struct Games;

impl Command for Games {
    const NAME: &'static str = "games";
    const TEXT: Key = key!("command-games");
    type Control = GamesControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        Ok(Reply::private(page(&context, 0).await?))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum GamesControl {
    /// Shows a page, counted from 0.
    Page(u16),
}

impl Control for GamesControl {
    fn id(self) -> Id {
        let Self::Page(page) = self;
        Id::without_game(format!("games:{page}"))
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match *words {
            ["games", page] => Some(Self::Page(page.parse().ok()?)),
            _ => None,
        }
    }

    async fn click(self, _click: Click, context: Context) -> Answer {
        let Self::Page(number) = self;
        Ok(Reply::update(page(&context, number).await?))
    }
}

async fn page(context: &Context, page: u16) -> Result<Message, Failure> {
    let member = context.caller.member;
    let mut games = context.bot.service.running_games(member).await?;
    games.sort_by_key(|record| {
        // Nobody loses a game against the bot by waiting.
        let is_against_bot = record.game.players().animal().is_some();
        let is_theirs = !record.is_turn_of(member);
        (is_theirs, is_against_bot, record.game.deadline())
    });
    Ok(page_of(context.language().await, &games, member, page))
}
