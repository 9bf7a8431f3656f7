//! Messages in which what members do gathers: a dare with its results, a question with its answers.

use std::time::Duration;

use super::InteractionId;

/// How long they are kept: a message that is older is hardly read any more.
pub const POSTS_KEPT: Duration = Duration::from_hours(24 * 14);

/// Such a message, by the interaction that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Post {
    Dare(InteractionId),
    Question(InteractionId),
}
