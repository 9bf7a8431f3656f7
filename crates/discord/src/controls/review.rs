//! The controls of `review`.

use super::{Control, Id, Seen, Shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewControl {
    /// On a board: opens the review.
    Open(Seen),
    /// Turns the review to the given page.
    Page(Seen, ReviewPage),
    /// Shows the game as text.
    AsText(Seen),
    /// Says in a sentence why the game was won and lost.
    Why(Seen),
    /// Explains the position with a map of others.
    Explain(Seen),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewPage {
    /// The page with the turning point, or the first page if there is none.
    TurningPoint,
    /// The page with the given index, from 0.
    Number(u32),
}

impl Control for ReviewControl {
    fn id(self) -> Id {
        match self {
            Self::Open(seen) => Id::in_game(seen, "review"),
            Self::Page(seen, page) => {
                let page = match page {
                    ReviewPage::TurningPoint => "turn".to_owned(),
                    ReviewPage::Number(number) => number.to_string(),
                };
                Id::in_game(seen, format!("page:{page}"))
            }
            Self::AsText(seen) => Id::in_game(seen, "text"),
            Self::Why(seen) => Id::in_game(seen, "why"),
            Self::Explain(seen) => Id::in_game(seen, "explain"),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let seen = seen?;
        Some(match *words {
            ["review"] => Self::Open(seen),
            ["page", page] => {
                let page = match page {
                    "turn" => ReviewPage::TurningPoint,
                    number => ReviewPage::Number(number.parse().ok()?),
                };
                Self::Page(seen, page)
            }
            ["text"] => Self::AsText(seen),
            ["why"] => Self::Why(seen),
            ["explain"] => Self::Explain(seen),
            _ => return None,
        })
    }

    /// `Page` turns the page in place all the same; only its refusals are new messages.
    fn shown(self) -> Shown {
        Shown::NewMessage
    }
}
