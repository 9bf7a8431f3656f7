//! The running games of a member: a list of them, the board of one, and which of them the member may act in.

use super::context::InteractionContext;
use super::reply::Reply;
use super::text::key;
use super::view;
use crate::game::{Player, PlayerId, Point, Refusal as GameRefusal, Seat};
use crate::records::GameRecord;
use crate::service::{Error, GameUpdate, Target};

impl InteractionContext {
    pub(super) async fn games(self: Box<Self>) -> Reply {
        let member = self.caller.member;
        match self.bot.service.running_games(member).await {
            Ok(games) => Reply::private(view::games(self.language().await, &games, member)),
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    /// Shows the board of a running game.
    pub(super) async fn board(self: Box<Self>, target: Target) -> Reply {
        match self.bot.service.find(&self.caller, target).await {
            Ok(record) if record.game.outcome().is_some() => {
                self.failed(Error::about(GameRefusal::Ended, record)).await
            }
            Ok(record) => self.show_update(GameUpdate::of(record)).await,
            Err(error) => self.failed(error).await,
        }
    }

    /// The game and the member's seat, if the member could act in it now. Refused as the action itself would be.
    pub(super) async fn in_play(
        &self,
        target: Target,
        seen: Option<Point>,
    ) -> Result<(GameRecord, Seat), Error> {
        let record = self.bot.service.find(&self.caller, target).await?;
        let players = record.game.players();
        let seat = players.seat_of(PlayerId::Member(self.caller.member));
        let is_outdated = seen.is_some_and(|seen| seen != record.game.point());
        let why = match seat {
            Some(_) if record.game.outcome().is_some() => GameRefusal::Ended,
            Some(_) if is_outdated => GameRefusal::OutdatedBoard,
            Some(seat) => return Ok((record, seat)),
            None => GameRefusal::NotAPlayer,
        };
        Err(Error::about(why, record))
    }

    /// The game, if the member could move in it now.
    pub(super) async fn on_turn(&self, target: Target) -> Result<GameRecord, Error> {
        match self.in_play(target, self.origin.seen()).await? {
            (record, seat) if record.game.to_move() == Some(seat) => Ok(record),
            (record, _) => Err(Error::about(GameRefusal::NotYourTurn, record)),
        }
    }

    /// The opponent by name: choices and buttons cannot show a mention.
    pub(super) async fn opponent(&self, record: &GameRecord) -> String {
        let players = record.game.players();
        let mine = players.seat_of(PlayerId::Member(self.caller.member));
        match mine.map(|seat| players.at(seat.other())) {
            Some(Player::Former(_)) => self.language().await.say(key!("a-former-player")),
            Some(Player::Member(member)) => {
                let known = self.bot.service.member(member).await.ok();
                let name = known.and_then(|member| member.name.clone());
                name.unwrap_or_else(|| "?".to_owned())
            }
            Some(Player::Bot(_)) | None => self.language().await.say(key!("the-bot")),
        }
    }
}
