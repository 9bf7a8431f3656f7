//! The statistics of a member.

use super::Service;
use crate::game::MemberId;
use crate::records::{Coin, GameRecord, Overview, Played, Stats, Tally};
use crate::store::{self, Read};
use nim_games::Variant;

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

impl Service {
    /// A member's statistics in a game of the family.
    pub async fn stats(&self, member: MemberId, variant: Variant) -> store::Result<Stats> {
        self.store
            .read(move |mut view: Read| async move {
                let history = view.rating_history(member, variant).await?;
                Ok(Stats {
                    variant,
                    name: view.member(member).await?.name,
                    rated: history.last().copied(),
                    history,
                    longest_streak: view.longest_streak(member, variant).await?,
                    tallies: tallies(&view.tallies(member).await?, variant),
                    solved: view.all_solved(member).await?,
                    best: view.best_bot_wins(member, variant, BEST_WINS).await?,
                    coin: of_game(view.coins(member).await?, variant),
                })
            })
            .await
    }

    /// A member's statistics over all games.
    pub async fn overview(&self, member: MemberId) -> store::Result<Overview> {
        self.store
            .read(move |mut view: Read| async move {
                let all = view.tallies(member).await?;
                let mut games = Vec::new();
                for &variant in Variant::ALL {
                    let tallies = tallies(&all, variant);
                    if !tallies.is_empty() {
                        games.push(Played {
                            variant,
                            tallies,
                            rated: view.rating(member, variant).await?,
                        });
                    }
                }
                Ok(Overview {
                    name: view.member(member).await?.name,
                    games,
                    solved: view.all_solved(member).await?,
                    coins: view.coins(member).await?,
                })
            })
            .await
    }

    /// Whether this game earned its member the coin: it is the member's first win of that sort at
    /// this kind of game.
    pub async fn has_earned_coin(&self, record: &GameRecord) -> store::Result<bool> {
        let Some(member) = record.may_earn_coin() else {
            return Ok(false);
        };
        let coins = |mut view: Read| async move { view.coins(member).await };
        let coin = of_game(self.store.read(coins).await?, record.variant());
        Ok(coin.is_some_and(|coin| coin.at == record.game.phase().since()))
    }
}

/// The coin of one game.
fn of_game(coins: Vec<Coin>, variant: Variant) -> Option<Coin> {
    coins.into_iter().find(|coin| coin.variant == variant)
}

/// The tallies of one game.
fn tallies(all: &[(Variant, Tally)], variant: Variant) -> Vec<Tally> {
    let of_game = all.iter().filter(|(of, _)| *of == variant);
    of_game.map(|&(_, tally)| tally).collect()
}
