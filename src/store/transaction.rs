//! The transactions: one that reads, and one that writes. Statements are methods of these two, each
//! in the file for its subject.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use itertools::Itertools as _;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::{
    Any, AnyConnection, AssertSqlSafe, Decode, Execute, FromRow, SqlSafeStr, SqlStr, Transaction,
    Type,
};

use super::engine::Access;
use super::{Error, Result};
use crate::chain::chain;
use crate::records::Pseudonyms;

/// A read transaction: all its answers come from the same snapshot.
#[derive(Debug)]
pub struct Read {
    access: Access,
    connection: Handle,
    pub(super) pseudonyms: Arc<Pseudonyms>,
    /// Whether the transaction begins with the next statement.
    must_begin: bool,
    /// Whether a statement has failed in a way that affects the whole transaction.
    has_failed: bool,
}

/// A read-write transaction. A batch of changes shares it, and each change can be rolled back
/// alone.
#[derive(Debug)]
pub struct Tx {
    read: Read,
    /// Whether there is something to roll the current change back to: its savepoint, or, for the
    /// first change, the beginning of the transaction.
    can_roll_back: bool,
    /// Whether an earlier change in the batch was kept and has written.
    has_kept_changes: bool,
    /// Whether data was erased that must not remain in the files.
    pub(super) erases: bool,
}

#[derive(Debug)]
enum Handle {
    Reading(Transaction<'static, Any>),
    Writing(AnyConnection),
}

/// Savepoints nest, so they can share a name: `ROLLBACK TO` finds the innermost.
const SAVEPOINT: &str = "SAVEPOINT change";
const ROLL_BACK: &str = "ROLLBACK TO SAVEPOINT change";

/// A statement that changes something.
pub(super) fn query(sql: impl SqlSafeStr) -> Query<'static, Any, AnyArguments> {
    sqlx::query(recorded_in_tests(sql))
}

/// A statement that finds rows.
pub(super) fn query_as<R>(sql: impl SqlSafeStr) -> QueryAs<'static, Any, R, AnyArguments>
where
    R: for<'r> FromRow<'r, AnyRow>,
{
    sqlx::query_as(recorded_in_tests(sql))
}

/// A statement that finds values.
pub(super) fn query_scalar<T>(sql: impl SqlSafeStr) -> QueryScalar<'static, Any, T, AnyArguments>
where
    (T,): for<'r> FromRow<'r, AnyRow>,
{
    sqlx::query_scalar(recorded_in_tests(sql))
}

/// Binds a float or NULL. sqlx 0.9 sends a 64-bit NULL as a 32-bit one and vice versa, and
/// PostgreSQL keeps that type for the prepared statement.
pub(super) fn bind_float(
    query: Query<'_, Any, AnyArguments>,
    value: Option<f64>,
) -> Query<'_, Any, AnyArguments> {
    match value {
        Some(value) => query.bind(value),
        None => query.bind(None::<f32>),
    }
}

/// The values of an `INSERT` of several rows: `($1, $2), ($3, $4)`.
pub(super) fn values(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        (1..=columns)
            .map(|column| format!("${}", row * columns + column))
            .join(", ")
    };
    (0..rows)
        .map(|number| format!("({})", row(number)))
        .join(", ")
}

/// In tests, records the statement, so that a test can check that every statement is run.
fn recorded_in_tests(sql: impl SqlSafeStr) -> SqlStr {
    let sql = sql.into_sql_str();
    #[cfg(test)]
    STATEMENTS.with_borrow_mut(|known| known.insert(sql.as_str().to_owned()));
    sql
}

#[cfg(test)]
thread_local! {
    pub(super) static STATEMENTS: std::cell::RefCell<std::collections::BTreeSet<String>> =
        const { std::cell::RefCell::new(std::collections::BTreeSet::new()) };
}

impl Read {
    pub(super) const fn of(
        access: Access,
        transaction: Transaction<'static, Any>,
        pseudonyms: Arc<Pseudonyms>,
    ) -> Self {
        Self {
            access,
            connection: Handle::Reading(transaction),
            pseudonyms,
            must_begin: false,
            has_failed: false,
        }
    }

    /// The connection, for a statement. No statement is sent after a failure that affects the whole
    /// transaction, not just this change: the transaction may be over, and the statement would
    /// begin another one.
    fn connection(&mut self) -> Result<&mut AnyConnection> {
        if self.has_failed {
            return Err(Error::RolledBack);
        }
        Ok(match &mut self.connection {
            Handle::Reading(transaction) => transaction,
            Handle::Writing(connection) => connection,
        })
    }

    /// Begins the transaction unless that has been done, and returns the connection.
    async fn ensure_begun(&mut self) -> Result<&mut AnyConnection> {
        if self.must_begin {
            let access = self.access;
            let outcome = access.begin(self.connection()?);
            let outcome = access.answer(outcome).await;
            self.check(outcome)?;
            self.must_begin = false;
        }
        self.connection()
    }

    /// Converts an error, and notes and logs one that affects the whole transaction.
    fn check<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        outcome.map_err(|error| {
            let error = Error::from(error);
            if !error.affects_only_one_change() {
                self.has_failed = true;
                tracing::error!(error = chain(&error), "a statement failed");
            }
            error
        })
    }

    /// Every row that a statement finds.
    pub(super) async fn all<R>(
        &mut self,
        query: QueryAs<'_, Any, R, AnyArguments>,
    ) -> Result<Vec<R>>
    where
        R: Send + Unpin + for<'r> FromRow<'r, AnyRow>,
    {
        let access = self.access;
        let rows = query.fetch_all(self.ensure_begun().await?);
        let rows = access.answer(rows).await;
        self.check(rows)
    }

    /// The first row that a statement finds.
    pub(super) async fn first<R>(
        &mut self,
        query: QueryAs<'_, Any, R, AnyArguments>,
    ) -> Result<Option<R>>
    where
        R: Send + Unpin + for<'r> FromRow<'r, AnyRow>,
    {
        let access = self.access;
        let row = query.fetch_optional(self.ensure_begun().await?);
        let row = access.answer(row).await;
        self.check(row)
    }

    /// The values of a statement with one column.
    pub(super) async fn values<T>(
        &mut self,
        query: QueryScalar<'_, Any, T, AnyArguments>,
    ) -> Result<Vec<T>>
    where
        T: Send + Unpin + for<'r> Decode<'r, Any> + Type<Any>,
    {
        let access = self.access;
        let values = query.fetch_all(self.ensure_begun().await?);
        let values = access.answer(values).await;
        self.check(values)
    }

    /// The value of a statement with one row and one column.
    pub(super) async fn value<T>(
        &mut self,
        query: QueryScalar<'_, Any, T, AnyArguments>,
    ) -> Result<T>
    where
        T: Send + Unpin + for<'r> Decode<'r, Any> + Type<Any>,
    {
        let access = self.access;
        let value = query.fetch_one(self.ensure_begun().await?);
        let value = access.answer(value).await;
        self.check(value)
    }
}

impl Tx {
    pub(super) const fn of(
        access: Access,
        connection: AnyConnection,
        pseudonyms: Arc<Pseudonyms>,
    ) -> Self {
        let read = Read {
            access,
            connection: Handle::Writing(connection),
            pseudonyms,
            must_begin: true,
            has_failed: false,
        };
        Self {
            read,
            can_roll_back: false,
            has_kept_changes: false,
            erases: false,
        }
    }

    /// Carries out a statement.
    pub(super) async fn execute(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<()> {
        let query = self.prepare(query).await?;
        let access = self.read.access;
        let done = query.execute(self.read.connection()?);
        let done = access.answer(done).await;
        self.note_result(done).map(drop)
    }

    /// Carries out a statement that returns a row if it has changed one.
    pub(super) async fn execute_returning<R>(
        &mut self,
        query: QueryAs<'_, Any, R, AnyArguments>,
    ) -> Result<Option<R>>
    where
        R: Send + Unpin + for<'r> FromRow<'r, AnyRow>,
    {
        let query = self.prepare(query).await?;
        // `fetch_optional` would stop at the result of the preceding `BEGIN` or `SAVEPOINT`.
        let access = self.read.access;
        let rows = query.fetch_all(self.read.connection()?);
        let rows = access.answer(rows).await;
        let rows = self.note_result(rows)?;
        Ok(rows.first().map(R::from_row).transpose()?)
    }

    /// Begins the transaction and sets the change's savepoint, unless that has been done, and
    /// returns the statement to execute. On SQLite, `BEGIN` or `SAVEPOINT` is not executed here but
    /// becomes part of that statement, since a round trip to SQLite's thread costs more than
    /// either.
    async fn prepare<'q>(
        &mut self,
        mut query: impl Execute<'q, Any>,
    ) -> Result<Query<'static, Any, AnyArguments>> {
        let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?;
        let sql = query.sql();
        let access = self.read.access;
        // The first change needs no savepoint: it is rolled back with the transaction.
        let needs_savepoint = self.has_kept_changes && !self.can_roll_back;
        let prefix = match access.begin_to_prepend() {
            Some(begin) if self.read.must_begin => Some(begin),
            Some(_) => needs_savepoint.then_some(SAVEPOINT),
            None if needs_savepoint => {
                self.execute_outside_changes(SAVEPOINT).await?;
                None
            }
            None => {
                self.read.ensure_begun().await?;
                None
            }
        };
        let sql = match prefix {
            Some(prefix) => AssertSqlSafe(format!("{prefix}; {}", sql.as_str())).into_sql_str(),
            None => sql,
        };
        self.can_roll_back = true;
        Ok(sqlx::query_with(sql, arguments.unwrap_or_default()))
    }

    /// Records the result of a statement from [`Tx::prepare`].
    fn note_result<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        let outcome = self.read.check(outcome);
        // Even if the statement has broken a constraint, `BEGIN` has taken effect.
        self.read.must_begin &= self.read.has_failed;
        outcome
    }

    /// Carries out a statement that belongs to no change.
    pub(super) async fn execute_outside_changes(&mut self, statement: &'static str) -> Result<()> {
        let access = self.read.access;
        let query = sqlx::query(statement);
        let done = query.execute(self.read.connection()?);
        let done = access.answer(done).await;
        self.read.check(done).map(drop)
    }

    /// Keeps the current change, and begins another. One commit covers them all.
    pub(super) const fn keep(&mut self) {
        self.has_kept_changes |= self.can_roll_back;
        self.can_roll_back = false;
    }

    /// Rolls back the current change, and begins another.
    pub(super) async fn roll_back_change(&mut self) -> Result<()> {
        // Either this change wrote nothing, or the whole transaction is lost already.
        if !self.can_roll_back || self.read.has_failed {
            return Ok(());
        }
        if self.has_kept_changes {
            // The savepoint remains, for the next change.
            return self.execute_outside_changes(ROLL_BACK).await;
        }
        self.can_roll_back = false;
        self.execute_outside_changes("ROLLBACK").await?;
        self.read.must_begin = true;
        Ok(())
    }

    /// Whether `BEGIN` has taken effect.
    pub(super) const fn has_begun(&self) -> bool {
        !self.read.must_begin
    }

    /// Whether a statement has failed in a way that affects the whole batch.
    pub(super) const fn has_failed(&self) -> bool {
        self.read.has_failed
    }

    /// Whether there is anything to commit.
    pub(super) const fn has_written(&self) -> bool {
        self.has_kept_changes || self.can_roll_back
    }

    /// The connection, once the batch is over.
    pub(super) fn into_connection(self) -> Option<AnyConnection> {
        match self.read.connection {
            Handle::Writing(connection) => Some(connection),
            Handle::Reading(_) => None,
        }
    }
}

/// Everything that only reads also works in a write transaction.
impl Deref for Tx {
    type Target = Read;

    fn deref(&self) -> &Read {
        &self.read
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Read {
        &mut self.read
    }
}
