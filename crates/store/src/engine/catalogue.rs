//! Checks of the tables of a database: that they are ours, and which version they have.

use std::cmp::Ordering;

use itertools::Itertools as _;
use sqlx::error::DatabaseError;
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Executor as _, Row as _};

use super::super::{OpenError, Result};

/// PostgreSQL's code for a missing privilege
/// (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
pub(super) const NO_PRIVILEGE: &str = "42501";

/// SQLite's code for an invalid statement, for example about a table that does not exist
/// (<https://www.sqlite.org/rescode.html#error>).
const SQLITE_ERROR: &str = "1";

/// Queries about the tables of a database.
pub(super) struct Catalogue {
    /// The names of all tables.
    pub(super) tables: &'static str,
    /// The version of each migration, whether it was finished (1 or 0), and its checksum in
    /// hexadecimal digits.
    pub(super) migrations: &'static str,
}

/// Checks that the tables are ours, whole, and of a version that this program can use, and changes
/// nothing. Returns their version, or `None` if there are none yet.
pub(super) async fn check_tables(
    connection: &mut AnyConnection,
    catalogue: &Catalogue,
    migrations: &Migrator,
    name: String,
) -> Result<Option<i64>, OpenError> {
    let names = sqlx::raw_sql(catalogue.tables);
    let names = connection.fetch_all(names).await?;
    let names: Vec<String> = names.iter().map(|row| row.try_get(0)).try_collect()?;
    if names.is_empty() {
        return Ok(None);
    }
    // The table of migrations alone is fine, too: the first start was interrupted.
    let is_there = |name: &str| names.iter().any(|other| other == name);
    if !is_there("_sqlx_migrations") || (names.len() > 1 && !is_there("games")) {
        return Err(OpenError::NotOurs(name));
    }
    let not_ours = |error| not_ours(error, &name);
    let done = sqlx::raw_sql(catalogue.migrations);
    let done = connection.fetch_all(done).await;
    let mut version = None;
    for row in done.map_err(not_ours)? {
        let number: i64 = row.try_get(0).map_err(not_ours)?;
        if row.try_get::<i64, _>(1).map_err(not_ours)? == 0 {
            return Err(OpenError::HalfMigrated(name));
        }
        let checksum: String = row.try_get(2).map_err(not_ours)?;
        let known = migrations.iter().find(|known| known.version == number);
        if known.is_some_and(|known| hexadecimal(&known.checksum) != checksum) {
            return Err(OpenError::NotOurs(name));
        }
        version = version.max(Some(number));
    }
    if version.is_some_and(|version| migrations.iter().all(|known| version < known.version)) {
        return Err(OpenError::Older(name));
    }
    if version > latest_version(migrations) {
        // A newer program has migrated the tables. It says which version of them a program must
        // know to use them.
        let usable = sqlx::raw_sql("SELECT usable_from FROM installation WHERE id = 1");
        let usable = connection.fetch_one(usable).await.map_err(not_ours)?;
        let usable: i64 = usable.try_get(0).map_err(not_ours)?;
        if Some(usable) > latest_version(migrations) {
            return Err(OpenError::Newer(name));
        }
    }
    Ok(version)
}

/// What an error means that came of reading a table with a name of ours: perhaps that another
/// program made it.
pub(super) fn not_ours(error: sqlx::Error, name: &str) -> OpenError {
    let code = error.as_database_error().and_then(DatabaseError::code);
    let code = code.unwrap_or_default().into_owned();
    if code == NO_PRIVILEGE {
        return OpenError::Denied {
            name: name.to_owned(),
            source: error,
        };
    }
    // There is no such table or column, or it has another type.
    let is_unknown = code == SQLITE_ERROR || code.len() == 5 && code.starts_with("42");
    let is_nonsense = matches!(
        error,
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)
    );
    if is_unknown || is_nonsense {
        OpenError::NotOurs(name.to_owned())
    } else {
        error.into()
    }
}

/// Two digits for each byte.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .format_with("", |byte, f| f(&format_args!("{byte:02x}")))
        .to_string()
}

/// The version of the tables that this program makes.
pub(super) fn latest_version(migrations: &Migrator) -> Option<i64> {
    migrations.iter().map(|migration| migration.version).max()
}

/// Checks that `version` is the one of the tables that this program makes.
pub(super) fn check_latest(
    version: Option<i64>,
    migrations: &Migrator,
    name: String,
) -> Result<(), OpenError> {
    match version.cmp(&latest_version(migrations)) {
        Ordering::Less => Err(OpenError::Outdated(name)),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(OpenError::Newer(name)),
    }
}
