//! The numbers of a member.

use super::Service;
use crate::game::MemberId;
use crate::records::Stats;
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
                    tallies: view.tallies(member, variant).await?,
                    solved: view.all_solved(member).await?,
                    best: view.best_bot_wins(member, variant, BEST_WINS).await?,
                })
            })
            .await
    }
}
