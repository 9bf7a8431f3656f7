//! `games`: the member's running games, each with a link.

pub(in crate::discord) mod view;

use crate::discord::commands::command::{Command, NoControl};
use crate::discord::context::{Answer, Context};
use crate::discord::input::option::{BadOptions, GivenOptions};
use crate::discord::message::Message;
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Language, key, tell};
use crate::discord::view::plain;
use crate::game::MemberId;
use crate::records::GameRecord;
use view::list;

pub(super) struct Games;

impl Command for Games {
    const NAME: &'static str = "games";
    const TEXT: Key = key!("command-games");
    type Control = NoControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        let member = context.caller.member;
        let games = context.bot.service.running_games(member).await?;
        Ok(Reply::private(games_message(
            context.language().await,
            &games,
            member,
        )))
    }
}

fn games_message(language: Language<'_>, games: &[GameRecord], member: MemberId) -> Message {
    if games.is_empty() {
        return plain(language.say(key!("games-none")));
    }
    let title = tell!(language, key!("games-list"), "count" => games.len());
    plain(list(language, title, games, member))
}
