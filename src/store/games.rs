//! Games: what jobs read and change of them.

use std::cmp::Reverse;
use std::sync::Arc;

use super::cache::{GameEntry, Key, Member, Running};
use super::{Result, Work};
use crate::game::{Event, GameId, MemberId, Played, PlayerId, Timestamp};
use crate::records::{ChannelId, GameRecord, PlayedAt};

impl Work<'_> {
    /// A game by its id.
    pub fn game(&mut self, id: GameId) -> Result<Option<GameRecord>> {
        Ok(self.game_entry(id)?.game.clone())
    }

    /// The game that follows a finished one.
    pub fn successor(&mut self, of: GameId) -> Result<Option<GameRecord>> {
        match self.game_entry(of)?.successor {
            Some(next) => self.game(next),
            None => Ok(None),
        }
    }

    /// A member's running games, in a channel or everywhere, the last shown first.
    pub fn running_games(
        &mut self,
        member: MemberId,
        here: Option<ChannelId>,
    ) -> Result<Vec<GameRecord>> {
        let member = self.member(member)?;
        let running = member.running.iter();
        let meant = running.filter(|running| here.is_none_or(|here| here == running.channel));
        let mut games = self.all(meant.map(|running| running.game), Self::game)?;
        games.sort_by_key(|record| Reverse(record.shown));
        Ok(games)
    }

    /// The running game of a member with an opponent in a channel. There is at most one.
    pub fn running_game(
        &mut self,
        channel: ChannelId,
        member: MemberId,
        opponent: PlayerId,
    ) -> Result<Option<GameRecord>> {
        let member = self.member(member)?;
        let is_it = |running: &&Running| running.channel == channel && running.opponent == opponent;
        match member.running.iter().find(is_it) {
            Some(running) => self.game(running.game),
            None => Ok(None),
        }
    }

    /// The games of a member in a channel in which a move was typed lately, the latest first.
    pub fn typed_games(&mut self, member: MemberId, channel: ChannelId) -> Result<Vec<GameRecord>> {
        let ids = self.ids(Key::TypedMove(channel, member))?;
        let mut games = self.all(ids, Self::game)?;
        games.sort_by_key(|record| Reverse(record.typed));
        Ok(games)
    }

    /// Saves a game with what happened in it.
    pub fn save_game(
        &mut self,
        record: &mut GameRecord,
        events: &[Event],
        at: Timestamp,
    ) -> Result<()> {
        if !events.is_empty() {
            record.remind = record.game.reminder();
        }
        let id = record.game.id();
        let before = self.game_entry(id)?;
        let former = before.game.as_ref();
        if former.is_none() {
            self.begin(record)?;
        }
        let follows = former.and_then(|former| former.follows);
        if follows != record.follows {
            if let Some(former) = follows {
                self.edit(former, |former: &mut GameEntry| former.successor = None)?;
            }
            if let Some(former) = record.follows {
                self.edit(former, |former: &mut GameEntry| former.successor = Some(id))?;
            }
        }
        let was_running = former.is_none_or(|former| former.game.outcome().is_none());
        if was_running && record.game.outcome().is_some() {
            self.end(record, at)?;
        }
        if former.is_none_or(|former| former.typed != record.typed)
            && let Some(by) = record.typed_by()
        {
            let typed = Key::TypedMove(record.place.channel, by);
            self.edit_list(typed, |typed| {
                typed.retain(|&known| known != id.0);
                typed.push(id.0);
            })?;
        }
        self.edit(id, |entry: &mut GameEntry| {
            let plies = Arc::make_mut(&mut entry.plies);
            for event in events {
                match *event {
                    Event::Moved { mv, branch, .. } => plies.push(PlayedAt::new(mv, branch, at)),
                    Event::TakenBack { to } => plies.truncate(usize::try_from(to).unwrap_or(0)),
                    Event::Ended(_) => {}
                }
            }
            if events
                .iter()
                .any(|event| matches!(event, Event::TakenBack { .. }))
            {
                let moves: Vec<Played> = plies.iter().map(|ply| ply.played).collect();
                record.game.remember(&moves);
            }
            if record.game.outcome().is_some() {
                record.moves = plies.iter().map(|ply| ply.played.mv).collect();
            }
            entry.game = Some(record.clone());
        })
    }

    /// Marks a game in which its member is shown what to play.
    pub fn mark_hinted(&mut self, record: &mut GameRecord, at: Timestamp) -> Result<()> {
        if record.is_hinted {
            return Ok(());
        }
        record.is_hinted = true;
        self.save_game(record, &[], at)
    }

    fn begin(&mut self, record: &GameRecord) -> Result<()> {
        for (member, opponent) in record.members() {
            let running = Running {
                game: record.game.id(),
                channel: record.place.channel,
                opponent,
            };
            self.edit(member, |member: &mut Member| {
                member.running.push(running);
                member.running.sort_by_key(|running| running.game);
            })?;
        }
        match record.rated_pair() {
            Some(pair) => self.edit_list(rated(pair), |begun| begun.push(record.begun.0)),
            None => Ok(()),
        }
    }

    fn end(&mut self, record: &GameRecord, at: Timestamp) -> Result<()> {
        let id = record.game.id();
        for (member, _) in record.members() {
            self.edit(member, |member: &mut Member| {
                member.running.retain(|running| running.game != id);
            })?;
        }
        if let Some(absent) = record.absent() {
            self.edit_list(Key::NoShow(absent), |times| times.push(at.0))?;
        }
        // A game without a result does not count as rated.
        match record.rated_pair() {
            Some(pair) if !record.has_result() => self.edit_list(rated(pair), |begun| {
                let known = begun.iter().position(|&begun| begun == record.begun.0);
                known.map(|known| begun.remove(known));
            }),
            _other => Ok(()),
        }
    }

    /// How many rated games the two have started since then, without those that ended without a result.
    pub fn rated_games_since(&mut self, pair: [MemberId; 2], since: Timestamp) -> Result<usize> {
        let begun = self.list(rated(pair))?;
        Ok(begun.iter().filter(|&&begun| begun > since.0).count())
    }

    /// When the member's last no-show was.
    pub fn no_show(&mut self, member: MemberId) -> Result<Option<Timestamp>> {
        self.latest(Key::NoShow(member))
    }
}

/// The key of two members' rated games.
fn rated([a, b]: [MemberId; 2]) -> Key {
    Key::Rated(a.min(b), a.max(b))
}
