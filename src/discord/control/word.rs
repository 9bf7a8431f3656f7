//! The words for values in the ids of controls and in the values of choices: short, of letters and digits, never translated.

use super::{Reach, Setting};
use crate::game::{ChallengeAnswer, Clock, FirstMove, Sequel};
use crate::records::{Order, Switch, Telling, Visibility, Welcome};
use crate::rules::wythoff::{Level, Pile};
use crate::service::Beginner;

pub(in crate::discord) const BEGINNERS: [Beginner; 3] =
    [Beginner::Random, Beginner::Me, Beginner::Bot];
pub(in crate::discord) const REACHES: [Reach; 2] = [Reach::Server, Reach::Everywhere];
pub(in crate::discord) const TELLINGS: [Telling; 3] =
    [Telling::Ping, Telling::Direct, Telling::Never];
pub(in crate::discord) const VISIBILITIES: [Visibility; 3] = [
    Visibility::Everywhere,
    Visibility::Servers,
    Visibility::Nowhere,
];
pub(super) const SEQUELS: [Sequel; 2] = [Sequel::Rematch, Sequel::NewPiles];
pub(super) const ANSWERS: [ChallengeAnswer; 5] = [
    ChallengeAnswer::Accept,
    ChallengeAnswer::AcceptAndBegin,
    ChallengeAnswer::AcceptAndFollow,
    ChallengeAnswer::Decline,
    ChallengeAnswer::Withdraw,
];
pub(super) const SETTINGS: [Setting; 13] = [
    Setting::Language,
    Setting::Telling,
    Setting::Welcome(Welcome::Anyone),
    Setting::Welcome(Welcome::Nobody),
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

pub(super) const fn sequel_word(sequel: Sequel) -> &'static str {
    match sequel {
        Sequel::Rematch => "rematch",
        Sequel::NewPiles => "piles",
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
        Setting::Telling => "telling",
        Setting::Welcome(Welcome::Anyone) => "welcome-anyone",
        Setting::Welcome(Welcome::Nobody) => "welcome-nobody",
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
pub(in crate::discord) const fn telling_word(telling: Telling) -> &'static str {
    match telling {
        Telling::Ping => "ping",
        Telling::Direct => "direct",
        Telling::Never => "never",
    }
}

/// The word for who may challenge a member.
pub(in crate::discord) const fn welcome_word(welcome: Welcome) -> &'static str {
    match welcome {
        Welcome::Anyone => "anyone",
        Welcome::Nobody => "nobody",
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
