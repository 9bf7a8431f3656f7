//! Leaderboards, page by page.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::input::control::Reach;
use crate::discord::reply::{Reply, Response};
use crate::records::{Order, PageRequest, Scope};
use crate::rules::Variant;

/// Where a page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Shown {
    /// In a new message.
    Anew,
    /// In place of the page before.
    InPlace,
}

impl InteractionContext {
    pub(in crate::discord) async fn leaderboard(
        self: Box<Self>,
        variant: Variant,
        reach: Option<Reach>,
        order: Order,
    ) -> Reply {
        let reach = reach.unwrap_or(Reach::Server);
        self.leaderboard_page(variant, reach, order, PageRequest::First, Shown::Anew)
            .await
    }

    /// A page.
    pub(in crate::discord) async fn leaderboard_page(
        self: Box<Self>,
        variant: Variant,
        reach: Reach,
        order: Order,
        page: PageRequest,
        shown: Shown,
    ) -> Reply {
        // Without a server, every game counts.
        let scope = match (reach, self.caller.place.guild) {
            (Reach::Server, Some(server)) => Scope::Server(server),
            (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
        };
        let member = self.caller.member;
        match self
            .bot
            .service
            .leaderboard(scope, variant, order, page, member)
            .await
        {
            Ok(board) => {
                let is_empty = board.rows.is_empty() && board.own.is_none();
                // Others need not see that there is nothing to see.
                let is_private = is_empty && shown == Shown::Anew;
                let language = if is_private {
                    self.language().await
                } else {
                    self.public_language()
                };
                let message = view::leaderboard(language, &board, member, &self.caller.name);
                match shown {
                    Shown::InPlace => Reply::only(Response::Update(message)),
                    Shown::Anew if is_private => Reply::private(message.for_one()),
                    Shown::Anew => self.public(message),
                }
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }
}
