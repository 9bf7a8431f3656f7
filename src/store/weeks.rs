//! The table of the puzzles that the members of a server have solved, and who wears its crown.

use std::collections::HashMap;

use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{Day, MemberId};
use crate::records::{Span, WeekRow, WeekTable};

/// How many members a table lists.
const LISTED: i64 = 10;

/// The tries that count for a table.
macro_rules! counting {
    () => {
        " FROM dailies INNER JOIN members ON members.id = dailies.member
          WHERE outcome = 'solved' AND helped = 0 AND visibility <> 'nowhere' AND name IS NOT NULL"
    };
}

impl Read {
    /// The best of a server's table.
    pub async fn daily_table(&mut self, guild: i64, span: Span) -> Result<WeekTable> {
        let (from, until) = match span {
            Span::Week(monday) => (monday, monday.plus(6)),
            Span::AllTime => (Day(0), Day(i64::MAX)),
        };
        let sql = concat!(
            "SELECT member, name, CAST(SUM(6 - slips) AS BIGINT) AS points,
             RANK() OVER (ORDER BY SUM(6 - slips) DESC) AS place",
            counting!(),
            " AND guild = $1 AND day BETWEEN $2 AND $3 GROUP BY member, name ORDER BY points DESC, member LIMIT $4"
        );
        let query = query_as(sql).bind(guild).bind(from.0).bind(until.0);
        let best: Vec<(i64, String, i64, i64)> = self.all(query.bind(LISTED)).await?;
        let days = match span {
            Span::Week(monday) => self.points_of_days(guild, monday).await?,
            Span::AllTime => HashMap::new(),
        };
        let crowned = self.crowned(guild).await?;
        let rows = best
            .into_iter()
            .map(|(member, name, points, place)| WeekRow {
                place: place.unsigned_abs(),
                member: MemberId(member),
                name,
                wears_crown: crowned.contains(&MemberId(member)),
                points: points.unsigned_abs(),
                days: days.get(&member).copied().unwrap_or_default(),
            });
        Ok(WeekTable {
            span,
            rows: rows.collect(),
        })
    }

    /// The points of each member of a server on each day of a week.
    async fn points_of_days(&mut self, guild: i64, monday: Day) -> Result<HashMap<i64, [u64; 7]>> {
        let sql = "SELECT member, day, 6 - slips AS points FROM dailies
             WHERE guild = $1 AND day BETWEEN $2 AND $3 AND outcome = 'solved' AND helped = 0";
        let query = query_as(sql)
            .bind(guild)
            .bind(monday.0)
            .bind(monday.plus(6).0);
        let all: Vec<(i64, i64, i64)> = self.all(query).await?;
        let mut days: HashMap<i64, [u64; 7]> = HashMap::new();
        for (member, day, points) in all {
            let weekday = usize::try_from(day - monday.0).unwrap_or(usize::MAX);
            if let Some(known) = days.entry(member).or_default().get_mut(weekday) {
                *known = points.unsigned_abs();
            }
        }
        Ok(days)
    }

    /// Who wears the crown of a server.
    pub async fn crowned(&mut self, guild: i64) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM crowns WHERE guild = $1";
        let crowned: Vec<i64> = self.values(query_scalar(sql).bind(guild)).await?;
        Ok(crowned.into_iter().map(MemberId).collect())
    }

    /// The servers whose crown a member wears, each with the day on which it was given.
    pub async fn crowns_of(&mut self, member: MemberId) -> Result<Vec<(i64, Day)>> {
        let sql = "SELECT guild, monday FROM crowns WHERE member = $1 ORDER BY guild";
        let crowns: Vec<(i64, i64)> = self.all(query_as(sql).bind(member.0)).await?;
        Ok(crowns
            .into_iter()
            .map(|(guild, day)| (guild, Day(day)))
            .collect())
    }

    /// The Monday on which the latest crowns were given.
    pub async fn last_crowned(&mut self) -> Result<Option<Day>> {
        let sql = "SELECT MAX(monday) FROM crowns";
        let monday: Option<i64> = self.value(query_scalar(sql)).await?;
        Ok(monday.map(Day))
    }
}

impl Tx {
    /// In each server, gives the crown to whoever had most points in the week before `monday`.
    pub async fn crown(&mut self, monday: Day) -> Result<()> {
        self.execute(query("DELETE FROM crowns")).await?;
        let sql = concat!(
            "SELECT guild, member, CAST(SUM(6 - slips) AS BIGINT) AS points",
            counting!(),
            " AND guild IS NOT NULL AND day BETWEEN $1 AND $2 GROUP BY guild, member ORDER BY guild, points DESC"
        );
        let week = query_as(sql)
            .bind(monday.minus(7).0)
            .bind(monday.minus(1).0);
        let all: Vec<(i64, i64, i64)> = self.all(week).await?;
        for server in all.chunk_by(|one, next| one.0 == next.0) {
            let most = server.first().map(|&(.., points)| points);
            for &(guild, member, _) in server.iter().filter(|row| Some(row.2) == most) {
                let sql = "INSERT INTO crowns (guild, member, monday) VALUES ($1, $2, $3)";
                let crown = query(sql).bind(guild).bind(member).bind(monday.0);
                self.execute(crown).await?;
            }
        }
        Ok(())
    }
}
