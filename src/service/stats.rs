//! The numbers of a member.

use super::Service;
use crate::game::MemberId;
use crate::records::{Overview, Played, Stats, Tally};
use crate::rules::Variant;
use crate::store;

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

impl Service {
    /// A member's numbers in a game of the family.
    pub async fn stats(&self, member: MemberId, variant: Variant) -> store::Result<Stats> {
        self.store
            .read(move |mut view| async move {
                let history = view.rating_history(member, variant).await?;
                Ok(Stats {
                    variant,
                    name: view.member(member).await?.name.clone(),
                    rated: history.last().copied(),
                    history,
                    longest_streak: view.longest_streak(member, variant).await?,
                    tallies: tallies(&view.tallies(member).await?, variant),
                    solved: view.all_solved(member).await?,
                    best: view.best_bot_wins(member, variant, BEST_WINS).await?,
                })
            })
            .await
    }

    /// A member's numbers over all games.
    pub async fn overview(&self, member: MemberId) -> store::Result<Overview> {
        self.store
            .read(move |mut view| async move {
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
                    name: view.member(member).await?.name.clone(),
                    games,
                    solved: view.all_solved(member).await?,
                })
            })
            .await
    }
}

/// Those of one game.
fn tallies(all: &[(Variant, Tally)], variant: Variant) -> Vec<Tally> {
    let of_game = all.iter().filter(|(of, _)| *of == variant);
    of_game.map(|&(_, tally)| tally).collect()
}
