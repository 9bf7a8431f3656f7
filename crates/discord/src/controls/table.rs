//! The controls of a table.

use super::{Control, Id, Seen, Shown};
use nim_games::Move;
use wythoff_game::records::InteractionId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableControl {
    /// Sets a table with the usual rules of 21.
    Set,
    /// Sets another one with the same rules.
    Again(InteractionId),
    Join(InteractionId),
    Leave(InteractionId),
    Begin(InteractionId),
    /// A list of animals, one of which sits down.
    Add(InteractionId),
    /// A move, after that many steps.
    Move(InteractionId, u32, Move),
    /// A list of moves, after that many steps.
    Moves(InteractionId, u32),
}

impl Control for TableControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Set => "table".to_owned(),
            Self::Again(table) => format!("table-again:{}", table.0),
            Self::Join(table) => format!("table-join:{}", table.0),
            Self::Leave(table) => format!("table-leave:{}", table.0),
            Self::Begin(table) => format!("table-begin:{}", table.0),
            Self::Add(table) => format!("table-add:{}", table.0),
            Self::Move(table, step, mv) => format!("table-move:{}:{step}:{mv}", table.0),
            Self::Moves(table, step) => format!("table-moves:{}:{step}", table.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let table = |id: &str| id.parse().ok().map(InteractionId);
        Some(match *words {
            ["table"] => Self::Set,
            ["table-again", id] => Self::Again(table(id)?),
            ["table-join", id] => Self::Join(table(id)?),
            ["table-leave", id] => Self::Leave(table(id)?),
            ["table-begin", id] => Self::Begin(table(id)?),
            ["table-add", id] => Self::Add(table(id)?),
            ["table-move", id, step, mv] => {
                Self::Move(table(id)?, step.parse().ok()?, mv.parse().ok()?)
            }
            ["table-moves", id, step] => Self::Moves(table(id)?, step.parse().ok()?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Set | Self::Again(_) => Shown::NewMessage,
            Self::Join(_)
            | Self::Leave(_)
            | Self::Begin(_)
            | Self::Add(_)
            | Self::Move(..)
            | Self::Moves(..) => Shown::InPlace,
        }
    }
}
