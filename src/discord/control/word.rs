//! The words for values in the ids of controls and in the values of choices: short, of letters and digits, never translated.

use super::{Reach, Setting};
use crate::game::{ChallengeAnswer, Clock, FirstMove, NextGame};
use crate::records::{ChallengesFrom, NotifyBy, Order, Switch, Visibility};
use crate::rules::wythoff::{Level, Pile};
use crate::service::Beginner;

pub(in crate::discord) const BEGINNERS: [Beginner; 3] =
    [Beginner::Random, Beginner::Me, Beginner::Bot];
pub(in crate::discord) const REACHES: [Reach; 2] = [Reach::Server, Reach::Everywhere];
pub(in crate::discord) const NOTIFY_BY: [NotifyBy; 3] =
    [NotifyBy::Ping, NotifyBy::Direct, NotifyBy::Never];
pub(in crate::discord) const VISIBILITIES: [Visibility; 3] = [
    Visibility::Everywhere,
    Visibility::Servers,
    Visibility::Nowhere,
];
pub(super) const NEXT_GAMES: [NextGame; 2] = [NextGame::Rematch, NextGame::NewPiles];
pub(super) const ANSWERS: [ChallengeAnswer; 5] = [
    ChallengeAnswer::Accept,
    ChallengeAnswer::AcceptAndBegin,
    ChallengeAnswer::AcceptAndFollow,
    ChallengeAnswer::Decline,
    ChallengeAnswer::Withdraw,
];
pub(super) const SETTINGS: [Setting; 13] = [
    Setting::Language,
    Setting::NotifyBy,
    Setting::ChallengesFrom(ChallengesFrom::Anyone),
    Setting::ChallengesFrom(ChallengesFrom::Nobody),
    Setting::Blocked,
    Setting::Visibility,
    Setting::Clock,
    Setting::LargestPile,
    Setting::ServerLanguage,
    Setting::Pings(Switch::On),
    Setting::Pings(Switch::Off),
    Setting::Everywhere(Switch::On),
    Setting::Everywhere(Switch::Off),
];

pub(super) const fn next_game_word(next_game: NextGame) -> &'static str {
    match next_game {
        NextGame::Rematch => "rematch",
        NextGame::NewPiles => "piles",
    }
}

pub(super) const fn answer_word(answer: ChallengeAnswer) -> &'static str {
    match answer {
        ChallengeAnswer::Accept => "accept",
        ChallengeAnswer::AcceptAndBegin => "accept-begin",
        ChallengeAnswer::AcceptAndFollow => "accept-follow",
        ChallengeAnswer::Decline => "decline",
        ChallengeAnswer::Withdraw => "withdraw",
    }
}

pub(super) const fn setting_word(setting: Setting) -> &'static str {
    match setting {
        Setting::Language => "language",
        Setting::NotifyBy => "telling",
        Setting::ChallengesFrom(ChallengesFrom::Anyone) => "welcome-anyone",
        Setting::ChallengesFrom(ChallengesFrom::Nobody) => "welcome-nobody",
        Setting::Blocked => "blocked",
        Setting::Visibility => "visibility",
        Setting::Clock => "clock",
        Setting::LargestPile => "pile",
        Setting::ServerLanguage => "server-language",
        Setting::Pings(Switch::On) => "pings-on",
        Setting::Pings(Switch::Off) => "pings-off",
        Setting::Everywhere(Switch::On) => "everywhere-on",
        Setting::Everywhere(Switch::Off) => "everywhere-off",
    }
}

/// The word for how far a leaderboard reaches.
pub(in crate::discord) const fn reach_word(reach: Reach) -> &'static str {
    match reach {
        Reach::Server => "server",
        Reach::Everywhere => "everywhere",
    }
}

/// The word for what a leaderboard ranks by.
pub(in crate::discord) const fn order_word(order: Order) -> &'static str {
    match order {
        Order::Rating => "rating",
        Order::Wins => "wins",
        Order::Accuracy => "accuracy",
        Order::Streak => "streak",
    }
}

/// The word for a clock.
pub(in crate::discord) const fn clock_word(clock: Clock) -> &'static str {
    match clock {
        Clock::FiveMinutes => "5m",
        Clock::QuarterOfAnHour => "15m",
        Clock::Hour => "1h",
        Clock::Day => "1d",
        Clock::ThreeDays => "3d",
        Clock::Week => "7d",
    }
}

/// The word for who is to begin after a challenge.
pub(in crate::discord) const fn first_word(first: FirstMove) -> &'static str {
    match first {
        FirstMove::Random => "random",
        FirstMove::Challenger => "me",
        FirstMove::Opponent => "opponent",
        FirstMove::OpponentChooses => "chooses",
    }
}

/// The word for how a member is told.
pub(in crate::discord) const fn notify_by_word(telling: NotifyBy) -> &'static str {
    match telling {
        NotifyBy::Ping => "ping",
        NotifyBy::Direct => "direct",
        NotifyBy::Never => "never",
    }
}

/// The word for who may challenge a member.
pub(in crate::discord) const fn challenges_from_word(
    challenges_from: ChallengesFrom,
) -> &'static str {
    match challenges_from {
        ChallengesFrom::Anyone => "anyone",
        ChallengesFrom::Nobody => "nobody",
    }
}

/// The word for where a member appears.
pub(in crate::discord) const fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Everywhere => "everywhere",
        Visibility::Servers => "servers",
        Visibility::Nowhere => "nowhere",
    }
}

/// The word for a pile, in control ids and as the value of a choice.
pub(in crate::discord) const fn pile_word(pile: Pile) -> &'static str {
    match pile {
        Pile::Left => "left",
        Pile::Right => "right",
        Pile::Both => "both",
    }
}

/// The word for who begins.
pub(in crate::discord) const fn beginner_word(first: Beginner) -> &'static str {
    match first {
        Beginner::Random => "random",
        Beginner::Me => "me",
        Beginner::Bot => "bot",
    }
}

/// The word for a level.
pub(in crate::discord) const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Perfect => "perfect",
        Level::Good => "good",
        Level::Beginner => "beginner",
    }
}
