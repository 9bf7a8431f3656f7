//! The numbers of a member.

use super::Service;
use crate::game::MemberId;
use crate::records::Stats;
use crate::store;

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

impl Service {
    /// A member's numbers.
    pub async fn stats(&self, member: MemberId) -> store::Result<Stats> {
        self.store
            .read(move |mut view| async move {
                let history = view.rating_history(member).await?;
                Ok(Stats {
                    name: view.member(member).await?.name.clone(),
                    rated: history.last().copied(),
                    history,
                    longest_streak: view.longest_streak(member).await?,
                    tallies: view.tallies(member).await?,
                    best: view.best_bot_wins(member, BEST_WINS).await?,
                })
            })
            .await
    }
}
