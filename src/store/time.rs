//! What time brings: deadlines and reminders, the mark that the bot is alive, and time that is given back.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::rows::{ChannelId, GameRecord, MessageId};
use super::{Error, Snapshot, Transaction};
use crate::game::{GameId, MemberId, Timestamp};

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

    /// Running games whose deadline lies before that.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn overdue_games(
        &mut self,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<GameRecord>, Error> {
        let query = sqlx::query(
            "SELECT * FROM games WHERE phase = 'running' AND deadline < $1 ORDER BY deadline LIMIT $2",
        );
        self.many(query.bind(by.0).bind(most)).await
    }

    /// Games whose player is to be reminded by then.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn games_to_remind(
        &mut self,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<GameRecord>, Error> {
        let query = sqlx::query(
            "SELECT * FROM games WHERE remind IS NOT NULL AND remind <= $1 ORDER BY remind LIMIT $2",
        );
        self.many(query.bind(by.0).bind(most)).await
    }

    /// The message by which a member was told something about a game.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn notice(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<Notice>, Error> {
        let query = sqlx::query("SELECT * FROM notices WHERE game = $1 AND member = $2");
        let query = query.bind(game.0).bind(member.0);
        let row = query.fetch_optional(&mut *self.connection).await?;
        row.as_ref().map(notice).transpose()
    }

    /// Every message by which a member was told something.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn notices(&mut self, member: MemberId) -> Result<Vec<Notice>, Error> {
        let query = sqlx::query("SELECT * FROM notices WHERE member = $1 ORDER BY game");
        let rows = query
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
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
        let rows = query.fetch_all(&mut *self.connection).await?;
        rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect()
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
    /// Notes that the bot is connected.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn mark_alive(&mut self, now: Timestamp) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO marks (name, at) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        )
        .bind(now.0)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Gives back the time from then until now: everything that is to fall due moves by as much of it as it has lived through.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn give_back(&mut self, from: Timestamp, until: Timestamp) -> Result<(), Error> {
        // A snowflake's time: the upper 42 bits, counted from 2015.
        for statement in [
            "UPDATE games SET remind = remind + max(0, $2 - max(since, $1)), deadline = deadline + max(0, $2 - max(since, $1))
             WHERE phase = 'running'",
            "UPDATE challenges SET until = until + max(0, $2 - max((id >> 22) + 1420070400000, $1)) WHERE phase = 'open'",
        ] {
            sqlx::query(statement)
                .bind(from.0)
                .bind(until.0)
                .execute(&mut *self.connection)
                .await?;
        }
        Ok(())
    }

    /// Notes that the player to move has been reminded.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn forget_reminder(&mut self, game: GameId) -> Result<(), Error> {
        sqlx::query("UPDATE games SET remind = NULL WHERE id = $1")
            .bind(game.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Keeps the message by which a member was told something, in place of an earlier one.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn keep_notice(&mut self, notice: &Notice) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO notices (game, member, channel, message, editable, at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, member) DO UPDATE SET channel = excluded.channel, message = excluded.message,
             editable = excluded.editable, at = excluded.at",
        )
        .bind(notice.game.0)
        .bind(notice.member.0)
        .bind(notice.channel.0)
        .bind(notice.message.0)
        .bind(i64::from(notice.editable))
        .bind(notice.at.0)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Forgets the message by which a member was told something, and returns it.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn take_notice(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<Notice>, Error> {
        let notice = self.view().notice(game, member).await?;
        if notice.is_some() {
            sqlx::query("DELETE FROM notices WHERE game = $1 AND member = $2")
                .bind(game.0)
                .bind(member.0)
                .execute(&mut *self.connection)
                .await?;
        }
        Ok(notice)
    }
}

fn notice(row: &AnyRow) -> Result<Notice, Error> {
    Ok(Notice {
        game: GameId(row.try_get("game")?),
        member: MemberId(row.try_get("member")?),
        channel: ChannelId(row.try_get("channel")?),
        message: MessageId(row.try_get("message")?),
        editable: row.try_get::<i64, _>("editable")? != 0,
        at: Timestamp(row.try_get("at")?),
    })
}
