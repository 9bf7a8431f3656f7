//! Events that limit members for a while: a challenge that was made or declined, a rated game, a
//! no-show. Each event is stored under the pseudonym of the member or of the pair until it expires.
//! An erasure therefore leaves it in place, and a member who comes back is still limited.

use std::time::Duration;

use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::Timestamp;
use wythoff_game::records::Limit;

impl Read {
    /// When events of this limit happened after `since`, the earliest first.
    pub async fn limit_events_since(
        &mut self,
        limit: Limit,
        since: Timestamp,
    ) -> Result<Vec<Timestamp>> {
        let pseudonym = self.pseudonyms.of_limit(limit);
        let sql =
            "SELECT at FROM limits WHERE pseudonym = $1 AND kind = $2 AND at > $3 ORDER BY at";
        let query = query(sql).bind(pseudonym).bind(limit.kind());
        self.all("limits", query.bind(since)).await
    }
}

impl Tx {
    /// Records an event that limits somebody for as long as `lifetime`.
    pub async fn limit(&mut self, limit: Limit, at: Timestamp, lifetime: Duration) -> Result<()> {
        let pseudonym = self.pseudonyms.of_limit(limit);
        let sql = "INSERT INTO limits (kind, pseudonym, at, until) VALUES ($1, $2, $3, $4)";
        let query = query(sql).bind(limit.kind()).bind(pseudonym);
        self.execute(query.bind(at).bind(at.plus(lifetime))).await
    }

    /// Removes the event of this limit that happened at `at`.
    pub async fn remove_limit(&mut self, limit: Limit, at: Timestamp) -> Result<()> {
        let pseudonym = self.pseudonyms.of_limit(limit);
        let sql = "DELETE FROM limits WHERE pseudonym = $1 AND kind = $2 AND at = $3";
        let query = query(sql).bind(pseudonym).bind(limit.kind());
        self.execute(query.bind(at)).await
    }

    /// Deletes expired limits.
    pub async fn forget_limits(&mut self, now: Timestamp) -> Result<()> {
        let sql = "DELETE FROM limits WHERE until <= $1";
        self.execute(query(sql).bind(now)).await
    }
}
