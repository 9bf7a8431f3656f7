//! `games`: the member's running games, the most urgent first, each with a link, in pages.

pub(crate) mod view;

use view::page_of;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, Failure};
use crate::controls::games::GamesControl;
use crate::input::option::{BadOptions, GivenOptions};
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, key};

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

impl Clickable for GamesControl {
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
