//! What members have solved in lessons.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::{Position, Variant};
use wythoff_game::MemberId;
use wythoff_game::records::Solved;

impl Read {
    /// What a member has solved in the lessons of a game.
    pub async fn solved(&mut self, member: MemberId, variant: Variant) -> Result<Solved> {
        let sql = "SELECT member, variant, rules, position FROM solved WHERE member = $1 AND variant = $2";
        let query = query(sql).bind(member).bind(variant);
        let solved = self.all("solved", query).await?;
        let solved = solved.into_iter().map(|Found(position)| position);
        Ok(Solved(solved.collect()))
    }

    /// What a member has solved in the lessons of all games.
    pub async fn all_solved(&mut self, member: MemberId) -> Result<Vec<Position>> {
        let sql = "SELECT member, variant, rules, position FROM solved WHERE member = $1";
        let solved = self.all("solved", query(sql).bind(member)).await?;
        let solved = solved.into_iter().map(|Found(position)| position);
        Ok(solved.collect())
    }
}

/// A position that was solved.
struct Found(Position);

impl FromRow for Found {
    fn from_row(row: Row<'_>) -> Result<Self> {
        row.position("position").map(Self)
    }
}

impl Tx {
    /// Notes that a member has solved a position of a lesson.
    pub async fn note_solved(&mut self, member: MemberId, position: Position) -> Result<()> {
        let sql = "INSERT INTO solved (member, variant, rules, position) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let query = query(sql).bind(member).bind_position(position);
        self.execute(query).await
    }
}
