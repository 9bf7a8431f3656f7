//! Storage. The only layer that knows SQL.
//!
//! A change is a use case in a write transaction ([`Store::change`], [`Tx`]); a read is a use case
//! in a read transaction ([`Store::read`], [`Read`]). Each statement is a method of [`Tx`] or
//! [`Read`], in the file for its subject. Changes are carried out one after the other, so what a
//! change reads stays true until it is committed.
//!
//! Statements go through `sqlx::Any`, in SQL that SQLite and PostgreSQL understand. What only one
//! of them has is in `engine`.
//!
//! Functions fail with [`Error::Database`] if the database fails, and with [`Error::Corrupt`] if it
//! holds a value that this program never writes. Reads fail with [`Error::Slow`] after a timeout,
//! and with [`Error::Lost`] once the database is lost: deleted, replaced or taken over.

#![expect(clippy::missing_errors_doc, reason = "said above")]

mod batch;
mod bosses;
mod challenges;
mod columns;
mod copy;
mod crown_roles;
mod dailies;
mod daily_posts;
mod dares;
mod deadlines;
mod drafts;
mod drawn;
mod engine;
mod erasure;
mod error;
mod game_columns;
mod games;
mod hidden;
mod identifies;
mod installation;
mod interactions;
mod ladders;
mod leaderboards;
mod lessons;
mod limits;
mod members;
mod months;
mod notifications;
mod posts;
mod practice;
mod predictions;
mod questions;
mod queue;
mod races;
mod ratings;
mod reminders;
mod servers;
mod statement;
mod stats;
mod store;
mod tables;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod tokens;
mod transaction;
mod unsent;
mod weeks;

pub use engine::Database;
pub use engine::table::CopyError;
pub use error::{Error, OpenError, Result};
pub use members::Member;
pub use queue::{Pending, Status};
pub use stats::RecentMove;
pub use store::Store;
pub use transaction::{Read, Tx};
