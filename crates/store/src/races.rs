//! Races of members.

use super::columns::{FromRow, Row};
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::Race;
use wythoff_game::{Day, MemberId};

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

    /// The best of the races that began in a server in the week from `monday`, without members who do not want to
    /// be listed: the name, and how many were found.
    pub async fn best_races(
        &mut self,
        guild: i64,
        monday: Day,
        most: i64,
    ) -> Result<Vec<(String, u64)>> {
        let sql = concat!(
            "SELECT name, found_in_week FROM race_bests INNER JOIN members ON members.id = race_bests.member WHERE guild = $1 AND week = $2 AND ",
            listed!("race_bests"),
            " ORDER BY found_in_week DESC, member LIMIT $3"
        );
        let statement = query(sql).bind(guild).bind(monday).bind(most);
        self.all("race_bests", statement).await
    }

    /// The most that a member has found in races of each server: in all, and in the latest week with a race, which
    /// began on that day.
    pub async fn race_bests(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(i64, u64, u64, Option<Day>)>> {
        let sql = "SELECT guild, found, found_in_week, week FROM race_bests WHERE member = $1 ORDER BY guild";
        self.all("race_bests", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Saves a member's race, and what has been found in it if that is the most in its server, or this week.
    pub async fn save_race(&mut self, race: &Race) -> Result<()> {
        let sql = "INSERT INTO races (member, guild, begun, seed, found, mistakes, best) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (member) DO UPDATE SET guild = excluded.guild, begun = excluded.begun, seed = excluded.seed,
             found = excluded.found, mistakes = excluded.mistakes, best = excluded.best";
        let saving = query(sql)
            .bind(race.member)
            .bind(race.guild)
            .bind(race.begun)
            .bind(race.seed)
            .bind(race.found)
            .bind(race.mistakes)
            .bind(race.best);
        self.execute(saving).await?;
        let Some(guild) = race.guild.filter(|_| race.found > 0) else {
            return Ok(());
        };
        let sql = "INSERT INTO race_bests (guild, member, found, week, found_in_week) VALUES ($1, $2, $3, $4, $3)
             ON CONFLICT (guild, member) DO UPDATE SET
             found = CASE WHEN excluded.found > race_bests.found THEN excluded.found ELSE race_bests.found END,
             found_in_week = CASE WHEN race_bests.week = excluded.week AND race_bests.found_in_week > excluded.found THEN race_bests.found_in_week ELSE excluded.found END,
             week = excluded.week";
        let noting = query(sql).bind(guild).bind(race.member).bind(race.found);
        let week = Day::of(race.begun).monday();
        self.execute(noting.bind(week)).await
    }
}
