//! The rules of the games.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::input::roots::Root;
use crate::discord::reply::Reply;
use crate::discord::text::key;
use crate::game::GameId;
use crate::rules::Variant;

impl InteractionContext {
    /// The rules of that game, or a list of all games.
    pub(in crate::discord) async fn rules(self: Box<Self>, variant: Option<Variant>) -> Reply {
        let language = self.language().await;
        let is_offered = self.root.only_game().is_none();
        Reply::private(match variant {
            Some(variant) => view::rules(language, variant, is_offered),
            None => view::all_rules(language),
        })
    }

    /// The rules of the game of a board or a challenge. Anyone may ask.
    pub(in crate::discord) async fn rules_of(self: Box<Self>, game: GameId) -> Reply {
        match self.bot.service.start_of(&self.caller, game).await {
            Ok(start) => {
                let language = self.language().await.naming(Root::of(start.variant()));
                Reply::private(view::rules_of(language, start))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// The rules of the game that was chosen in the list.
    pub(in crate::discord) async fn rules_chosen(self: Box<Self>, values: &[String]) -> Reply {
        let chosen = values.first().and_then(|key| Variant::from_key(key));
        match chosen {
            Some(variant) => {
                let language = self.language().await;
                Reply::private(view::rules(language, variant, true))
            }
            None => self.private(key!("refused-old-control")).await,
        }
    }
}
