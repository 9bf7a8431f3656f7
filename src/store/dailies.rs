//! Tries at puzzles of the day, and their results.

use itertools::Itertools as _;
use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{Attempt, AttemptOutcome, Day, MemberId, Timestamp};
use crate::records::{DailyTry, DayMark, Streak, Word};
use nim_games::Move;

/// The columns of a try.
macro_rules! columns {
    () => {
        "day, guild, moves, slips, outcome, COALESCE(practice, replay) AS practice, streak, forgiven, begun, helped, shared, practised"
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
    begun: Option<i64>,
    helped: i64,
    shared: i64,
    practised: i64,
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
        let counts = outcome == Some(AttemptOutcome::Solved) && self.helped == 0;
        Ok(DailyTry {
            member,
            day,
            guild: self.guild,
            begun: self.begun.map(Timestamp),
            attempt: official,
            practice: practice
                .map(|moves| attempt("practice", moves))
                .transpose()?,
            streak: self.streak.filter(|_| counts).map(|days| Streak {
                days,
                forgiven: self.forgiven.map(Day),
            }),
            is_helped: self.helped != 0,
            is_shared: self.shared != 0,
            is_practised: self.practised != 0,
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

    /// All tries of a member, the latest first.
    pub async fn all_dailies(&mut self, member: MemberId) -> Result<Vec<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE member = $1 ORDER BY day DESC"
        );
        let rows: Vec<DailyRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(|row| row.daily(member)).collect()
    }

    /// The latest day, up to `until`, whose puzzle a member has solved without help, and its streak.
    pub async fn latest_streak(
        &mut self,
        member: MemberId,
        until: Day,
    ) -> Result<Option<(Day, Streak)>> {
        let sql = "SELECT day, streak, forgiven FROM dailies
             WHERE member = $1 AND day <= $2 AND outcome = 'solved' AND helped = 0 ORDER BY day DESC LIMIT 1";
        let row: Option<(i64, i64, Option<i64>)> = self
            .first(query_as(sql).bind(member.0).bind(until.0))
            .await?;
        Ok(row.map(|(day, days, forgiven)| {
            let forgiven = forgiven.map(Day);
            (Day(day), Streak { days, forgiven })
        }))
    }

    /// How many have solved the puzzle of a day without help, and how many have finished it.
    pub async fn daily_counts(&mut self, day: Day) -> Result<(u64, u64)> {
        let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN outcome = 'solved' AND helped = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS solved,
             COUNT(*) AS finished FROM dailies WHERE day = $1 AND outcome IS NOT NULL";
        let counts: Option<(i64, i64)> = self.first(query_as(sql).bind(day.0)).await?;
        let (solved, finished) = counts.unwrap_or_default();
        Ok((solved.unsigned_abs(), finished.unsigned_abs()))
    }

    /// Of the finished tries at the same puzzle that began in a server and were not helped: how many
    /// are better than this one, and how many there are.
    pub async fn daily_rank(&mut self, guild: i64, daily_try: &DailyTry) -> Result<(i64, i64)> {
        let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN outcome = 'solved' AND slips < $3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS better,
             COUNT(*) AS finished FROM dailies WHERE guild = $1 AND day = $2 AND outcome IS NOT NULL AND helped = 0";
        let query = query_as(sql).bind(guild).bind(daily_try.day.0);
        let rank: Option<(i64, i64)> = self.first(query.bind(slips(&daily_try.attempt))).await?;
        Ok(rank.unwrap_or_default())
    }

    /// What became of the member's finished tries from `from` to `until`, each with the latest day off
    /// that its streak was forgiven.
    pub async fn day_marks(
        &mut self,
        member: MemberId,
        from: Day,
        until: Day,
    ) -> Result<Vec<(Day, DayMark, Option<Day>)>> {
        let sql = "SELECT day, outcome, helped, forgiven FROM dailies WHERE member = $1 AND day BETWEEN $2 AND $3 AND outcome IS NOT NULL";
        let query = query_as(sql).bind(member.0).bind(from.0).bind(until.0);
        let days: Vec<(i64, String, i64, Option<i64>)> = self.all(query).await?;
        let mark = |(day, outcome, helped, forgiven): (i64, String, i64, Option<i64>)| {
            let outcome = RowOf::new("dailies", member.0).word("outcome", &outcome)?;
            let mark = match outcome {
                AttemptOutcome::Failed => DayMark::Failed,
                AttemptOutcome::Solved if helped != 0 => DayMark::Helped,
                AttemptOutcome::Solved => DayMark::Solved,
            };
            Ok((Day(day), mark, forgiven.map(Day)))
        };
        days.into_iter().map(mark).collect()
    }

    /// The longest streak of a member.
    pub async fn most_days_solved(&mut self, member: MemberId) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(streak), 0) AS longest FROM dailies WHERE member = $1 AND outcome = 'solved' AND helped = 0";
        self.value(query_scalar(sql).bind(member.0)).await
    }

    /// How many puzzles a member has solved, in a try or in practice.
    pub async fn count_solved(&mut self, member: MemberId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM dailies WHERE member = $1 AND (outcome = 'solved' OR practised = 1)";
        self.value(query_scalar(sql).bind(member.0)).await
    }
}

fn slips(attempt: &Attempt) -> i64 {
    i64::try_from(attempt.count_slips()).unwrap_or(i64::MAX)
}

impl Tx {
    /// Saves a try.
    pub async fn save_daily(&mut self, daily_try: &DailyTry) -> Result<()> {
        let sql = "INSERT INTO dailies (member, day, guild, moves, slips, outcome, practice, streak, forgiven, begun, helped, shared, practised, replay)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             ON CONFLICT (member, day) DO UPDATE SET guild = excluded.guild, moves = excluded.moves, slips = excluded.slips,
             outcome = excluded.outcome, practice = excluded.practice, streak = excluded.streak, forgiven = excluded.forgiven,
             begun = excluded.begun, helped = excluded.helped, shared = excluded.shared, practised = excluded.practised, replay = excluded.replay";
        // A table of an earlier version wants a streak in every try that is over.
        let streak = daily_try.streak;
        let days = streak.map_or(1, |streak| streak.days);
        let practice = daily_try.practice.as_ref().map(moves_as_text);
        let (practice, replay) = if daily_try.is_over() {
            (practice, None)
        } else {
            (None, practice)
        };
        let query = query(sql)
            .bind(daily_try.member.0)
            .bind(daily_try.day.0)
            .bind(daily_try.guild)
            .bind(moves_as_text(&daily_try.attempt))
            .bind(slips(&daily_try.attempt))
            .bind(daily_try.attempt.outcome().map(Word::word))
            .bind(practice)
            .bind(daily_try.is_over().then_some(days))
            .bind(streak.and_then(|streak| Some(streak.forgiven?.0)))
            .bind(daily_try.begun.map(|begun| begun.0))
            .bind(i64::from(daily_try.is_helped))
            .bind(i64::from(daily_try.is_shared))
            .bind(i64::from(daily_try.is_practised))
            .bind(replay);
        self.execute(query).await
    }
}
