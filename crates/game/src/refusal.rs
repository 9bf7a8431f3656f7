//! Every reason to refuse an action in a game.

use thiserror::Error;

use nim_games::IllegalMove;

/// Why an action was refused. It is an answer, not a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game would be over before it began.
    #[error("there is nothing to take")]
    NothingToTake,
    /// The member does not play in this game.
    #[error("not a player of this game")]
    NotAPlayer,
    /// The game is over.
    #[error("the game has ended")]
    Ended,
    /// The player acted on a board that shows an outdated position.
    #[error("the board that was used is stale")]
    OutdatedBoard,
    /// The opponent is to move.
    #[error("the opponent is to move")]
    NotYourTurn,
    /// The time for the move has run out.
    #[error("the time has run out")]
    OutOfTime,
    /// A game between members cannot be abandoned. It can be resigned.
    #[error("a game between members cannot be abandoned")]
    CannotAbandon,
    /// The player has made no move yet.
    #[error("no move to take back")]
    NothingToTakeBack,
    /// In this rated game, moves have been taken back as often as it may be.
    #[error("moves were taken back before")]
    TakenBackBefore,
    /// Moves cannot be taken back in a game between members without asking the other one.
    #[error("moves between members cannot be taken back")]
    CannotTakeBack,
    /// Nobody agrees to what they have asked for themselves.
    #[error("the player's own request")]
    OwnRequest,
    /// The game is not over yet, so nothing can follow it.
    #[error("the game is still running")]
    StillRunning,
    /// Nobody plays against themselves.
    #[error("a challenge to oneself")]
    Yourself,
    /// The challenge is for somebody else.
    #[error("not the invited member")]
    NotInvited,
    /// Challengers cannot answer their own challenges.
    #[error("the member's own challenge")]
    OwnChallenge,
    /// Only challengers can withdraw their challenges.
    #[error("not the challenger")]
    NotYourChallenge,
    /// The challenge was accepted, declined or withdrawn, or has already been closed as expired.
    #[error("the challenge is closed")]
    ChallengeClosed,
    /// Nobody answered the challenge in time.
    #[error("the challenge has expired")]
    ChallengeExpired,
    /// The answer has to say who starts.
    #[error("the answer does not say who begins")]
    MustChooseWhoStarts,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}
