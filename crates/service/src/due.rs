//! What comes of deadlines.

use super::GameUpdate;
use super::boards::Abandoned;
use super::challenge::ClosedChallenge;
use wythoff_game::Day;
use wythoff_game::records::{DailyTo, InteractionId, TableRecord};

/// Something that was due.
#[derive(Clone, Debug)]
pub enum Due {
    /// A game has ended because the time ran out.
    Ended(GameUpdate),
    /// The time ran out in a game that nobody has seen.
    Unseen(Abandoned),
    /// The player to move is reminded.
    Reminded(GameUpdate),
    /// Nobody has answered a challenge.
    Expired(ClosedChallenge),
    /// The puzzle of the day is to be posted in a server, or a member to be reminded of it. `None` if that was due,
    /// but is left out today.
    Daily(Option<(DailyTo, Day)>),
    /// A game against the Penguin has begun in a server, or its votes were counted.
    Boss(i64),
    /// The time ran out at a table.
    Table(InteractionId),
    /// The member on turn at a table is called.
    SlowTurn(Box<TableRecord>),
    /// The post of a puzzle in a server is over.
    DailyEnded(i64, Day),
}
