//! Members whom those who manage a server have hidden from its leaderboards.

use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::MemberId;
use wythoff_game::records::Visibility;

/// The condition that a member, joined with a row of a table that has a server, is on the leaderboards of that
/// server.
macro_rules! listed {
    ($table:literal) => {
        concat!(
            "visibility <> 'nowhere' AND name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM hidden_members
             WHERE hidden_members.guild = ",
            $table,
            ".guild AND hidden_members.member = members.id)"
        )
    };
}

pub(super) use listed;

/// Notes what may name the member `$1` and is to be drawn again: the posts of puzzles (among who has solved them, or
/// among the best of yesterday, a week or a month), and closed questions that name who found them.
const REDRAW: [&str; 2] = [
    "UPDATE servers SET daily_undrawn = daily_undrawn + 1
     WHERE (daily_message IS NOT NULL OR daily_to_post IS NOT NULL)
     AND (id IN (SELECT guild FROM dailies WHERE member = $1)
     OR id IN (SELECT scope FROM standings WHERE member = $1))",
    "UPDATE questions SET undrawn = undrawn + 1
     WHERE closed = 1 AND anonymous = 0 AND id IN (SELECT question FROM question_answers WHERE member = $1)",
];

impl Read {
    /// Who is hidden from the leaderboards of a server.
    pub async fn hidden_members(&mut self, guild: i64) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM hidden_members WHERE guild = $1 ORDER BY member";
        self.all("hidden_members", query(sql).bind(guild)).await
    }

    /// The servers from whose leaderboards a member is hidden.
    pub async fn hidden_in(&mut self, member: MemberId) -> Result<Vec<i64>> {
        let sql = "SELECT guild FROM hidden_members WHERE member = $1 ORDER BY guild";
        self.all("hidden_members", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Hides a member from the leaderboards of a server, whose crown they do not wear while they are hidden.
    pub async fn hide_member(&mut self, guild: i64, member: MemberId) -> Result<()> {
        let sql =
            "INSERT INTO hidden_members (guild, member) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.execute(query(sql).bind(guild).bind(member)).await?;
        let visibility = self.visibility(member).await?;
        self.relist(member, visibility).await
    }

    /// Shows a member on the leaderboards of a server again.
    pub async fn unhide_member(&mut self, guild: i64, member: MemberId) -> Result<()> {
        let sql = "DELETE FROM hidden_members WHERE guild = $1 AND member = $2";
        self.execute(query(sql).bind(guild).bind(member)).await?;
        let visibility = self.visibility(member).await?;
        self.relist(member, visibility).await
    }

    /// Shows or hides a member wherever members are listed: on leaderboards, and in messages that name the best.
    pub(super) async fn relist(&mut self, member: MemberId, visibility: Visibility) -> Result<()> {
        for sql in REDRAW {
            self.execute(query(sql).bind(member)).await?;
        }
        self.show_standings(member, visibility).await
    }
}
