//! How values are stored in columns and read from them. A value that this program never writes is
//! [`Error::Corrupt`].

use sqlx::any::AnyRow;
use sqlx::error::BoxDynError;
use sqlx::{Any, Column as _, Decode, Encode, Row as _, Type};

use super::{Error, Result};
use nim_games::{Animal, Move, Position, TableGame, Variant};
use wythoff_game::records::{
    ChallengesFrom, ChannelId, InteractionId, MessageId, NotificationKind, NotifyBy, NotifyVia,
    ObsoleteKind, OnLadder, Order, Place, RoleId, Scope, Switch, Visibility, Word,
};
use wythoff_game::{
    AttemptOutcome, ChallengeEnding, ChallengeStart, Clock, Day, FormerId, GameId, Games, MemberId,
    NextGame, Person, PlayerId, Seat, Timestamp, TurnTime,
};

/// A value that can be put into a column.
pub(super) trait ToColumn {
    /// What the database holds.
    type Raw: for<'t> Encode<'t, Any> + Type<Any>;

    fn to_column(self) -> Self::Raw;
}

/// A value that can be read from a column.
pub(super) trait FromColumn: Sized {
    /// What the database holds.
    type Raw: for<'r> Decode<'r, Any> + Type<Any>;

    fn from_column(raw: Self::Raw) -> Result<Self, BoxDynError>;
}

/// A value, several, or a record that is read from a row.
pub(super) trait FromRow: Sized {
    fn from_row(row: Row<'_>) -> Result<Self>;
}

/// A row that was found. Its first column is the id of what it is about, or else an error names 0.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    pub(super) table: &'static str,
    pub(super) row: &'r AnyRow,
}

impl Row<'_> {
    /// The value in a column.
    pub(super) fn get<T: FromColumn>(self, column: &str) -> Result<T> {
        let read = self.row.try_get(column).map_err(BoxDynError::from);
        let read = read.and_then(T::from_column);
        read.map_err(|error| self.corrupt(column, error))
    }

    /// The value in the column at `index`.
    fn at<T: FromColumn>(self, index: usize) -> Result<T> {
        let read = self.row.try_get(index).map_err(BoxDynError::from);
        let read = read.and_then(T::from_column);
        read.map_err(|error| self.corrupt(self.row.column(index).name(), error))
    }

    /// The position whose notation is in a column, by the game and its options in the same row.
    pub(super) fn position(self, column: &str) -> Result<Position> {
        let options: String = self.get("rules")?;
        let options = options.parse().map_err(|bad| self.corrupt("rules", bad))?;
        let notation: String = self.get(column)?;
        Position::read(self.get("variant")?, options, &notation)
            .map_err(|bad| self.corrupt(column, bad))
    }

    /// The clock, whose time is in the column `clock`.
    pub(super) fn clock(self, is_in_all: bool) -> Result<Clock> {
        let stored = self.get("clock")?;
        clock(stored, is_in_all).map_err(|bad| self.corrupt("clock", bad))
    }

    /// The error for an invalid value in a column.
    pub(super) fn corrupt(self, column: &str, source: impl Into<BoxDynError>) -> Error {
        Error::Corrupt {
            table: self.table,
            column: column.to_owned(),
            id: self.row.try_get(0).unwrap_or_default(),
            source: source.into(),
        }
    }
}

/// Values that are stored as they are.
macro_rules! plain {
    ($($T:ty),*) => {$(
        impl ToColumn for $T {
            type Raw = Self;

            fn to_column(self) -> Self {
                self
            }
        }

        impl FromColumn for $T {
            type Raw = Self;

            fn from_column(raw: Self) -> Result<Self, BoxDynError> {
                Ok(raw)
            }
        }
    )*};
}

/// Values that are stored as another type.
macro_rules! stored {
    ($($T:ty as $Raw:ty: $to:expr, $from:expr;)*) => {$(
        impl ToColumn for $T {
            type Raw = $Raw;

            fn to_column(self) -> $Raw {
                $to(self)
            }
        }

        impl FromColumn for $T {
            type Raw = $Raw;

            fn from_column(raw: $Raw) -> Result<Self, BoxDynError> {
                $from(raw)
            }
        }
    )*};
}

macro_rules! ids {
    ($($Id:ident),*) => {
        stored! { $($Id as i64: |Self(id): Self| id, |id| Ok(Self(id));)* }
    };
}

/// Numbers that the bot counts itself; none comes near the limit of a column.
macro_rules! numbers {
    ($($N:ty),*) => {
        stored! { $($N as i64: |number| i64::try_from(number).unwrap_or(i64::MAX), number;)* }
    };
}

macro_rules! words {
    ($($T:ty),*) => {
        stored! { $($T as String: |value: Self| value.word().to_owned(), word;)* }
    };
}

plain!(i64, f64, String);
ids!(
    ChannelId,
    Day,
    FormerId,
    GameId,
    InteractionId,
    MemberId,
    MessageId,
    RoleId,
    Timestamp
);
numbers!(u8, u32, u64, u128, usize);
words!(
    Animal,
    AttemptOutcome,
    ChallengeStart,
    ChallengesFrom,
    NextGame,
    NotificationKind,
    NotifyBy,
    NotifyVia,
    ObsoleteKind,
    OnLadder,
    Option<ChallengeEnding>,
    Order,
    Seat,
    TableGame,
    TurnTime,
    Visibility
);
stored! {
    bool as i64: i64::from, |flag| Ok(flag != 0);
    Switch as i64: |switch| i64::from(switch == Self::On), |flag| Ok(Self::of(flag != 0));
    // The seconds. Whether they are for each move or for all is another column.
    Clock as i64: seconds, |stored| clock(stored, false);
    PlayerId as i64: player, |id| Ok(match id {
        0 => Self::Bot,
        ..0 => Self::Former(FormerId(id)),
        1.. => Self::Member(MemberId(id)),
    });
    Person as i64: person, |id| match id {
        0 => Err("the bot is not a person".into()),
        ..0 => Ok(Self::Former(FormerId(id))),
        1.. => Ok(Self::Member(MemberId(id))),
    };
    Games as i64: |games| if games == Self::One { 1 } else { 2 }, |games| match games {
        1 => Ok(Self::One),
        2 => Ok(Self::Two),
        other => Err(format!("no challenge is for {other} games").into()),
    };
    // No server has the id 0.
    Scope as i64: scope, |id| Ok(match id {
        0 => Self::Everywhere,
        server => Self::Server(server),
    });
    Variant as String: |variant: Self| variant.key().to_owned(), |key: String| {
        Self::from_key(&key).ok_or_else(|| format!("no such game: {key:?}").into())
    };
    Move as String: |mv: Self| mv.to_string(), |mv: String| Ok(mv.parse()?);
}

impl ToColumn for &str {
    type Raw = String;

    fn to_column(self) -> String {
        self.to_owned()
    }
}

impl<T: ToColumn + Clone> ToColumn for &T {
    type Raw = T::Raw;

    fn to_column(self) -> T::Raw {
        self.clone().to_column()
    }
}

impl<T: ToColumn> ToColumn for Option<T>
where
    Option<T::Raw>: for<'t> Encode<'t, Any> + Type<Any>,
{
    type Raw = Option<T::Raw>;

    fn to_column(self) -> Self::Raw {
        self.map(T::to_column)
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    type Raw = Option<T::Raw>;

    fn from_column(raw: Self::Raw) -> Result<Self, BoxDynError> {
        raw.map(T::from_column).transpose()
    }
}

fn number<T: TryFrom<i64>>(number: i64) -> Result<T, BoxDynError> {
    T::try_from(number).map_err(|_| format!("out of range: {number}").into())
}

#[expect(clippy::needless_pass_by_value, reason = "it is what a column holds")]
fn word<T: Word>(word: String) -> Result<T, BoxDynError> {
    T::from_word(&word).ok_or_else(|| format!("no such word: {word:?}").into())
}

/// The seconds that a clock is stored as.
fn seconds(clock: Clock) -> i64 {
    i64::try_from(clock.time().as_secs()).unwrap_or(i64::MAX)
}

fn clock(stored: i64, is_in_all: bool) -> Result<Clock, BoxDynError> {
    let mut clocks = Clock::all().chain([Clock::Unlimited]);
    let is_meant =
        |known: &Clock| seconds(*known) == stored && known.increment().is_some() == is_in_all;
    let known = clocks.find(is_meant);
    known.ok_or_else(|| format!("no such clock: {stored} s").into())
}

/// The id of a player. The bot's is 0, those of former players are negative.
const fn player(id: PlayerId) -> i64 {
    match id {
        PlayerId::Bot => 0,
        PlayerId::Member(MemberId(id)) | PlayerId::Former(FormerId(id)) => id,
    }
}

/// The id of a person. That of a former player is negative.
const fn person(person: Person) -> i64 {
    match person {
        Person::Member(MemberId(id)) | Person::Former(FormerId(id)) => id,
    }
}

const fn scope(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

impl FromRow for Place {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            guild: row.get("guild")?,
            channel: row.get("channel")?,
            editable: row.get("editable")?,
            language: row.get("language")?,
        })
    }
}

impl<T: FromColumn> FromRow for T {
    fn from_row(row: Row<'_>) -> Result<Self> {
        row.at(0)
    }
}

/// Several columns of a row, in their order.
macro_rules! tuples {
    ($(($($T:ident $index:literal),*))*) => {$(
        impl<$($T: FromColumn),*> FromRow for ($($T,)*) {
            fn from_row(row: Row<'_>) -> Result<Self> {
                Ok(($(row.at::<$T>($index)?,)*))
            }
        }
    )*};
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}
