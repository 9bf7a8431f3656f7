//! The types of a copy of a database: what it knows about a column, and why it failed.

use std::error::Error;

use thiserror::Error as ThisError;

use super::sqlite::{FULL, primary_code};
use crate::OpenError;

/// Why a database was not copied into another one (*the other database*). No row was copied, unless the
/// variant says otherwise; the other database may have been migrated.
#[derive(Debug, ThisError)]
pub enum CopyError {
    /// One of the two databases cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// One of the two databases failed.
    #[error("the copy failed")]
    Database(#[from] sqlx::Error),
    /// SQLite has no room for the copy.
    #[error("no storage space is left where the copy is made")]
    Full,
    /// The answer to the `COMMIT` of the copy was lost.
    #[error(
        "everything was copied, but it is unknown whether the other database has kept it; check it"
    )]
    Unanswered(#[source] sqlx::Error),
    /// A bot has begun to use the database that is copied.
    #[error("a bot has begun to use this database meanwhile; stop it, and copy again")]
    TakenOver,
    /// The other database is this one.
    #[error("that is the same database; name another one, which is empty")]
    Itself,
    /// The other database is not empty.
    #[error("the table {0} of the other database is not empty; name an empty database")]
    NotEmpty(&'static str),
    /// A table that was read back differs from the original.
    #[error("the table {0} was not copied correctly")]
    Different(&'static str),
    /// What is copied contradicts itself.
    #[error("{0}; restore a backup first")]
    Inconsistent(String),
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Real,
    Text,
    Blob,
}

/// A column: its name and type.
pub(crate) type Column = (String, Kind);

impl CopyError {
    /// Whether SQLite had no room. Reading fills nothing: it is the place of the copy.
    fn is_full(&self) -> bool {
        let mut cause: Option<&(dyn Error + 'static)> = Some(self);
        while let Some(error) = cause {
            let database = error.downcast_ref::<sqlx::Error>();
            if database.and_then(primary_code) == Some(FULL) {
                return true;
            }
            cause = error.source();
        }
        false
    }

    /// The same error once the incomplete copy was deleted: it no longer matters whether its `COMMIT`
    /// arrived, or in which of its statements the storage space ended.
    pub(crate) fn once_removed(self) -> Self {
        match self {
            Self::Unanswered(error) => Self::Database(error),
            _ if self.is_full() => Self::Full,
            Self::Full
            | Self::Open(_)
            | Self::Database(_)
            | Self::TakenOver
            | Self::Itself
            | Self::NotEmpty(_)
            | Self::Different(_)
            | Self::Inconsistent(_) => self,
        }
    }
}
