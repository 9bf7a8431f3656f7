//! Pending work at Discord: notifications to send and messages to delete. Each is saved with the
//! change that causes it, and deleted once it is done, so that it survives an outage or a restart.

use std::time::Duration;

use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{ChannelId, MessageId, Notification, ObsoleteMessage, Word};

/// How long a notification or a deletion is retried for. Nobody wants to hear about yesterday's
/// turn.
const KEPT: Duration = Duration::from_hours(24);

/// A row of `notifications_to_send`.
#[derive(Debug, FromRow)]
struct ToSendRow {
    game: i64,
    member: i64,
    kind: String,
    via: String,
    at: i64,
}

/// A row of `messages_to_delete`.
#[derive(Debug, FromRow)]
struct ToDeleteRow {
    message: i64,
    channel: i64,
    game: i64,
    editable: i64,
    kind: String,
    at: i64,
}

impl ToSendRow {
    fn notification(self) -> Result<Notification> {
        let row = RowOf::new("notifications_to_send", self.game);
        Ok(Notification {
            game: GameId(self.game),
            member: MemberId(self.member),
            kind: row.word("kind", &self.kind)?,
            via: row.word("via", &self.via)?,
            at: Timestamp(self.at),
        })
    }
}

impl ToDeleteRow {
    fn obsolete(self) -> Result<(ObsoleteMessage, Timestamp)> {
        let row = RowOf::new("messages_to_delete", self.message);
        let obsolete = ObsoleteMessage {
            game: GameId(self.game),
            channel: ChannelId(self.channel),
            message: MessageId(self.message),
            editable: self.editable != 0,
            kind: row.word("kind", &self.kind)?,
        };
        Ok((obsolete, Timestamp(self.at)))
    }
}

impl Read {
    /// The notifications still to be sent about events up to `until`.
    pub async fn to_send(&mut self, until: Timestamp) -> Result<Vec<Notification>> {
        let sql = "SELECT game, member, kind, via, at FROM notifications_to_send WHERE at <= $1 ORDER BY at";
        let rows: Vec<ToSendRow> = self.all(query_as(sql).bind(until.0)).await?;
        rows.into_iter().map(ToSendRow::notification).collect()
    }

    /// The notifications still to be sent to a member.
    pub async fn to_send_to(&mut self, member: MemberId) -> Result<Vec<Notification>> {
        let sql = "SELECT game, member, kind, via, at FROM notifications_to_send WHERE member = $1 ORDER BY at";
        let rows: Vec<ToSendRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(ToSendRow::notification).collect()
    }

    /// Whether that notification is still to be sent.
    pub async fn is_to_be_sent(&mut self, it: Notification) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM notifications_to_send WHERE game = $1 AND member = $2 AND at = $3";
        let query = query_scalar(sql).bind(it.game.0).bind(it.member.0);
        let count: i64 = self.value(query.bind(it.at.0)).await?;
        Ok(count > 0)
    }

    /// The messages to delete that became obsolete at `until` or earlier, each with that time.
    pub async fn to_delete(
        &mut self,
        until: Timestamp,
    ) -> Result<Vec<(ObsoleteMessage, Timestamp)>> {
        let sql = "SELECT game, channel, message, editable, kind, at FROM messages_to_delete WHERE at <= $1 ORDER BY at";
        let rows: Vec<ToDeleteRow> = self.all(query_as(sql).bind(until.0)).await?;
        rows.into_iter().map(ToDeleteRow::obsolete).collect()
    }
}

impl Tx {
    /// Records a notification to send. It replaces an earlier one to the same member about the same
    /// game.
    pub async fn note_to_send(&mut self, it: Notification) -> Result<()> {
        let sql = "INSERT INTO notifications_to_send (game, member, kind, via, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (game, member) DO UPDATE SET kind = excluded.kind, via = excluded.via, at = excluded.at
             WHERE excluded.at >= notifications_to_send.at";
        let query = query(sql)
            .bind(it.game.0)
            .bind(it.member.0)
            .bind(it.kind.word())
            .bind(it.via.word())
            .bind(it.at.0);
        self.execute(query).await
    }

    /// Removes the row of a notification that was sent, or no longer needs to be.
    pub async fn note_sent(&mut self, it: Notification) -> Result<()> {
        let sql = "DELETE FROM notifications_to_send WHERE game = $1 AND member = $2 AND at = $3";
        let query = query(sql).bind(it.game.0).bind(it.member.0);
        self.execute(query.bind(it.at.0)).await
    }

    /// Records that a message is to be deleted.
    pub async fn note_to_delete(&mut self, it: ObsoleteMessage, at: Timestamp) -> Result<()> {
        let sql = "INSERT INTO messages_to_delete (message, channel, game, editable, kind, at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT DO NOTHING";
        let query = query(sql)
            .bind(it.message.0)
            .bind(it.channel.0)
            .bind(it.game.0)
            .bind(i64::from(it.editable))
            .bind(it.kind.word())
            .bind(at.0);
        self.execute(query).await
    }

    /// Removes the row of a message that was deleted, or no longer needs to be.
    pub async fn note_deleted(&mut self, message: MessageId) -> Result<()> {
        let sql = "DELETE FROM messages_to_delete WHERE message = $1";
        self.execute(query(sql).bind(message.0)).await
    }

    /// Deletes what has been retried for too long.
    pub async fn forget_unsent(&mut self, now: Timestamp) -> Result<()> {
        let oldest = now.minus(KEPT).0;
        let sql = "DELETE FROM notifications_to_send WHERE at < $1";
        self.execute(query(sql).bind(oldest)).await?;
        let sql = "DELETE FROM messages_to_delete WHERE at < $1";
        self.execute(query(sql).bind(oldest)).await
    }
}
