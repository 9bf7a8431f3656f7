//! Races of members.

use super::columns::RowOf;
use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::{MemberId, Timestamp};
use crate::records::Race;

/// The server, the beginning, the seed, what was found, the mistakes, and the best.
type RaceRow = (Option<i64>, i64, i64, i64, i64, i64);

impl Read {
    /// A member's latest race.
    pub async fn race(&mut self, member: MemberId) -> Result<Option<Race>> {
        let sql = "SELECT guild, begun, seed, found, mistakes, best FROM races WHERE member = $1";
        let row: Option<RaceRow> = self.first(query_as(sql).bind(member.0)).await?;
        let Some((guild, begun, seed, found, mistakes, best)) = row else {
            return Ok(None);
        };
        let row = RowOf::new("races", member.0);
        Ok(Some(Race {
            member,
            guild,
            begun: Timestamp(begun),
            seed,
            found: row.number("found", found)?,
            mistakes: row.number("mistakes", mistakes)?,
            best: row.number("best", best)?,
        }))
    }

    /// The best of the races whose members ran their latest in a server, without those who do not want
    /// to be listed: the name, and how many were found.
    pub async fn best_race(&mut self, guild: i64) -> Result<Option<(String, u64)>> {
        let sql = "SELECT name, best FROM races INNER JOIN members ON members.id = races.member
             WHERE guild = $1 AND best > 0 AND visibility <> 'nowhere' AND name IS NOT NULL ORDER BY best DESC, member LIMIT 1";
        let best: Option<(String, i64)> = self.first(query_as(sql).bind(guild)).await?;
        Ok(best.map(|(name, found)| (name, found.unsigned_abs())))
    }
}

impl Tx {
    /// Saves a member's race.
    pub async fn save_race(&mut self, race: &Race) -> Result<()> {
        let sql = "INSERT INTO races (member, guild, begun, seed, found, mistakes, best) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (member) DO UPDATE SET guild = excluded.guild, begun = excluded.begun, seed = excluded.seed,
             found = excluded.found, mistakes = excluded.mistakes, best = excluded.best";
        let query = query(sql)
            .bind(race.member.0)
            .bind(race.guild)
            .bind(race.begun.0)
            .bind(race.seed)
            .bind(i64::from(race.found))
            .bind(i64::from(race.mistakes))
            .bind(i64::from(race.best));
        self.execute(query).await
    }
}
