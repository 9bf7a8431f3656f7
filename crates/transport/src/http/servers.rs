//! Which servers the bot is in: asked at the start and then daily, since no request says that it
//! has left one.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::sleep;

use crate::responder::Responder;
use crate::rest::{Failure, Rest, SERVERS_PER_PAGE};
use wythoff_game::chain::chain;

const DAY: Duration = Duration::from_hours(24);

/// The pause between two pages, so that a long list does not use up the rate limit of other calls.
const PAUSE: Duration = Duration::from_secs(1);

/// The pause after a failure.
const LATER: Duration = Duration::from_mins(10);

/// Compares the known servers with those that Discord lists, daily. `on_first_count` gets the
/// number of servers, once.
pub(super) async fn compare_daily(responder: &Responder, on_first_count: impl FnOnce(usize)) {
    let mut on_first_count = Some(on_first_count);
    loop {
        match list(&responder.rest).await {
            Ok(servers) => {
                if let Some(on_first_count) = on_first_count.take() {
                    on_first_count(servers.len());
                }
                responder.compare_servers(servers, (0, 1)).await;
                sleep(DAY).await;
            }
            Err(error) => {
                tracing::warn!(error = chain(&error), "the servers were not listed");
                sleep(LATER.max(error.wait())).await;
            }
        }
    }
}

async fn list(rest: &Rest) -> Result<HashSet<i64>, Failure> {
    let (mut all, mut after) = (HashSet::new(), 0);
    loop {
        let page = rest.servers_after(after).await?;
        let is_last = page.len() < SERVERS_PER_PAGE;
        after = page.iter().copied().max().unwrap_or(after);
        all.extend(page);
        if is_last {
            return Ok(all);
        }
        sleep(PAUSE).await;
    }
}
