//! Errors of the database.

use std::path::PathBuf;

use sqlx::error::ErrorKind;
use thiserror::Error;

/// The result of a read or a change.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not read or not saved.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused, or did not answer in time.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// A read took longer than its time limit.
    #[error("the database did not answer in time")]
    Slow,
    /// A row holds a value that this program never writes.
    #[error("{table}.{column} of {id} makes no sense")]
    Corrupt {
        table: &'static str,
        column: String,
        /// The id of what the row is about.
        id: i64,
        /// What is wrong with it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The change was rolled back. Nothing of it is stored.
    #[error("the change was rolled back")]
    RolledBack,
    /// The files of the database are gone, or another process has taken it over.
    #[error("the database was deleted or replaced, or another wythoff has taken it over")]
    Lost,
}

impl Error {
    /// Whether only one change failed, by breaking a constraint or reading an invalid value. Then
    /// only this change is rolled back. After any other failure, SQLite may have rolled back the
    /// whole transaction by itself.
    pub(super) fn affects_only_one_change(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Database(error)) => {
                let code = error.code().unwrap_or_default();
                // PostgreSQL's class of data exceptions, such as a value that it cannot store.
                let is_bad_value = code.len() == 5 && code.starts_with("22");
                is_bad_value || !matches!(error.kind(), ErrorKind::Other)
            }
            Self::Database(
                sqlx::Error::RowNotFound
                | sqlx::Error::ColumnNotFound(_)
                | sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::Decode(_),
            )
            | Self::Corrupt { .. } => true,
            Self::Database(_) | Self::Slow | Self::RolledBack | Self::Lost => false,
        }
    }
}

/// Why the database cannot be used. It is left as it was found.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The address does not name a database. The text says why, after the name of the setting and without the
    /// password.
    #[error("{0}")]
    Address(String),
    /// Another process is using it.
    #[error(
        "{0} is in use by another wythoff; stop that one first, or run all of them with INTERACTIONS=http on PostgreSQL"
    )]
    InUse(String),
    /// Its name is not UTF-8, which SQLite needs.
    #[error("the name of {} is not UTF-8", .0.display())]
    NotUtf8(PathBuf),
    /// There is no such file.
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    /// It is no longer there.
    #[error("{} is gone or empty; put it or a backup back, or remove {} to begin with an empty database", .file.display(), .lock.display())]
    Gone {
        /// Where it was.
        file: PathBuf,
        /// The file that shows that it was there.
        lock: PathBuf,
    },
    #[error("{} is read-only; the bot has to write to it", .0.display())]
    ReadOnly(PathBuf),
    /// It has several names.
    #[error("{} has several names (hard links); the bot needs a file of its own", .0.display())]
    Linked(PathBuf),
    /// It is mounted alone, without its folder.
    #[error("{} is mounted as a single file; mount its folder, since its log lies beside it", .0.display())]
    Mounted(PathBuf),
    /// It is not an SQLite file, or it is damaged.
    #[error("{} is damaged or not an SQLite database; put a backup in its place", .path.display())]
    Damaged {
        /// Where it is.
        path: PathBuf,
        /// What SQLite says.
        #[source]
        source: Option<sqlx::Error>,
    },
    /// Another program made it.
    #[error(
        "{0} was made by another program, or by a wythoff that was never released; choose another database"
    )]
    NotOurs(String),
    /// A later version of this program made it.
    #[error("{0} was made by a newer wythoff; run that one, or put an older backup in its place")]
    Newer(String),
    /// A version of this program from before its first release made it.
    #[error(
        "{0} was made by a version of wythoff from before its first release, whose tables cannot be migrated; choose another database"
    )]
    Older(String),
    /// The tables are not up to date.
    #[error("the tables of {0} are not up to date; run `wythoff migrate` first")]
    Outdated(String),
    /// A migration was not finished.
    #[error("the tables of {0} are half migrated; put a backup in its place")]
    HalfMigrated(String),
    /// The tables are not up to date, and may not be changed by this role.
    #[error(
        "the tables of {0} are not up to date, and this role may not change them; run `wythoff migrate` with the role that owns them"
    )]
    MayNotMigrate(String),
    /// No server answers.
    #[error("{name} cannot be reached")]
    Unreachable {
        /// The database.
        name: String,
        /// The error of the last attempt.
        source: sqlx::Error,
    },
    /// The server does not let the bot in.
    #[error(
        "{name} does not let the bot in; check the role, the password, the database and the certificates in DATABASE_URL"
    )]
    Denied {
        /// The database.
        name: String,
        /// What the server says.
        source: sqlx::Error,
    },
    /// The server is too old, or set to lose what it has confirmed.
    #[error("{name} cannot be used: {why}")]
    Unfit {
        /// The database.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// The lock file beside it, or the file itself, cannot be made or reached.
    #[error("{} cannot be opened", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The database refuses for another reason.
    #[error("the database cannot be opened")]
    Database(#[from] sqlx::Error),
    /// The values that are loaded first cannot be read.
    #[error("the database cannot be read")]
    Unreadable(#[from] Error),
    /// The tables cannot be brought up to date.
    #[error("the tables of the database cannot be brought up to date")]
    Migration(#[from] sqlx::migrate::MigrateError),
}
