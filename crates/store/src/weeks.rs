//! The table of the puzzles that the members of a server have solved, and who wears its crown.

use std::collections::HashMap;

use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{Span, Stars, WeekRow, WeekTable};
use wythoff_game::{Day, MemberId};

/// How many members a table lists.
const LISTED: i64 = 10;

/// The tries that count for a table.
macro_rules! counting {
    () => {
        concat!(
            " FROM dailies INNER JOIN members ON members.id = dailies.member
          WHERE outcome = 'solved' AND helped = 0 AND ",
            listed!("dailies")
        )
    };
}

impl Read {
    /// The best of a server's table.
    pub async fn daily_table(&mut self, guild: i64, span: Span) -> Result<WeekTable> {
        let (from, until) = match span {
            Span::Week(monday) => (monday, monday.plus(6)),
            Span::Days(from, until) => (from, until),
            Span::AllTime => (Day(0), Day(i64::MAX)),
        };
        let sql = concat!(
            "SELECT member, name, weeks_won, CAST(SUM(6 - slips) AS BIGINT) AS points,
             RANK() OVER (ORDER BY SUM(6 - slips) DESC) AS place",
            counting!(),
            " AND guild = $1 AND day BETWEEN $2 AND $3 GROUP BY member, name, weeks_won
             ORDER BY points DESC, member LIMIT $4"
        );
        let query = query(sql).bind(guild).bind(from).bind(until);
        let best: Vec<(MemberId, String, u64, u64, u64)> =
            self.all("dailies", query.bind(LISTED)).await?;
        let days = match span {
            Span::Week(monday) => self.points_of_days(guild, monday).await?,
            Span::Days(..) | Span::AllTime => HashMap::new(),
        };
        let crowned = self.crowned(guild).await?;
        let rows = best
            .into_iter()
            .map(|(member, name, crowns, points, place)| WeekRow {
                place,
                member,
                name,
                wears_crown: crowned.contains(&member),
                crowns,
                points,
                days: days.get(&member).copied().unwrap_or_default(),
            });
        Ok(WeekTable {
            span,
            rows: rows.collect(),
            ended: Vec::new(),
        })
    }

    /// The points of each member of a server on each day of a week.
    async fn points_of_days(
        &mut self,
        guild: i64,
        monday: Day,
    ) -> Result<HashMap<MemberId, [u64; 7]>> {
        let sql = "SELECT member, day, 6 - slips AS points FROM dailies
             WHERE guild = $1 AND day BETWEEN $2 AND $3 AND outcome = 'solved' AND helped = 0";
        let query = query(sql).bind(guild).bind(monday).bind(monday.plus(6));
        let all: Vec<(MemberId, Day, u64)> = self.all("dailies", query).await?;
        let mut days: HashMap<MemberId, [u64; 7]> = HashMap::new();
        for (member, day, points) in all {
            let weekday = usize::try_from(day.0 - monday.0).unwrap_or(usize::MAX);
            if let Some(known) = days.entry(member).or_default().get_mut(weekday) {
                *known = points;
            }
        }
        Ok(days)
    }

    /// Who wears the crown of a server, without those who do not want to be listed.
    pub async fn crowned(&mut self, guild: i64) -> Result<Vec<MemberId>> {
        let sql = concat!(
            "SELECT member FROM crowns INNER JOIN members ON members.id = crowns.member
             WHERE guild = $1 AND ",
            listed!("crowns")
        );
        self.all("crowns", query(sql).bind(guild)).await
    }

    /// How many points a member has in the week of a day, and how many they have had at most in one before.
    pub async fn own_week(&mut self, member: MemberId, day: Day) -> Result<(u64, u64)> {
        let sql = "SELECT CAST(COALESCE(MAX(CASE WHEN week = $2 THEN points END), 0) AS BIGINT) AS now,
             CAST(COALESCE(MAX(CASE WHEN week < $2 THEN points END), 0) AS BIGINT) AS most
             FROM (SELECT (day + 3) / 7 AS week, SUM(6 - slips) AS points FROM dailies
             WHERE member = $1 AND outcome = 'solved' AND helped = 0 GROUP BY (day + 3) / 7) AS weeks";
        let week = (day.0 + 3).div_euclid(7);
        self.one("dailies", query(sql).bind(member).bind(week))
            .await
    }

    /// How many puzzles of the week of a day a member has solved, and their stars.
    pub async fn stars(&mut self, member: MemberId, day: Day) -> Result<Stars> {
        let sql = "SELECT COALESCE(MAX(CASE WHEN week = $2 THEN solved END), 0) AS now,
             COUNT(CASE WHEN solved >= $3 THEN 1 END) AS stars
             FROM (SELECT (day + 3) / 7 AS week, COUNT(*) AS solved FROM dailies
             WHERE member = $1 AND (outcome = 'solved' AND helped = 0 OR practised = 1)
             GROUP BY (day + 3) / 7) AS weeks";
        let week = (day.0 + 3).div_euclid(7);
        let query = query(sql).bind(member).bind(week).bind(Stars::TAKES);
        let (solved, all): (u64, u64) = self.one("dailies", query).await?;
        Ok(Stars { solved, all })
    }

    /// How many crowns a member has been given.
    pub async fn weeks_won(&mut self, member: MemberId) -> Result<u64> {
        let sql = "SELECT COALESCE(MAX(weeks_won), 0) FROM members WHERE id = $1";
        self.one("members", query(sql).bind(member)).await
    }

    /// The servers whose crown a member wears, each with the day on which it was given.
    pub async fn crowns_of(&mut self, member: MemberId) -> Result<Vec<(i64, Day)>> {
        let sql = "SELECT guild, monday FROM crowns WHERE member = $1 ORDER BY guild";
        self.all("crowns", query(sql).bind(member)).await
    }

    /// The Monday on which the latest crowns were given.
    pub async fn last_crowned(&mut self) -> Result<Option<Day>> {
        let sql = "SELECT MAX(monday) FROM crowns";
        self.one("crowns", query(sql)).await
    }
}

impl Tx {
    /// Gives each server's crown to the member with the most points in the week before `monday`. There must be two
    /// members with points.
    pub async fn crown(&mut self, monday: Day) -> Result<()> {
        self.execute(query("DELETE FROM crowns")).await?;
        // A row of no server says that the crowns of the week were given, even if nobody wears one.
        let sql = "INSERT INTO crowns (guild, member, monday) VALUES (0, 0, $1)";
        self.execute(query(sql).bind(monday)).await?;
        let sql = concat!(
            "SELECT guild, member, CAST(SUM(6 - slips) AS BIGINT) AS points",
            counting!(),
            " AND guild IS NOT NULL AND day BETWEEN $1 AND $2 GROUP BY guild, member ORDER BY guild, points DESC"
        );
        let week = query(sql).bind(monday.minus(7)).bind(monday.minus(1));
        let all: Vec<(i64, MemberId, i64)> = self.all("dailies", week).await?;
        let servers = all.chunk_by(|one, next| one.0 == next.0);
        for server in servers.filter(|server| server.len() > 1) {
            let most = server.first().map(|&(.., points)| points);
            for &(guild, member, _) in server.iter().filter(|row| Some(row.2) == most) {
                let sql = "INSERT INTO crowns (guild, member, monday) VALUES ($1, $2, $3)";
                let crown = query(sql).bind(guild).bind(member).bind(monday);
                self.execute(crown).await?;
                // A new week is another chance for a role that Discord has refused.
                let sql = "UPDATE servers SET crown_role_refused = 0 WHERE id = $1";
                self.execute(query(sql).bind(guild)).await?;
                let sql = "UPDATE members SET weeks_won = weeks_won + 1 WHERE id = $1";
                self.execute(query(sql).bind(member)).await?;
            }
        }
        Ok(())
    }
}
