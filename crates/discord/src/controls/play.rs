//! The controls of `play`.

use super::move_control::MoveControl;
use super::{BelongsTo, Control, Id, Seen, Shown};
use crate::drafts::Draft;
use nim_games::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayControl {
    /// Chooses a move, or a part of one.
    Choose(Seen, MoveControl),
    /// On a private message: makes the given move.
    Play(Seen, Move),
    /// Takes back the member's latest move and the bot's reply.
    TakeBack(Seen),
}

impl Control for PlayControl {
    fn id(self) -> Id {
        match self {
            Self::Choose(seen, choice) => Id::in_game(seen, choice.to_string()),
            Self::Play(seen, mv) => Id::in_game(seen, format!("play:{mv}")),
            Self::TakeBack(seen) => Id::in_game(seen, "back"),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let seen = seen?;
        Some(match *words {
            ["play", mv] => Self::Play(seen, mv.parse().ok()?),
            ["back"] => Self::TakeBack(seen),
            _ => Self::Choose(seen, MoveControl::read(words)?),
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Play(..) => Shown::NewMessageInstead,
            Self::Choose(..) | Self::TakeBack(_) => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        BelongsTo::Running
    }

    fn draft(self) -> Option<Draft> {
        match self {
            Self::Choose(_, choice) => choice.draft_of_select(),
            Self::Play(..) | Self::TakeBack(_) => None,
        }
    }
}
