//! Where servers want the puzzles of the day to be posted, and what was posted.

use std::time::Duration;

use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{
    ChannelId, DailyPost, DailyPosted, MessageId, MonthTable, Place, Post, Solvers, Span,
    WeekTable, Winners,
};
use wythoff_game::{Day, MemberId, Timestamp};

/// How many of those who have solved a puzzle are named.
const NAMED: i64 = 5;

/// After so many days on which nobody in a server has tried the puzzle, it comes there only on Mondays.
const REST_AFTER: i64 = 7;

/// Makes the latest post of a server one that is over, in an UPDATE of `servers`.
macro_rules! ends_post {
    () => {
        "daily_ended = CASE WHEN daily_message IS NULL THEN daily_ended ELSE daily_posted END,
         daily_ended_message = CASE WHEN daily_message IS NULL THEN daily_ended_message ELSE daily_message END,
         daily_ended_in = CASE WHEN daily_message IS NULL THEN daily_ended_in ELSE daily_posted_in END,
         daily_message = NULL, daily_posted = NULL, daily_posted_in = NULL, daily_undrawn = 0"
    };
}

/// A channel in which the bot posts by itself.
const fn place(guild: i64, channel: ChannelId, language: String) -> Place {
    Place {
        guild: Some(guild),
        channel,
        editable: true,
        language,
    }
}

impl Read {
    /// When the next puzzle of the day is to be posted in a server that the bot is in.
    pub async fn next_daily(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(daily_due) FROM servers WHERE daily_due IS NOT NULL AND absent_since IS NULL";
        self.one("servers", query(sql)).await
    }

    /// At most 50 servers in which the puzzle of the day is due at the time `now`. A server that
    /// the bot has left gets the puzzle once the bot is back.
    pub async fn due_dailies(&mut self, now: Timestamp) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM servers WHERE daily_due IS NOT NULL AND daily_due <= $1 AND absent_since IS NULL LIMIT 50";
        self.all("servers", query(sql).bind(now)).await
    }

    /// The servers in which a puzzle is still to be posted, each with the day.
    pub async fn dailies_to_post(&mut self) -> Result<Vec<(i64, Day, Timestamp)>> {
        let sql = "SELECT id, daily_to_post, daily_due FROM servers
             WHERE daily_to_post IS NOT NULL AND daily_due IS NOT NULL";
        let mut due: Vec<(i64, Day, Timestamp)> = self.all("servers", query(sql)).await?;
        for (.., due) in &mut due {
            // It is already that of the next puzzle, a day later.
            *due = due.minus(Duration::from_hours(24));
        }
        Ok(due)
    }

    /// What to post in a server, if the puzzle of that day is still to be posted there.
    pub async fn daily_to_post(&mut self, guild: i64, day: Day) -> Result<Option<DailyPost>> {
        let sql = "SELECT daily_channel, COALESCE(language, daily_language) AS spoken FROM servers
             WHERE id = $1 AND daily_to_post = $2 AND daily_channel IS NOT NULL AND daily_language IS NOT NULL";
        let statement = query(sql).bind(guild).bind(day);
        let row: Option<(ChannelId, String)> = self.first("servers", statement).await?;
        let Some((channel, language)) = row else {
            return Ok(None);
        };
        let place = place(guild, channel, language);
        Ok(Some(self.daily_post((guild, day), place).await?))
    }

    /// The post of a day in a server as it is now, its message, and how many results that may not show. `None` if
    /// there is none.
    pub async fn daily_post_shown(
        &mut self,
        guild: i64,
        day: Day,
    ) -> Result<Option<(DailyPost, MessageId, i64)>> {
        let Some((place, message)) = self.running_post(guild, day).await? else {
            return Ok(None);
        };
        let undrawn = self.count_undrawn(Post::Daily(guild, day)).await?;
        let post = self.daily_post((guild, day), place).await?;
        Ok(Some((post, message, undrawn)))
    }

    async fn daily_post(&mut self, (guild, day): (i64, Day), place: Place) -> Result<DailyPost> {
        // Before that there is little to tell.
        let is_late = day >= day.monday().plus(2);
        let days_solved = self.days_solved(guild, day).await?;
        let days_ended = if days_solved == 0 {
            self.days_solved(guild, day.minus(1)).await?
        } else {
            0
        };
        Ok(DailyPost {
            day,
            place,
            winners: self.winners(guild, day).await?,
            so_far: if is_late {
                self.week_so_far(guild, day).await?
            } else {
                None
            },
            days_solved,
            days_ended,
            yesterday: self.solvers(guild, day.minus(1)).await?.0,
            solvers: self.solvers(guild, day).await?,
            rests: self.nobody_plays(guild, day.plus(1)).await?,
        })
    }

    async fn winners(&mut self, guild: i64, day: Day) -> Result<Winners> {
        Ok(Winners {
            week: self.last_week(guild, day).await?,
            month: self.puzzles_of_month_before(guild, day).await?,
            games: self.month_before(guild, day).await?,
        })
    }

    /// The table of last week, which comes with Monday's puzzle.
    pub async fn last_week(&mut self, guild: i64, day: Day) -> Result<Option<WeekTable>> {
        if day != day.monday() {
            return Ok(None);
        }
        let week = self.daily_table(guild, Span::Week(day.minus(7))).await?;
        Ok(Some(week).filter(|week| !week.rows.is_empty()))
    }

    /// The table of last month, which is posted with the puzzle of the first day of a month.
    async fn month_before(&mut self, guild: i64, day: Day) -> Result<Option<MonthTable>> {
        if day != day.first_of_month() {
            return Ok(None);
        }
        let month = self.month_table(guild, day.minus(1)).await?;
        Ok(Some(month).filter(|month| !month.rows.is_empty()))
    }

    /// The table of last month's puzzles, which is posted with the puzzle of the first day of a month, if there are
    /// several members in it.
    async fn puzzles_of_month_before(&mut self, guild: i64, day: Day) -> Result<Option<WeekTable>> {
        if day != day.first_of_month() {
            return Ok(None);
        }
        let last = day.minus(1);
        let month = Span::Days(last.first_of_month(), last);
        let table = self.daily_table(guild, month).await?;
        Ok(Some(table).filter(|table| table.rows.len() > 1))
    }

    /// The table of the week of a day, up to it, if there are several members in it.
    pub async fn week_so_far(&mut self, guild: i64, day: Day) -> Result<Option<WeekTable>> {
        let days = Span::Days(day.monday(), day);
        let mut week = self.daily_table(guild, days).await?;
        if week.rows.len() < 2 {
            return Ok(None);
        }
        week.ended = self.ended_tries(guild, day).await?;
        Ok(Some(week))
    }

    /// Whose try at the puzzle of a day brings nothing any more.
    pub async fn ended_tries(&mut self, guild: i64, day: Day) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM dailies WHERE guild = $1 AND day = $2 AND (outcome IS NOT NULL OR helped = 1)";
        let ended = query(sql).bind(guild).bind(day);
        self.all("dailies", ended).await
    }

    /// On how many days in a row before `day` somebody in a server has solved the puzzle.
    async fn days_solved(&mut self, guild: i64, day: Day) -> Result<u64> {
        let sql = "SELECT COUNT(*) FROM (SELECT day, ROW_NUMBER() OVER (ORDER BY day DESC) AS place FROM dailies
             WHERE guild = $1 AND day < $2 AND outcome = 'solved' AND helped = 0 GROUP BY day) AS solved WHERE day + place = $2";
        let statement = query(sql).bind(guild).bind(day);
        self.one("dailies", statement).await
    }

    /// The post of a puzzle that is over, if it is still to become its result: where it is, its message, and the
    /// result.
    pub async fn ended_post(
        &mut self,
        guild: i64,
        day: Day,
    ) -> Result<Option<(Place, MessageId, DailyPosted)>> {
        let sql = "SELECT daily_ended_in, COALESCE(language, daily_language, 'en-US') AS spoken, daily_ended_message FROM servers
             WHERE id = $1 AND daily_ended = $2 AND daily_ended_message IS NOT NULL AND daily_ended_in IS NOT NULL";
        let statement = query(sql).bind(guild).bind(day);
        let row: Option<(ChannelId, String, MessageId)> = self.first("servers", statement).await?;
        let Some((channel, language, message)) = row else {
            return Ok(None);
        };
        let result = self.daily_posted(guild, day).await?;
        Ok(Some((place(guild, channel, language), message, result)))
    }

    /// The post of a puzzle in a server, while it runs.
    pub async fn running_post(
        &mut self,
        guild: i64,
        day: Day,
    ) -> Result<Option<(Place, MessageId)>> {
        let sql = "SELECT daily_posted_in, COALESCE(language, daily_language, 'en-US') AS spoken, daily_message FROM servers
             WHERE id = $1 AND daily_posted = $2 AND daily_message IS NOT NULL AND daily_posted_in IS NOT NULL";
        let statement = query(sql).bind(guild).bind(day);
        let row: Option<(ChannelId, String, MessageId)> = self.first("servers", statement).await?;
        Ok(row.map(|(channel, language, message)| (place(guild, channel, language), message)))
    }

    /// How the members of a server did with a puzzle that was posted there.
    async fn daily_posted(&mut self, guild: i64, day: Day) -> Result<DailyPosted> {
        let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN outcome = 'solved' AND helped = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS solved,
             COUNT(*) AS tried FROM dailies WHERE guild = $1 AND day = $2 AND moves <> ''";
        let counts = query(sql).bind(guild).bind(day);
        Ok(DailyPosted {
            day,
            solved: self.one("dailies", counts).await?,
            best: self.solvers(guild, day).await?.0,
            winners: self.winners(guild, day).await?,
        })
    }

    /// Whether nobody in a server, where some have tried puzzles, has tried one in the week up to a day.
    async fn nobody_plays(&mut self, guild: i64, day: Day) -> Result<bool> {
        let sql = "SELECT MAX(day) FROM dailies WHERE guild = $1 AND moves <> ''";
        let latest: Option<Day> = self.one("dailies", query(sql).bind(guild)).await?;
        Ok(latest.is_some_and(|latest| latest < day.minus(REST_AFTER)))
    }

    /// Who in a server has solved the puzzle of a day without help, the best first; and how many have.
    pub async fn solvers(&mut self, guild: i64, day: Day) -> Result<Solvers> {
        let sql = concat!(
            "SELECT DENSE_RANK() OVER (ORDER BY slips) AS place, name, slips,
             CASE WHEN moves LIKE '%?%' THEN 1 ELSE 0 END AS hinted, COUNT(*) OVER () AS solved
             FROM dailies INNER JOIN members ON members.id = dailies.member
             WHERE guild = $1 AND day = $2 AND outcome = 'solved' AND helped = 0 AND ",
            listed!("dailies"),
            " ORDER BY slips, begun, member LIMIT $3"
        );
        let query = query(sql).bind(guild).bind(day).bind(NAMED);
        let solved: Vec<(u64, String, u64, bool, u64)> = self.all("dailies", query).await?;
        let count = solved.first().map_or(0, |&(.., count)| count);
        let best = solved.into_iter();
        let best = best.map(|(place, name, slips, hinted, _)| (place, name, slips, hinted));
        Ok((best.collect(), count))
    }
}

impl Tx {
    /// Notes when the next puzzle of the day is to be posted in a server, or that none is. A
    /// puzzle that is already due but not posted yet is not posted any more.
    pub async fn set_daily_due(&mut self, guild: i64, due: Option<Timestamp>) -> Result<()> {
        let sql = "UPDATE servers SET daily_due = $2, daily_to_post = NULL WHERE id = $1";
        self.execute(query(sql).bind(guild).bind(due)).await
    }

    /// Makes a server's next puzzle due so many hours later, or earlier if that is negative.
    pub async fn move_daily_due(&mut self, guild: i64, hours: i64) -> Result<()> {
        let sql = "UPDATE servers SET daily_due = daily_due + $2 * 3600000 WHERE id = $1";
        self.execute(query(sql).bind(guild).bind(hours)).await
    }

    /// Notes that a server's puzzle is due at `now`: it is to be posted, the next one gets its time, and the post before
    /// is over. Returns whether to post it, which is not done where nobody plays, and the day of a post
    /// that is still to become its result. `None` if another process was first.
    pub async fn begin_daily_post(
        &mut self,
        guild: i64,
        now: Timestamp,
    ) -> Result<Option<(bool, Option<Day>)>> {
        let today = Day::of(now);
        // The first of a month tells of games.
        let is_awaited = today == today.monday() || today == today.first_of_month();
        let rests = !is_awaited && self.nobody_plays(guild, today).await?;
        let sql = concat!(
            "UPDATE servers SET daily_to_post = $2, daily_due = $3 + daily_hour * 3600000, ",
            ends_post!(),
            " WHERE id = $1 AND daily_channel IS NOT NULL AND daily_due <= $4 RETURNING daily_ended"
        );
        let day = Day::of(now);
        let query = query(sql).bind(guild).bind((!rests).then_some(day));
        let query = query.bind(day.end()).bind(now);
        let begun: Option<Option<Day>> = self.execute_returning("servers", query).await?;
        Ok(begun.map(|ended| (!rests, ended)))
    }

    /// Notes that a puzzle has been posted, or, without a message, that Discord refused the post.
    pub async fn note_daily_posted(
        &mut self,
        (guild, channel): (i64, ChannelId),
        day: Day,
        posted: Option<MessageId>,
    ) -> Result<()> {
        let sql = "UPDATE servers SET daily_to_post = NULL, daily_refused = $3, daily_message = $5, daily_posted = $6,
             daily_posted_in = $4
             WHERE id = $1 AND daily_channel = $4 AND (daily_to_post = $2
             OR $5 IS NOT NULL AND daily_to_post IS NULL AND (daily_posted IS NULL OR daily_posted < $2))";
        let query = query(sql).bind(guild).bind(day);
        let query = query.bind(posted.is_none()).bind(channel);
        let query = query.bind(posted);
        self.execute(query.bind(posted.map(|_| day.0))).await
    }

    /// Notes that puzzles of earlier days are no longer to be posted, and that nobody is to be reminded of them.
    pub async fn forget_earlier_dailies(&mut self, today: Day) -> Result<()> {
        for sql in [
            "UPDATE servers SET daily_to_post = NULL WHERE daily_to_post < $1",
            "DELETE FROM reminders WHERE to_send < $1 AND due IS NULL",
            "UPDATE reminders SET to_send = NULL WHERE to_send < $1",
            // Where posts are switched off, nothing comes after the latest one.
            concat!(
                "UPDATE servers SET ",
                ends_post!(),
                " WHERE daily_message IS NOT NULL AND daily_due IS NULL AND daily_posted < $1"
            ),
        ] {
            self.execute(query(sql).bind(today)).await?;
        }
        Ok(())
    }

    /// Notes that those who manage a server are asked whether they want the puzzle to be posted there.
    /// Returns `false` if they were asked before, or want it already.
    pub async fn ask_for_daily_posts(&mut self, guild: i64) -> Result<bool> {
        let sql = "UPDATE servers SET daily_asked = 1 WHERE id = $1 AND daily_asked = 0 AND daily_channel IS NULL RETURNING id";
        let asked: Option<i64> = self
            .execute_returning("servers", query(sql).bind(guild))
            .await?;
        Ok(asked.is_some())
    }
}
