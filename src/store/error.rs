//! Errors of the database.

use std::path::PathBuf;

use thiserror::Error;

/// The result of a read or a change.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not read or not saved.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused, or did not answer in time.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// A read took longer than a player can wait.
    #[error("the database did not answer in time")]
    Slow,
    /// A row holds a value that this program never writes.
    #[error("the stored {0} makes no sense")]
    Corrupt(&'static str),
    /// The change was rolled back with its group. Nothing of it is stored.
    #[error("the change was rolled back")]
    RolledBack,
    /// The files of the database are gone.
    #[error("the database was deleted or replaced")]
    Lost,
    /// A job reads a value that is not loaded yet. It is loaded, and the job runs again. Callers never see this.
    #[error("a value is not loaded yet")]
    Missing,
}

/// Why the database cannot be used. It is left as it was found.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The address is not one of an SQLite file.
    #[error("DATABASE_URL must name an SQLite file, as sqlite://wythoff.db does, not {0:?}")]
    Address(String),
    /// Another process has it.
    #[error("{} is in use by another wythoff; stop that one first", .0.display())]
    InUse(PathBuf),
    /// Its name is not UTF-8, which SQLite needs.
    #[error("the name of {} is not UTF-8", .0.display())]
    NotText(PathBuf),
    /// There is no such file.
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    /// It is read-only.
    #[error("{} is read-only; the bot has to write to it", .0.display())]
    ReadOnly(PathBuf),
    /// It is no SQLite file, or a broken one.
    #[error("{} is damaged, or no SQLite database; put a backup in its place", .path.display())]
    Damaged {
        /// Where it is.
        path: PathBuf,
        /// What SQLite says.
        #[source]
        source: Option<sqlx::Error>,
    },
    /// Another program made it.
    #[error("{} was not made by wythoff; choose another file", .0.display())]
    NotOurs(PathBuf),
    /// A later version of this program made it.
    #[error("{} was made by a newer wythoff; run that one, or put an older backup in its place", .0.display())]
    Newer(PathBuf),
    /// The lock file beside it, or the file itself, cannot be made or reached.
    #[error("{} cannot be opened", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// SQLite refuses for another reason.
    #[error("the database cannot be opened")]
    Database(#[from] sqlx::Error),
    /// The values that are loaded first cannot be read.
    #[error("the database cannot be read")]
    Unreadable(#[from] Error),
    /// The tables cannot be brought up to date.
    #[error("the tables of the database cannot be brought up to date")]
    Migration(#[from] sqlx::migrate::MigrateError),
}
