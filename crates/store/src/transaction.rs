//! The transactions: one that reads, and one that writes. Statements are methods of these two, each
//! in the file for its subject.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Execute as _, SqlSafeStr as _, Transaction};

use super::columns::{FromRow, Row};
use super::engine::Access;
use super::statement::Statement;
use super::{Error, Result};
use wythoff_game::chain::chain;
use wythoff_game::records::Pseudonyms;

/// A read transaction: all its answers come from the same snapshot.
#[derive(Debug)]
pub struct Read {
    access: Access,
    connection: Handle,
    pub(super) pseudonyms: Arc<Pseudonyms>,
    state: State,
}

/// A read-write transaction. A batch of changes shares it, and each change can be rolled back
/// alone.
#[derive(Debug)]
pub struct Tx {
    read: Read,
    /// Whether data was erased that must not remain in the files.
    pub(super) erases: bool,
}

#[derive(Debug)]
enum Handle {
    Reading(Transaction<'static, Any>),
    Writing(AnyConnection),
}

/// How far a transaction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It begins with the next statement.
    Waiting,
    /// It has begun, and nothing is written.
    Reading,
    /// The first change that writes has written. It needs no savepoint: it is rolled back with the
    /// transaction.
    WritingFirst,
    /// Earlier changes are kept, and the current one has not written.
    Kept,
    /// Earlier changes are kept, and the current one has written since its savepoint.
    WritingAnother,
    /// A statement has failed in a way that affects the whole transaction.
    Failed {
        /// Whether `BEGIN` had taken effect.
        after_begin: bool,
    },
}

/// Savepoints nest, so they can share a name: `ROLLBACK TO` finds the innermost.
const SAVEPOINT: &str = "SAVEPOINT change";
const ROLL_BACK: &str = "ROLLBACK TO SAVEPOINT change";

impl State {
    /// Once the current change has written.
    const fn after_writing(self) -> Self {
        match self {
            Self::Waiting | Self::Reading | Self::WritingFirst => Self::WritingFirst,
            Self::Kept | Self::WritingAnother => Self::WritingAnother,
            Self::Failed { .. } => self,
        }
    }

    /// Once the current change is kept.
    const fn after_keeping(self) -> Self {
        match self {
            Self::WritingFirst | Self::WritingAnother => Self::Kept,
            Self::Waiting | Self::Reading | Self::Kept | Self::Failed { .. } => self,
        }
    }
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
            state: State::Reading,
        }
    }

    /// The connection, for a statement. No statement is sent after a failure that affects the whole
    /// transaction, not just this change: the transaction may be over, and the statement would
    /// begin another one.
    fn connection(&mut self) -> Result<&mut AnyConnection> {
        if let State::Failed { .. } = self.state {
            return Err(Error::RolledBack);
        }
        Ok(match &mut self.connection {
            Handle::Reading(transaction) => transaction,
            Handle::Writing(connection) => connection,
        })
    }

    /// Begins the transaction unless that has been done, and returns the connection.
    async fn ensure_begun(&mut self) -> Result<&mut AnyConnection> {
        if self.state == State::Waiting {
            let access = self.access;
            let outcome = access.begin(self.connection()?);
            let outcome = access.answer(outcome).await;
            self.check(outcome)?;
            self.state = State::Reading;
        }
        self.connection()
    }

    /// Converts an error, and notes and logs one that affects the whole transaction.
    fn check<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        outcome.map_err(|error| {
            let error = Error::from(error);
            if !error.affects_only_one_change() {
                let after_begin = self.state != State::Waiting;
                self.state = State::Failed { after_begin };
                tracing::error!(error = chain(&error), "a statement failed");
            }
            error
        })
    }

    /// Every row that a statement finds. `table` is the one that an error names.
    pub(super) async fn all<T: FromRow>(
        &mut self,
        table: &'static str,
        statement: Statement,
    ) -> Result<Vec<T>> {
        let access = self.access;
        let rows = statement.0.fetch_all(self.ensure_begun().await?);
        let rows = access.answer(rows).await;
        let rows = self.check(rows)?;
        rows.iter().map(|row| read(table, row)).collect()
    }

    /// The first row that a statement finds.
    pub(super) async fn first<T: FromRow>(
        &mut self,
        table: &'static str,
        statement: Statement,
    ) -> Result<Option<T>> {
        let access = self.access;
        let row = statement.0.fetch_optional(self.ensure_begun().await?);
        let row = access.answer(row).await;
        let row = self.check(row)?;
        row.map(|row| read(table, &row)).transpose()
    }

    /// The only row of a statement.
    pub(super) async fn one<T: FromRow>(
        &mut self,
        table: &'static str,
        statement: Statement,
    ) -> Result<T> {
        let row = self.first(table, statement).await?;
        row.ok_or(Error::Database(sqlx::Error::RowNotFound))
    }
}

fn read<T: FromRow>(table: &'static str, row: &AnyRow) -> Result<T> {
    T::from_row(Row { table, row })
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
            state: State::Waiting,
        };
        Self {
            read,
            erases: false,
        }
    }

    /// Carries out a statement.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<()> {
        let query = self.prepare(statement).await?;
        let access = self.read.access;
        let done = query.execute(self.read.connection()?);
        let done = access.answer(done).await;
        self.note_result(done).map(drop)
    }

    /// Carries out a statement that returns a row if it has changed one.
    pub(super) async fn execute_returning<T: FromRow>(
        &mut self,
        table: &'static str,
        statement: Statement,
    ) -> Result<Option<T>> {
        let query = self.prepare(statement).await?;
        // `fetch_optional` would stop at the result of the preceding `BEGIN` or `SAVEPOINT`.
        let access = self.read.access;
        let rows = query.fetch_all(self.read.connection()?);
        let rows = access.answer(rows).await;
        let rows = self.note_result(rows)?;
        rows.first().map(|row| read(table, row)).transpose()
    }

    /// Begins the transaction and sets the change's savepoint, unless that has been done, and
    /// returns the statement to execute. On SQLite, `BEGIN` or `SAVEPOINT` is not executed here but
    /// becomes part of that statement, since a round trip to SQLite's thread costs more than
    /// either.
    async fn prepare(
        &mut self,
        Statement(mut query): Statement,
    ) -> Result<Query<'static, Any, AnyArguments>> {
        let prepended = self.read.access.begin_to_prepend();
        let prefix = match (self.read.state, prepended) {
            (State::Waiting, Some(begin)) => begin,
            (State::Waiting, None) => {
                self.read.ensure_begun().await?;
                return Ok(query);
            }
            (State::Kept, Some(_)) => SAVEPOINT,
            (State::Kept, None) => {
                self.execute_outside_changes(SAVEPOINT).await?;
                return Ok(query);
            }
            _ => return Ok(query),
        };
        let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?;
        let both = AssertSqlSafe(format!("{prefix}; {}", query.sql().as_str())).into_sql_str();
        Ok(sqlx::query_with(both, arguments.unwrap_or_default()))
    }

    /// Records the result of a statement from [`Tx::prepare`]. Even if it has broken a constraint,
    /// `BEGIN` or `SAVEPOINT` has taken effect.
    fn note_result<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        let outcome = self.read.check(outcome);
        self.read.state = self.read.state.after_writing();
        outcome
    }

    /// The connection, for what belongs to no change. Its outcome is to be [checked](Self::check).
    pub(super) fn connection(&mut self) -> Result<&mut AnyConnection> {
        self.read.connection()
    }

    /// Converts an error, and notes and logs one that affects the whole transaction.
    pub(super) fn check<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        self.read.check(outcome)
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
        self.read.state = self.read.state.after_keeping();
    }

    /// Rolls back the current change, and begins another.
    pub(super) async fn roll_back_change(&mut self) -> Result<()> {
        match self.read.state {
            State::WritingFirst => {
                self.execute_outside_changes("ROLLBACK").await?;
                self.read.state = State::Waiting;
                Ok(())
            }
            // The savepoint remains, for the next change.
            State::WritingAnother => self.execute_outside_changes(ROLL_BACK).await,
            // Either this change wrote nothing, or the whole transaction is lost already.
            State::Waiting | State::Reading | State::Kept | State::Failed { .. } => Ok(()),
        }
    }

    /// Whether `BEGIN` has taken effect.
    pub(super) const fn has_begun(&self) -> bool {
        !matches!(
            self.read.state,
            State::Waiting | State::Failed { after_begin: false }
        )
    }

    /// Whether a statement has failed in a way that affects the whole batch.
    pub(super) const fn has_failed(&self) -> bool {
        matches!(self.read.state, State::Failed { .. })
    }

    /// Whether there is anything to commit.
    pub(super) const fn has_written(&self) -> bool {
        matches!(
            self.read.state,
            State::WritingFirst | State::Kept | State::WritingAnother
        )
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
