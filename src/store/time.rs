//! What time brings: deadlines and reminders, the mark that the bot is alive, and time that is given back.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::load::NOTICE;
use super::rows::{ChannelId, InteractionId, MessageId};
use super::snapshot::Query;
use super::text::{self, NoticeRow};
use super::{Error, Snapshot, Transaction};
use crate::game::{GameId, MemberId, Timestamp};

/// How long an applied interaction is remembered. Its token lives 15 minutes, and no event comes later than that.
const REMEMBERED: Duration = Duration::from_hours(24);

pub(super) const OVERDUE_GAMES: &str =
    "SELECT id FROM games WHERE phase = 'running' AND deadline < $1 ORDER BY deadline LIMIT $2";

/// The one message by which a member was told something about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The game.
    pub game: GameId,
    /// Who was told.
    pub member: MemberId,
    /// Where the message is.
    pub channel: ChannelId,
    /// Which it is.
    pub message: MessageId,
    /// Whether the bot may touch it there without an interaction.
    pub editable: bool,
    /// As of when it was told.
    pub at: Timestamp,
}

impl Snapshot<'_> {
    /// When something falls due next: a deadline, a reminder, or the end of a challenge.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn next_due(&mut self) -> Result<Option<Timestamp>, Error> {
        let query = sqlx::query(
            "SELECT MIN(at) FROM (
             SELECT MIN(deadline) AS at FROM games WHERE phase = 'running' UNION ALL
             SELECT MIN(remind) AS at FROM games WHERE remind IS NOT NULL UNION ALL
             SELECT MIN(until) AS at FROM challenges WHERE phase = 'open') AS times",
        );
        let row = query.fetch_one(&mut *self.connection).await?;
        Ok(row.try_get::<Option<i64>, _>(0)?.map(Timestamp))
    }

    /// The running games whose deadline lies before that.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn overdue_games(&mut self, by: Timestamp, most: i64) -> Result<Vec<GameId>, Error> {
        self.due(OVERDUE_GAMES, by, most).await
    }

    /// The games whose player is to be reminded by then.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn games_to_remind(
        &mut self,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<GameId>, Error> {
        let query = "SELECT id FROM games WHERE remind IS NOT NULL AND remind <= $1 ORDER BY remind LIMIT $2";
        self.due(query, by, most).await
    }

    /// The challenges that nobody had answered by then.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn expired_challenges(
        &mut self,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<GameId>, Error> {
        let query =
            "SELECT id FROM challenges WHERE phase = 'open' AND until < $1 ORDER BY until LIMIT $2";
        self.due(query, by, most).await
    }

    async fn due(
        &mut self,
        query: &'static str,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<GameId>, Error> {
        self.ids(sqlx::query(query).bind(by.0).bind(most)).await
    }

    async fn ids(&mut self, query: Query<'_>) -> Result<Vec<GameId>, Error> {
        let rows = query.fetch_all(&mut *self.connection).await?;
        rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect()
    }

    /// Every message by which a member was told something.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn notices(&mut self, member: MemberId) -> Result<Vec<Notice>, Error> {
        let query = format!(
            "SELECT {} FROM notices WHERE member = $1 ORDER BY game",
            *NOTICE
        );
        let rows = sqlx::query(AssertSqlSafe(query))
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
        let notice = |row: &AnyRow| Ok(text::read::<NoticeRow>(row.try_get(0)?)?.notice());
        rows.iter().map(notice).collect()
    }

    /// What is shown in a message that the bot can edit by itself and that says until when something can be done: running games
    /// between members, and open challenges, by their numbers.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn shown_deadlines(&mut self) -> Result<Vec<GameId>, Error> {
        let query = sqlx::query(
            "SELECT id FROM games WHERE phase = 'running' AND level IS NULL AND editable = 1 AND message IS NOT NULL
             UNION ALL SELECT id FROM challenges WHERE phase = 'open' AND editable = 1 AND message IS NOT NULL",
        );
        self.ids(query).await
    }

    /// The games and challenges to which something has happened since then and whose message the bot can edit by itself.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn changed_since(&mut self, then: Timestamp) -> Result<Vec<GameId>, Error> {
        let query = sqlx::query(
            "SELECT id FROM games WHERE since >= $1 AND editable = 1 AND message IS NOT NULL
             UNION ALL SELECT id FROM challenges WHERE phase <> 'open' AND until >= $1 AND editable = 1 AND message IS NOT NULL",
        );
        let rows = query.bind(then.0).fetch_all(&mut *self.connection).await?;
        rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect()
    }

    /// When the bot was last known to be connected.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn alive(&mut self) -> Result<Option<Timestamp>, Error> {
        let row = sqlx::query("SELECT at FROM marks WHERE name = 'alive'")
            .fetch_optional(&mut *self.connection)
            .await?;
        row.map(|row| Ok(Timestamp(row.try_get(0)?))).transpose()
    }
}

impl Transaction<'_> {
    /// When the bot was last known to be connected.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn alive(&mut self) -> Result<Option<Timestamp>, Error> {
        self.view().await?.alive().await
    }

    /// Notes that the bot is connected, and forgets the interactions of more than a day before.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn mark_alive(&mut self, now: Timestamp) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO marks (name, at) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        )
        .bind(now.0)
        .execute(self.connection().await?)
        .await?;
        sqlx::query("DELETE FROM interactions WHERE id < $1")
            .bind(InteractionId::first_at(now.before(REMEMBERED)).0)
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    /// Gives back the time from then until now: everything that is to fall due moves by as much of it as it has lived through.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn give_back(&mut self, from: Timestamp, until: Timestamp) -> Result<(), Error> {
        self.forget_all();
        // A snowflake's time: the upper 42 bits, counted from 2015.
        for statement in [
            "UPDATE games SET remind = remind + max(0, $2 - max(since, $1)), deadline = deadline + max(0, $2 - max(since, $1)),
             version = version + 1
             WHERE phase = 'running'",
            "UPDATE challenges SET until = until + max(0, $2 - max((id >> 22) + 1420070400000, $1)) WHERE phase = 'open'",
        ] {
            sqlx::query(statement)
                .bind(from.0)
                .bind(until.0)
                .execute(self.connection().await?)
                .await?;
        }
        Ok(())
    }
}
