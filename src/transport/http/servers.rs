//! Which servers the bot is in: asked at the start and then daily, since no request tells that it
//! has left one.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::sleep;

use crate::chain::chain;
use crate::transport::responder::Responder;
use crate::transport::rest::{Failure, Rest};

const DAY: Duration = Duration::from_hours(24);

/// The pause between two pages, so that the list of a large bot takes nothing from the members.
const PAUSE: Duration = Duration::from_secs(1);

/// The pause after a failure.
const LATER: Duration = Duration::from_mins(10);

/// Compares the known servers with those that Discord lists, daily.
pub(super) async fn compare_daily(rest: &Rest, responder: &Responder) {
    loop {
        match list(rest).await {
            Ok(servers) => {
                responder.compare_servers(servers, (0, 1)).await;
                sleep(DAY).await;
            }
            Err(error) => {
                tracing::warn!(error = chain(&error), "the servers were not listed");
                sleep(LATER).await;
            }
        }
    }
}

async fn list(rest: &Rest) -> Result<HashSet<i64>, Failure> {
    let (mut all, mut after) = (HashSet::new(), 0);
    loop {
        let page = rest.servers_after(after).await?;
        let Some(&last) = page.iter().max() else {
            return Ok(all);
        };
        all.extend(page);
        after = last;
        sleep(PAUSE).await;
    }
}
