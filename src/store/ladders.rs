//! How far members have climbed the ladders.

use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::{MemberId, Timestamp};
use crate::records::{Ladder, Word};
use nim_games::Variant;

/// A row of `ladders`.
#[derive(Debug, FromRow)]
struct LadderRow {
    variant: String,
    rung: String,
    topped: Option<i64>,
}

impl LadderRow {
    fn ladder(self, member: MemberId) -> Result<Ladder> {
        let row = RowOf::new("ladders", member.0);
        Ok(Ladder {
            member,
            variant: row.variant(&self.variant)?,
            reached: row.word("rung", &self.rung)?,
            topped: self.topped.map(Timestamp),
        })
    }
}

impl Read {
    /// A member's place among the animals of a game.
    pub async fn ladder(&mut self, member: MemberId, variant: Variant) -> Result<Ladder> {
        let sql = "SELECT variant, rung, topped FROM ladders WHERE member = $1 AND variant = $2";
        let query = query_as(sql).bind(member.0).bind(variant.key());
        let row: Option<LadderRow> = self.first(query).await?;
        row.map_or_else(
            || Ok(Ladder::new(member, variant)),
            |row| row.ladder(member),
        )
    }

    /// A member's places in all games in which they have beaten an animal.
    pub async fn ladders(&mut self, member: MemberId) -> Result<Vec<Ladder>> {
        let sql = "SELECT variant, rung, topped FROM ladders WHERE member = $1 ORDER BY variant";
        let rows: Vec<LadderRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(|row| row.ladder(member)).collect()
    }
}

impl Tx {
    /// Saves a member's place among the animals of a game. The columns `results` and `games` were
    /// used by earlier versions.
    pub async fn save_ladder(&mut self, ladder: &Ladder) -> Result<()> {
        let sql = "INSERT INTO ladders (member, variant, rung, results, games, topped) VALUES ($1, $2, $3, '', 0, $4)
             ON CONFLICT (member, variant) DO UPDATE SET rung = excluded.rung, topped = excluded.topped";
        let query = query(sql)
            .bind(ladder.member.0)
            .bind(ladder.variant.key())
            .bind(ladder.reached.word())
            .bind(ladder.topped.map(|at| at.0));
        self.execute(query).await
    }
}
