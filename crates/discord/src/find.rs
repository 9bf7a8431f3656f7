//! Finds the game that a command or a control is about, and checks that the member could act in it.

use crate::context::InteractionContext;
use crate::text::key;
use crate::view::animal_name;
use wythoff_game::records::GameRecord;
use wythoff_game::{Game, Player, PlayerId, Point, Refusal, Seat};
use wythoff_service::{Error, Target};

impl InteractionContext {
    /// The game, if the member could act in it now. The action itself checks this again.
    pub(crate) async fn game_in_play(&self, target: Target) -> Result<GameRecord, Error> {
        self.game_if(target, Game::check_in_play).await
    }

    /// The game, if the member could move in it now.
    pub(crate) async fn game_on_turn(&self, target: Target) -> Result<GameRecord, Error> {
        self.game_if(target, Game::check_turn).await
    }

    async fn game_if(
        &self,
        target: Target,
        check: fn(&Game, PlayerId, Option<Point>) -> Result<Seat, Refusal>,
    ) -> Result<GameRecord, Error> {
        let record = self.bot.service.find(&self.caller, target).await?;
        let member = PlayerId::Member(self.caller.member);
        match check(&record.game, member, self.origin.seen_point()) {
            Ok(_) => Ok(record),
            Err(why) => Err(Error::about(why, record)),
        }
    }

    /// The opponent by name: choices and buttons cannot show a mention.
    pub(crate) async fn opponent(&self, record: &GameRecord) -> String {
        let players = record.game.players();
        let own_seat = players.seat_of(PlayerId::Member(self.caller.member));
        match own_seat.map(|seat| players.at(seat.other())) {
            Some(Player::Former(_)) => self.language().await.say(key!("a-former-player")),
            Some(Player::Member(member)) => {
                let known = self.bot.service.member(member).await.ok();
                let name = known.and_then(|member| member.name.clone());
                name.unwrap_or_else(|| "?".to_owned())
            }
            Some(Player::Bot(animal)) => animal_name(self.language().await, animal),
            None => self.language().await.say(key!("an-opponent-bot")),
        }
    }
}
