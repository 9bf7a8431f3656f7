//! Positions that members practise.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::MemberId;
use wythoff_game::records::{Practice, PracticeProgress};

impl FromRow for Practice {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            member: row.get("member")?,
            game: row.get("game")?,
            ply: row.get("ply")?,
            position: row.position("position")?,
            stage: row.get("stage")?,
            due: row.get("due")?,
        })
    }
}

impl FromRow for PracticeProgress {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            day: row.get("day")?,
            done: row.get("done")?,
            learned: row.get("learnt")?,
            told: row.get("told")?,
        })
    }
}

impl Read {
    /// The positions that a member practises, the earliest due first.
    pub async fn practice(&mut self, member: MemberId) -> Result<Vec<Practice>> {
        let sql = "SELECT member, game, ply, variant, rules, position, stage, due FROM practice WHERE member = $1 ORDER BY due, game";
        self.all("practice", query(sql).bind(member)).await
    }

    pub async fn practised(&mut self, member: MemberId) -> Result<PracticeProgress> {
        let sql = "SELECT member, day, done, learnt, told FROM practised WHERE member = $1";
        let known = self.first("practised", query(sql).bind(member)).await?;
        Ok(known.unwrap_or_default())
    }
}

impl Tx {
    /// Saves a position to practise.
    pub async fn save_practice(&mut self, practice: &Practice) -> Result<()> {
        let sql = "INSERT INTO practice (member, game, ply, variant, rules, position, stage, due) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (member, game) DO UPDATE SET stage = excluded.stage, due = excluded.due";
        let query = query(sql)
            .bind(practice.member)
            .bind(practice.game)
            .bind(practice.ply)
            .bind_position(practice.position)
            .bind(practice.stage)
            .bind(practice.due);
        self.execute(query).await
    }

    /// Removes a position that has been learned.
    pub async fn delete_practice(&mut self, practice: &Practice) -> Result<()> {
        let sql = "DELETE FROM practice WHERE member = $1 AND game = $2";
        let query = query(sql).bind(practice.member).bind(practice.game);
        self.execute(query).await
    }

    /// Saves what a member has practised, except `told`, which earlier versions have noted.
    pub async fn set_practised(
        &mut self,
        member: MemberId,
        practised: PracticeProgress,
    ) -> Result<()> {
        let sql = "INSERT INTO practised (member, day, done, learnt) VALUES ($1, $2, $3, $4)
             ON CONFLICT (member) DO UPDATE SET day = excluded.day, done = excluded.done, learnt = excluded.learnt";
        let query = query(sql)
            .bind(member)
            .bind(practised.day)
            .bind(practised.done)
            .bind(practised.learned);
        self.execute(query).await
    }
}
