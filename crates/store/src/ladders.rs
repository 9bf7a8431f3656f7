//! How far members have climbed the ladders.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::Variant;
use wythoff_game::MemberId;
use wythoff_game::records::Ladder;

impl FromRow for Ladder {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            member: row.get("member")?,
            variant: row.get("variant")?,
            reached: row.get("rung")?,
            topped: row.get("topped")?,
        })
    }
}

impl Read {
    /// A member's place among the animals of a game.
    pub async fn ladder(&mut self, member: MemberId, variant: Variant) -> Result<Ladder> {
        let sql =
            "SELECT member, variant, rung, topped FROM ladders WHERE member = $1 AND variant = $2";
        let query = query(sql).bind(member).bind(variant);
        let known = self.first("ladders", query).await?;
        Ok(known.unwrap_or_else(|| Ladder::new(member, variant)))
    }

    /// A member's places in all games in which they have beaten an animal.
    pub async fn ladders(&mut self, member: MemberId) -> Result<Vec<Ladder>> {
        let sql =
            "SELECT member, variant, rung, topped FROM ladders WHERE member = $1 ORDER BY variant";
        self.all("ladders", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Saves a member's place among the animals of a game. The columns `results` and `games` were
    /// used by earlier versions.
    pub async fn save_ladder(&mut self, ladder: &Ladder) -> Result<()> {
        let sql = "INSERT INTO ladders (member, variant, rung, results, games, topped) VALUES ($1, $2, $3, '', 0, $4)
             ON CONFLICT (member, variant) DO UPDATE SET rung = excluded.rung, topped = excluded.topped";
        let query = query(sql)
            .bind(ladder.member)
            .bind(ladder.variant)
            .bind(ladder.reached)
            .bind(ladder.topped);
        self.execute(query).await
    }
}
