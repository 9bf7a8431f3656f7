//! A hint in a game against the bot.

use super::context::InteractionContext;
use super::reply::Reply;
use super::text::key;
use super::view;
use crate::game::{Game, Refusal as GameRefusal};
use crate::service::{Error, Refusal, Target};

impl InteractionContext {
    pub(super) async fn hint(self: Box<Self>, target: Target) -> Reply {
        let is_with_a_member = |game: &Game| game.players().level().is_none();
        match self.on_turn(target).await {
            Ok(record) if !is_with_a_member(&record.game) => {
                Reply::private(view::hint(self.language().await, &record.game))
            }
            Ok(_)
            | Err(Error::Refused {
                why: Refusal::NoSuitableGame(_),
                ..
            }) => self.private(key!("refused-not-against-members")).await,
            // Not now, and not on the member's turn either.
            Err(Error::Refused {
                why: Refusal::Game(GameRefusal::NotYourTurn),
                game: Some(record),
            }) if is_with_a_member(&record.game) => {
                self.private(key!("refused-not-against-members")).await
            }
            Err(error) => self.failed(error).await,
        }
    }
}
