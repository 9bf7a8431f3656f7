//! The controls of `settings`.

use super::{Control, Id, Seen};
use wythoff_game::records::{ChallengesFrom, HourChange, Switch, Word, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingsControl {
    /// Changes a setting.
    Set {
        setting: Setting,
        /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
        /// again.
        rendering: u64,
    },
    /// Shows settings.
    Page(SettingsPage),
    /// Shows the member's settings, with the page of blocked members at the given index.
    Blocked(u16),
    /// Shows more of the server's settings, with the page of hidden members at the given index.
    Hidden(u16),
}

/// Whose settings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingsPage {
    /// The member's own.
    Own,
    /// The server's.
    Server,
    /// More of the server's: of its leaderboards, and of the channel of the click.
    More,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// The language of private messages.
    Language,
    /// How the member is notified.
    NotifyBy,
    /// Who may challenge the member.
    ChallengesFrom(ChallengesFrom),
    /// Who may never challenge the member.
    Blocked,
    /// On which leaderboards the member appears.
    Visibility,
    /// Whether the member is reminded of the puzzle each day.
    Reminder(Switch),
    /// The clock of challenges in the server.
    Clock,
    /// The server's largest heap.
    LargestHeap,
    /// The language of the server's public messages.
    ServerLanguage,
    /// Whether members are pinged in the server.
    Pings(Switch),
    /// Whether the server's games count on the global leaderboard.
    Everywhere(Switch),
    /// Whether the server's leaderboards begin with the games won this month.
    BeginsWithMonth(Switch),
    /// Whom the server's leaderboards hide.
    Hidden,
    /// The role that comes with the server's crown.
    CrownRole,
    /// Whether games in the channel of the click are shown only to their players.
    Quiet(Switch),
    /// Whether everybody plays the Penguin each week. If switched on, the channel of the click is used.
    Penguin(Switch),
    /// Whether the puzzle of the day is posted. If switched on, the channel of the click is used.
    Daily(Switch),
    /// Whether it comes an hour earlier or later.
    DailyHour(HourChange),
}

words! {
    SettingsPage:
        Self::Own => "own",
        Self::Server => "server",
        Self::More => "more";
    Setting:
        Self::Language => "language",
        Self::NotifyBy => "telling",
        Self::ChallengesFrom(ChallengesFrom::Anyone) => "welcome-anyone",
        Self::ChallengesFrom(ChallengesFrom::Nobody) => "welcome-nobody",
        Self::Blocked => "blocked",
        Self::Visibility => "visibility",
        Self::Reminder(Switch::On) => "reminder-on",
        Self::Reminder(Switch::Off) => "reminder-off",
        Self::Clock => "clock",
        Self::LargestHeap => "pile",
        Self::ServerLanguage => "server-language",
        Self::Pings(Switch::On) => "pings-on",
        Self::Pings(Switch::Off) => "pings-off",
        Self::Everywhere(Switch::On) => "everywhere-on",
        Self::Everywhere(Switch::Off) => "everywhere-off",
        Self::BeginsWithMonth(Switch::On) => "month-on",
        Self::BeginsWithMonth(Switch::Off) => "month-off",
        Self::Hidden => "hidden",
        Self::CrownRole => "crown-role",
        Self::Quiet(Switch::On) => "quiet-on",
        Self::Quiet(Switch::Off) => "quiet-off",
        Self::Penguin(Switch::On) => "penguin-on",
        Self::Penguin(Switch::Off) => "penguin-off",
        Self::Daily(Switch::On) => "daily-on",
        Self::Daily(Switch::Off) => "daily-off",
        Self::DailyHour(HourChange::Earlier) => "daily-earlier",
        Self::DailyHour(HourChange::Later) => "daily-later";
}

impl Control for SettingsControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Set { setting, rendering } => format!("set:{}:{rendering}", setting.word()),
            Self::Page(page) => format!("settings:{}", page.word()),
            Self::Blocked(page) => format!("blocked:{page}"),
            Self::Hidden(page) => format!("hidden:{page}"),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["set", setting, rendering] => Self::Set {
                setting: Word::from_word(setting)?,
                rendering: rendering.parse().ok()?,
            },
            ["settings", page] => Self::Page(Word::from_word(page)?),
            ["blocked", page] => Self::Blocked(page.parse().ok()?),
            ["hidden", page] => Self::Hidden(page.parse().ok()?),
            _ => return None,
        })
    }
}
