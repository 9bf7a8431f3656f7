//! The second door: what time brings, without an interaction.

use super::handler::Bot;
use super::outcome::aftermath;
use super::reply::FollowUp;
use crate::game::Timestamp;

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
        [refresh].into_iter().chain(aftermath(acted))
    });
    let reminded = due.reminded.iter().flat_map(aftermath);
    let expired = due
        .expired
        .iter()
        .map(|record| FollowUp::Refresh(record.challenge.id));
    Some(ended.chain(reminded).chain(expired).collect())
}

/// When to ask again; none where nothing is to come, or where that cannot be read.
pub async fn next_due(bot: &Bot) -> Option<Timestamp> {
    match bot.service.next_due().await {
        Ok(next) => next,
        Err(error) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "what is due next cannot be read"
            );
            None
        }
    }
}
