//! The solution of a position, unless the member plays it against somebody.

use super::context::InteractionContext;
use super::reply::Reply;
use super::text::key;
use super::view;
use crate::rules::Position;

impl InteractionContext {
    pub(super) async fn solve(self: Box<Self>, position: Position) -> Reply {
        let service = &self.bot.service;
        match service.is_being_played(self.caller.member, position).await {
            Ok(true) => self.private(key!("refused-being-played")).await,
            Ok(false) => Reply::private(view::solution(self.language().await, position)),
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }
}
