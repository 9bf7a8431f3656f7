//! The interactions that were carried out, so that none is carried out twice.

use std::time::Duration;

use super::statement::query;
use super::{Result, Tx};
use wythoff_game::records::InteractionId;
use wythoff_game::{MemberId, Timestamp};

/// How long an interaction is remembered. Its token is valid for 15 minutes, and no event arrives
/// later than that.
const REMEMBERED: Duration = Duration::from_hours(24);

impl Tx {
    /// Records that a member's interaction is carried out, and the member's name. Returns whether
    /// this is the first time.
    pub async fn claim(
        &mut self,
        interaction: InteractionId,
        member: MemberId,
        name: &str,
    ) -> Result<bool> {
        let sql = "INSERT INTO interactions (id) VALUES ($1) ON CONFLICT (id) DO NOTHING
             RETURNING (SELECT COUNT(*) FROM members WHERE members.id = $2 AND name = $3)";
        let claim = query(sql).bind(interaction).bind(member).bind(name);
        let members_with_name: Option<i64> = self.execute_returning("members", claim).await?;
        if members_with_name == Some(0) {
            self.set_member_name(member, name).await?;
        }
        Ok(members_with_name.is_some())
    }

    /// Forgets interactions that are more than a day old.
    pub async fn forget_interactions(&mut self, now: Timestamp) -> Result<()> {
        let oldest = InteractionId::first_at(now.minus(REMEMBERED));
        let sql = "DELETE FROM interactions WHERE id < $1";
        self.execute(query(sql).bind(oldest)).await
    }
}
