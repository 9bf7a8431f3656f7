//! The controls of `challenge`.

use super::{BelongsTo, Control, Id, Seen, Shown};
use wythoff_game::records::Word;
use wythoff_game::{ChallengeAnswer, GameId, MemberId, NextGame};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChallengeControl {
    /// The form for a challenge, and the button that opens it. The member is set if the form was
    /// opened from that member's Apps menu.
    Form(Option<MemberId>),
    Answer(GameId, ChallengeAnswer),
    /// Votes for the next game with the same member.
    Rematch(Seen, NextGame),
}

impl Control for ChallengeControl {
    fn id(self) -> Id {
        match self {
            Self::Form(None) => Id::without_game("challenge:-"),
            Self::Form(Some(MemberId(member))) => Id::without_game(format!("challenge:{member}")),
            Self::Answer(id, answer) => {
                Id::in_game(Seen::anywhere(id), format!("answer:{}", answer.word()))
            }
            Self::Rematch(seen, next) => Id::in_game(seen, format!("rematch:{}", next.word())),
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["challenge", member] => {
                let member = member.parse().ok().filter(|&member| member > 0);
                Self::Form(member.map(MemberId))
            }
            ["answer", answer] => Self::Answer(seen?.game, Word::from_word(answer)?),
            ["rematch", next] => Self::Rematch(seen?, Word::from_word(next)?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Form(_) => Shown::NewMessage,
            Self::Answer(..) | Self::Rematch(..) => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        match self {
            Self::Form(_) | Self::Answer(..) => BelongsTo::Both,
            Self::Rematch(..) => BelongsTo::Finished,
        }
    }
}
