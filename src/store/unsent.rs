//! What Discord does not show yet: notifications to send and messages to delete. Each is saved with the change that it follows from, and deleted
//! once it is done, so that it outlives an outage and the process.

use std::time::Duration;

use super::text::AsWord;
use super::{Result, Snapshot, Work};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{ChannelId, MessageId, Notification, ObsoleteMessage};

/// How long it is tried. Nobody wants to be told of a turn that was yesterday.
const KEPT: Duration = Duration::from_hours(24);

impl Work<'_> {
    /// Saves that a member is to be told something. It replaces what the member was to be told about the same game.
    pub fn note_to_send(&mut self, notification: Notification) {
        self.own.unsent.to_send.push(notification);
    }

    /// A notification was sent, or need not be any more.
    pub fn note_sent(&mut self, notification: Notification) {
        self.own.unsent.sent.push(notification);
    }

    /// Saves that a message is to be deleted.
    pub fn note_to_delete(&mut self, obsolete: ObsoleteMessage, at: Timestamp) {
        self.own.unsent.to_delete.push((obsolete, at));
    }

    /// A message was deleted, or need not be any more.
    pub fn note_deleted(&mut self, message: MessageId) {
        self.own.unsent.deleted.push(message);
    }

    /// Deletes what was tried for too long.
    pub fn forget_unsent(&mut self, now: Timestamp) {
        let oldest = now.before(KEPT).0;
        self.execute("DELETE FROM notifications_to_send WHERE at < $1", &[oldest]);
        self.execute("DELETE FROM messages_to_delete WHERE at < $1", &[oldest]);
    }
}

impl Snapshot {
    /// The notifications about events before then that are to be sent.
    pub async fn to_send(&mut self, before: Timestamp) -> Result<Vec<Notification>> {
        let rows = sqlx::query_as(
            "SELECT game, member, kind, via, at FROM notifications_to_send WHERE at <= $1 ORDER BY at",
        );
        let rows: Vec<(i64, i64, String, String, i64)> =
            rows.bind(before.0).fetch_all(self.connection()).await?;
        rows.into_iter().map(notification).collect()
    }

    /// Everything that a member is to be told.
    pub async fn to_send_to(&mut self, member: MemberId) -> Result<Vec<Notification>> {
        let rows = sqlx::query_as(
            "SELECT game, member, kind, via, at FROM notifications_to_send WHERE member = $1 ORDER BY at",
        );
        let rows: Vec<(i64, i64, String, String, i64)> =
            rows.bind(member.0).fetch_all(self.connection()).await?;
        rows.into_iter().map(notification).collect()
    }

    /// Whether that notification is still to be sent.
    pub async fn is_to_be_sent(&mut self, notification: Notification) -> Result<bool> {
        let query = sqlx::query_scalar(
            "SELECT COUNT(*) FROM notifications_to_send WHERE game = $1 AND member = $2 AND at = $3",
        );
        let query = query.bind(notification.game.0).bind(notification.member.0);
        let count: i64 = query
            .bind(notification.at.0)
            .fetch_one(self.connection())
            .await?;
        Ok(count > 0)
    }

    /// The messages that are obsolete since before then and are to be deleted, each with the time since when.
    pub async fn to_delete(
        &mut self,
        before: Timestamp,
    ) -> Result<Vec<(ObsoleteMessage, Timestamp)>> {
        type Row = (i64, i64, i64, i64, String, i64);
        let rows = sqlx::query_as(
            "SELECT game, channel, message, editable, was, at FROM messages_to_delete WHERE at <= $1 ORDER BY at",
        );
        let rows: Vec<Row> = rows.bind(before.0).fetch_all(self.connection()).await?;
        let obsolete = |(game, channel, message, editable, was, at): Row| {
            let obsolete = ObsoleteMessage {
                game: GameId(game),
                channel: ChannelId(channel),
                message: MessageId(message),
                editable: editable != 0,
                was: AsWord::read(&was)?,
            };
            Ok((obsolete, Timestamp(at)))
        };
        rows.into_iter().map(obsolete).collect()
    }
}

fn notification(
    (game, member, kind, via, at): (i64, i64, String, String, i64),
) -> Result<Notification> {
    Ok(Notification {
        game: GameId(game),
        member: MemberId(member),
        kind: AsWord::read(&kind)?,
        via: AsWord::read(&via)?,
        at: Timestamp(at),
    })
}
