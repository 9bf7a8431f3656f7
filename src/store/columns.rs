//! Converts columns to values and back: players, words, clocks, positions. A value that this
//! program never writes is [`Error::Corrupt`].

use super::{Error, Result};
use crate::game::{Clock, FormerId, MemberId, Person, PlayerId};
use crate::records::{Scope, Word};
use nim_games::{Position, Variant};

/// The row that holds a value, for the error if the value is invalid.
#[derive(Clone, Copy)]
pub(super) struct RowOf {
    table: &'static str,
    /// The id of what the row is about.
    id: i64,
}

impl RowOf {
    pub(super) const fn new(table: &'static str, id: i64) -> Self {
        Self { table, id }
    }

    /// The error for an invalid value in a column.
    pub(super) fn corrupt(
        self,
        column: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Error {
        let Self { table, id } = self;
        Error::Corrupt {
            table,
            column,
            id,
            source: source.into(),
        }
    }

    /// The value that a word stands for.
    pub(super) fn word<T: Word>(self, column: &'static str, word: &str) -> Result<T> {
        T::from_word(word).ok_or_else(|| self.corrupt(column, format!("no such word: {word:?}")))
    }

    /// The value that a word stands for, if there is a word.
    pub(super) fn optional_word<T: Word>(
        self,
        column: &'static str,
        word: Option<&str>,
    ) -> Result<Option<T>> {
        word.map(|word| self.word(column, word)).transpose()
    }

    /// The number as a smaller type.
    pub(super) fn number<T: TryFrom<i64>>(self, column: &'static str, number: i64) -> Result<T> {
        T::try_from(number).map_err(|_| self.corrupt(column, format!("out of range: {number}")))
    }

    /// The game that a key stands for.
    pub(super) fn variant(self, key: &str) -> Result<Variant> {
        Variant::from_key(key)
            .ok_or_else(|| self.corrupt("variant", format!("no such game: {key:?}")))
    }

    /// A position in notation.
    pub(super) fn position(
        self,
        column: &'static str,
        (variant, rules, notation): (&str, &str, &str),
    ) -> Result<Position> {
        let options = rules.parse().map_err(|bad| self.corrupt("rules", bad))?;
        Position::read(self.variant(variant)?, options, notation)
            .map_err(|bad| self.corrupt(column, bad))
    }

    /// The clock that gives `seconds` for each move.
    pub(super) fn clock(self, seconds: i64) -> Result<Clock> {
        let mut clocks = Clock::all().chain([Clock::Unlimited]);
        let known = clocks.find(|&known| self::seconds(known) == seconds);
        known.ok_or_else(|| self.corrupt("clock", format!("no such clock: {seconds} s")))
    }
}

/// The seconds that a clock is stored as.
pub(super) fn seconds(clock: Clock) -> i64 {
    i64::try_from(clock.time_per_move().as_secs()).unwrap_or(i64::MAX)
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

/// The column `scope`. No server has the id 0.
pub(super) const fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

pub(super) const fn scope_of(number: i64) -> Scope {
    match number {
        0 => Scope::Everywhere,
        server => Scope::Server(server),
    }
}
