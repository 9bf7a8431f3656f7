//! Games: what jobs read and change of them.

use std::cmp::Reverse;
use std::sync::Arc;

use super::cache::{GameEntry, Key, Member, Running};
use super::{Error, Result, Work};
use crate::game::{Event, GameId, MemberId, Played, PlayerId, Timestamp};
use crate::records::{ChannelId, GameRecord, PlayedAt};
use crate::rules::Move;

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
        let player = PlayerId::Member(member);
        let has_typed = |record: &GameRecord| {
            let is_of_member = record.game.players().seat_of(player).is_some();
            record.typed.is_some() && record.place.channel == channel && is_of_member
        };
        let key = Key::TypedMove(channel, member);
        let ids = self.meant(key, |entry| entry.game.as_ref().is_some_and(has_typed))?;
        let mut games = self.all(ids, Self::game)?;
        games.sort_by_key(|record| Reverse(record.typed.map(|typed| typed.by)));
        Ok(games)
    }

    /// Every move of a game.
    pub fn moves(&mut self, id: GameId) -> Result<Vec<Move>> {
        let entry = self.game_entry(id)?;
        Ok(entry.plies.iter().map(|ply| ply.played.mv).collect())
    }

    /// Saves a game with what happened in it. The lists that are kept from group to group are those of its members and of the game that it
    /// follows.
    pub fn save_game(
        &mut self,
        record: &mut GameRecord,
        events: &[Event],
        at: Timestamp,
    ) -> Result<()> {
        if !record.game.position().reads_back() {
            return Err(Error::Corrupt("position"));
        }
        let id = record.game.id();
        let before = self.game_entry(id)?;
        let former = before.game.as_ref();
        let follows = former.and_then(|former| former.follows);
        if follows != record.follows {
            if let Some(former) = follows {
                self.edit(former, |former: &mut GameEntry| former.successor = None)?;
            }
            if let Some(former) = record.follows {
                self.edit(former, |former: &mut GameEntry| former.successor = Some(id))?;
            }
        }
        let was_running = former.is_some_and(|former| former.game.outcome().is_none());
        let is_running = record.game.outcome().is_none();
        if was_running != is_running {
            self.list_among_running(record, is_running)?;
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
            entry.game = Some(record.clone());
        })
    }

    /// Adds a game to the running games of its members, or takes it away.
    fn list_among_running(&mut self, record: &GameRecord, is_running: bool) -> Result<()> {
        for (member, opponent) in record.members() {
            let running = Running {
                game: record.game.id(),
                channel: record.place.channel,
                opponent,
            };
            self.edit(member, |member: &mut Member| {
                member.running.retain(|known| known.game != running.game);
                if is_running {
                    member.running.push(running);
                    member.running.sort_by_key(|running| running.game);
                }
            })?;
        }
        Ok(())
    }
}
