//! The messages by which members were told something about a game or a challenge. There is at most
//! one per member and game.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::NotificationMessage;
use wythoff_game::{GameId, MemberId};

/// How many of a member's latest messages an erasure deletes. Nobody reads older ones, and each
/// deletion is a call to Discord.
const LATEST: i64 = 500;

impl FromRow for NotificationMessage {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            game: row.get("game")?,
            member: row.get("member")?,
            channel: row.get("channel")?,
            message: row.get("message")?,
            editable: row.get("editable")?,
            at: row.get("at")?,
        })
    }
}

impl Read {
    /// The message of a member's notification about a game or a challenge.
    pub async fn notification(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<NotificationMessage>> {
        let sql = "SELECT game, member, channel, message, editable, at FROM notifications WHERE game = $1 AND member = $2";
        let statement = query(sql).bind(game).bind(member);
        self.first("notifications", statement).await
    }

    /// The messages of a member's latest notifications.
    pub async fn latest_notifications(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<NotificationMessage>> {
        self.notifications(member, LATEST).await
    }

    /// The messages of all of a member's notifications.
    pub async fn all_notifications(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<NotificationMessage>> {
        self.notifications(member, i64::MAX).await
    }

    async fn notifications(
        &mut self,
        member: MemberId,
        limit: i64,
    ) -> Result<Vec<NotificationMessage>> {
        let sql = "SELECT game, member, channel, message, editable, at FROM notifications WHERE member = $1 ORDER BY game DESC LIMIT $2";
        let statement = query(sql).bind(member).bind(limit);
        self.all("notifications", statement).await
    }
}

impl Tx {
    /// Saves the message of a notification. It replaces an earlier one.
    pub async fn keep_notification(&mut self, notice: NotificationMessage) -> Result<()> {
        let sql = "INSERT INTO notifications (game, member, channel, message, editable, at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, member) DO UPDATE
             SET channel = excluded.channel, message = excluded.message, editable = excluded.editable, at = excluded.at";
        let query = query(sql)
            .bind(notice.game)
            .bind(notice.member)
            .bind(notice.channel)
            .bind(notice.message)
            .bind(notice.editable)
            .bind(notice.at);
        self.execute(query).await
    }

    /// Removes a notification, and returns its message.
    pub async fn take_notification(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<NotificationMessage>> {
        let notice = self.notification(game, member).await?;
        if notice.is_some() {
            let sql = "DELETE FROM notifications WHERE game = $1 AND member = $2";
            self.execute(query(sql).bind(game).bind(member)).await?;
        }
        Ok(notice)
    }
}
