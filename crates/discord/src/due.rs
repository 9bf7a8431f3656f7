//! The second entry point: deadlines, which involve no interaction.

use crate::bot::Bot;
use crate::commands;
use crate::follow_ups::{follow_ups_of, follow_ups_or};
use crate::reply::{FollowUp, PublicMessage};
use wythoff_game::Timestamp;
use wythoff_game::chain::chain;
use wythoff_game::records::{Post, TableRecord};
use wythoff_service::Due;

/// Carries out what is due, and returns the follow-ups. Never fails: an error is logged, and what
/// failed stays due. Returns `None` on an error, or if nothing was carried out.
pub async fn carry_out_due(bot: &Bot, now: Timestamp) -> Option<Vec<FollowUp>> {
    let due = match bot.service.handle_due(now).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(error = chain(&error), "due tasks could not be carried out");
            return None;
        }
    };
    let closed = bot.closed_challenges.take_due(now).into_iter();
    let closed = closed.map(FollowUp::ClearAway);
    let follow_ups: Vec<_> = due
        .iter()
        .flat_map(|due| follow_ups(bot, due))
        .chain(closed)
        .collect();
    let is_nothing = due.is_empty() && follow_ups.is_empty();
    (!is_nothing).then_some(follow_ups)
}

fn follow_ups(bot: &Bot, due: &Due) -> Vec<FollowUp> {
    match due {
        Due::Ended(update) => {
            let refresh = FollowUp::RedrawBoard(update.record.game.id());
            follow_ups_or(update, refresh)
        }
        Due::Unseen(abandoned) => {
            let obsolete = abandoned.obsolete.iter().copied().map(FollowUp::Delete);
            let before = abandoned.before.map(FollowUp::RedrawBoard);
            obsolete.chain(before).collect()
        }
        Due::Reminded(update) => follow_ups_of(update).collect(),
        Due::Daily(post) => {
            let post = post.map(|(to, day)| FollowUp::PostDaily(to, day));
            post.into_iter().collect()
        }
        Due::DailyEnded(server, day) => {
            vec![FollowUp::RedrawPost(Post::DailyResult(*server, *day))]
        }
        Due::Boss(server) => vec![FollowUp::RedrawPost(Post::Boss(*server))],
        Due::Table(id) => vec![FollowUp::RedrawPost(Post::Table(*id))],
        Due::SlowTurn(record) => slow_turn(bot, record).into_iter().collect(),
        Due::Expired(closed) => {
            let obsolete = closed.obsolete.map(FollowUp::Delete);
            let refresh = FollowUp::RedrawBoard(closed.record.challenge.id);
            obsolete.into_iter().chain([refresh]).collect()
        }
    }
}

/// Calls the member on turn at a table, where turns are long.
fn slow_turn(bot: &Bot, record: &TableRecord) -> Option<FollowUp> {
    let language = bot.texts.language(&record.place.language);
    Some(FollowUp::PostMessage(PublicMessage {
        place: record.place.clone(),
        message: commands::table::view::slow_turn(language, record)?,
        post: None,
    }))
}

/// When something is due next. Returns `None` if nothing will be.
///
/// # Errors
/// Those of the store, which are logged.
pub async fn next_due(bot: &Bot, now: Timestamp) -> wythoff_store::Result<Option<Timestamp>> {
    let next = bot.service.next_due(now).await;
    if let Err(error) = &next {
        tracing::error!(error = chain(error), "the next due time cannot be read");
    }
    let closed = bot.closed_challenges.next_due();
    Ok(next?.into_iter().chain(closed).min())
}
