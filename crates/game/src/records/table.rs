//! A table, with where it is.

use super::{InteractionId, MessageId, Place};
use crate::Table;

/// A table, with where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecord {
    /// The interaction that made it.
    pub id: InteractionId,
    pub place: Place,
    /// Its message, once it is known.
    pub message: Option<MessageId>,
    pub table: Table,
}

/// How often a member has sat at a table that was played to its end, and won there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTally {
    pub played: u64,
    pub won: u64,
}
