//! Leaderboards, page by page.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::input::control::Reach;
use crate::discord::input::position_options::USUAL_GAME;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::key;
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
        variant: Option<Variant>,
        reach: Option<Reach>,
        order: Order,
    ) -> Reply {
        let reach = reach.unwrap_or(Reach::Server);
        let variant = match variant {
            Some(variant) => variant,
            None => match self.bot.service.most_played(self.scope(reach)).await {
                Ok(most) => most.unwrap_or(USUAL_GAME),
                Err(fault) => return Reply::private(self.fault(&fault).await),
            },
        };
        self.leaderboard_page(variant, reach, order, PageRequest::First, Shown::Anew)
            .await
    }

    /// Whose games count. Without a server, all do.
    const fn scope(&self, reach: Reach) -> Scope {
        match (reach, self.caller.place.guild) {
            (Reach::Server, Some(server)) => Scope::Server(server),
            (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
        }
    }

    /// The leaderboard of the game that is chosen, in place of the one before.
    pub(in crate::discord) async fn leaderboard_chosen(
        self: Box<Self>,
        values: &[String],
        reach: Reach,
        order: Order,
    ) -> Reply {
        match values.first().and_then(|key| Variant::from_key(key)) {
            Some(variant) => {
                self.leaderboard_page(variant, reach, order, PageRequest::First, Shown::InPlace)
                    .await
            }
            None => self.private(key!("refused-old-control")).await,
        }
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
        let scope = self.scope(reach);
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
