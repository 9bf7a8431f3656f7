//! The controls of the game of everybody against the Penguin.

use super::move_control::MoveControl;
use super::{Control, Id, Seen, Shown};

/// The server, and the number of the game there.
pub(crate) type BossGame = (i64, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BossControl {
    /// Invites the Penguin to the channel, for managers.
    Invite,
    /// On the game: opens it, to vote.
    Open(BossGame),
    /// Chooses a move to vote for, or a part of one, after that many steps.
    Choose {
        game: BossGame,
        step: usize,
        choice: MoveControl,
    },
    /// On the game: a hint for all.
    Hint(BossGame),
}

impl Control for BossControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Invite => "boss-invite".to_owned(),
            Self::Open((server, number)) => format!("boss:{server}:{number}"),
            Self::Choose {
                game: (server, number),
                step,
                choice,
            } => format!("boss-vote:{server}:{number}:{step}:{choice}"),
            Self::Hint((server, number)) => format!("boss-hint:{server}:{number}"),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let game = |server: &str, number: &str| Some((server.parse().ok()?, number.parse().ok()?));
        Some(match *words {
            ["boss-invite"] => Self::Invite,
            ["boss", server, number] => Self::Open(game(server, number)?),
            ["boss-vote", server, number, step, ref choice @ ..] => Self::Choose {
                game: game(server, number)?,
                step: step.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["boss-hint", server, number] => Self::Hint(game(server, number)?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Invite | Self::Open(_) | Self::Hint(_) => Shown::NewMessage,
            Self::Choose { .. } => Shown::InPlace,
        }
    }
}
