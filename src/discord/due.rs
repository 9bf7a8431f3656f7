//! The second door: what time brings, without an interaction.

use super::handler::Bot;
use super::outcome::{aftermath, aftermath_or};
use super::reply::FollowUp;
use crate::game::Timestamp;
use crate::store;

/// Carries out what is due by now, and says what follows from it. Total: what breaks is logged, and due again the next time.
/// Nothing more is due when the answer is none.
pub async fn due(bot: &Bot, now: Timestamp) -> Option<Vec<FollowUp>> {
    let due = match bot.service.due(now).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "what is due was not carried out"
            );
            return None;
        }
    };
    if due.is_empty() {
        return None;
    }
    let ended = due.ended.iter().flat_map(|acted| {
        let refresh = FollowUp::Refresh(acted.record.game.id());
        aftermath_or(acted, refresh)
    });
    let reminded = due.reminded.iter().flat_map(aftermath);
    let expired = due.expired.iter().flat_map(|closed| {
        let served = closed.served.map(FollowUp::Remove);
        let refresh = FollowUp::Refresh(closed.record.challenge.id);
        served.into_iter().chain([refresh])
    });
    Some(ended.chain(reminded).chain(expired).collect())
}

/// When to ask again; never where nothing is to come.
///
/// # Errors
/// What the store says; it has been logged.
pub async fn next_due(bot: &Bot) -> Result<Option<Timestamp>, store::Error> {
    let next = bot.service.next_due().await;
    if let Err(error) = &next {
        tracing::error!(
            error = error as &dyn std::error::Error,
            "what is due next cannot be read"
        );
    }
    next
}
