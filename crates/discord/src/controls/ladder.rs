//! The controls of `ladder`.

use super::id::{animal_code, decode};
use super::{Control, Id, Seen, Shown};
use nim_games::{Animal, Variant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LadderControl {
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
}
