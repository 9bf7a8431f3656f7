//! Posting the puzzle of the day in servers, and the crown of the week.

use std::time::Duration;

use futures::FutureExt;

use super::{Due, Service};
use wythoff_game::chain::chain;
use wythoff_game::records::DailyTo;
use wythoff_game::{Day, Timestamp};
use wythoff_store::{Read, Tx};

/// Tries may be ended until an hour after midnight. Only then is it known who has won a week.
const TRIES_OVER_AFTER: Duration = Duration::from_hours(1);

/// When a puzzle is posted that was due at `due`. If it is late, because the bot was away, it waits until yesterday's
/// tries are over.
pub(super) fn posted_at(due: Timestamp, now: Timestamp) -> Timestamp {
    due.max(Day::of(now).start().plus(TRIES_OVER_AFTER))
}

impl Service {
    /// Notes, for each server in which the puzzle of the day is due, that it is to be posted there.
    pub(super) async fn begin_due_daily_posts(
        &self,
        now: Timestamp,
    ) -> wythoff_store::Result<Vec<Due>> {
        let due = |mut tx: Read| async move {
            // Before that, none is.
            if posted_at(now, now) > now {
                return Ok(Vec::new());
            }
            tx.due_dailies(now).await
        };
        let (servers, today) = (self.store.read(due).await?, Day::of(now));
        let mut begun = Vec::new();
        for server in servers {
            let posting = self.store.change(move |tx| begin(tx, server, now).boxed());
            match posting.done().await {
                Ok(Some((is_posted, ended))) => {
                    let post = is_posted.then_some((DailyTo::Server(server), today));
                    begun.push(Due::Daily(post));
                    begun.extend(ended.map(|ended| Due::DailyEnded(server, ended)));
                }
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(server, error = chain(&error), "a due puzzle was not noted");
                }
            }
        }
        Ok(begun)
    }
}

/// Notes that the puzzle is to be posted in a server, if it is due. The crowns are given first, since
/// Monday's post says who wears them.
async fn begin(
    tx: &mut Tx,
    server: i64,
    now: Timestamp,
) -> wythoff_store::Result<Option<(bool, Option<Day>)>> {
    crown(tx, now).await?;
    tx.begin_daily_post(server, now).await
}

/// Gives the crowns of last week, once Monday is an hour old.
pub(super) async fn crown(tx: &mut Tx, now: Timestamp) -> wythoff_store::Result<()> {
    let monday = Day::of(now.minus(TRIES_OVER_AFTER)).monday();
    if tx.last_crowned().await? < Some(monday) {
        tx.crown(monday).await?;
    }
    Ok(())
}
