//! What members and servers have set.

use super::{ChannelId, CountsTowards, DailyChannel, HourChange, RoleId};
use crate::{Clock, MemberId};

/// How a member wants to be notified about games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotifyBy {
    /// By a mention in the channel of the game.
    #[default]
    Ping,
    /// By a direct message.
    Direct,
    /// Not at all.
    Never,
}

/// Who may challenge a member. Blocked members never can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengesFrom {
    #[default]
    Anyone,
    Nobody,
}

/// On which leaderboards a member appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// On all leaderboards.
    #[default]
    Everywhere,
    /// On the leaderboards of servers only.
    Servers,
    /// On no leaderboard.
    Nowhere,
}

/// Something that is on or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// It is on.
    #[default]
    On,
    Off,
}

/// What a member has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberSettings {
    /// The language of private messages. `None` for the one that Discord names.
    pub language: Option<String>,
    /// How the member is notified.
    pub notify_by: NotifyBy,
    /// Who may challenge the member.
    pub challenges_from: ChallengesFrom,
    /// Who may never challenge the member.
    pub blocked: Vec<MemberId>,
    /// On which leaderboards the member appears.
    pub visibility: Visibility,
    /// Whether Discord refused the latest direct message, so that the member is mentioned instead.
    pub is_direct_refused: bool,
}

/// A change of one setting of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    Language(Option<String>),
    /// How to be notified.
    NotifyBy(NotifyBy),
    ChallengesFrom(ChallengesFrom),
    /// Who is blocked from challenging, and who is unblocked. Nobody else is affected.
    Blocked {
        /// The members to block.
        added: Vec<MemberId>,
        /// The members to unblock.
        removed: Vec<MemberId>,
    },
    /// On which leaderboards to appear.
    Visibility(Visibility),
}

/// What a server has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// The clock of challenges that set none. `None` means a day.
    pub clock: Option<Clock>,
    /// The largest heap that a game may start with. `None` for no limit.
    pub largest_heap: Option<u64>,
    /// The language of public messages. `None` for the one that Discord names.
    pub language: Option<String>,
    /// Whether members are pinged.
    pub pings: Switch,
    /// Whether its games count on the leaderboard for everywhere.
    pub everywhere: Switch,
    /// Whether its leaderboards begin with the games won this month.
    pub begins_with_month: bool,
    /// Where the puzzle of each day is posted.
    pub daily: Option<DailyChannel>,
    /// The role that comes with its crown.
    pub crown_role: Option<CrownRole>,
    /// Whether somebody wears its crown. It is not a setting, but read with them.
    pub has_crown: bool,
}

/// The role that comes with the crown of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrownRole {
    pub role: RoleId,
    /// Whether Discord has refused to let the bot give it.
    pub is_refused: bool,
}

/// A role that a member is to have or not to have any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoleChange {
    pub guild: i64,
    pub member: MemberId,
    pub role: RoleId,
    /// Whether the role is given. Otherwise it is taken away.
    pub is_given: bool,
}

impl Switch {
    /// The other value.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
        }
    }

    /// `On` if `is_on`, otherwise `Off`.
    #[must_use]
    pub const fn of(is_on: bool) -> Self {
        if is_on { Self::On } else { Self::Off }
    }
}

/// A change of one setting of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerChange {
    /// The clock of challenges that set none.
    Clock(Clock),
    LargestHeap(Option<u64>),
    /// The language of public messages.
    Language(Option<String>),
    /// Whether members are pinged.
    Pings(Switch),
    /// Whether its games count on the leaderboard for everywhere.
    Everywhere(Switch),
    /// Whether its leaderboards begin with the games won this month.
    BeginsWithMonth(Switch),
    /// Where the puzzle of each day is posted.
    Daily(Option<DailyChannel>),
    /// Whether it comes an hour earlier or later.
    DailyHour(HourChange),
    /// The role that comes with its crown.
    CrownRole(Option<RoleId>),
    /// Whether games in a channel are shown only to their players.
    Quiet(ChannelId, Switch),
    /// Whether everybody plays the Penguin each week, in the channel where this is set.
    Penguin(Switch),
    /// Whom its leaderboards hide, and whom they show again. Nobody else is affected.
    Hidden {
        hidden: Vec<MemberId>,
        shown: Vec<MemberId>,
    },
}

impl MemberSettings {
    /// These settings after a change.
    #[must_use]
    pub fn with(mut self, change: MemberChange) -> Self {
        match change {
            MemberChange::Language(language) => self.language = language,
            MemberChange::NotifyBy(notify_by) => {
                self.notify_by = notify_by;
                self.is_direct_refused = false;
            }
            MemberChange::ChallengesFrom(challenges_from) => self.challenges_from = challenges_from,
            MemberChange::Blocked { added, removed } => {
                self.blocked.retain(|member| !removed.contains(member));
                self.blocked.extend(added);
                self.blocked.sort();
                self.blocked.dedup();
            }
            MemberChange::Visibility(visibility) => self.visibility = visibility,
        }
        self
    }
}

impl ServerSettings {
    /// The leaderboards that a new game counts towards.
    #[must_use]
    pub const fn counts_towards(&self) -> CountsTowards {
        match self.everywhere {
            Switch::On => CountsTowards::Everywhere,
            Switch::Off => CountsTowards::ServerOnly,
        }
    }

    /// These settings after a change.
    #[must_use]
    pub fn with(mut self, change: ServerChange) -> Self {
        match change {
            ServerChange::Clock(clock) => self.clock = Some(clock),
            ServerChange::LargestHeap(largest) => self.largest_heap = largest,
            ServerChange::Language(language) => self.language = language,
            ServerChange::Pings(pings) => self.pings = pings,
            ServerChange::Everywhere(everywhere) => self.everywhere = everywhere,
            ServerChange::BeginsWithMonth(switch) => self.begins_with_month = switch == Switch::On,
            ServerChange::Daily(daily) => self.daily = daily,
            ServerChange::DailyHour(to) => self.daily = self.daily.map(|it| it.moved(to)),
            ServerChange::CrownRole(role) => {
                self.crown_role = role.map(|role| CrownRole {
                    role,
                    is_refused: false,
                });
            }
            // That is stored apart from the settings.
            ServerChange::Quiet(..) | ServerChange::Penguin(_) | ServerChange::Hidden { .. } => {}
        }
        self
    }
}
