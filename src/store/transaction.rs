//! Changes that are rare and wide, in statements of their own: they have a transaction to themselves, and say which of the values that
//! are known they have changed.

use std::collections::BTreeSet;
use std::sync::Arc;

use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use super::known::{Key, Known};
use super::limits::Pseudonyms;
use super::load::load;
use super::save::{Within, save};
use super::work::{Changes, Work};
use super::{Error, Result, Snapshot};

/// A transaction of its own: it begins with the first statement, and is kept or rolled back as a whole.
#[derive(Debug)]
pub struct Transaction<'c> {
    connection: &'c mut AnyConnection,
    known: &'c mut Known,
    pub(super) state: State,
}

/// What is to be known of a transaction at its end.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Whether it has begun.
    pub(super) has_begun: bool,
    /// Whether it has erased what must not be found in the files any more.
    pub(super) has_erased: bool,
    /// How many rated games it has ended.
    pub(super) rated: usize,
    /// What it has changed, of what is known; or that it may be anything.
    pub(super) forgotten: Forgotten,
}

/// What of all that is known has been changed elsewhere.
#[derive(Debug)]
pub(super) enum Forgotten {
    These(BTreeSet<Key>),
    All,
}

impl Default for Forgotten {
    fn default() -> Self {
        Self::These(BTreeSet::new())
    }
}

impl<'c> Transaction<'c> {
    pub(super) fn new(connection: &'c mut AnyConnection, known: &'c mut Known) -> Self {
        Self {
            connection,
            known,
            state: State::default(),
        }
    }

    /// The connection, within the transaction.
    pub(super) async fn connection(&mut self) -> Result<&mut AnyConnection> {
        if !self.state.has_begun {
            self.connection.execute("BEGIN IMMEDIATE").await?;
            self.state.has_begun = true;
        }
        Ok(&mut *self.connection)
    }

    /// What the transaction sees, its own changes among it.
    pub async fn view(&mut self) -> Result<Snapshot<'_>> {
        Ok(Snapshot::lent(self.connection().await?))
    }

    /// Changes values as a job does.
    ///
    /// # Errors
    /// The job's own, and [`Error`] if the database fails.
    pub async fn change<T, E: From<Error>>(
        &mut self,
        job: impl Fn(&mut Work<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        // Loaded anew, as the transaction sees it.
        let mut known = Known::new(self.known.finish, self.known.pseudonyms.clone());
        let none = Changes::default();
        loop {
            let mut work = Work::new(&mut known, &none);
            let outcome = job(&mut work);
            let Work { own, missing, .. } = work;
            if !missing.is_empty() {
                load(self.connection().await?, &missing, &mut known).await?;
                continue;
            }
            let mut changes = own;
            let outcome = outcome?;
            changes.number();
            save(self.connection().await?, &changes, Within::Open).await?;
            self.state.rated += changes.rated.len();
            if let Forgotten::These(keys) = &mut self.state.forgotten {
                keys.extend(changes.values.keys());
            }
            return Ok(outcome);
        }
    }

    pub(super) fn pseudonyms(&self) -> Arc<Pseudonyms> {
        self.known.pseudonyms.clone()
    }

    /// Notes that something was erased which must not be found in the files any more.
    pub(super) fn has_erased(&mut self) {
        self.state.has_erased = true;
    }

    /// Notes that anything may have been changed here.
    pub(super) fn forget_all(&mut self) {
        self.state.forgotten = Forgotten::All;
    }

    /// Compares what is known with what is stored: a line for each difference.
    pub(super) async fn astray(&mut self) -> Result<Vec<String>> {
        let keys = self.known.kept();
        let mut stored = Known::first(self.connection().await?).await?;
        load(self.connection().await?, &keys, &mut stored).await?;
        Ok(self.known.differences(&stored))
    }

    /// Lets the database grow to that many pages at most, for as long as the connection lives.
    pub(super) async fn limit_pages(&mut self, pages: u32) -> Result<()> {
        let statement = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        self.connection.execute(statement).await?;
        Ok(())
    }

    /// Executes a statement on numbers.
    pub(super) async fn execute(&mut self, statement: &'static str, on: &[i64]) -> Result<()> {
        let query = on
            .iter()
            .fold(sqlx::query(statement), |query, &number| query.bind(number));
        query.execute(self.connection().await?).await?;
        Ok(())
    }
}
