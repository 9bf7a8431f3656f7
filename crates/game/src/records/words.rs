//! The words for values: in the database, in control ids and in the choices of commands. They are
//! never translated.

use super::{
    ChallengesFrom, NotificationKind, NotifyBy, NotifyVia, ObsoleteKind, OnLadder, Order, Switch,
    Visibility,
};
use crate::{
    Agreement, AttemptOutcome, ChallengeAnswer, ChallengeEnding, ChallengeStart, Clock, Games,
    NextGame, Seat, TurnTime, WhoStarts,
};
use nim_games::{Animal, Ending, Size, TableGame};

/// A value that is written as a word.
pub trait Word: Copy + 'static {
    /// Every value, in the order in which `words!` lists them.
    const ALL: &'static [Self];

    /// The word for this value.
    fn word(self) -> &'static str;

    /// Every value, in the order in which `words!` lists them.
    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    /// The value that a word stands for.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|value| value.word() == word)
    }
}

impl Word for Clock {
    /// Those that members can choose for a game with each other.
    const ALL: &'static [Self] = &[
        Self::FiveMinutes,
        Self::QuarterOfAnHour,
        Self::Hour,
        Self::Day,
        Self::ThreeDays,
        Self::Week,
        Self::FiveMinutesInAll,
        Self::QuarterOfAnHourInAll,
        Self::HourInAll,
        Self::DayInAll,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::FiveMinutes => "5m",
            Self::QuarterOfAnHour => "15m",
            Self::Hour => "1h",
            Self::Day => "1d",
            Self::ThreeDays => "3d",
            Self::Week => "7d",
            Self::Unlimited => "unlimited",
            Self::FiveMinutesInAll => "5m+5s",
            Self::QuarterOfAnHourInAll => "15m+10s",
            Self::HourInAll => "1h-in-all",
            Self::DayInAll => "1d-in-all",
        }
    }
}

impl Word for TableGame {
    const ALL: &'static [Self] = &[Self::TwentyOne, Self::Hundred, Self::Nim];

    fn word(self) -> &'static str {
        match self {
            Self::TwentyOne => "21",
            Self::Hundred => "100",
            Self::Nim => "nim",
        }
    }
}

impl Word for TurnTime {
    const ALL: &'static [Self] = &[
        Self::FifteenSeconds,
        Self::ThirtySeconds,
        Self::Minute,
        Self::TwoMinutes,
        Self::FiveMinutes,
        Self::TenMinutes,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::FifteenSeconds => "15s",
            Self::ThirtySeconds => "30s",
            Self::Minute => "1m",
            Self::TwoMinutes => "2m",
            Self::FiveMinutes => "5m",
            Self::TenMinutes => "10m",
        }
    }
}

impl Word for Games {
    const ALL: &'static [Self] = &[Self::One, Self::Two];

    fn word(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
        }
    }
}

impl Word for Animal {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Duckling => "duckling",
            Self::Rabbit => "rabbit",
            Self::Hedgehog => "hedgehog",
            Self::Squirrel => "squirrel",
            Self::Otter => "otter",
            Self::Swan => "swan",
            Self::Dolphin => "dolphin",
            Self::Elephant => "elephant",
            Self::Reindeer => "reindeer",
            Self::Penguin => "penguin",
        }
    }

    /// Also reads the words for the levels of earlier versions, with which they may still write.
    fn from_word(word: &str) -> Option<Self> {
        match word {
            "beginner" => Some(Self::Squirrel),
            "good" => Some(Self::Dolphin),
            "perfect" => Some(Self::Penguin),
            word => Self::all().find(|animal| animal.word() == word),
        }
    }
}

/// Lists the words for the values of enums. Leaving out a value is a compile error.
#[macro_export]
macro_rules! words {
    ($($kind:ty: $($name:ident $(:: $part:ident)* $(($($inner:tt)*))? => $word:literal),* ;)*) => {$(
        impl $crate::records::Word for $kind {
            const ALL: &'static [Self] = &[$($name $(:: $part)* $(($($inner)*))?),*];

            fn word(self) -> &'static str {
                match self {
                    $($name $(:: $part)* $(($($inner)*))? => $word),*
                }
            }
        }
    )*};
}

words! {
    AttemptOutcome:
        Self::Solved => "solved",
        Self::Failed => "failed";
    ChallengeAnswer:
        Self::Accept => "accept",
        Self::AcceptAndStart => "accept-begin",
        Self::AcceptAsSecond => "accept-follow",
        Self::Decline => "decline",
        Self::Withdraw => "withdraw";
    ChallengesFrom:
        Self::Anyone => "anyone",
        Self::Nobody => "nobody";
    ChallengeStart:
        Self::Fixed(WhoStarts::Random) => "random",
        Self::Fixed(WhoStarts::Me) => "challenger",
        Self::Fixed(WhoStarts::Opponent) => "opponent",
        Self::OpponentChooses => "opponent_chooses";
    // A challenge without an ending is open.
    Option<ChallengeEnding>:
        None => "open",
        Some(ChallengeEnding::Accepted) => "accepted",
        Some(ChallengeEnding::Declined) => "declined",
        Some(ChallengeEnding::Withdrawn) => "withdrawn",
        Some(ChallengeEnding::Expired) => "expired";
    NextGame:
        Self::Rematch => "rematch",
        Self::NewPosition => "new_position";
    NotificationKind:
        Self::Turn => "turn",
        Self::Reminder => "reminder",
        Self::Begun => "begun",
        Self::Ended => "ended",
        Self::RematchVote(NextGame::Rematch) => "rematch",
        Self::RematchVote(NextGame::NewPosition) => "new_position",
        Self::Challenge => "challenged";
    NotifyBy:
        Self::Ping => "ping",
        Self::Direct => "direct",
        Self::Never => "never";
    NotifyVia:
        Self::Ping => "ping",
        Self::Direct => "direct";
    OnLadder:
        Self::Off => "off",
        Self::On => "on",
        Self::Beaten => "beaten",
        Self::Helped => "helped";
    Order:
        Self::Rating => "rating",
        Self::Wins => "wins",
        Self::Accuracy => "accuracy",
        Self::Streak => "streak";
    Agreement:
        Self::TakeBack => "back",
        Self::End => "end";
    Seat:
        Self::First => "first",
        Self::Second => "second";
    Switch:
        Self::On => "on",
        Self::Off => "off";
    Visibility:
        Self::Everywhere => "everywhere",
        Self::Servers => "servers",
        Self::Nowhere => "nowhere";
    ObsoleteKind:
        Self::Board => "board",
        Self::Notification => "notification";
    // The choices of `/start`, where the opponent is the bot.
    WhoStarts:
        Self::Random => "random",
        Self::Me => "me",
        Self::Opponent => "bot";
    Ending:
        Self::Normal => "wins",
        Self::Misere => "loses";
    Size:
        Self::Small => "small",
        Self::Usual => "usual",
        Self::Large => "large";
}
