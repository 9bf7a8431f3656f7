//! The names of what can be chosen.

use super::{Key, key};
use nim_games::Size;
use wythoff_game::{ChallengeStart, Clock, Games, WhoStarts};

/// The key of the text that says who makes the first move.
pub(crate) const fn who_starts_key(first: ChallengeStart) -> Key {
    match first {
        ChallengeStart::Fixed(WhoStarts::Random) => key!("choice-random"),
        ChallengeStart::Fixed(WhoStarts::Me) => key!("choice-me"),
        ChallengeStart::Fixed(WhoStarts::Opponent) => key!("choice-opponent"),
        ChallengeStart::OpponentChooses => key!("choice-opponent-chooses"),
    }
}

/// The key of the text with the name of a size.
pub(crate) const fn size_key(size: Size) -> Key {
    match size {
        Size::Small => key!("choice-small"),
        Size::Usual => key!("choice-usual"),
        Size::Large => key!("choice-large"),
    }
}

/// The key of the text that says how many games a challenge is for.
pub(crate) const fn games_key(games: Games) -> Key {
    match games {
        Games::One => key!("choice-one-game"),
        Games::Two => key!("choice-two-games"),
    }
}

/// The key of the text with the name of a clock.
pub(crate) const fn clock_key(clock: Clock) -> Key {
    match clock {
        Clock::FiveMinutes => key!("clock-5-minutes"),
        Clock::QuarterOfAnHour => key!("clock-15-minutes"),
        Clock::Hour => key!("clock-1-hour"),
        Clock::Day => key!("clock-1-day"),
        Clock::ThreeDays => key!("clock-3-days"),
        Clock::Week => key!("clock-7-days"),
        Clock::Unlimited => key!("clock-unlimited"),
        Clock::FiveMinutesInAll => key!("clock-5-minutes-in-all"),
        Clock::QuarterOfAnHourInAll => key!("clock-15-minutes-in-all"),
        Clock::HourInAll => key!("clock-1-hour-in-all"),
        Clock::DayInAll => key!("clock-1-day-in-all"),
    }
}
