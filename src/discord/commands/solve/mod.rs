//! The solution of a position, unless the member plays it against somebody.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::reply::Reply;
use crate::discord::text::key;
use crate::records::GameRecord;
use crate::rules::Position;
use crate::service::{GameFilter, Target};

impl InteractionContext {
    /// `positions` are what the text can mean: the one of the member's game against the bot here if there is none. A game against the bot at
    /// one of them is marked as one with a hint.
    pub(in crate::discord) async fn solve(
        self: Box<Self>,
        positions: Option<Vec<Position>>,
    ) -> Reply {
        let positions = if let Some(positions) = positions {
            positions
        } else {
            let target = Target::Command(None, GameFilter::AgainstTheBot);
            match self.bot.service.find(&self.caller, target).await {
                Ok(record) => vec![record.game.position()],
                Err(error) => return self.failed(error).await,
            }
        };
        let service = &self.bot.service;
        let games = match service.games_at(self.caller.member, &positions).await {
            Ok(games) => games,
            Err(fault) => return Reply::private(self.fault(&fault).await),
        };
        let is_with_a_member = |record: &GameRecord| record.game.players().level().is_none();
        if games.iter().any(is_with_a_member) {
            return self.private(key!("refused-being-played")).await;
        }
        if games.is_empty() {
            return Reply::private(view::solutions(self.language().await, &positions));
        }
        let pending = service.look_up(self.caller.clone(), positions.clone());
        self.change(pending, move |context, ()| {
            async move { Reply::private(view::solutions(context.language().await, &positions)) }
                .boxed()
        })
        .await
    }
}
