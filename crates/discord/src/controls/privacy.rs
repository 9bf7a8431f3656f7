//! The controls of `privacy`.

use super::{Control, Id, Seen, Shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrivacyControl {
    /// Sends everything that is stored about the member.
    Export,
    /// Opens the form that asks whether to erase everything.
    Erase,
    /// Says in full what is stored, and why.
    More,
}

impl Control for PrivacyControl {
    fn id(self) -> Id {
        match self {
            Self::Export => Id::without_game("export"),
            Self::Erase => Id::without_game("erase"),
            Self::More => Id::without_game("privacy"),
        }
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match words {
            ["export"] => Some(Self::Export),
            ["erase"] => Some(Self::Erase),
            ["privacy"] => Some(Self::More),
            _ => None,
        }
    }

    fn shown(self) -> Shown {
        // The page with the buttons stays as it is.
        Shown::NewMessage
    }
}
