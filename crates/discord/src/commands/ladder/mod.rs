//! `ladder`: ten animals for each game, one after the other.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::commands::start::start;
use crate::context::{Answer, Context, Failure};
use crate::controls::id::{animal_code, decode};
use crate::controls::ladder::LadderControl;
use crate::controls::start::Wish;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::input::position_options::USUAL_GAME;
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Texts, key};
use nim_games::{Animal, Variant};
use wythoff_game::records::GameRecord;
use wythoff_service::{Drawn, Setup};

pub(super) struct Ladder {
    /// By default the game that the member has played last.
    variant: Option<Variant>,
}

impl Command for Ladder {
    const NAME: &'static str = "ladder";
    const TEXT: Key = key!("command-ladder");
    type Control = LadderControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-game"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self {
            variant: given.game()?,
        })
    }

    async fn answer(self, context: Context) -> Answer {
        let variant = match self.variant {
            Some(variant) => variant,
            None => latest_game(&context).await?.unwrap_or(USUAL_GAME),
        };
        Ok(Reply::private(ladder_message(&context, variant).await?))
    }
}

impl Clickable for LadderControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::ChooseGame => Ok(Reply::update(
                ladder_message(&context, click.variant()?).await?,
            )),
            Self::Show(variant) => Ok(Reply::private(ladder_message(&context, variant).await?)),
            Self::Play(variant, animal) => play(&context, variant, animal).await,
            Self::ChooseAnimal(variant) => {
                let animal = decode(animal_code, click.value());
                let animal = animal.ok_or(key!("refused-old-control"))?;
                play(&context, variant, animal).await
            }
        }
    }
}

/// The game that the member has finished last against an animal.
async fn latest_game(context: &Context) -> Result<Option<Variant>, Failure> {
    let service = &context.bot.service;
    let finished = service.finished_games(context.caller.member).await?;
    let mut against_bot = finished
        .iter()
        .filter(|record| record.game.players().animal().is_some());
    Ok(against_bot.next().map(GameRecord::variant))
}

async fn ladder_message(context: &Context, variant: Variant) -> Result<Message, Failure> {
    let member = context.caller.member;
    let ladder = context.bot.service.ladder(member, variant).await?;
    let can_show = context.permissions.is_public;
    Ok(view::ladder(context.language().await, &ladder, can_show))
}

/// Starts a game against an animal.
async fn play(context: &Context, variant: Variant, animal: Animal) -> Answer {
    let drawn = Drawn {
        animal: Some(animal),
        ..Drawn::usual(variant)
    };
    start(context, Wish::Game(Setup::Drawn(drawn), None)).await
}
