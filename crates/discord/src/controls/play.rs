//! The controls of `play`.

use super::move_control::MoveControl;
use super::{BelongsTo, Control, Id, Seen, Shown};
use crate::drafts::Draft;
use nim_games::Move;
use wythoff_game::records::Word;
use wythoff_game::{Agreement, Seat, Timestamp};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayControl {
    /// Chooses a move, or a part of one.
    Choose(Seen, MoveControl),
    /// On a private message: makes the given move.
    Play(Seen, Move),
    /// Takes back the member's latest move and the bot's reply.
    TakeBack(Seen),
    /// Asks the other member for something.
    Ask(Seen, Agreement),
    /// On the message that asks: agrees.
    Agree {
        seen: Seen,
        on: Agreement,
        by: Seat,
        /// The last moment at which that can be agreed to.
        until: Timestamp,
    },
    /// On the message that asks: goes on as before.
    GoOn(Seen),
}

impl Control for PlayControl {
    fn id(self) -> Id {
        match self {
            Self::Choose(seen, choice) => Id::in_game(seen, choice.to_string()),
            Self::Play(seen, mv) => Id::in_game(seen, format!("play:{mv}")),
            Self::TakeBack(seen) => Id::in_game(seen, "back"),
            Self::Ask(seen, on) => Id::in_game(seen, format!("ask:{}", on.word())),
            Self::Agree {
                seen,
                on,
                by,
                until,
            } => {
                let (on, by) = (on.word(), by.word());
                Id::in_game(seen, format!("agree:{on}:{by}:{}", until.0))
            }
            Self::GoOn(seen) => Id::in_game(seen, "go-on"),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let seen = seen?;
        Some(match *words {
            ["play", mv] => Self::Play(seen, mv.parse().ok()?),
            ["back"] => Self::TakeBack(seen),
            ["ask", on] => Self::Ask(seen, Word::from_word(on)?),
            ["go-on"] => Self::GoOn(seen),
            ["agree", on, by, until] => Self::Agree {
                seen,
                on: Word::from_word(on)?,
                by: Word::from_word(by)?,
                until: Timestamp(until.parse().ok()?),
            },
            _ => Self::Choose(seen, MoveControl::read(words)?),
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Play(..) => Shown::NewMessageInstead,
            Self::Ask(..) => Shown::NewMessage,
            Self::Choose(..) | Self::TakeBack(_) | Self::Agree { .. } | Self::GoOn(_) => {
                Shown::InPlace
            }
        }
    }

    fn belongs_to(self) -> BelongsTo {
        BelongsTo::Running
    }

    fn draft(self) -> Option<Draft> {
        match self {
            Self::Choose(_, choice) => choice.draft_of_select(),
            Self::Play(..)
            | Self::TakeBack(_)
            | Self::Ask(..)
            | Self::Agree { .. }
            | Self::GoOn(_) => None,
        }
    }
}
