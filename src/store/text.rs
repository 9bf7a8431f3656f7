//! The text format of rows: a JSON array in the order of the columns. Reading a row so costs a fifth of fetching it value by value.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Error, Result};
use crate::game::{Clock, FormerId, MemberId, Person, PlayerId};
use crate::records::Word;

/// A row of a table: each column with its type, and the value that is written.
macro_rules! row {
    ($(#[$about:meta])* $name:ident($($given:ident: $type:ty),*) { $($column:ident: $kind:ty = $value:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, serde::Deserialize)]
        pub(super) struct $name { $(pub(super) $column: $kind,)* }

        impl $name {
            /// The columns, in their order.
            pub(super) const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),*];

            pub(super) fn of($($given: $type),*) -> Self {
                Self { $($column: $value,)* }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeTuple;
                let mut row = serializer.serialize_tuple(Self::COLUMNS.len())?;
                $(row.serialize_element(&self.$column)?;)*
                row.end()
            }
        }
    };
}
pub(super) use row;

/// Reads a text from the database.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| Error::Corrupt("text"))
}

/// Writes a text for the database.
pub(super) fn write<T: Serialize + ?Sized>(rows: &T) -> Result<String> {
    serde_json::to_string(rows).map_err(|_| Error::Corrupt("row"))
}

/// A value that is written as a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct AsWord<T>(pub(super) T);

impl<T: Word> AsWord<T> {
    /// The value that a word stands for.
    pub(super) fn read(word: &str) -> Result<T> {
        T::from_word(word).ok_or(Error::Corrupt("word"))
    }
}

impl<T: Word> Serialize for AsWord<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<'a, T: Word> Deserialize<'a> for AsWord<T> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::read(&word).map(Self).map_err(D::Error::custom)
    }
}

/// The id of a player. The bot's is 0, those of former players are negative.
pub(super) const fn player(id: PlayerId) -> i64 {
    match id {
        PlayerId::Bot => 0,
        PlayerId::Member(MemberId(id)) | PlayerId::Former(FormerId(id)) => id,
    }
}

pub(super) const fn player_of(id: i64) -> PlayerId {
    match id {
        0 => PlayerId::Bot,
        ..0 => PlayerId::Former(FormerId(id)),
        1.. => PlayerId::Member(MemberId(id)),
    }
}

/// The id of a person. That of a former player is negative.
pub(super) const fn person(person: Person) -> i64 {
    match person {
        Person::Member(MemberId(id)) | Person::Former(FormerId(id)) => id,
    }
}

pub(super) const fn person_of(id: i64) -> Person {
    match id {
        ..=0 => Person::Former(FormerId(id)),
        1.. => Person::Member(MemberId(id)),
    }
}

/// The number of seconds that a clock is stored as.
pub(super) fn clock(clock: Clock) -> u64 {
    clock.each_move().as_secs()
}

pub(super) fn clock_of(seconds: u64) -> Result<Clock> {
    let known = Clock::all().find(|&known| clock(known) == seconds);
    known.ok_or(Error::Corrupt("clock"))
}
