//! `ladder`: ten animals for each game, one after the other.

pub(in crate::discord) mod view;

use serenity::all::CreateCommandOption;

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{Id, Seen, animal_code, decode};
use crate::discord::commands::start::{Wish, start};
use crate::discord::context::{Answer, Context, Failure, Shown};
use crate::discord::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::discord::message::Message;
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Texts, key};
use crate::service::{Drawn, Setup};
use nim_games::{Animal, Variant};

pub(super) struct Ladder {
    variant: Variant,
}

impl Command for Ladder {
    const NAME: &'static str = "ladder";
    const TEXT: Key = key!("command-ladder");
    type Control = LadderControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-game"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let variant = given.game()?.or(Variant::ALL.first().copied());
        Ok(Self {
            variant: variant.ok_or(BadOptions::Unknown)?,
        })
    }

    async fn answer(self, context: Context) -> Answer {
        Ok(Reply::private(
            ladder_message(&context, self.variant).await?,
        ))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum LadderControl {
    /// Shows the ladder of the game that is chosen.
    ChooseGame,
    /// Shows the ladder of a game in a message of its own.
    Show(Variant),
    /// Starts a game against an animal.
    Play(Variant, Animal),
    /// Starts a game against the opponent that is chosen.
    ChooseAnimal(Variant),
}

impl Control for LadderControl {
    fn id(self) -> Id {
        match self {
            Self::ChooseGame => Id::without_game("ladders"),
            Self::Show(variant) => Id::without_game(format!("ladder:{}", variant.code())),
            Self::Play(variant, animal) => {
                Id::without_game(format!("climb:{}:{}", variant.code(), animal_code(animal)))
            }
            Self::ChooseAnimal(variant) => Id::without_game(format!("rungs:{}", variant.code())),
        }
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["ladders"] => Self::ChooseGame,
            ["ladder", game] => Self::Show(Variant::from_code(game)?),
            ["climb", game, animal] => {
                Self::Play(Variant::from_code(game)?, decode(animal_code, animal)?)
            }
            ["rungs", game] => Self::ChooseAnimal(Variant::from_code(game)?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::ChooseGame => Shown::InPlace,
            Self::Show(_) => Shown::NewMessage,
            Self::Play(..) | Self::ChooseAnimal(_) => Shown::NewMessageInstead,
        }
    }

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

async fn ladder_message(context: &Context, variant: Variant) -> Result<Message, Failure> {
    let member = context.caller.member;
    let ladder = context.bot.service.ladder(member, variant).await?;
    Ok(view::ladder(context.language().await, &ladder))
}

/// Starts a game against an animal.
async fn play(context: &Context, variant: Variant, animal: Animal) -> Answer {
    let drawn = Drawn {
        animal: Some(animal),
        ..Drawn::usual(variant)
    };
    start(context, Wish::Game(Setup::Drawn(drawn))).await
}
