//! What jobs decide on without a database: values in memory, as of an empty one at first. For tests of use cases as plain functions.

use std::sync::Arc;

use super::super::cache::{Key, Known, Value};
use super::super::work::Changes;
use super::super::{Result, Work};
use crate::records::Pseudonyms;

/// Everything that was changed so far, as one group.
pub(crate) struct Values {
    known: Known,
    changed: Changes,
}

impl Values {
    pub(crate) fn none() -> Self {
        let pseudonyms = Pseudonyms::new(b"a test");
        Self {
            known: Known::new(0, Arc::new(pseudonyms)),
            changed: Changes::default(),
        }
    }

    /// Decides as the writing task does: as often as something is missing, and keeps what is changed if nothing is refused.
    pub(crate) fn decide<T, E>(
        &mut self,
        job: impl Fn(&mut Work<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            let mut work = Work::new(&mut self.known, &self.changed);
            let outcome = job(&mut work);
            let Work { own, missing, .. } = work;
            if missing.is_empty() {
                if outcome.is_ok() {
                    self.changed.extend(own);
                }
                return outcome;
            }
            for key in missing {
                self.known.insert(key, nothing(key));
            }
        }
    }
}

/// What an empty database answers.
fn nothing(key: Key) -> Value {
    match key {
        Key::Member(_) => Value::Member(Arc::default()),
        Key::Server(_) => Value::Server(Arc::default()),
        Key::Game(_) => Value::Game(Arc::default()),
        Key::Ranking(..) => Value::Ranking(Arc::default()),
        Key::Applied(_)
        | Key::TypedMove(..)
        | Key::ChallengesBy(_)
        | Key::Limited(_)
        | Key::ChallengesWith(_)
        | Key::NotifiedAbout(_)
        | Key::IdInUse(_)
        | Key::LastConnected
        | Key::Behind
        | Key::Deadlines => Value::List(Arc::default()),
    }
}
