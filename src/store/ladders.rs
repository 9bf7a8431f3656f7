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
    results: String,
    games: i64,
    topped: Option<i64>,
}

impl LadderRow {
    fn ladder(self, member: MemberId) -> Result<Ladder> {
        let row = RowOf::new("ladders", member.0);
        let result = |result| match result {
            'w' => Ok(true),
            'l' => Ok(false),
            other => Err(row.corrupt("results", format!("no such result: {other:?}"))),
        };
        Ok(Ladder {
            member,
            variant: row.variant(&self.variant)?,
            rung: row.word("rung", &self.rung)?,
            results: self.results.chars().map(result).collect::<Result<_>>()?,
            games: row.number("games", self.games)?,
            topped: self.topped.map(Timestamp),
        })
    }
}

impl Read {
    /// A member's place on the ladder of a game.
    pub async fn ladder(&mut self, member: MemberId, variant: Variant) -> Result<Ladder> {
        let sql = "SELECT variant, rung, results, games, topped FROM ladders WHERE member = $1 AND variant = $2";
        let query = query_as(sql).bind(member.0).bind(variant.key());
        let row: Option<LadderRow> = self.first(query).await?;
        row.map_or_else(
            || Ok(Ladder::new(member, variant)),
            |row| row.ladder(member),
        )
    }

    /// A member's places on all ladders.
    pub async fn ladders(&mut self, member: MemberId) -> Result<Vec<Ladder>> {
        let sql = "SELECT variant, rung, results, games, topped FROM ladders WHERE member = $1 ORDER BY variant";
        let rows: Vec<LadderRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(|row| row.ladder(member)).collect()
    }
}

impl Tx {
    /// Saves a member's place on a ladder.
    pub async fn save_ladder(&mut self, ladder: &Ladder) -> Result<()> {
        let sql = "INSERT INTO ladders (member, variant, rung, results, games, topped) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (member, variant) DO UPDATE SET rung = excluded.rung, results = excluded.results, games = excluded.games,
             topped = excluded.topped";
        let results = ladder
            .results
            .iter()
            .map(|&won| if won { 'w' } else { 'l' });
        let query = query(sql)
            .bind(ladder.member.0)
            .bind(ladder.variant.key())
            .bind(ladder.rung.word())
            .bind(results.collect::<String>())
            .bind(i64::from(ladder.games))
            .bind(ladder.topped.map(|at| at.0));
        self.execute(query).await
    }
}
