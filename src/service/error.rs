//! Why something was not done: a refusal, which is an answer to a person, or a fault, which is not.

use thiserror::Error;

use crate::game::{self, Timestamp};
use crate::records::{GameRecord, MessageId, Place};
use crate::store;

/// What a use case has done, or why it ended without effect.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a use case ended without effect.
#[derive(Debug, Error)]
pub enum Error {
    /// The person is told why.
    #[error("refused: {why:?}")]
    Refused {
        /// The reason.
        why: Refusal,
        /// The game that it is about, where there is one.
        game: Option<Box<GameRecord>>,
    },
    /// Something is broken.
    #[error("the use case failed")]
    Fault(#[from] store::Error),
}

/// Every reason of its own for which a use case is turned down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of a game forbid it.
    Game(game::Refusal),
    /// There is no such game, or not for this member.
    UnknownGame,
    /// The member has no running game here.
    NoGameHere,
    /// The member has no finished game here.
    NoFinishedGameHere,
    /// The game that was named is played in another channel.
    Elsewhere,
    /// Several games could be meant.
    Ambiguous(Vec<GameRecord>),
    /// The member has several games here, and in none of them can that be done now.
    NoneFits(Vec<GameRecord>),
    /// The two have a running game here already.
    AlreadyRunning,
    /// The member has as many running games as one may have.
    TooManyGames,
    /// Another game already goes on from this one.
    AlreadyFollowed,
    /// The interaction was answered before, with a refusal.
    Repeated,
    /// The opponent has as many running games as one may have.
    OpponentTooManyGames,
    /// The time is over, but the bot has been away, and will give it back in a moment.
    ComingBack,
    /// The opponent has erased everything, and cannot be played with again.
    FormerPlayer,
    /// The member has said already how to go on, and waits for the opponent.
    AlreadyOffered,
    /// The server wants smaller piles.
    PileTooLarge {
        /// The largest pile.
        most: u64,
    },
    /// The member has as many open challenges as one may have.
    TooManyChallenges,
    /// The member has challenged that one here already; where the message is.
    AlreadyChallenged(Option<(Place, MessageId)>),
    /// The same challenge was declined a short while ago.
    DeclinedBefore {
        /// From when on it can be made again.
        again: Timestamp,
    },
    /// The settings of the other one refuse it.
    NotWelcome,
}

impl From<game::Refusal> for Refusal {
    fn from(refusal: game::Refusal) -> Self {
        Self::Game(refusal)
    }
}

impl Error {
    pub(super) fn refused(why: impl Into<Refusal>) -> Self {
        Self::Refused {
            why: why.into(),
            game: None,
        }
    }

    /// A refusal that is about that game.
    pub(crate) fn about(why: impl Into<Refusal>, record: GameRecord) -> Self {
        Self::Refused {
            why: why.into(),
            game: Some(Box::new(record)),
        }
    }
}
