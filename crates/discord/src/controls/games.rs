//! The controls of `games`.

use super::{Control, Id, Seen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GamesControl {
    /// Shows a page, counted from 0.
    Page(u16),
}

impl Control for GamesControl {
    fn id(self) -> Id {
        let Self::Page(page) = self;
        Id::without_game(format!("games:{page}"))
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match *words {
            ["games", page] => Some(Self::Page(page.parse().ok()?)),
            _ => None,
        }
    }
}
