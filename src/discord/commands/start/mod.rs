//! Starting a game against the bot.

pub(in crate::discord) mod menu;

use futures::FutureExt;

use crate::discord::context::{InteractionContext, Purpose};
use crate::discord::input::intent::StartWith;
use crate::discord::reply::{FollowUp, Reply};
use crate::game::GameId;
use crate::rules::Position;
use crate::service::{GivenUp, NewGame};

impl InteractionContext {
    pub(in crate::discord) async fn start_with(self: Box<Self>, with: StartWith) -> Reply {
        match with {
            StartWith::Menu(terms) => self.menu(terms).await,
            StartWith::Suited(position) => self.start_suited(position).await,
            StartWith::Exactly(new) => self.start(new).await,
        }
    }

    /// Starts a game that the member can win, on the next level.
    pub(in crate::discord) async fn start_suited(self: Box<Self>, position: Position) -> Reply {
        match self.bot.service.suited(self.caller.member, position).await {
            Ok(new) => self.start(new).await,
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    pub(in crate::discord) async fn start(mut self: Box<Self>, new: NewGame) -> Reply {
        self.purpose = Purpose::Start(new);
        self.bot.prepare(new.start).await;
        let pending = self.bot.service.start(self.caller.clone(), new);
        self.change(pending, |context, update| {
            context.show_update(update).boxed()
        })
        .await
    }

    /// Starts a game in place of one that is running.
    pub(in crate::discord) async fn start_anew(
        mut self: Box<Self>,
        old: GameId,
        told: GivenUp,
        new: NewGame,
    ) -> Reply {
        self.purpose = Purpose::Start(new);
        self.bot.prepare(new.start).await;
        let service = &self.bot.service;
        let pending = service.start_anew(self.caller.clone(), old, told, new);
        self.change(pending, move |context, update| {
            let started = context.show_update(update);
            async move { started.await.then([FollowUp::RedrawBoard(old)]) }.boxed()
        })
        .await
    }
}
