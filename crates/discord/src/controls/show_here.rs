//! Showing a private answer to everybody: the control of that answer, behind the word `here`. And the
//! control that takes it away again.

use super::{Control, Id, Seen};
use wythoff_game::MemberId;

/// The word before the words of the control whose answer is shown.
const HERE: &str = "here";

/// The id of the control that shows the answer of `control` to everybody.
pub(crate) fn here(control: impl Control) -> Id {
    control.id().after(HERE)
}

/// The id of the control whose answer is to be shown, if `id` is made by [`here`].
pub(crate) fn answer_behind(id: &str) -> Option<String> {
    let words = id.splitn(5, ':').collect::<Vec<_>>();
    match *words {
        [version, game, point, HERE, answer] => Some(format!("{version}:{game}:{point}:{answer}")),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShowHereControl {
    /// Removes what that member has shown.
    Remove(MemberId),
}

impl Control for ShowHereControl {
    fn id(self) -> Id {
        let Self::Remove(by) = self;
        Id::without_game(format!("shown-remove:{}", by.0))
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        match *words {
            ["shown-remove", by] => Some(Self::Remove(MemberId(by.parse().ok()?))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::parse;
    use crate::controls::review::{ReviewControl, ReviewPage};
    use wythoff_game::{GameId, Point};

    #[test]
    fn ids_read_back_and_fit() {
        let removes = ShowHereControl::Remove(MemberId(i64::MAX));
        assert_eq!(parse(&removes.id().to_string()), Some(removes));
        let point = Point {
            ply: u32::MAX,
            branch: u32::MAX,
        };
        let game = GameId(i64::MAX);
        let answer = ReviewControl::Page(Seen { game, point }, ReviewPage::Number(u32::MAX));
        let shown = here(answer).to_string();
        assert!(shown.len() <= 100, "{shown}");
        assert_eq!(answer_behind(&shown), Some(answer.id().to_string()));
        assert_eq!(answer_behind(&answer.id().to_string()), None);
    }
}
