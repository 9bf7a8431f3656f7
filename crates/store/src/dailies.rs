//! Tries at puzzles of the day, and their results.

use itertools::Itertools as _;

use super::columns::{FromRow, Row};
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{DailyTry, DayMark, Everybody, Streak};
use wythoff_game::{Attempt, AttemptOutcome, Day, MemberId, Step};

/// How many shared results are listed.
const SHARED: i64 = 5;

/// What marks a day: its outcome, the slips, whether something helped, whether it was solved in practice, and the day
/// off that was forgiven.
type Marked = (Day, Option<AttemptOutcome>, u64, bool, bool, Option<Day>);

/// The columns of a try.
macro_rules! columns {
    () => {
        "member, day, guild, moves, slips, outcome, COALESCE(practice, replay) AS practice, streak, forgiven, begun, helped, shared, practised"
    };
}

/// The tries of a member that were solved without help and without a slip.
macro_rules! flawless {
    () => {
        " FROM dailies WHERE member = $1 AND outcome = 'solved' AND helped = 0 AND slips = 0"
    };
}

impl FromRow for DailyTry {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let day: Day = row.get("day")?;
        let attempt = |column, steps: &str| {
            let steps = steps.split_whitespace().map(str::parse::<Step>);
            let steps: Vec<Step> = steps
                .try_collect()
                .map_err(|bad| row.corrupt(column, bad))?;
            day.attempt()
                .replayed(&steps)
                .map_err(|bad| row.corrupt(column, bad))
        };
        let official = attempt("moves", &row.get::<String>("moves")?)?;
        let outcome: Option<AttemptOutcome> = row.get("outcome")?;
        if official.outcome() != outcome {
            return Err(row.corrupt("outcome", "not the outcome of the moves"));
        }
        if row.get::<usize>("slips")? != official.count_slips() {
            return Err(row.corrupt("slips", "not the number of slips in the moves"));
        }
        let practice: Option<String> = row.get("practice")?;
        let (streak, forgiven): (Option<i64>, _) = (row.get("streak")?, row.get("forgiven")?);
        let is_helped: bool = row.get("helped")?;
        let counts = outcome == Some(AttemptOutcome::Solved) && !is_helped;
        Ok(Self {
            member: row.get("member")?,
            day,
            guild: row.get("guild")?,
            begun: row.get("begun")?,
            attempt: official,
            practice: practice
                .map(|moves| attempt("practice", &moves))
                .transpose()?,
            streak: streak
                .filter(|_| counts)
                .map(|days| Streak { days, forgiven }),
            is_helped,
            is_shared: row.get("shared")?,
            is_practised: row.get("practised")?,
        })
    }
}

fn steps_as_text(attempt: &Attempt) -> String {
    attempt.steps().iter().join(" ")
}

impl Read {
    /// A member's try at the puzzle of a day.
    pub async fn daily(&mut self, member: MemberId, day: Day) -> Result<Option<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE member = $1 AND day = $2"
        );
        let statement = query(sql).bind(member).bind(day);
        self.first("dailies", statement).await
    }

    /// All tries of a member, the latest first.
    pub async fn all_dailies(&mut self, member: MemberId) -> Result<Vec<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE member = $1 ORDER BY day DESC"
        );
        self.all("dailies", query(sql).bind(member)).await
    }

    /// The latest day, up to `until`, whose puzzle a member has solved without help, and its streak.
    pub async fn latest_streak(
        &mut self,
        member: MemberId,
        until: Day,
    ) -> Result<Option<(Day, Streak)>> {
        let sql = "SELECT day, streak, forgiven FROM dailies
             WHERE member = $1 AND day <= $2 AND outcome = 'solved' AND helped = 0 ORDER BY day DESC LIMIT 1";
        let statement = query(sql).bind(member).bind(until);
        let latest: Option<(Day, i64, Option<Day>)> = self.first("dailies", statement).await?;
        Ok(latest.map(|(day, days, forgiven)| (day, Streak { days, forgiven })))
    }

    /// How everybody did with the puzzle of a day.
    pub async fn daily_counts(&mut self, day: Day) -> Result<Everybody> {
        let sql = "SELECT COUNT(*) AS finished,
             COUNT(CASE WHEN outcome = 'solved' AND helped = 0 THEN 1 END) AS solved,
             COUNT(CASE WHEN outcome = 'solved' AND helped = 0 AND slips = 0 THEN 1 END) AS flawless
             FROM dailies WHERE day = $1 AND outcome IS NOT NULL";
        let counts = self.one("dailies", query(sql).bind(day)).await?;
        let (finished, solved, flawless) = counts;
        Ok(Everybody {
            finished,
            solved,
            flawless,
        })
    }

    /// The server of a member's latest try that has one.
    pub async fn latest_daily_guild(&mut self, member: MemberId) -> Result<Option<i64>> {
        let sql = "SELECT guild FROM dailies WHERE member = $1 AND guild IS NOT NULL ORDER BY day DESC LIMIT 1";
        self.first("dailies", query(sql).bind(member)).await
    }

    /// Of the finished tries at the same puzzle that began in a server and were not helped: how many
    /// are better than this one, and how many there are.
    pub async fn daily_rank(
        &mut self,
        guild: i64,
        daily_try: &DailyTry,
    ) -> Result<Option<(u64, u64)>> {
        let sql = concat!(
            "SELECT CAST(COALESCE(SUM(CASE WHEN outcome = 'solved' AND slips < $3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS better,
             COUNT(*) AS finished, COUNT(CASE WHEN member = $4 THEN 1 END) AS own
             FROM dailies INNER JOIN members ON members.id = dailies.member
             WHERE guild = $1 AND day = $2 AND outcome IS NOT NULL AND helped = 0 AND ",
            listed!("dailies")
        );
        let query = query(sql).bind(guild).bind(daily_try.day);
        let query = query.bind(daily_try.attempt.count_slips());
        let (better, all, own): (u64, u64, u64) =
            self.one("dailies", query.bind(daily_try.member)).await?;
        Ok((own > 0).then_some((better + 1, all)))
    }

    /// What became of the member's tries from `from` to `until` that are finished, or solved in practice; each with the
    /// latest day off that its streak was forgiven.
    pub async fn day_marks(
        &mut self,
        member: MemberId,
        from: Day,
        until: Day,
    ) -> Result<Vec<(Day, DayMark, Option<Day>)>> {
        let sql = "SELECT day, outcome, slips, helped, practised, forgiven FROM dailies
             WHERE member = $1 AND day BETWEEN $2 AND $3 AND (outcome IS NOT NULL OR practised = 1)";
        let query = query(sql).bind(member).bind(from).bind(until);
        let days: Vec<Marked> = self.all("dailies", query).await?;
        let mark = |(day, outcome, slips, is_helped, is_practised, forgiven)| {
            let mark = match outcome {
                None => DayMark::Practised,
                Some(AttemptOutcome::Failed) if is_practised => DayMark::SolvedLater,
                Some(AttemptOutcome::Failed) => DayMark::Failed,
                Some(AttemptOutcome::Solved) if is_helped => DayMark::Helped,
                Some(AttemptOutcome::Solved) if slips == 0 => DayMark::Flawless,
                Some(AttemptOutcome::Solved) => DayMark::Solved,
            };
            (day, mark, forgiven)
        };
        Ok(days.into_iter().map(mark).collect())
    }

    /// The longest streak of a member up to a day.
    pub async fn most_days_solved(&mut self, member: MemberId, until: Day) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(streak), 0) AS longest FROM dailies
             WHERE member = $1 AND day <= $2 AND outcome = 'solved' AND helped = 0";
        self.one("dailies", query(sql).bind(member).bind(until))
            .await
    }

    /// How many tries in a row, from one day up to another, a member has solved without help and without a slip. One
    /// with a slip that was not ended is none of them.
    pub async fn flawless_in_a_row(
        &mut self,
        member: MemberId,
        (since, until): (Day, Day),
    ) -> Result<u64> {
        let sql = concat!(
            "SELECT COUNT(*)",
            flawless!(),
            " AND day <= $2 AND day >= $3 AND day > COALESCE((SELECT MAX(day) FROM dailies WHERE member = $1
             AND day <= $2 AND (outcome <> 'solved' OR helped <> 0 OR slips > 0)), -1)"
        );
        let statement = query(sql).bind(member).bind(until);
        self.one("dailies", statement.bind(since)).await
    }

    /// The best results of a day that others in a server have shared.
    pub async fn shared_dailies(
        &mut self,
        guild: i64,
        daily_try: &DailyTry,
    ) -> Result<Vec<DailyTry>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dailies WHERE guild = $1 AND day = $2 AND member <> $3 AND shared = 1 AND outcome = 'solved' AND helped = 0
             AND EXISTS (SELECT 1 FROM members WHERE members.id = dailies.member AND ",
            listed!("dailies"),
            ") ORDER BY slips, begun LIMIT $4"
        );
        let statement = query(sql).bind(guild).bind(daily_try.day);
        let statement = statement.bind(daily_try.member).bind(SHARED);
        self.all("dailies", statement).await
    }

    /// With how many slips a member has solved puzzles without help, each with how often; 6 stands for those
    /// that were not solved. A hint counts as one.
    pub async fn slips_of(&mut self, member: MemberId) -> Result<Vec<(u64, u64)>> {
        let sql = "SELECT slips, COUNT(*) FROM (SELECT CASE WHEN outcome <> 'solved' THEN 6 ELSE slips END AS slips
             FROM dailies WHERE member = $1 AND outcome IS NOT NULL AND helped = 0) AS tries GROUP BY slips ORDER BY slips";
        self.all("dailies", query(sql).bind(member)).await
    }

    /// How many puzzles a member has solved, in a try or in practice.
    pub async fn count_solved(&mut self, member: MemberId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM dailies WHERE member = $1 AND (outcome = 'solved' OR practised = 1)";
        self.one("dailies", query(sql).bind(member)).await
    }
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
        let practice = daily_try.practice.as_ref().map(steps_as_text);
        let (practice, replay) = if daily_try.is_over() {
            (practice, None)
        } else {
            (None, practice)
        };
        let query = query(sql)
            .bind(daily_try.member)
            .bind(daily_try.day)
            .bind(daily_try.guild)
            .bind(steps_as_text(&daily_try.attempt))
            .bind(daily_try.attempt.count_slips())
            .bind(daily_try.attempt.outcome())
            .bind(practice)
            .bind(daily_try.is_over().then_some(days))
            .bind(streak.and_then(|streak| streak.forgiven))
            .bind(daily_try.begun)
            .bind(daily_try.is_helped)
            .bind(daily_try.is_shared)
            .bind(daily_try.is_practised)
            .bind(replay);
        self.execute(query).await
    }
}
