//! How values are written down: words and numbers in columns, and rows as JSON arrays in the order of their columns, in which they
//! go into statements and come out of them. A row is a fifth of the cost that way of one that is fetched value by value.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Error, Result};
use crate::game::{ChallengeEnding, Clock, FirstMove, MemberId, NextGame, PlayerId, Seat};
use crate::records::{ChallengesFrom, NotifyBy, Visibility};
use crate::rules::wythoff::{Level, Pile};

/// A table's row: each of its columns with its type, and how it is written.
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

/// Reads a text that the database has made.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| Error::Corrupt("text"))
}

/// Writes a text that the database reads.
pub(super) fn write<T: Serialize + ?Sized>(rows: &T) -> Result<String> {
    serde_json::to_string(rows).map_err(|_| Error::Corrupt("row"))
}

/// A value that is written as a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<T>(pub(super) T);

/// A kind of value that is written as a word.
pub(super) trait Worded: Copy + PartialEq + 'static {
    const WORDS: &[(Self, &str)];
}

impl<T: Worded> Word<T> {
    /// The value that a word stands for.
    pub(super) fn read(word: &str) -> Result<T> {
        let mut words = T::WORDS.iter();
        let known = words.find(|(_, known)| *known == word);
        known.map(|(value, _)| *value).ok_or(Error::Corrupt("word"))
    }
}

impl<T: Worded> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = T::WORDS.iter().find(|(known, _)| *known == self.0);
        serializer.serialize_str(known.map_or("", |(_, word)| word))
    }
}

impl<'a, T: Worded> Deserialize<'a> for Word<T> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::read(&word).map(Self).map_err(D::Error::custom)
    }
}

macro_rules! words {
    ($($kind:ident: $($value:ident $word:literal),*;)*) => {$(
        impl Worded for $kind {
            const WORDS: &[(Self, &str)] = &[$((Self::$value, $word)),*];
        }
    )*};
}

words! {
    Level: Perfect "perfect", Good "good", Beginner "beginner";
    Pile: Left "left", Right "right", Both "both";
    NextGame: Rematch "rematch", NewPiles "new_piles";
    Seat: First "first", Second "second";
    FirstMove: Random "random", Challenger "challenger", Opponent "opponent", OpponentChooses "opponent_chooses";
    NotifyBy: Ping "ping", Direct "direct", Never "never";
    ChallengesFrom: Anyone "anyone", Nobody "nobody";
    Visibility: Everywhere "everywhere", Servers "servers", Nowhere "nowhere";
}

/// A challenge without an ending is open.
impl Worded for Option<ChallengeEnding> {
    const WORDS: &[(Self, &str)] = &[
        (None, "open"),
        (Some(ChallengeEnding::Accepted), "accepted"),
        (Some(ChallengeEnding::Declined), "declined"),
        (Some(ChallengeEnding::Withdrawn), "withdrawn"),
        (Some(ChallengeEnding::Expired), "expired"),
    ];
}

/// The number of a player; the bot's is 0.
pub(super) const fn player(id: PlayerId) -> i64 {
    match id {
        PlayerId::Bot => 0,
        PlayerId::Member(MemberId(id)) => id,
    }
}

pub(super) const fn player_of(id: i64) -> PlayerId {
    match id {
        0 => PlayerId::Bot,
        member => PlayerId::Member(MemberId(member)),
    }
}

/// The seconds that stand for a clock.
pub(super) fn clock(clock: Clock) -> u64 {
    clock.each_move().as_secs()
}

pub(super) fn clock_of(seconds: u64) -> Result<Clock> {
    let known = Clock::ALL
        .into_iter()
        .find(|&known| clock(known) == seconds);
    known.ok_or(Error::Corrupt("clock"))
}
