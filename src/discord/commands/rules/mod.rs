//! The rules of the games, in private messages whose buttons turn the pages.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::input::control::RulesPage;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::key;
use crate::game::GameId;
use crate::records::GameRecord;
use crate::rules::{Options, Position, Variant};

impl InteractionContext {
    /// The rules of that game, or a list of all games.
    pub(in crate::discord) async fn rules(self: Box<Self>, variant: Option<Variant>) -> Reply {
        match variant {
            Some(variant) => self.first_page(variant).await,
            None => Reply::private(view::all_rules(self.language().await)),
        }
    }

    /// The rules of the game of a board or a challenge. Anyone may ask.
    pub(in crate::discord) async fn rules_of(self: Box<Self>, game: GameId) -> Reply {
        match self.bot.service.start_of(&self.caller, game).await {
            Ok(start) => {
                let rules = self.pages(start, false).await;
                Reply::private(rules.page(start, RulesPage::Moves))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// The rules of the game that was chosen in the list.
    pub(in crate::discord) async fn rules_chosen(self: Box<Self>, values: &[String]) -> Reply {
        let chosen = values.first().and_then(|key| Variant::from_key(key));
        match chosen {
            Some(variant) => self.first_page(variant).await,
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// Another page, in place of the one before.
    pub(in crate::discord) async fn rules_page(
        self: Box<Self>,
        of: Position,
        page: RulesPage,
        is_offered: bool,
    ) -> Reply {
        let rules = self.pages(of, is_offered).await;
        Reply::only(Response::Update(rules.page(of, page)))
    }

    /// A move in the example.
    pub(in crate::discord) async fn tried(
        self: Box<Self>,
        at: Position,
        is_offered: bool,
        values: &[String],
    ) -> Reply {
        let mv = values.first().and_then(|value| value.parse().ok());
        let Some(mv) = mv.filter(|&mv| at.play(mv).is_ok()) else {
            return self.private(key!("refused-old-control")).await;
        };
        let rules = self.pages(at, is_offered).await;
        Reply::only(Response::Update(rules.tried(at, mv)))
    }

    async fn first_page(&self, variant: Variant) -> Reply {
        match Position::usual(variant, Options::default()) {
            Ok(start) => {
                let rules = self.pages(start, true).await;
                Reply::private(rules.page(start, RulesPage::Moves))
            }
            Err(_) => self.private(key!("refused-old-control")).await,
        }
    }

    async fn pages(&self, of: Position, is_offered: bool) -> view::Rules<'_> {
        let worked = of.worked_example().map(|worked| worked.start);
        let to_leave = of.to_leave().into_iter().flat_map(|row| row.positions);
        let in_tables: Vec<_> = to_leave.map(|lost| lost.position).chain(worked).collect();
        view::Rules {
            has_examples: self.is_of_no_use_at(&[of.example_start()]).await,
            has_tables: self.is_of_no_use_at(&in_tables).await,
            language: self.language().await,
            is_offered,
            rendering: self.rendering(),
        }
    }

    /// Whether the solutions of those positions are of no use to the member in a game against another one.
    async fn is_of_no_use_at(&self, positions: &[Position]) -> bool {
        let running = self.bot.service.games_at(self.caller.member, positions);
        let is_with_a_member = |record: &GameRecord| record.game.players().level().is_none();
        running
            .await
            .is_ok_and(|running| !running.iter().any(is_with_a_member))
    }
}
