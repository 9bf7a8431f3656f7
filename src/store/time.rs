//! Deadlines and reminders, the mark that the bot is alive, and extending deadlines.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use super::cache::Key;
use super::load::NOTIFICATION;
use super::rows::{NotificationRow, position};
use super::{Result, Snapshot, Work, text};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{DISCORD_EPOCH_MS, InteractionId, NotificationMessage};
use crate::rules::Position;

/// How long an applied interaction is remembered. Its token lives 15 minutes, and no event comes later than that.
const REMEMBERED: Duration = Duration::from_hours(24);

/// What has a time, the earliest first of each kind, with a condition on that time. `$1` lists the ids that are left out, `$2` is how many.
macro_rules! due {
    ($deadline:literal, $remind:literal, $until:literal) => {
        concat!(
            "SELECT id, at FROM (SELECT id, deadline AS at FROM games WHERE phase = 'running'", $deadline,
            " AND id NOT IN (SELECT value FROM json_each($1)) ORDER BY deadline LIMIT $2)
            UNION ALL SELECT id, at FROM (SELECT id, remind AS at FROM games WHERE remind IS NOT NULL", $remind,
            " AND id NOT IN (SELECT value FROM json_each($1)) ORDER BY remind LIMIT $2)
            UNION ALL SELECT id, at FROM (SELECT id, until AS at FROM challenges WHERE phase = 'open'", $until,
            " AND id NOT IN (SELECT value FROM json_each($1)) ORDER BY until LIMIT $2)"
        )
    };
}

pub(super) const DUE: &str = due!(" AND deadline < $3", " AND remind <= $3", " AND until < $3");

pub(super) const NEXT_DUE: &str = due!("", "", "");

/// A running game needs a board, and one with a typed move has had one, even if its message is not known.
const CHANGED_SINCE: &str = "SELECT id FROM games WHERE since >= $1 AND editable = 1 AND (message IS NOT NULL OR typed IS NOT NULL OR phase = 'running')
    UNION ALL SELECT id FROM challenges WHERE phase <> 'open' AND until >= $1 AND editable = 1 AND message IS NOT NULL";

/// With what the running games began, the latest first.
const RUNNING_STARTS: &str =
    "SELECT variant, rules, start FROM games WHERE phase = 'running' GROUP BY variant, rules, start
    ORDER BY max(since) DESC LIMIT $1";

impl Snapshot {
    /// The positions with which running games began, each once, at most that many of the latest. One that cannot be read is left out.
    pub async fn running_starts(&mut self, most: i64) -> Result<Vec<Position>> {
        let query = sqlx::query_as(RUNNING_STARTS).bind(most);
        let starts: Vec<(String, String, String)> = query.fetch_all(self.connection()).await?;
        let read = starts.iter();
        let read = read.filter_map(|(variant, rules, start)| position(variant, rules, start).ok());
        Ok(read.collect())
    }

    /// When something falls due next: a deadline, a reminder, or the end of a challenge.
    pub async fn next_due(&mut self, left_out: &[GameId]) -> Result<Option<Timestamp>> {
        let next = sqlx::query_as(NEXT_DUE).bind(ids_text(left_out)?).bind(1);
        let next: Vec<(i64, i64)> = next.fetch_all(self.connection()).await?;
        Ok(next.into_iter().map(|(_, at)| Timestamp(at)).min())
    }

    /// The ids of games and challenges that fall due before then, at most `most` of each kind.
    pub async fn due(
        &mut self,
        by: Timestamp,
        most: i64,
        left_out: &[GameId],
    ) -> Result<Vec<GameId>> {
        let due = sqlx::query_as(DUE).bind(ids_text(left_out)?).bind(most);
        let due: Vec<(i64, i64)> = due.bind(by.0).fetch_all(self.connection()).await?;
        Ok(due.into_iter().map(|(id, _)| GameId(id)).collect())
    }

    async fn ids(&mut self, query: &'static str, about: &[i64]) -> Result<Vec<GameId>> {
        let query = about
            .iter()
            .fold(sqlx::query_scalar(query), |query, &number| {
                query.bind(number)
            });
        let ids: Vec<i64> = query.fetch_all(self.connection()).await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The messages of a member's notifications.
    pub async fn notifications(&mut self, member: MemberId) -> Result<Vec<NotificationMessage>> {
        let query = format!(
            "SELECT {} FROM notifications WHERE member = $1 ORDER BY game",
            *NOTIFICATION
        );
        let query = sqlx::query_scalar(AssertSqlSafe(query)).bind(member.0);
        let rows: Vec<String> = query.fetch_all(self.connection()).await?;
        let notice = |row: &String| Ok(text::read::<NotificationRow>(row)?.notification());
        rows.iter().map(notice).collect()
    }

    /// Since when something may not be shown: since the bot was last connected, or since it noted so itself. Returns `None` on the first start.
    pub async fn unshown_since(&mut self) -> Result<Option<Timestamp>> {
        let since =
            sqlx::query_scalar("SELECT MIN(at) FROM marks WHERE name IN ('alive', 'behind')");
        let since: Option<i64> = since.fetch_one(self.connection()).await?;
        Ok(since.map(Timestamp))
    }

    /// The games and challenges that have changed since then and whose message the bot can edit or post by itself.
    pub async fn changed_since(&mut self, then: Timestamp) -> Result<Vec<GameId>> {
        self.ids(CHANGED_SINCE, &[then.0]).await
    }
}

fn ids_text(ids: &[GameId]) -> Result<String> {
    text::write(&ids.iter().map(|id| id.0).collect::<Vec<_>>())
}

impl Work<'_> {
    /// When the bot was last known to be connected.
    pub fn alive(&mut self) -> Result<Option<Timestamp>> {
        self.latest(Key::LastConnected)
    }

    /// Notes since when something is not shown that should have been by now, if anything is.
    pub fn note_behind(&mut self, since: Option<Timestamp>) {
        match since {
            Some(since) => self.execute(
                "INSERT INTO marks (name, at) VALUES ('behind', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
                &[since.0],
            ),
            None => self.execute("DELETE FROM marks WHERE name = 'behind'", &[]),
        }
    }

    /// The ids of running games and open challenges whose message shows a deadline and can be edited by the bot itself.
    pub fn shown_deadlines(&mut self) -> Result<Vec<GameId>> {
        self.ids(Key::Deadlines)
    }

    /// Notes that the bot is connected, and deletes applied interactions that are more than a day old.
    pub fn mark_alive(&mut self, now: Timestamp) {
        let mark = "INSERT INTO marks (name, at) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.execute(mark, &[now.0]);
        let oldest = InteractionId::first_at(now.before(REMEMBERED));
        self.execute("DELETE FROM interactions WHERE id < $1", &[oldest.0]);
    }

    /// Extends deadlines by the time between `from` and `until`, as far as games and challenges existed during it.
    pub fn give_back(&mut self, from: Timestamp, until: Timestamp) {
        self.forget();
        // A snowflake's time: the upper 42 bits, counted from 2015.
        for statement in [
            "UPDATE games SET remind = remind + max(0, $2 - max(since, $1)), deadline = deadline + max(0, $2 - max(since, $1)),
             version = version + 1
             WHERE phase = 'running'"
                .to_owned(),
            format!(
                "UPDATE challenges SET until = until + max(0, $2 - max((id >> 22) + {DISCORD_EPOCH_MS}, $1)) WHERE phase = 'open'"
            ),
        ] {
            self.execute(statement, &[from.0, until.0]);
        }
    }
}
