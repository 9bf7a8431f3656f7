//! What differs between SQLite and PostgreSQL. Everything else is SQL that both understand.

mod catalogue;
pub(crate) mod postgres;
pub(crate) mod sqlite;
pub(crate) mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use sqlx::{
    AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Executor as _, SqlSafeStr, SqlStr,
};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use self::table::{Column, CopyError, Kind};
use super::{Error, OpenError, Result};

/// The location of a database.
#[derive(Clone, Debug)]
pub enum Database {
    /// An SQLite file.
    Sqlite(sqlite::Database),
    /// A database of a PostgreSQL server.
    Postgres(postgres::Database),
}

/// An open database.
pub(super) struct Opened {
    pub(super) engine: Engine,
    pub(super) connection: Connection,
    pub(super) readers: AnyPool,
    pub(super) peers: Peers,
}

/// What a process learns about the others that share the database, if there are any.
#[derive(Debug)]
pub(super) struct Peers {
    /// Notified when another process has died.
    pub(super) death: Arc<Notify>,
    /// What this process saw when it last renewed its row.
    pub(super) seen: watch::Receiver<Seen>,
}

/// What a process saw when it last renewed its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// When that was; `None` if it has no row.
    pub(super) at: Option<Instant>,
    /// Whether another version of the program runs as well.
    pub(super) other_version: bool,
}

impl Peers {
    /// For a process that has the database to itself, because it holds the lock.
    fn none() -> Self {
        let seen = Seen {
            at: None,
            other_version: false,
        };
        Self {
            death: Arc::default(),
            seen: watch::channel(seen).1,
        }
    }
}

/// A snapshot of a database that is copied.
pub(super) struct Source {
    pub(super) engine: Engine,
    pub(super) connection: AnyConnection,
    /// `None` for a backup, during which the bot may run.
    pub(super) claim: Option<Claim>,
}

/// What keeps other processes from using a database.
pub(super) enum Claim {
    /// The lock of a file.
    Lock(#[expect(dead_code, reason = "held until it is dropped")] sqlite::Lock),
    /// The row of this process.
    Process(postgres::Process),
}

impl Source {
    pub(super) async fn columns(&mut self, table: &str) -> Result<Vec<Column>, sqlx::Error> {
        let sql = match self.engine {
            Engine::Sqlite => sqlite::COLUMNS,
            Engine::Postgres => postgres::COLUMNS,
        };
        let columns = sqlx::query_as(sql).bind(table.to_owned());
        let columns: Vec<(String, String)> = columns.fetch_all(&mut self.connection).await?;
        let kind = |name: &str| match name {
            "INTEGER" | "bigint" => Kind::Integer,
            "REAL" | "double precision" => Kind::Real,
            "BLOB" | "bytea" => Kind::Blob,
            _ => Kind::Text,
        };
        let columns = columns.into_iter();
        Ok(columns
            .map(|(name, type_name)| (name, kind(&type_name)))
            .collect())
    }

    /// Ends the snapshot, and asks whether other processes have been kept from the database all the
    /// time.
    pub(super) async fn is_still_claimed(&mut self) -> Result<bool, sqlx::Error> {
        let Some(Claim::Process(process)) = &self.claim else {
            return Ok(true);
        };
        self.connection.execute("ROLLBACK").await?;
        process.is_signed_on(&mut self.connection).await
    }

    /// Ends the snapshot, and lets others use the database.
    pub(super) async fn close(mut self) {
        with_short_timeout(self.connection.execute("ROLLBACK")).await;
        if let Some(Claim::Process(process)) = &self.claim {
            process.sign_off(&mut self.connection).await;
        }
        with_short_timeout(self.connection.close()).await;
    }
}

/// How the statements of a transaction are sent, and how long each may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) engine: Engine,
    pub(super) patience: Duration,
}

/// The database system that executes the statements.
#[derive(Clone, Copy, Debug)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
}

/// The connection that writes.
pub(super) enum Connection {
    Sqlite(sqlite::Connection),
    Postgres(postgres::Connection),
}

/// What has become of a batch that could not be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is stored after all: only the answer to its commit was lost.
    Stored,
    /// It is rolled back, and will not reappear.
    RolledBack,
    /// It cannot be found out yet.
    Unknown,
}

impl Database {
    /// Reads an address such as `sqlite://wythoff.db` or `postgres://wythoff@db.example/wythoff`.
    ///
    /// # Errors
    /// [`OpenError::Address`], without the password.
    pub fn at(url: &str) -> Result<Self, OpenError> {
        match url.split_once(':').map_or("", |(scheme, _)| scheme) {
            "sqlite" => sqlite::Database::at(url).map(Self::Sqlite),
            "postgres" | "postgresql" => postgres::Database::at(url).map(Self::Postgres),
            _ => Err(OpenError::Address(
                "must begin with sqlite: or postgres:".to_owned(),
            )),
        }
    }

    /// The same database, shared with other processes if it is on a server.
    #[must_use]
    pub fn shared(self) -> Self {
        match self {
            Self::Sqlite(file) => Self::Sqlite(file),
            Self::Postgres(server) => Self::Postgres(server.shared()),
        }
    }

    /// Whether the other is this one, as far as their addresses tell.
    pub(super) fn is_same(&self, other: &Self) -> Result<bool, OpenError> {
        Ok(match (self, other) {
            (Self::Sqlite(this), Self::Sqlite(other)) => this.resolved()? == other.resolved()?,
            (Self::Postgres(this), Self::Postgres(other)) => this.name() == other.name(),
            (Self::Sqlite(_), Self::Postgres(_)) | (Self::Postgres(_), Self::Sqlite(_)) => false,
        })
    }

    /// Whether other processes may use it, too.
    pub(super) const fn is_shared(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(server) => server.is_shared(),
        }
    }

    /// Opens the database: makes sure that no other process uses it, except those that share it,
    /// checks it and migrates its tables.
    pub(super) async fn open(&self) -> Result<Opened, OpenError> {
        match self {
            Self::Sqlite(file) => file.open().await,
            Self::Postgres(server) => server.open().await,
        }
    }

    /// Creates the tables, or brings them up to date, even while replicas use them: the previous
    /// version can use the new tables, too.
    ///
    /// # Errors
    /// [`OpenError`].
    pub async fn migrate(&self) -> Result<(), OpenError> {
        let Opened {
            connection,
            readers,
            ..
        } = self.clone().shared().open().await?;
        readers.close().await;
        connection.close().await;
        Ok(())
    }

    /// Opens a database that is to be copied, and keeps every bot from using it.
    pub(super) async fn open_to_copy(&self) -> Result<Source, OpenError> {
        match self {
            Self::Sqlite(file) => file.open_to_copy().await,
            Self::Postgres(server) => server.open_to_copy().await,
        }
    }

    /// Whether there is a database, or may be one.
    pub(super) fn exists(&self) -> bool {
        match self {
            // A link may lead to a file that does not exist yet.
            Self::Sqlite(file) => file.path().symlink_metadata().is_ok(),
            Self::Postgres(_) => true,
        }
    }

    /// Removes a database file that was just made.
    pub(super) fn remove(&self) {
        match self {
            Self::Sqlite(file) => file.remove(),
            Self::Postgres(_) => {}
        }
    }

    /// When `wythoff backup` last made a copy of the file. Returns `None` if it never did.
    pub(super) fn last_backup(&self) -> Option<SystemTime> {
        match self {
            Self::Sqlite(file) => file.last_backup(),
            Self::Postgres(_) => None,
        }
    }

    /// Writes a consistent copy to a new SQLite file, even while the bot runs.
    ///
    /// # Errors
    /// [`CopyError`], for example if `to` exists.
    pub async fn back_up(&self, to: &Path) -> Result<(), CopyError> {
        match self {
            Self::Sqlite(file) => Ok(file.back_up(to).await?),
            Self::Postgres(server) => server.back_up(to).await,
        }
    }
}

impl Access {
    /// Begins a write transaction. No other one can begin until it ends.
    pub(super) async fn begin(self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        match self.engine {
            Engine::Sqlite => sqlx::query(sqlite::BEGIN)
                .execute(connection)
                .await
                .map(drop),
            Engine::Postgres => postgres::begin(connection, self.patience).await,
        }
    }

    /// The statement that begins a write transaction, if it can be sent together with the next one.
    pub(super) const fn begin_to_prepend(self) -> Option<&'static str> {
        match self.engine {
            Engine::Sqlite => Some(sqlite::BEGIN),
            Engine::Postgres => None,
        }
    }

    /// The statement that begins a read transaction.
    pub(super) fn begin_reading(self) -> SqlStr {
        match self.engine {
            Engine::Sqlite => "BEGIN".into_sql_str(),
            Engine::Postgres => AssertSqlSafe(format!(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = {}; SET LOCAL enable_seqscan = off; SET LOCAL jit = off",
                self.patience.as_millis()
            ))
            .into_sql_str(),
        }
    }

    /// Waits for a statement, with a time limit only for a server, which may never answer.
    pub(super) async fn answer<T>(
        self,
        statement: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        match self.engine {
            Engine::Sqlite => statement.await,
            Engine::Postgres => postgres::answer(self.patience, statement).await,
        }
    }
}

impl Connection {
    /// Set once nothing can be saved any more: the files are gone, or another process has taken
    /// over.
    pub(super) const fn lost(&self) -> &CancellationToken {
        match self {
            Self::Sqlite(file) => &file.lost,
            Self::Postgres(server) => server.lost(),
        }
    }

    /// Set after that, once nothing more is done to the files.
    pub(super) const fn let_go(&self) -> &CancellationToken {
        match self {
            Self::Sqlite(file) => &file.let_go,
            Self::Postgres(server) => server.lost(),
        }
    }

    /// The connection, for a batch. It is opened anew if the last batch has given it up. Returns
    /// `None` if the database is lost or cannot be reached, or while it is unknown whether an
    /// earlier batch is stored.
    pub(super) async fn take(&mut self) -> Option<AnyConnection> {
        match self {
            Self::Sqlite(file) => file.take().await,
            Self::Postgres(server) => server.take().await,
        }
    }

    /// Keeps the connection for the next batch, after one that had nothing to save.
    pub(super) fn keep(&mut self, connection: AnyConnection) {
        match self {
            Self::Sqlite(file) => file.keep(connection),
            Self::Postgres(server) => server.keep(connection),
        }
    }

    /// Commits a batch. Returns whether this process may still save.
    pub(super) async fn commit(
        &mut self,
        access: Access,
        connection: &mut AnyConnection,
    ) -> Result<bool, sqlx::Error> {
        match self {
            Self::Sqlite(_) => sqlx::query("COMMIT")
                .execute(connection)
                .await
                .map(|_| true),
            Self::Postgres(server) => server.commit(access, connection).await,
        }
    }

    /// Keeps the connection after a commit. Returns whether the database is still there.
    pub(super) async fn after_commit(&mut self, connection: AnyConnection, erases: bool) -> bool {
        match self {
            Self::Sqlite(file) => file.after_commit(connection, erases).await,
            Self::Postgres(server) => {
                server.keep(connection);
                true
            }
        }
    }

    /// Closes the connection after `error` prevented saving.
    pub(super) async fn give_up(&mut self, connection: AnyConnection, error: &Error) {
        match self {
            Self::Sqlite(file) => file.give_up(connection, error).await,
            Self::Postgres(_) => postgres::hang_up(connection).await,
        }
    }

    /// What has become of the batch that was given up.
    pub(super) async fn fate(&mut self) -> Fate {
        match self {
            Self::Sqlite(file) => {
                if file.void().await {
                    Fate::RolledBack
                } else {
                    Fate::Unknown
                }
            }
            Self::Postgres(server) => server.fate().await,
        }
    }

    /// Closes the connection, and lets another process use the database.
    pub(super) async fn close(self) {
        match self {
            Self::Sqlite(file) => file.close().await,
            Self::Postgres(server) => server.close().await,
        }
    }
}

/// How long a statement may take in a normal change, and in a change of many rows.
pub(super) const PATIENCE: Duration = postgres::PATIENCE;

pub(super) const LONG_PATIENCE: Duration = Duration::from_mins(1);

/// How long a last statement, or closing a connection, may take.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(200);

/// Runs a future, but drops it if it takes too long.
async fn with_short_timeout(future: impl Future) {
    let _late = timeout(CLOSE_TIMEOUT, future).await;
}
