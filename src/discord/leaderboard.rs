//! Leaderboards, page by page.

use super::context::InteractionContext;
use super::control::Reach;
use super::message::Message;
use super::reply::{Reply, Response};
use super::view;
use crate::records::{Order, PageRequest, Scope};
use crate::rules::Variant;

impl InteractionContext {
    pub(super) async fn leaderboard(
        self: Box<Self>,
        variant: Variant,
        reach: Option<Reach>,
        order: Order,
    ) -> Reply {
        let reach = reach.unwrap_or(Reach::Server);
        self.leaderboard_page(
            (variant, reach),
            order,
            PageRequest::First,
            Response::Message,
        )
        .await
    }

    /// A page. `response` says whether it is a new message, or replaces the page before.
    pub(super) async fn leaderboard_page(
        self: Box<Self>,
        (variant, reach): (Variant, Reach),
        order: Order,
        page: PageRequest,
        response: fn(Message) -> Response,
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
            .leaderboard(scope, (variant, order), page, member)
            .await
        {
            Ok(board) => {
                let asking = (member, self.caller.name.as_str());
                let message = view::leaderboard(self.public_language(), &board, asking);
                Reply::only(response(message))
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }
}
