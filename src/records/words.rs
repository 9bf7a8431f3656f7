//! The words for values: in the database, in control ids and in the choices of commands. They are never translated.

use super::{ChallengesFrom, NotifyBy, Order, Switch, Visibility};
use crate::game::{
    ChallengeAnswer, ChallengeEnding, ChallengeStart, Clock, NextGame, Seat, WhoStarts,
};
use crate::rules::Level;

/// A value that is written as a word.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word. If a value occurs twice, the first word is written, and both are read: earlier versions wrote the second.
    const WORDS: &'static [(Self, &'static str)];

    /// Every value, in the order of the table.
    fn all() -> impl Iterator<Item = Self> {
        let is_first = |&&(value, word): &&(Self, &str)| value.word() == word;
        Self::WORDS.iter().filter(is_first).map(|(value, _)| *value)
    }

    /// The word for this value.
    fn word(self) -> &'static str {
        let mut words = Self::WORDS.iter();
        let known = words.find(|(value, _)| *value == self);
        known.map_or("", |(_, word)| word)
    }

    /// The value that a word stands for.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        let mut words = Self::WORDS.iter();
        words
            .find(|(_, known)| *known == word)
            .map(|(value, _)| *value)
    }
}

/// Lists the words of enums.
macro_rules! words {
    ($($kind:ty: $($value:expr => $word:literal),* ;)*) => {$(
        impl $crate::records::Word for $kind {
            const WORDS: &'static [(Self, &'static str)] = &[$(($value, $word)),*];
        }
    )*};
}
pub(crate) use words;

words! {
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
        Self::OpponentChooses => "opponent_chooses",
        Self::Fixed(WhoStarts::Me) => "me",
        Self::OpponentChooses => "chooses";
    // A challenge without an ending is open.
    Option<ChallengeEnding>:
        None => "open",
        Some(ChallengeEnding::Accepted) => "accepted",
        Some(ChallengeEnding::Declined) => "declined",
        Some(ChallengeEnding::Withdrawn) => "withdrawn",
        Some(ChallengeEnding::Expired) => "expired";
    Clock:
        Self::FiveMinutes => "5m",
        Self::QuarterOfAnHour => "15m",
        Self::Hour => "1h",
        Self::Day => "1d",
        Self::ThreeDays => "3d",
        Self::Week => "7d";
    Level:
        Self::Perfect => "perfect",
        Self::Good => "good",
        Self::Beginner => "beginner";
    NextGame:
        Self::Rematch => "rematch",
        Self::NewPosition => "new_piles",
        Self::NewPosition => "piles";
    NotifyBy:
        Self::Ping => "ping",
        Self::Direct => "direct",
        Self::Never => "never";
    Order:
        Self::Rating => "rating",
        Self::Wins => "wins",
        Self::Accuracy => "accuracy",
        Self::Streak => "streak";
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
    WhoStarts:
        Self::Random => "random",
        Self::Me => "me",
        Self::Opponent => "bot";
}
