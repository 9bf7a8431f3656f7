//! What limits members for a while: a challenge that was made or declined, a rated game, a no-show. Each is kept by the pseudonym of the member or
//! of the pair until its time is over, so that an erasure need not touch it: a member who comes back is known again.

use std::time::Duration;

use super::cache::Key;
use super::{Result, Work};
use crate::game::Timestamp;
use crate::records::Limit;

impl Work<'_> {
    /// Notes what limits somebody for that long.
    pub fn limit(&mut self, limit: Limit, at: Timestamp, keep: Duration) -> Result<()> {
        self.edit_list(Key::Limited(limit), |times| times.push(at.0))?;
        let pseudonym = self.pseudonyms().of_limit(limit);
        let row = (limit.kind(), pseudonym, at.0, at.after(keep).0);
        self.own.limited.push(row);
        Ok(())
    }

    /// Takes that back.
    pub fn unlimit(&mut self, limit: Limit, at: Timestamp) -> Result<()> {
        self.edit_list(Key::Limited(limit), |times| {
            times.retain(|&time| time != at.0);
        })?;
        let pseudonym = self.pseudonyms().of_limit(limit);
        self.own.unlimited.push((limit.kind(), pseudonym, at.0));
        Ok(())
    }

    /// When what limits somebody happened, if it was after that, the earliest first.
    pub fn limited_since(&mut self, limit: Limit, since: Timestamp) -> Result<Vec<Timestamp>> {
        let times = self.list(Key::Limited(limit))?;
        let mut since: Vec<Timestamp> = times
            .iter()
            .copied()
            .map(Timestamp)
            .filter(|&at| at > since)
            .collect();
        since.sort();
        Ok(since)
    }

    /// Deletes limits that are over.
    pub fn forget_limits(&mut self, now: Timestamp) {
        self.execute("DELETE FROM limits WHERE until <= $1", &[now.0]);
    }
}
