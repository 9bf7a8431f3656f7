//! The controls of `resign`.

use super::{BelongsTo, Control, Id, Seen, Shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResignControl {
    /// On a board: asks for confirmation.
    Ask(Seen),
    /// Resigns, unless the game has moved on since.
    Confirm(Seen),
    KeepPlaying,
}

impl Control for ResignControl {
    fn id(self) -> Id {
        match self {
            Self::Ask(seen) => Id::in_game(seen, "resign"),
            Self::Confirm(seen) => Id::in_game(seen, "resigned"),
            Self::KeepPlaying => Id::without_game("keep"),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match (seen, words) {
            (Some(seen), ["resign"]) => Some(Self::Ask(seen)),
            (Some(seen), ["resigned"]) => Some(Self::Confirm(seen)),
            (None, ["keep"]) => Some(Self::KeepPlaying),
            _ => None,
        }
    }

    fn shown(self) -> Shown {
        match self {
            Self::Confirm(_) => Shown::NewMessageInstead,
            Self::Ask(_) | Self::KeepPlaying => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        match self {
            Self::Ask(_) | Self::Confirm(_) => BelongsTo::Running,
            Self::KeepPlaying => BelongsTo::Both,
        }
    }
}
