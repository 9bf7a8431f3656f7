//! The rows of members and servers, to values and back.

use serde::Deserialize;

use super::Result;
use super::cache::{Member, Running, Server};
use super::text::{AsWord, clock, clock_of, player_of, row};
use crate::game::{GameId, MemberId};
use crate::records::{
    ChallengesFrom, ChannelId, MemberSettings, NotifyBy, ServerSettings, Switch, Visibility,
};

row! {
    /// A row of `members`. If there is none, all but the id is null.
    MemberRow(member: MemberId, known: &Member) {
        id: i64 = member.0,
        name: Option<String> = known.name.clone(),
        language: Option<String> = known.settings.language.clone(),
        notify_by: Option<AsWord<NotifyBy>> = Some(AsWord(known.settings.notify_by)),
        challenges_from: Option<AsWord<ChallengesFrom>> = Some(AsWord(known.settings.challenges_from)),
        visibility: Option<AsWord<Visibility>> = Some(AsWord(known.settings.visibility)),
        told_of_lessons: Option<u8> = Some(known.told_of_lessons.into()),
    }
}

/// A member as it is read. A running game is its id, its channel, and the opponent.
#[derive(Deserialize)]
pub(super) struct MemberText {
    row: MemberRow,
    blocked: Vec<i64>,
    first: Vec<(i64, i64, i64)>,
    second: Vec<(i64, i64, i64)>,
    blocked_by: Vec<i64>,
    pseudonym: String,
}

impl MemberText {
    pub(super) fn member(self) -> Member {
        let running = self.first.into_iter().chain(self.second);
        let running = running.map(|(game, channel, opponent)| Running {
            game: GameId(game),
            channel: ChannelId(channel),
            opponent: player_of(opponent),
        });
        let mut running: Vec<Running> = running.collect();
        running.sort_by_key(|running| running.game);
        let row = self.row;
        Member {
            name: row.name,
            settings: MemberSettings {
                language: row.language,
                notify_by: row.notify_by.map_or_else(NotifyBy::default, |word| word.0),
                challenges_from: row
                    .challenges_from
                    .map_or_else(ChallengesFrom::default, |word| word.0),
                visibility: row
                    .visibility
                    .map_or_else(Visibility::default, |word| word.0),
                blocked: self.blocked.into_iter().map(MemberId).collect(),
            },
            running,
            told_of_lessons: row.told_of_lessons == Some(1),
            pseudonym: (!self.blocked_by.is_empty()).then_some(self.pseudonym),
            blocked_by: self.blocked_by.into_iter().map(MemberId).collect(),
        }
    }
}

row! {
    /// A row of `servers`. If there is none, all but the id is null.
    ServerRow(server: i64, settings: &ServerSettings) {
        id: i64 = server,
        clock: Option<u64> = settings.clock.map(clock),
        largest_heap: Option<u64> = settings.largest_heap,
        language: Option<String> = settings.language.clone(),
        pings: Option<u8> = Some((settings.pings == Switch::On).into()),
        everywhere: Option<u8> = Some((settings.everywhere == Switch::On).into()),
    }
}

/// A server as it is read, and whether the bot is in it.
#[derive(Deserialize)]
pub(super) struct ServerText(ServerRow, u8);

impl ServerText {
    pub(super) fn server(self) -> Result<Server> {
        let Self(row, is_present) = self;
        Ok(Server {
            settings: ServerSettings {
                clock: row.clock.map(clock_of).transpose()?,
                largest_heap: row.largest_heap,
                language: row.language,
                pings: Switch::of(row.pings != Some(0)),
                everywhere: Switch::of(row.everywhere != Some(0)),
            },
            is_present: is_present != 0,
        })
    }
}
