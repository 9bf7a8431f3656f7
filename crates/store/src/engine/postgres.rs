//! PostgreSQL. The database on a server: its address, making sure that it is ours and keeps what it
//! confirms, the row of the process that uses it, and the connections to it.
//!
//! There is one writer at a time: a write transaction first locks the row of `installation`, so it
//! sees everything that was committed before it. A process renews its row of `writers` every
//! second. If its row is gone, another process took it for dead, and it saves nothing any more.
//! Only one process uses the database, unless interactions come in by HTTP: then several may share
//! it.

mod connection;
mod process;
mod start;

use std::collections::BTreeSet;
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Decode, Executor, Row as _, Type,
};
use tokio::time::timeout;
use url::{Host, Url};

use super::catalogue::{Catalogue, check_latest, check_tables};
use super::{Claim, Engine, Opened, Source, sqlite, with_short_timeout};
use crate::{CopyError, OpenError};

pub(crate) use connection::Connection;
pub(crate) use process::Process;

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// Begins a snapshot to copy.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The columns of the table `$1`: their names and types.
pub(super) const COLUMNS: &str =
    "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position";

const CATALOGUE: Catalogue = Catalogue {
    tables: "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()",
    migrations: "SELECT version, CAST(CASE WHEN success THEN 1 ELSE 0 END AS BIGINT),
        encode(checksum, 'hex') FROM _sqlx_migrations",
};

/// Ends the time limits that the role or the database may have, for the rest of the transaction.
/// Copying may take a long time. (`transaction_timeout` came with PostgreSQL 17.)
pub(crate) const NO_LIMITS: &str =
    "SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
    ('statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout', 'transaction_timeout')";

/// How long the server may take to answer, unless a change of many rows or a long read needs more.
/// Players wait three seconds at most.
pub(super) const PATIENCE: Duration = Duration::from_millis(2500);

/// How long a reader waits for a connection.
const READER_PATIENCE: Duration = Duration::from_millis(1500);

/// How many connections read at the same time.
const READERS: u32 = 4;

/// How long a start waits for the server, and the pause between attempts.
const START_TIMEOUT: Duration = Duration::from_mins(1);
const START_PAUSE: Duration = Duration::from_millis(500);

/// A process that has not renewed its row for this long counts as dead.
const DEAD_AFTER: Duration = Duration::from_secs(4);

/// A process that starts does not wait to see whether a row older than this is renewed. The age is
/// measured with the server's clock, which may be adjusted, so this limit is longer.
const DEAD_AFTER_BY_SERVER_CLOCK: Duration = Duration::from_mins(1);

/// The number of the lock that a migration holds.
const MIGRATING: i64 = 7_401_944_871;

/// The version of the tables since which processes may share a database.
const SHARED_SINCE: i64 = 9;

/// The oldest version of PostgreSQL that is supported: 14.
const OLDEST: i64 = 140_000;

/// Error codes of the server (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
const NO_SUCH_DATABASE: &str = "3D000";
/// The class of codes for a failed login.
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
    /// Whether several processes may use it: replicas behind a load balancer.
    is_shared: bool,
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
        let wrong = |why: &str| OpenError::Address(why.to_owned());
        // If a password contains an unescaped /, ? or #, its rest is behind it, and would be printed.
        let address = url.split_once("://").map_or(url, |(_, address)| address);
        let behind_host = address.split_once(['/', '?', '#']);
        if behind_host.is_some_and(|(_, behind)| behind.contains('@')) {
            return Err(wrong(
                "cannot be read; in a password, write / as %2F, ? as %3F, # as %23 and @ as %40",
            ));
        }
        let mut parsed = Url::parse(url).map_err(|bad| wrong(&format!("cannot be read: {bad}")))?;
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
        // sqlx takes the brackets of an IPv6 address for a part of it.
        if let Some(Host::Ipv6(address)) = parsed.host()
            && !seen.contains("host")
        {
            let _a_host_can_be_set = parsed.set_host(Some("localhost"));
            let options = &mut parsed.query_pairs_mut();
            options.append_pair("host", &address.to_string());
        }
        let url = parsed.as_str();
        // The error may quote the value of an option, but none of these options is secret.
        PgConnectOptions::from_str(url).map_err(|bad| wrong(&format!("cannot be read: {bad}")))?;
        Ok(Self {
            url: url.to_owned(),
            is_shared: false,
        })
    }

    pub(super) fn shared(self) -> Self {
        Self {
            is_shared: true,
            ..self
        }
    }

    pub(super) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The name of the database in messages.
    pub(crate) fn name(&self) -> String {
        PgConnectOptions::from_str(&self.url).map_or_else(
            |_checked_before| "the database".to_owned(),
            |options| {
                let name = options.get_database().unwrap_or_default();
                let folder = options
                    .get_socket()
                    .map(|folder| folder.display().to_string());
                let host = folder.unwrap_or_else(|| options.get_host().to_owned());
                format!("{name} on {host}:{}", options.get_port())
            },
        )
    }

    /// Waits for the server, checks the database, takes it over from a process that is dead, and
    /// migrates its tables.
    pub(crate) async fn open(&self) -> Result<Opened, OpenError> {
        let mut connection = self.connect_at_the_start().await?;
        self.check_server(&mut connection).await?;
        self.check_pooler(&mut connection).await?;
        let version = self.check_tables(&mut connection).await?;
        // Without tables there is no row to take over.
        if version.is_none() {
            self.migrate(&mut connection, None).await?;
        }
        let shares = self.is_shared && version.is_none_or(|version| version >= SHARED_SINCE);
        let (process, peers) = self.take_over(&mut connection, shares).await?;
        let preparing = async {
            if version.is_some() {
                self.migrate(&mut connection, version).await?;
            }
            if self.is_shared {
                answer(PATIENCE, process.share(&mut connection)).await?;
            }
            // The server may have no connection left.
            let readers = self.connect_to_read().await;
            readers.map_err(|source| self.unreachable(source))
        };
        let readers = match preparing.await {
            Ok(readers) => readers,
            Err(error) => {
                process.sign_off(&mut connection).await;
                return Err(error);
            }
        };
        let connection = Connection::new(self.clone(), process, connection);
        Ok(Opened {
            engine: Engine::Postgres,
            connection: super::Connection::Postgres(connection),
            readers,
            peers,
        })
    }

    /// A connection to the server. Fails on a standby, which accepts no changes.
    pub(crate) async fn connect_to_write(&self) -> Result<AnyConnection, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let connecting = async {
            let mut connection = AnyConnection::connect(&self.url).await?;
            let is_standby: bool = ask(&mut connection, "SELECT pg_is_in_recovery()").await?;
            if is_standby {
                return Err(sqlx::Error::Configuration("it is a standby".into()));
            }
            Ok(connection)
        };
        answer(PATIENCE, connecting).await
    }

    async fn connect_to_read(&self) -> Result<AnyPool, sqlx::Error> {
        AnyPoolOptions::new()
            .min_connections(1)
            .max_connections(READERS)
            .acquire_timeout(READER_PATIENCE)
            // A cancelled read may have left its transaction open. If none is open, a ROLLBACK
            // without a BEGIN would cause a warning in the server's log. Without the time limit, a
            // connection to a server that is gone would keep its place in the pool.
            .after_release(|connection, _| {
                Box::pin(async {
                    answer(PATIENCE, connection.execute("BEGIN; ROLLBACK")).await?;
                    Ok(true)
                })
            })
            .connect(&self.url)
            .await
    }

    async fn check_tables(&self, connection: &mut AnyConnection) -> Result<Option<i64>, OpenError> {
        let checking = check_tables(connection, &CATALOGUE, &MIGRATIONS, self.name());
        let checked = timeout(PATIENCE, checking).await;
        checked.unwrap_or_else(|_elapsed| Err(late().into()))
    }

    /// Opens a snapshot to copy, and keeps every bot from using the database.
    pub(crate) async fn open_to_copy(&self) -> Result<Source, OpenError> {
        let mut connection = self.connect_to_copy().await?;
        let (process, _) = self.take_over(&mut connection, false).await?;
        self.snapshot(connection, Some(process)).await
    }

    async fn connect_to_copy(&self) -> Result<AnyConnection, OpenError> {
        let mut connection = self.connect_at_the_start().await?;
        let version = self.check_tables(&mut connection).await?;
        check_latest(version, &MIGRATIONS, self.name())?;
        Ok(connection)
    }

    async fn snapshot(
        &self,
        mut connection: AnyConnection,
        process: Option<Process>,
    ) -> Result<Source, OpenError> {
        connection.execute(SNAPSHOT).await?;
        connection.execute(NO_LIMITS).await?;
        Ok(Source {
            engine: Engine::Postgres,
            connection,
            claim: process.map(Claim::Process),
        })
    }

    /// Writes a consistent copy to a new SQLite file, even while the bot runs.
    ///
    /// # Errors
    /// [`CopyError`], for example if `to` exists.
    pub async fn back_up(&self, to: &Path) -> Result<(), CopyError> {
        let connection = self.connect_to_copy().await?;
        let mut source = self.snapshot(connection, None).await?;
        let copied = sqlite::Database::make_copy(to, &mut source).await;
        source.close().await;
        copied
    }
}

/// The answer to a query without parameters.
async fn ask<T>(connection: &mut AnyConnection, query: &'static str) -> Result<T, sqlx::Error>
where
    T: for<'r> Decode<'r, Any> + Type<Any>,
{
    let row = connection.fetch_one(sqlx::raw_sql(query));
    answer(PATIENCE, row).await?.try_get(0)
}

/// Begins a write transaction, in which each statement may take up to `patience`. Everything is
/// sent as one text, which takes one round trip.
///
/// Every later statement sees what was committed before the lock was granted. A process that freezes loses
/// its transaction, so that it does not hold up others for long. Scans are off, since the server
/// would scan a small table, and keep that plan when the table has grown. JIT is off: with
/// scans off, a scan that has no alternative counts as so expensive that the server would compile
/// the query, which takes a second.
pub(super) async fn begin(
    connection: &mut AnyConnection,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let text = format!(
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL idle_in_transaction_session_timeout = 500;
        SET LOCAL lock_timeout = 2000;
        SET LOCAL statement_timeout = {};
        SET LOCAL enable_seqscan = off;
        SET LOCAL jit = off;
        SELECT id FROM installation WHERE id = 1 FOR UPDATE",
        patience.as_millis()
    );
    // Everything is read, since an error may follow the first row.
    let text = sqlx::raw_sql(AssertSqlSafe(text));
    let locked = connection.fetch_all(text).await?;
    match locked.len() {
        1 => Ok(()),
        _ => Err(sqlx::Error::Protocol("there is no row to lock".to_owned())),
    }
}

/// Waits for an answer from the server, but at most for `patience`.
pub(super) async fn answer<T>(
    patience: Duration,
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let answered = timeout(patience, statement).await;
    answered.unwrap_or_else(|_elapsed| Err(late()))
}

fn late() -> sqlx::Error {
    sqlx::Error::Io(ErrorKind::TimedOut.into())
}

/// Closes a connection that may be broken.
pub(super) async fn hang_up(connection: AnyConnection) {
    with_short_timeout(connection.close()).await;
}
