//! Who has won most rated games of a server in a month.

use super::hidden::listed;
use super::statement::query;
use super::{Read, Result};
use wythoff_game::records::{MonthRow, MonthTable};
use wythoff_game::{Day, MemberId};

/// How many members a table lists.
const LISTED: i64 = 10;

impl Read {
    /// The best of a server in the month of a day, of all kinds of games together.
    pub async fn month_table(&mut self, guild: i64, month: Day) -> Result<MonthTable> {
        let first = month.first_of_month();
        let next = first.plus(31).first_of_month();
        // Two games with sides swapped are rated once. Who has won has a streak.
        let sql = concat!(
            "SELECT member, name, CAST(SUM(won) AS BIGINT) AS wins, COUNT(*) AS games, RANK() OVER (ORDER BY SUM(won) DESC) AS place
             FROM (SELECT guild, member, CASE WHEN streak > 0 THEN 1 ELSE 0 END AS won FROM games
             INNER JOIN ratings ON ratings.game = games.id WHERE guild = $1 AND since >= $2 AND since < $3 AND phase <> 'running') AS played
             INNER JOIN members ON members.id = played.member WHERE ",
            listed!("played"),
            " GROUP BY member, name HAVING SUM(won) > 0 ORDER BY wins DESC, games, member LIMIT $4"
        );
        let statement = query(sql).bind(guild).bind(first.start());
        let statement = statement.bind(next.start()).bind(LISTED);
        let best: Vec<(MemberId, String, u64, u64, u64)> = self.all("games", statement).await?;
        let rows = best
            .into_iter()
            .map(|(member, name, wins, games, place)| MonthRow {
                place,
                member,
                name,
                wins,
                games,
            });
        Ok(MonthTable {
            first,
            rows: rows.collect(),
        })
    }
}
