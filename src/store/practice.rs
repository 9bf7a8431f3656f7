//! Positions that members practise.

use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::{Day, GameId, MemberId};
use crate::records::{Practice, PracticeProgress};

/// A row of `practice`.
#[derive(Debug, FromRow)]
struct PracticeRow {
    game: i64,
    ply: i64,
    variant: String,
    rules: String,
    position: String,
    stage: i64,
    due: i64,
}

impl PracticeRow {
    fn practice(self, member: MemberId) -> Result<Practice> {
        let row = RowOf::new("practice", self.game);
        let written = (
            self.variant.as_str(),
            self.rules.as_str(),
            self.position.as_str(),
        );
        Ok(Practice {
            member,
            game: GameId(self.game),
            ply: row.number("ply", self.ply)?,
            position: row.position("position", written)?,
            stage: row.number("stage", self.stage)?,
            due: Day(self.due),
        })
    }
}

impl Read {
    /// The positions that a member practises, the earliest due first.
    pub async fn practice(&mut self, member: MemberId) -> Result<Vec<Practice>> {
        let sql = "SELECT game, ply, variant, rules, position, stage, due FROM practice WHERE member = $1 ORDER BY due, game";
        let rows: Vec<PracticeRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(|row| row.practice(member)).collect()
    }

    /// What a member has practised.
    pub async fn practised(&mut self, member: MemberId) -> Result<PracticeProgress> {
        let sql = "SELECT day, done, learnt, told FROM practised WHERE member = $1";
        let row: Option<(Option<i64>, i64, i64, Option<i64>)> =
            self.first(query_as(sql).bind(member.0)).await?;
        let Some((day, done, learned, told)) = row else {
            return Ok(PracticeProgress::default());
        };
        let row = RowOf::new("practised", member.0);
        Ok(PracticeProgress {
            day: day.map(Day),
            done: row.number("done", done)?,
            learned: row.number("learnt", learned)?,
            told: told.map(Day),
        })
    }
}

impl Tx {
    /// Saves a position to practise.
    pub async fn save_practice(&mut self, practice: &Practice) -> Result<()> {
        let sql = "INSERT INTO practice (member, game, ply, variant, rules, position, stage, due) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (member, game) DO UPDATE SET stage = excluded.stage, due = excluded.due";
        let stage = i64::try_from(practice.stage).unwrap_or(i64::MAX);
        let query = query(sql)
            .bind(practice.member.0)
            .bind(practice.game.0)
            .bind(i64::from(practice.ply))
            .bind(practice.position.variant().key())
            .bind(practice.position.options().to_string())
            .bind(practice.position.to_string())
            .bind(stage)
            .bind(practice.due.0);
        self.execute(query).await
    }

    /// Removes a position that has been learned.
    pub async fn delete_practice(&mut self, practice: &Practice) -> Result<()> {
        let sql = "DELETE FROM practice WHERE member = $1 AND game = $2";
        let query = query(sql).bind(practice.member.0).bind(practice.game.0);
        self.execute(query).await
    }

    /// Saves what a member has practised, except `told`.
    pub async fn set_practised(
        &mut self,
        member: MemberId,
        practised: PracticeProgress,
    ) -> Result<()> {
        let sql = "INSERT INTO practised (member, day, done, learnt) VALUES ($1, $2, $3, $4)
             ON CONFLICT (member) DO UPDATE SET day = excluded.day, done = excluded.done, learnt = excluded.learnt";
        let query = query(sql)
            .bind(member.0)
            .bind(practised.day.map(|day| day.0))
            .bind(i64::try_from(practised.done).unwrap_or(i64::MAX))
            .bind(i64::try_from(practised.learned).unwrap_or(i64::MAX));
        self.execute(query).await
    }

    /// Records that a member was told today that practice is due. Returns whether this is the first
    /// time today.
    pub async fn note_told_of_practice(&mut self, member: MemberId, today: Day) -> Result<bool> {
        let sql = "INSERT INTO practised (member, told) VALUES ($1, $2)
             ON CONFLICT (member) DO UPDATE SET told = excluded.told WHERE practised.told IS NULL OR practised.told < excluded.told
             RETURNING member";
        let query = query_as(sql).bind(member.0).bind(today.0);
        let told: Option<(i64,)> = self.execute_returning(query).await?;
        Ok(told.is_some())
    }
}
