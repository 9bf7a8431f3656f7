//! `solve`: the solution of a position, unless it would help in a game against another member, or
//! with today's puzzle.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context};
use crate::controls::solve::SolveControl;
use crate::input::option::{BadOptions, GivenOptions};
use crate::input::position_options;
use crate::reply::Reply;
use crate::text::{Key, Texts, key};
use nim_games::{Position, Told};
use wythoff_service::{Error, GameFilter, Refusal, Target};

pub(super) struct Solve {
    /// The positions that the options can mean. `None` means the position of the member's game
    /// against the bot in this channel.
    positions: Option<Vec<Position>>,
}

impl Command for Solve {
    const NAME: &'static str = "solve";
    const TEXT: Key = key!("command-solve");
    type Control = SolveControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        position_options::options(texts)
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let positions = position_options::read(given)?.positions()?;
        Ok(Self { positions })
    }

    /// If the solutions help in games that the member has against the bot, those games are marked
    /// as played with a hint.
    async fn answer(self, context: Context) -> Answer {
        let service = &context.bot.service;
        let positions = if let Some(positions) = self.positions {
            positions
        } else {
            let target = Target::Command(None, GameFilter::AgainstTheBot);
            match service.find(&context.caller, target).await {
                Ok(record) => vec![record.game.position()],
                // The member has several games here, and none is against the bot.
                Err(Error::Refused {
                    why: Refusal::NoSuitableGame(_),
                    ..
                }) => return Err(key!("refused-being-played").into()),
                Err(error) => return Err(error.into()),
            }
        };
        show(&context, positions).await
    }
}

impl Clickable for SolveControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        let Self::Show(position) = self;
        show(&context, vec![position]).await
    }
}

async fn show(context: &Context, positions: Vec<Position>) -> Answer {
    let told = positions
        .iter()
        .map(|&at| Told::solution(at, positions.len() == 1));
    let told = told.reduce(Told::and).unwrap_or_default();
    let permissions = context.permissions;
    context
        .tell(told, Reply::private, move |language, helped| {
            view::solutions(language, &positions, helped, permissions)
        })
        .await
}
