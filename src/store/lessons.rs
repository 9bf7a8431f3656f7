//! What members have solved in lessons.

use super::columns::RowOf;
use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::MemberId;
use crate::records::Solved;
use nim_games::{Position, Variant};

impl Read {
    /// What a member has solved in the lessons of a game.
    pub async fn solved(&mut self, member: MemberId, variant: Variant) -> Result<Solved> {
        let sql = "SELECT variant, rules, position FROM solved WHERE member = $1 AND variant = $2";
        let query = query_as(sql).bind(member.0).bind(variant.key());
        let rows = self.all(query).await?;
        Ok(Solved(positions(member, &rows)?))
    }

    /// What a member has solved in the lessons of all games.
    pub async fn all_solved(&mut self, member: MemberId) -> Result<Vec<Position>> {
        let sql = "SELECT variant, rules, position FROM solved WHERE member = $1";
        let rows = self.all(query_as(sql).bind(member.0)).await?;
        positions(member, &rows)
    }
}

fn positions(member: MemberId, rows: &[(String, String, String)]) -> Result<Vec<Position>> {
    let row = RowOf::new("solved", member.0);
    rows.iter()
        .map(|(variant, rules, position)| row.position("position", (variant, rules, position)))
        .collect()
}

impl Tx {
    /// Notes that a member has solved a position of a lesson.
    pub async fn note_solved(&mut self, member: MemberId, position: Position) -> Result<()> {
        let sql = "INSERT INTO solved (member, variant, rules, position) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let query = query(sql)
            .bind(member.0)
            .bind(position.variant().key())
            .bind(position.options().to_string())
            .bind(position.to_string());
        self.execute(query).await
    }
}
