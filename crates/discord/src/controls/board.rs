//! The controls of `board`.

use super::{Control, Id, Seen, Shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardControl {
    Show(Seen),
}

impl Control for BoardControl {
    fn id(self) -> Id {
        let Self::Show(seen) = self;
        Id::in_game(seen, "show")
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        (words == ["show"]).then_some(Self::Show(seen?))
    }

    fn shown(self) -> Shown {
        Shown::NewMessageInstead
    }
}
