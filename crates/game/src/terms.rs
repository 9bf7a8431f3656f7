//! The terms of a game, and its id.

use super::records::InteractionId;
use super::{Clock, Pair, Players, Stake, Timestamp};
use nim_games::Position;

/// A game's id: the snowflake of the interaction that created it, so that one interaction cannot
/// create two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

impl GameId {
    /// The id of a game that follows this one without an interaction: a snowflake of that time, with
    /// the lower bits of this one, so that no two games have the same.
    ///
    /// ```
    /// use wythoff_game::records::InteractionId;
    /// use wythoff_game::{GameId, Timestamp};
    ///
    /// let at = Timestamp(1_700_000_000_000);
    /// let next = GameId(175_928_847_299_117_063).following_at(at);
    /// assert_eq!(InteractionId(next.0).at(), at);
    /// ```
    #[must_use]
    pub fn following_at(self, at: Timestamp) -> Self {
        const BELOW_THE_TIME: i64 = (1 << 22) - 1;
        Self(InteractionId::first_at(at).0 | self.0 & BELOW_THE_TIME)
    }
}

/// The number of moves that have been made. The first player moves at even plies.
pub type Ply = u32;

/// The terms of a game, which never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The players. The first starts.
    pub players: Players,
    pub start: Position,
    /// The time for each move, or for all of them.
    pub clock: Clock,
    /// Whether the game is rated.
    pub stake: Stake,
    /// Whether it is one of two.
    pub pair: Pair,
}

impl Terms {
    /// The terms of a game against the bot: casual, with a week for each move.
    #[must_use]
    pub const fn against_the_bot(players: Players, start: Position) -> Self {
        Self {
            players,
            start,
            clock: Clock::Unlimited,
            stake: Stake::Casual,
            pair: Pair::None,
        }
    }
}
