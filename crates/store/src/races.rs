//! Races of members.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::MemberId;
use wythoff_game::records::Race;

impl FromRow for Race {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            member: row.get("member")?,
            guild: row.get("guild")?,
            begun: row.get("begun")?,
            seed: row.get("seed")?,
            found: row.get("found")?,
            mistakes: row.get("mistakes")?,
            best: row.get("best")?,
        })
    }
}

impl Read {
    /// A member's latest race.
    pub async fn race(&mut self, member: MemberId) -> Result<Option<Race>> {
        let sql =
            "SELECT member, guild, begun, seed, found, mistakes, best FROM races WHERE member = $1";
        self.first("races", query(sql).bind(member)).await
    }

    /// The best of the races whose members ran their latest in a server, without those who do not want
    /// to be listed: the name, and how many were found.
    pub async fn best_race(&mut self, guild: i64) -> Result<Option<(String, u64)>> {
        let sql = "SELECT name, best FROM races INNER JOIN members ON members.id = races.member
             WHERE guild = $1 AND best > 0 AND visibility <> 'nowhere' AND name IS NOT NULL ORDER BY best DESC, member LIMIT 1";
        self.first("races", query(sql).bind(guild)).await
    }
}

impl Tx {
    /// Saves a member's race.
    pub async fn save_race(&mut self, race: &Race) -> Result<()> {
        let sql = "INSERT INTO races (member, guild, begun, seed, found, mistakes, best) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (member) DO UPDATE SET guild = excluded.guild, begun = excluded.begun, seed = excluded.seed,
             found = excluded.found, mistakes = excluded.mistakes, best = excluded.best";
        let query = query(sql)
            .bind(race.member)
            .bind(race.guild)
            .bind(race.begun)
            .bind(race.seed)
            .bind(race.found)
            .bind(race.mistakes)
            .bind(race.best);
        self.execute(query).await
    }
}
