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
    #[error("refused: {why}")]
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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The rules of a game forbid it.
    #[error(transparent)]
    Game(#[from] game::Refusal),
    /// There is no such game, or not for this member.
    #[error("no such game")]
    UnknownGame,
    /// The member has no running game here.
    #[error("no running game here")]
    NoGameHere,
    /// The member has no finished game here.
    #[error("no finished game here")]
    NoFinishedGameHere,
    /// The game that was named is played in another channel.
    #[error("the game is in another channel")]
    Elsewhere,
    /// Several games could be meant.
    #[error("several games could be meant")]
    Ambiguous(Vec<GameRecord>),
    /// The member has several games here, and in none of them can that be done now.
    #[error("none of the games here fits")]
    NoneFits(Vec<GameRecord>),
    /// The two have a running game here already.
    #[error("a game is running here already")]
    AlreadyRunning,
    /// The member has as many running games as one may have.
    #[error("too many running games")]
    TooManyGames,
    /// Another game already goes on from this one.
    #[error("the game has been followed by another")]
    AlreadyFollowed,
    /// The interaction was answered before, with a refusal.
    #[error("the interaction was answered before")]
    Repeated,
    /// The opponent has as many running games as one may have.
    #[error("the opponent has too many running games")]
    OpponentTooManyGames,
    /// The time is over, but the bot has been away, and will give it back in a moment.
    #[error("the bot has just come back")]
    ComingBack,
    /// The opponent has erased everything, and cannot be played with again.
    #[error("the opponent is a former player")]
    FormerPlayer,
    /// The member has said already how to go on, and waits for the opponent.
    #[error("a sequel has been offered already")]
    AlreadyOffered,
    /// The server wants smaller piles.
    #[error("a pile holds at most {most} here")]
    PileTooLarge {
        /// The largest pile.
        most: u64,
    },
    /// The member has as many open challenges as one may have.
    #[error("too many open challenges")]
    TooManyChallenges,
    /// The member has challenged that one here already; where the message is.
    #[error("an open challenge to the same member")]
    AlreadyChallenged(Option<(Place, MessageId)>),
    /// The same challenge was declined a short while ago.
    #[error("the same challenge was declined")]
    DeclinedBefore {
        /// From when on it can be made again.
        again: Timestamp,
    },
    /// The settings of the other one refuse it.
    #[error("not welcome")]
    NotWelcome,
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
