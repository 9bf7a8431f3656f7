//! What jobs decide on without a database: values in memory, as of an empty one at first. For tests of use cases as plain functions.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::cache::{Key, Known, Value};
use super::super::work::Changes;
use super::super::{Result, Work};
use crate::records::Pseudonyms;

/// Everything that was changed so far.
pub(crate) struct Values {
    known: Known,
    answers: HashMap<Key, Value>,
}

impl Values {
    pub(crate) fn none() -> Self {
        let pseudonyms = Pseudonyms::new(b"a test");
        Self {
            known: Known::new(0, Arc::new(pseudonyms)),
            answers: HashMap::new(),
        }
    }

    /// Decides as the writing task does: as often as something is missing, and keeps what is changed if nothing is refused.
    pub(crate) fn decide<T, E>(
        &mut self,
        job: impl Fn(&mut Work<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            let none = Changes::default();
            let mut work = Work::new(&mut self.known, &none);
            let outcome = job(&mut work);
            let Work {
                mut own, missing, ..
            } = work;
            if missing.is_empty() {
                if outcome.is_ok() {
                    own.bump_versions();
                    let changed = own.values.iter();
                    let changed = changed.map(|(&key, change)| (key, change.now.clone()));
                    self.answers.extend(changed);
                    own.keep(&mut self.known);
                }
                return outcome;
            }
            for key in missing {
                let known = self.answers.get(&key).cloned();
                self.known
                    .insert(key, known.unwrap_or_else(|| nothing(key)));
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
        Key::Form(..) => Value::Form(Arc::default()),
        _list => Value::List(Arc::default()),
    }
}
