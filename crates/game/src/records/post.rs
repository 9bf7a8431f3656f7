//! Messages in which what members do gathers: a dare with its results, a question with its answers, a table, the
//! Penguin with the votes, the puzzle of the day with its solvers.

use std::time::Duration;

use super::InteractionId;
use crate::Day;

/// How long they are kept: a message that is older is hardly read any more.
pub const POSTS_KEPT: Duration = Duration::from_hours(24 * 14);

/// Such a message, by the interaction that made it, or by its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Post {
    Dare(InteractionId),
    Question(InteractionId),
    Table(InteractionId),
    /// The Penguin in a server.
    Boss(i64),
    /// The puzzle of a day in a server, with those who have solved it.
    Daily(i64, Day),
    /// The same message once the day is over: it becomes the result.
    DailyResult(i64, Day),
}
