//! Tries at puzzles of the day, their results, and where puzzles are posted.

use itertools::Itertools as _;
use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{Attempt, AttemptOutcome, Day, MemberId, Timestamp};
use crate::records::{
    ChannelId, DailyCounts, DailyPost, DailyResult, DailyTry, Place, Streak, Word,
};
use nim_games::Move;

/// For how many days a member's tries are kept.
const KEPT: i64 = 366;

/// How many members of a server are listed by name.
const LISTED: usize = 20;

/// The columns of a try.
macro_rules! columns {
    () => {
        "day, guild, moves, slips, outcome, practice, streak, forgiven"
    };
}

/// A row of `dailies`.
#[derive(Debug, FromRow)]
struct DailyRow {
    day: i64,
    guild: Option<i64>,
    moves: String,
    slips: i64,
    outcome: Option<String>,
    practice: Option<String>,
    streak: Option<i64>,
    forgiven: Option<i64>,
}

impl DailyRow {
    fn daily(self, member: MemberId) -> Result<DailyTry> {
        let (row, day) = (RowOf::new("dailies", member.0), Day(self.day));
        let attempt = |column, moves: &str| {
            let moves = moves.split_whitespace().map(str::parse::<Move>);
            let moves: Vec<Move> = moves
                .try_collect()
                .map_err(|bad| row.corrupt(column, bad))?;
            Attempt::replayed(day.puzzle(), &moves).map_err(|bad| row.corrupt(column, bad))
        };
        let official = attempt("moves", &self.moves)?;
        let outcome = row.optional_word("outcome", self.outcome.as_deref())?;
        if official.outcome() != outcome {
            return Err(row.corrupt("outcome", "not the outcome of the moves"));
        }
        if row.number::<usize>("slips", self.slips)? != official.count_slips() {
            return Err(row.corrupt("slips", "not the number of slips in the moves"));
        }
        let practice = self.practice.as_deref();
        Ok(DailyTry {
            member,
            day,
            guild: self.guild,
            attempt: official,
            practice: practice
                .map(|moves| attempt("practice", moves))
                .transpose()?,
            streak: self.streak.map(|days| Streak {
                days,
                forgiven: self.forgiven.map(Day),
            }),
        })
    }
}

fn moves_as_text(attempt: &Attempt) -> String {
    attempt.moves().iter().join(" ")
}

impl Read {
    /// A member's try at the puzzle of a day.
    pub async fn daily(&mut self, member: MemberId, day: Day) -> Result<Option<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE member = $1 AND day = $2"
        );
        let row: Option<DailyRow> = self.first(query_as(sql).bind(member.0).bind(day.0)).await?;
        row.map(|row| row.daily(member)).transpose()
    }

    /// All tries of a member that are kept, the latest first.
    pub async fn all_dailies(&mut self, member: MemberId) -> Result<Vec<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE member = $1 ORDER BY day DESC"
        );
        let rows: Vec<DailyRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(|row| row.daily(member)).collect()
    }

    /// The latest day, up to `until`, whose puzzle a member has finished, and its streak.
    pub async fn latest_streak(
        &mut self,
        member: MemberId,
        until: Day,
    ) -> Result<Option<(Day, Streak)>> {
        let sql = "SELECT day, streak, forgiven FROM dailies
             WHERE member = $1 AND day <= $2 AND streak IS NOT NULL ORDER BY day DESC LIMIT 1";
        let row: Option<(i64, i64, Option<i64>)> = self
            .first(query_as(sql).bind(member.0).bind(until.0))
            .await?;
        Ok(row.map(|(day, days, forgiven)| {
            let forgiven = forgiven.map(Day);
            (Day(day), Streak { days, forgiven })
        }))
    }

    /// How the tries at the puzzle of a day ended.
    pub async fn daily_counts(&mut self, day: Day) -> Result<DailyCounts> {
        let sql = "SELECT outcome, slips, COUNT(*) AS tries FROM dailies
             WHERE day = $1 AND outcome IS NOT NULL GROUP BY outcome, slips";
        let rows = self.all(query_as(sql).bind(day.0)).await?;
        counts(&rows)
    }

    /// How the tries of a member ended.
    pub async fn own_daily_counts(&mut self, member: MemberId) -> Result<DailyCounts> {
        let sql = "SELECT outcome, slips, COUNT(*) AS tries FROM dailies
             WHERE member = $1 AND outcome IS NOT NULL GROUP BY outcome, slips";
        let rows = self.all(query_as(sql).bind(member.0)).await?;
        counts(&rows)
    }

    /// Of the finished tries at the same puzzle that began in a server: how many are better than
    /// this one, and how many there are.
    pub async fn daily_rank(&mut self, guild: i64, daily_try: &DailyTry) -> Result<(i64, i64)> {
        let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN outcome = 'solved' AND slips < $3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS better,
             COUNT(*) AS finished FROM dailies WHERE guild = $1 AND day = $2 AND outcome IS NOT NULL";
        let query = query_as(sql).bind(guild).bind(daily_try.day.0);
        let rank: Option<(i64, i64)> = self.first(query.bind(slips(&daily_try.attempt))).await?;
        Ok(rank.unwrap_or_default())
    }

    /// The results of a server on a day, the best first. Only the first `LISTED` who have solved it
    /// have names, except those who do not want to be listed.
    pub async fn daily_results(&mut self, guild: i64, day: Day) -> Result<Vec<DailyResult>> {
        let sql = "SELECT CASE WHEN visibility = 'nowhere' OR outcome <> 'solved' THEN NULL ELSE name END AS listed, outcome, slips
             FROM dailies INNER JOIN members ON members.id = dailies.member
             WHERE guild = $1 AND day = $2 AND outcome IS NOT NULL
             ORDER BY CASE WHEN outcome = 'solved' THEN 0 ELSE 1 END, slips, member";
        let query = query_as(sql).bind(guild).bind(day.0);
        let rows: Vec<(Option<String>, String, i64)> = self.all(query).await?;
        let row = RowOf::new("dailies", day.0);
        let results = rows.into_iter().zip(0..);
        let results = results.map(|((name, outcome, slips), place)| {
            Ok(DailyResult {
                name: name.filter(|_| place < LISTED),
                outcome: row.word("outcome", &outcome)?,
                slips: row.number("slips", slips)?,
            })
        });
        results.collect()
    }

    /// When the next puzzle of the day is to be posted in a server that the bot is in.
    pub async fn next_daily(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(daily_due) FROM servers WHERE daily_due IS NOT NULL AND absent_since IS NULL";
        let due: Option<i64> = self.value(query_scalar(sql)).await?;
        Ok(due.map(Timestamp))
    }

    /// At most 50 servers in which the puzzle of the day is due at the time `now`. A server that
    /// the bot has left gets the puzzle once the bot is back.
    pub async fn due_dailies(&mut self, now: Timestamp) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM servers WHERE daily_due IS NOT NULL AND daily_due <= $1 AND absent_since IS NULL LIMIT 50";
        self.values(query_scalar(sql).bind(now.0)).await
    }

    /// The servers in which a puzzle is still to be posted, each with the day.
    pub async fn dailies_to_post(&mut self) -> Result<Vec<(i64, Day)>> {
        let sql = "SELECT id, daily_to_post FROM servers WHERE daily_to_post IS NOT NULL";
        let rows: Vec<(i64, i64)> = self.all(query_as(sql)).await?;
        Ok(rows.into_iter().map(|(id, day)| (id, Day(day))).collect())
    }

    /// What to post in a server, if the puzzle of that day is still to be posted there.
    pub async fn daily_to_post(&mut self, guild: i64, day: Day) -> Result<Option<DailyPost>> {
        let sql = "SELECT daily_channel, COALESCE(language, daily_language) AS spoken FROM servers
             WHERE id = $1 AND daily_to_post = $2 AND daily_channel IS NOT NULL AND daily_language IS NOT NULL";
        let row: Option<(i64, String)> = self.first(query_as(sql).bind(guild).bind(day.0)).await?;
        let Some((channel, language)) = row else {
            return Ok(None);
        };
        let place = Place {
            guild: Some(guild),
            channel: ChannelId(channel),
            editable: true,
            language,
        };
        let results = self.daily_results(guild, day.minus(1)).await?;
        Ok(Some(DailyPost {
            day,
            place,
            results,
        }))
    }
}

fn counts(rows: &[(String, i64, i64)]) -> Result<DailyCounts> {
    let row = RowOf::new("dailies", 0);
    let mut counts = DailyCounts::default();
    for (outcome, slips, count) in rows {
        let outcome: AttemptOutcome = row.word("outcome", outcome)?;
        let count = row.number("count", *count)?;
        counts.add(outcome, row.number("slips", *slips)?, count);
    }
    Ok(counts)
}

fn slips(attempt: &Attempt) -> i64 {
    i64::try_from(attempt.count_slips()).unwrap_or(i64::MAX)
}

impl Tx {
    /// Saves a try.
    pub async fn save_daily(&mut self, daily_try: &DailyTry) -> Result<()> {
        let sql = "INSERT INTO dailies (member, day, guild, moves, slips, outcome, practice, streak, forgiven)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (member, day) DO UPDATE SET moves = excluded.moves, slips = excluded.slips, outcome = excluded.outcome,
             practice = excluded.practice, streak = excluded.streak, forgiven = excluded.forgiven";
        let streak = daily_try.streak;
        let query = query(sql)
            .bind(daily_try.member.0)
            .bind(daily_try.day.0)
            .bind(daily_try.guild)
            .bind(moves_as_text(&daily_try.attempt))
            .bind(slips(&daily_try.attempt))
            .bind(daily_try.attempt.outcome().map(Word::word))
            .bind(daily_try.practice.as_ref().map(moves_as_text))
            .bind(streak.map(|streak| streak.days))
            .bind(streak.and_then(|streak| Some(streak.forgiven?.0)));
        self.execute(query).await
    }

    /// Deletes the tries from over a year ago.
    pub async fn forget_dailies(&mut self, today: Day) -> Result<()> {
        let sql = "DELETE FROM dailies WHERE day < $1";
        self.execute(query(sql).bind(today.minus(KEPT).0)).await
    }

    /// Notes when the next puzzle of the day is to be posted in a server, or that none is. A
    /// puzzle that is already due but not posted yet is not posted any more.
    pub async fn set_daily_due(&mut self, guild: i64, due: Option<Timestamp>) -> Result<()> {
        let sql = "UPDATE servers SET daily_due = $2, daily_to_post = NULL WHERE id = $1";
        let due = due.map(|due| due.0);
        self.execute(query(sql).bind(guild).bind(due)).await
    }

    /// Notes that the puzzle that was due at `now` is to be posted in a server, and when the next one
    /// is due. Returns `false` if it is not due: another process may have begun to post it.
    pub async fn begin_daily_post(&mut self, guild: i64, now: Timestamp) -> Result<bool> {
        let sql = "UPDATE servers SET daily_to_post = $2, daily_due = $3
            WHERE id = $1 AND daily_channel IS NOT NULL AND daily_due <= $4 RETURNING id";
        let day = Day::of(now);
        let query = query_as(sql).bind(guild).bind(day.0);
        let query = query.bind(day.end().0).bind(now.0);
        let begun: Option<(i64,)> = self.execute_returning(query).await?;
        Ok(begun.is_some())
    }

    /// Notes that a puzzle has been posted, or that Discord refused the post.
    pub async fn end_daily_post(
        &mut self,
        (guild, channel): (i64, ChannelId),
        day: Day,
        is_refused: bool,
    ) -> Result<()> {
        let sql = "UPDATE servers SET daily_to_post = NULL, daily_refused = $3 WHERE id = $1 AND daily_to_post = $2 AND daily_channel = $4";
        let query = query(sql).bind(guild).bind(day.0);
        let query = query.bind(i64::from(is_refused)).bind(channel.0);
        self.execute(query).await
    }

    /// Notes that puzzles of earlier days are no longer to be posted.
    pub async fn forget_daily_posts(&mut self, today: Day) -> Result<()> {
        let sql = "UPDATE servers SET daily_to_post = NULL WHERE daily_to_post < $1";
        self.execute(query(sql).bind(today.0)).await
    }
}
