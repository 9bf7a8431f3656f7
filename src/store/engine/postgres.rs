//! PostgreSQL. The database on a server: its address, making sure that it is ours and keeps what it
//! confirms, the row of the process that uses it, and the connections to it.
//!
//! There is one writer at a time: a write transaction first locks the row of `installation`, so it
//! sees everything that was committed before it. There is also only one process: it renews its row
//! of `writers` every second. A process whose row is gone, since another took it for dead, saves
//! nothing any more.

mod connection;

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor};
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use super::{Claim, Engine, Opened, Source, briefly, sqlite};
use crate::chain::chain;
use crate::store::{CopyError, OpenError};

pub(in crate::store) use connection::{Connection, sign_off};

/// Migrations run without an advisory lock: a pooler could keep it for somebody else.
pub(in crate::store) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrations = sqlx::migrate!("migrations/postgres");
    migrations.set_locking(false);
    migrations
});

/// Begins a write transaction, as one text, so that it takes one round trip.
///
/// Every statement after it sees what was committed before the lock was given. The limits are set
/// here, since a pooler passes no settings of a session on: a process that freezes loses its
/// transaction, so that it holds up no other for long.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SET LOCAL idle_in_transaction_session_timeout = 500;
    SET LOCAL lock_timeout = 2000;
    SET LOCAL statement_timeout = 2500;
    SELECT id FROM installation WHERE id = 1 FOR UPDATE";

/// Begins a snapshot to copy, which may take long.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The columns of the table `$1`: their names and types.
pub(super) const COLUMNS: &str =
    "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position";

/// How long the server may take to answer or to accept a connection, as in `BEGIN`. Players wait
/// three seconds at most.
const PATIENCE: Duration = Duration::from_millis(2500);

/// How long a reader waits for a connection.
const READER_PATIENCE: Duration = Duration::from_millis(1500);

/// How many connections read at the same time.
const READERS: u32 = 4;

/// How long a start waits for the server, and the pause between attempts.
const START: Duration = Duration::from_secs(60);
const START_PAUSE: Duration = Duration::from_millis(500);

/// How old a row of `writers` becomes until its process counts as dead.
const DEAD_MS: i64 = 4000;

/// The oldest version of PostgreSQL that is supported: 14.
const OLDEST: i64 = 140_000;

/// The server's codes (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
const NO_PRIVILEGE: &str = "42501";
const NO_SUCH_DATABASE: &str = "3D000";
/// The class of these codes.
const NOT_AUTHORIZED: &str = "28";

/// The options that an address may have.
const OPTIONS: [&str; 8] = [
    "host",
    "port",
    "dbname",
    "application_name",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
];

/// The location of a database.
#[derive(Clone)]
pub struct Database {
    /// The address, with the password.
    url: String,
    /// Whether a pooler in transaction mode is in front of the server.
    is_pooled: bool,
}

/// Without the password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Database {
    /// Reads an address such as `postgres://wythoff@db.example/wythoff`.
    ///
    /// # Errors
    /// [`OpenError::Address`], without the password.
    pub fn at(url: &str) -> Result<Self, OpenError> {
        let wrong = |why: &str| OpenError::Address(format!("DATABASE_URL {why}"));
        let parsed = Url::parse(url).map_err(|bad| wrong(&format!("cannot be read: {bad}")))?;
        let mut seen = BTreeSet::new();
        for (option, _) in parsed.query_pairs() {
            if !OPTIONS.contains(&&*option) {
                return Err(wrong(&format!("has an unknown option, {option:?}")));
            }
            if !seen.insert(option.to_string()) {
                return Err(wrong(&format!("sets the option {option:?} twice")));
            }
        }
        if !parsed.has_host() && !seen.contains("host") {
            return Err(wrong("must name a host or the folder of a socket"));
        }
        if parsed.path().trim_start_matches('/').is_empty() && !seen.contains("dbname") {
            return Err(wrong(
                "must name a database, as postgres://host/database does",
            ));
        }
        // The error may quote the value of an option, but none of these options is secret.
        PgConnectOptions::from_str(url).map_err(|bad| wrong(&format!("cannot be read: {bad}")))?;
        Ok(Self {
            url: url.to_owned(),
            is_pooled: false,
        })
    }

    pub(super) fn behind_a_pooler(self) -> Self {
        Self {
            is_pooled: true,
            ..self
        }
    }

    /// What messages call it.
    pub(in crate::store) fn name(&self) -> String {
        PgConnectOptions::from_str(&self.url).map_or_else(
            |_checked_before| "the database".to_owned(),
            |options| {
                let name = options.get_database().unwrap_or_default();
                format!("{name} on {}:{}", options.get_host(), options.get_port())
            },
        )
    }

    const fn engine(&self) -> Engine {
        Engine::Postgres {
            is_pooled: self.is_pooled,
        }
    }

    /// Waits for the server, checks the database, takes it over from a process that is dead, and
    /// migrates its tables.
    pub(in crate::store) async fn open(&self) -> Result<Opened, OpenError> {
        let mut connection = self.connect_at_the_start().await?;
        self.check_server(&mut connection).await?;
        let tables = self.check_tables(&mut connection).await?;
        if tables == Tables::None {
            self.migrate(&mut connection).await?;
        }
        let writer = self.take_over(&mut connection).await?;
        let opened = async {
            if tables == Tables::Behind {
                self.migrate(&mut connection).await?;
            }
            Ok::<_, OpenError>(self.connect_to_read().await?)
        };
        match opened.await {
            Ok(readers) => Ok(Opened {
                engine: self.engine(),
                connection: super::Connection::Postgres(Connection::new(
                    self.clone(),
                    writer,
                    readers.clone(),
                    connection,
                )),
                readers,
            }),
            Err(error) => {
                briefly(sign_off(&mut connection, &writer)).await;
                Err(error)
            }
        }
    }

    async fn connect_at_the_start(&self) -> Result<AnyConnection, OpenError> {
        let until = Instant::now() + START;
        loop {
            let source = match self.connect_to_write().await {
                Ok(connection) => return Ok(connection),
                Err(error) => error,
            };
            let name = self.name();
            // A wrong password or a missing database does not mend by itself.
            let is_denied = source.as_database_error().is_some_and(|error| {
                let code = error.code().unwrap_or_default();
                code.starts_with(NOT_AUTHORIZED) || code == NO_SUCH_DATABASE
            });
            if is_denied {
                return Err(OpenError::Denied { name, source });
            }
            if Instant::now() >= until {
                return Err(OpenError::Unreachable { name, source });
            }
            tracing::warn!(error = chain(&source), "the database cannot be reached yet");
            sleep(START_PAUSE).await;
        }
    }

    /// A connection to a server that takes changes.
    pub(in crate::store) async fn connect_to_write(&self) -> Result<AnyConnection, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let connecting = async {
            let mut connection = AnyConnection::connect(&self.url).await?;
            let is_standby: bool = self
                .ask(&mut connection, "SELECT pg_is_in_recovery()")
                .await?;
            if is_standby {
                return Err(sqlx::Error::Configuration("it is a standby".into()));
            }
            Ok(connection)
        };
        answer(connecting).await
    }

    async fn connect_to_read(&self) -> Result<AnyPool, sqlx::Error> {
        AnyPoolOptions::new()
            .min_connections(1)
            .max_connections(READERS)
            .acquire_timeout(READER_PATIENCE)
            .connect(&self.url)
            .await
    }

    async fn ask<T>(
        &self,
        connection: &mut AnyConnection,
        query: &'static str,
    ) -> Result<T, sqlx::Error>
    where
        (T,): for<'r> sqlx::FromRow<'r, sqlx::any::AnyRow>,
        T: Send + Unpin,
    {
        let query = sqlx::query_scalar(query).persistent(!self.is_pooled);
        query.fetch_one(connection).await
    }

    /// Refuses a server that is too old or that loses what it has confirmed.
    async fn check_server(&self, connection: &mut AnyConnection) -> Result<(), OpenError> {
        let unfit = |why: &str| OpenError::Unfit {
            name: self.name(),
            why: why.to_owned(),
        };
        let version = "SELECT CAST(current_setting('server_version_num') AS BIGINT)";
        let version: i64 = self.ask(connection, version).await?;
        if version < OLDEST {
            return Err(unfit("it needs PostgreSQL 14 or later"));
        }
        let fsync: String = self
            .ask(connection, "SELECT current_setting('fsync')")
            .await?;
        if fsync != "on" {
            return Err(unfit("with fsync = off a power cut destroys it"));
        }
        let commit = "SELECT current_setting('synchronous_commit')";
        let commit: String = self.ask(connection, commit).await?;
        if matches!(commit.as_str(), "off" | "local" | "remote_write") {
            tracing::warn!(
                synchronous_commit = commit,
                "a crash of the server, or a failover, can lose moves that players were told are saved"
            );
        }
        Ok(())
    }

    /// Checks that the tables are ours, without a change.
    async fn check_tables(&self, connection: &mut AnyConnection) -> Result<Tables, OpenError> {
        let tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()";
        let ours = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()
            AND tablename IN ('_sqlx_migrations', 'games')";
        let tables: i64 = self.ask(connection, tables).await?;
        let ours: i64 = self.ask(connection, ours).await?;
        if tables == 0 {
            return Ok(Tables::None);
        }
        // The table of migrations alone is fine, too: the first start was interrupted.
        if ours != 2 && (ours, tables) != (1, 1) {
            return Err(OpenError::NotOurs(self.name()));
        }
        let half = "SELECT COUNT(*) FROM _sqlx_migrations WHERE NOT success";
        if self.ask::<i64>(connection, half).await? > 0 {
            return Err(OpenError::HalfMigrated(self.name()));
        }
        let version: Option<i64> = self
            .ask(connection, "SELECT MAX(version) FROM _sqlx_migrations")
            .await?;
        let known = || MIGRATIONS.iter().map(|migration| migration.version);
        match version {
            None => Ok(Tables::None),
            Some(version) if Some(version) == known().max() => Ok(Tables::UpToDate),
            Some(version) if known().any(|known| known == version) => Ok(Tables::Behind),
            Some(version) if known().all(|known| version < known) => {
                Err(OpenError::Older(self.name()))
            }
            Some(_) => Err(OpenError::Newer(self.name())),
        }
    }

    async fn migrate(&self, connection: &mut AnyConnection) -> Result<(), OpenError> {
        MIGRATIONS.run(connection).await.map_err(|error| {
            let cause = match &error {
                MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) => {
                    cause.as_database_error()
                }
                _ => None,
            };
            match cause.and_then(|cause| cause.code()) {
                Some(code) if code == NO_PRIVILEGE => OpenError::MayNotMigrate(self.name()),
                Some(_) | None => error.into(),
            }
        })
    }

    /// Becomes the process that uses the database. Another one that runs renews its row; one that
    /// is dead does not.
    async fn take_over(&self, connection: &mut AnyConnection) -> Result<String, OpenError> {
        let mut first_seen = None;
        loop {
            begin(connection).await?;
            let Some((other, seen)) = connection::living(connection).await? else {
                let writer = connection::sign_on(connection).await?;
                connection.execute("COMMIT").await?;
                return Ok(writer);
            };
            connection.execute("ROLLBACK").await?;
            if *first_seen.get_or_insert(seen) != seen {
                return Err(OpenError::InUse(format!("{} (by {other})", self.name())));
            }
            sleep(START_PAUSE).await;
        }
    }

    /// Opens a snapshot to copy, and keeps every bot from the database.
    pub(in crate::store) async fn open_to_copy(&self) -> Result<Source, OpenError> {
        let mut source = self.snapshot().await?;
        source.connection.execute("ROLLBACK").await?;
        source.claim = Claim::Row(self.take_over(&mut source.connection).await?);
        source.connection.execute(SNAPSHOT).await?;
        Ok(source)
    }

    async fn snapshot(&self) -> Result<Source, OpenError> {
        let mut connection = self.connect_at_the_start().await?;
        if self.check_tables(&mut connection).await? != Tables::UpToDate {
            return Err(OpenError::Behind(self.name()));
        }
        connection.execute(SNAPSHOT).await?;
        Ok(Source {
            engine: self.engine(),
            connection,
            claim: Claim::None,
        })
    }

    /// Writes a consistent copy to a new SQLite file, even while the bot runs.
    ///
    /// # Errors
    /// [`CopyError`], as when `to` exists.
    pub async fn back_up(&self, to: &Path) -> Result<(), CopyError> {
        let mut source = self.snapshot().await?;
        let copied = sqlite::Database::make_copy(to, &mut source).await;
        source.close().await;
        copied
    }
}

/// The tables of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tables {
    /// There are none.
    None,
    /// They were made by an earlier version.
    Behind,
    /// They are those of this version.
    UpToDate,
}

/// Begins a write transaction.
pub(super) async fn begin(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // All of it is read: an error may come behind the first row.
    let locked = connection.fetch_all(sqlx::raw_sql(BEGIN)).await?;
    match locked.len() {
        1 => Ok(()),
        _ => Err(sqlx::Error::RowNotFound),
    }
}

/// Waits for an answer of the server, but not for ever.
pub(super) async fn answer<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = || sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    let answered = timeout(PATIENCE, statement).await;
    answered.unwrap_or_else(|_elapsed| Err(late()))
}

/// Closes a connection that may be broken.
pub(super) async fn hang_up(connection: AnyConnection) {
    briefly(connection.close()).await;
}
