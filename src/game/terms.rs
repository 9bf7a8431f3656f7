//! What is agreed before a game begins: its number, who plays, the piles, the clock, the stake.

use super::{Clock, Players, Stake};
use crate::rules::wythoff::Position;

/// A game's number: the snowflake of the interaction that made it, so that no interaction can make two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

/// How many moves have been made; the one who began moves at even plies.
pub type Ply = u32;

/// What is agreed before a game begins, and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Who plays; the first begins.
    pub players: Players,
    /// The piles to begin with.
    pub piles: Position,
    /// The time for each move.
    pub clock: Clock,
    /// What is at stake.
    pub stake: Stake,
}

impl Terms {
    /// The terms of every game against the bot: nothing is at stake, and the bot waits for a week.
    #[must_use]
    pub const fn against_the_bot(players: Players, piles: Position) -> Self {
        Self {
            players,
            piles,
            clock: Clock::Week,
            stake: Stake::Casual,
        }
    }
}
