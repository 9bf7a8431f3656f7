//! Why a use case had no effect: a refusal, which is an answer, or a fault.

use thiserror::Error;

use nim_games::{BadPosition, Variant};
use wythoff_game::Timestamp;
use wythoff_game::records::{GameRecord, MessageId, Place};

/// The result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a use case had no effect.
#[derive(Debug, Error)]
pub enum Error {
    /// It was refused. The member is told why.
    #[error("refused: {why:?}")]
    Refused {
        /// The reason.
        why: Refusal,
        /// The game that it is about, if there is one.
        game: Option<Box<GameRecord>>,
    },
    /// The store failed.
    #[error("the use case failed")]
    Fault(#[from] wythoff_store::Error),
}

/// Every reason to refuse a use case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game or challenge does not allow it.
    Game(wythoff_game::Refusal),
    /// There is no such game in this channel, or the member does not play in it.
    UnknownGame,
    /// The member has no running game here.
    NoGameHere,
    /// There are no hints in games between members.
    NoHints,
    /// The member has no finished game here.
    NoFinishedGameHere,
    /// The named game is played in another channel.
    Elsewhere,
    /// Several games could be meant.
    Ambiguous(Vec<GameRecord>),
    /// The member has several games here, but the action is not possible in any of them now.
    NoSuitableGame(Vec<GameRecord>),
    /// The two already have a running game here.
    AlreadyRunning,
    /// The member has too many running games.
    TooManyGames,
    /// Another game already follows this one.
    AlreadyFollowed,
    /// The interaction has already been carried out.
    AlreadyHandled,
    /// The opponent has too many running games.
    OpponentTooManyGames,
    /// The time is up, but the bot was away and is about to extend the deadline.
    ExtendingDeadlines,
    /// The opponent is a former player.
    FormerPlayer,
    /// The member has asked the other one just now, who may still answer.
    AskedBefore,
    /// The member has already voted for that next game, and is waiting for the opponent.
    AlreadyVoted,
    /// A heap is larger than the server allows.
    HeapTooLarge {
        /// The largest heap that the server allows.
        most: u64,
    },
    /// There is no such position.
    BadPosition(Variant, BadPosition),
    /// The member has too many open challenges.
    TooManyChallenges,
    /// The member has already challenged this opponent here, in that message.
    AlreadyChallenged(Option<(Place, MessageId)>),
    /// The invited member declined a challenge from this member a short time ago.
    DeclinedBefore {
        /// When a challenge can be made again.
        retry_at: Timestamp,
    },
    /// The member has challenged this opponent too often lately.
    ChallengedTooOften {
        /// When a challenge can be made again.
        retry_at: Timestamp,
    },
    /// The opponent has too many open challenges.
    TooManyReceived,
    /// The member has already blocked the maximum number of members.
    TooManyBlocked,
    /// The other member's settings refuse it.
    ChallengesNotAccepted,
    /// The answer would help with a puzzle that the member has not finished.
    HelpsWithPuzzle(HelpedPuzzle),
    /// A game between members would begin at a position of a puzzle that the member has not finished, and which would
    /// have to wait for the game.
    IsPuzzle,
    /// It would help in a running game of the member with another one.
    BeingPlayed,
    /// It would help the server against the Penguin.
    HelpsAgainstPenguin,
    /// Shown to everybody, it would help in a running game between members in the channel.
    BeingPlayedHere,
    /// Shown to everybody, it would give a puzzle away that still counts.
    SpoilsPuzzle,
    /// It would answer an open question in the channel, or say how a dare there is won.
    AnswersQuestion,
    /// The second of two games is not over.
    PairNotOver,
    /// The member has blocked the opponent.
    YouBlocked,
}

impl From<wythoff_game::Refusal> for Refusal {
    fn from(refusal: wythoff_game::Refusal) -> Self {
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

    pub fn about(why: impl Into<Refusal>, record: GameRecord) -> Self {
        Self::Refused {
            why: why.into(),
            game: Some(Box::new(record)),
        }
    }
}

/// Which puzzles of the day an answer would help with. Yesterday's counts until an hour after midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpedPuzzle {
    Todays,
    Yesterdays,
    Both,
}
