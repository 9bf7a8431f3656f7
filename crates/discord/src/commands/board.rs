//! `board`: shows the board of a running game at the end of the channel.

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, InGame, Purpose};
use crate::controls::board::BoardControl;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::text::{Key, Texts, key};
use wythoff_game::Refusal;
use wythoff_service::{Error, GameFilter, GameUpdate, Target};

pub(super) struct ShowBoard {
    which: Option<String>,
}

impl Command for ShowBoard {
    const NAME: &'static str = "board";
    const TEXT: Key = key!("command-board");
    type Control = BoardControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-which"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let which = given.which()?;
        Ok(Self { which })
    }

    async fn answer(self, context: Context) -> Answer {
        context.set_purpose(Purpose::InGame(InGame::ShowBoard));
        let game = context.running_game(self.which).await?;
        show_board(&context, Target::Command(game, GameFilter::Any)).await
    }
}

impl Clickable for BoardControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        let Self::Show(seen) = self;
        show_board(&context, context.target(seen)).await
    }
}

pub(super) async fn show_board(context: &Context, target: Target) -> Answer {
    let record = context.bot.service.find(&context.caller, target).await?;
    if record.game.outcome().is_some() {
        return Err(Error::about(Refusal::Ended, record).into());
    }
    Ok(context.show_update(GameUpdate::of(record)).await)
}
