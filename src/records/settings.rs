//! What members and servers have set.

use super::CountsTowards;
use crate::game::{Clock, MemberId};

/// How a member is told about games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotifyBy {
    /// By a mention where the game is.
    #[default]
    Ping,
    /// By a direct message.
    Direct,
    /// Not at all.
    Never,
}

impl NotifyBy {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::Ping, Self::Direct, Self::Never];
}

/// Who may challenge a member, but for those who are blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengesFrom {
    /// Anyone.
    #[default]
    Anyone,
    /// Nobody.
    Nobody,
}

/// On which leaderboards a member appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// On all of them.
    #[default]
    Everywhere,
    /// On those of servers, not on the one for everywhere.
    Servers,
    /// On none.
    Nowhere,
}

impl Visibility {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::Everywhere, Self::Servers, Self::Nowhere];
}

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is on.
    On,
    /// It is off.
    Off,
}

/// What a member has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberSettings {
    /// The language of what only the member sees; none: as Discord says.
    pub language: Option<String>,
    /// How the member is told about games.
    pub notify_by: NotifyBy,
    /// Who may challenge the member.
    pub challenges_from: ChallengesFrom,
    /// Who may not in any case.
    pub blocked: Vec<MemberId>,
    /// On which leaderboards the member appears.
    pub visibility: Visibility,
}

/// One thing that a member sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    /// The language.
    Language(Option<String>),
    /// How to be told.
    NotifyBy(NotifyBy),
    /// Who may challenge.
    ChallengesFrom(ChallengesFrom),
    /// Who may not in any case.
    Blocked(Vec<MemberId>),
    /// On which leaderboards to appear.
    Visibility(Visibility),
}

/// What a server has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// The clock of challenges that name none; none: a day.
    pub clock: Option<Clock>,
    /// The largest pile that a game may begin with; none: Discord's own largest number.
    pub largest_pile: Option<u64>,
    /// The language of public messages; none: as Discord says.
    pub language: Option<String>,
    /// Whether anybody is mentioned with a ping.
    pub pings: bool,
    /// Whether its games count on the leaderboard for everywhere.
    pub everywhere: bool,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            clock: None,
            largest_pile: None,
            language: None,
            pings: true,
            everywhere: true,
        }
    }
}

/// One thing that a server sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerChange {
    /// The clock of challenges that name none.
    Clock(Clock),
    /// The largest pile.
    LargestPile(Option<u64>),
    /// The language of public messages.
    Language(Option<String>),
    /// Whether anybody is mentioned with a ping.
    Pings(Switch),
    /// Whether its games count on the leaderboard for everywhere.
    Everywhere(Switch),
}

impl MemberSettings {
    /// These, but for one thing.
    #[must_use]
    pub fn with(mut self, change: MemberChange) -> Self {
        match change {
            MemberChange::Language(language) => self.language = language,
            MemberChange::NotifyBy(notify_by) => self.notify_by = notify_by,
            MemberChange::ChallengesFrom(challenges_from) => self.challenges_from = challenges_from,
            MemberChange::Blocked(mut blocked) => {
                blocked.sort();
                blocked.dedup();
                self.blocked = blocked;
            }
            MemberChange::Visibility(visibility) => self.visibility = visibility,
        }
        self
    }
}

impl ServerSettings {
    /// On which leaderboards a game counts that begins there now.
    #[must_use]
    pub const fn counts_towards(&self) -> CountsTowards {
        if self.everywhere {
            CountsTowards::Everywhere
        } else {
            CountsTowards::ServerOnly
        }
    }

    /// These, but for one thing.
    #[must_use]
    pub fn with(mut self, change: ServerChange) -> Self {
        match change {
            ServerChange::Clock(clock) => self.clock = Some(clock),
            ServerChange::LargestPile(largest) => self.largest_pile = largest,
            ServerChange::Language(language) => self.language = language,
            ServerChange::Pings(switch) => self.pings = switch == Switch::On,
            ServerChange::Everywhere(switch) => self.everywhere = switch == Switch::On,
        }
        self
    }
}
