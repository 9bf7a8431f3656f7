//! The messages by which members were told something about a game or a challenge. There is at most
//! one per member and game.

use sqlx::FromRow;

use super::transaction::{query, query_as};
use super::{Read, Result, Tx};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{ChannelId, MessageId, NotificationMessage};

/// How many of a member's latest messages an erasure deletes. Nobody reads older ones, and each
/// deletion is a call to Discord.
const LATEST: i64 = 500;

/// A row of `notifications`.
#[derive(Debug, FromRow)]
struct NotificationRow {
    game: i64,
    member: i64,
    channel: i64,
    message: i64,
    editable: i64,
    at: i64,
}

impl NotificationRow {
    const fn message(self) -> NotificationMessage {
        NotificationMessage {
            game: GameId(self.game),
            member: MemberId(self.member),
            channel: ChannelId(self.channel),
            message: MessageId(self.message),
            editable: self.editable != 0,
            at: Timestamp(self.at),
        }
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
        let row = self.first(query_as(sql).bind(game.0).bind(member.0));
        Ok(row.await?.map(NotificationRow::message))
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
        let rows = self.all(query_as(sql).bind(member.0).bind(limit));
        let rows: Vec<NotificationRow> = rows.await?;
        Ok(rows.into_iter().map(NotificationRow::message).collect())
    }
}

impl Tx {
    /// Saves the message of a notification. It replaces an earlier one.
    pub async fn keep_notification(&mut self, notice: NotificationMessage) -> Result<()> {
        let sql = "INSERT INTO notifications (game, member, channel, message, editable, at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, member) DO UPDATE
             SET channel = excluded.channel, message = excluded.message, editable = excluded.editable, at = excluded.at";
        let query = query(sql)
            .bind(notice.game.0)
            .bind(notice.member.0)
            .bind(notice.channel.0)
            .bind(notice.message.0)
            .bind(i64::from(notice.editable))
            .bind(notice.at.0);
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
            self.execute(query(sql).bind(game.0).bind(member.0)).await?;
        }
        Ok(notice)
    }
}
