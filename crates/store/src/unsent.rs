//! Pending work at Discord: notifications to send and messages to delete. Each is saved with the
//! change that causes it, and deleted once it is done, so that it survives an outage or a restart.

use std::time::Duration;

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{MessageId, Notification, ObsoleteMessage};
use wythoff_game::{MemberId, Timestamp};

/// How long a notification or a deletion is retried for. Nobody wants to hear about yesterday's
/// turn.
const KEPT: Duration = Duration::from_hours(24);

impl FromRow for Notification {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            game: row.get("game")?,
            member: row.get("member")?,
            kind: row.get("kind")?,
            via: row.get("via")?,
            at: row.get("at")?,
        })
    }
}

impl FromRow for (ObsoleteMessage, Timestamp) {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let obsolete = ObsoleteMessage {
            game: row.get("game")?,
            channel: row.get("channel")?,
            message: row.get("message")?,
            editable: row.get("editable")?,
            kind: row.get("kind")?,
        };
        Ok((obsolete, row.get("at")?))
    }
}

impl Read {
    /// The notifications still to be sent about events up to `until`.
    pub async fn to_send(&mut self, until: Timestamp) -> Result<Vec<Notification>> {
        let sql = "SELECT game, member, kind, via, at FROM notifications_to_send WHERE at <= $1 ORDER BY at";
        self.all("notifications_to_send", query(sql).bind(until))
            .await
    }

    /// The notifications still to be sent to a member.
    pub async fn to_send_to(&mut self, member: MemberId) -> Result<Vec<Notification>> {
        let sql = "SELECT game, member, kind, via, at FROM notifications_to_send WHERE member = $1 ORDER BY at";
        self.all("notifications_to_send", query(sql).bind(member))
            .await
    }

    /// Whether that notification is still to be sent.
    pub async fn is_to_be_sent(&mut self, it: Notification) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM notifications_to_send WHERE game = $1 AND member = $2 AND at = $3";
        let query = query(sql).bind(it.game).bind(it.member);
        self.one("notifications_to_send", query.bind(it.at)).await
    }

    /// The messages to delete that became obsolete at `until` or earlier, each with that time.
    pub async fn to_delete(
        &mut self,
        until: Timestamp,
    ) -> Result<Vec<(ObsoleteMessage, Timestamp)>> {
        let sql = "SELECT game, channel, message, editable, kind, at FROM messages_to_delete WHERE at <= $1 ORDER BY at";
        self.all("messages_to_delete", query(sql).bind(until)).await
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
            .bind(it.game)
            .bind(it.member)
            .bind(it.kind)
            .bind(it.via)
            .bind(it.at);
        self.execute(query).await
    }

    /// Removes the row of a notification that was sent, or no longer needs to be.
    pub async fn note_sent(&mut self, it: Notification) -> Result<()> {
        let sql = "DELETE FROM notifications_to_send WHERE game = $1 AND member = $2 AND at = $3";
        let query = query(sql).bind(it.game).bind(it.member);
        self.execute(query.bind(it.at)).await
    }

    /// Records that a message is to be deleted.
    pub async fn note_to_delete(&mut self, it: ObsoleteMessage, at: Timestamp) -> Result<()> {
        let sql = "INSERT INTO messages_to_delete (message, channel, game, editable, kind, at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT DO NOTHING";
        let query = query(sql)
            .bind(it.message)
            .bind(it.channel)
            .bind(it.game)
            .bind(it.editable)
            .bind(it.kind)
            .bind(at);
        self.execute(query).await
    }

    /// Removes the row of a message that was deleted, or no longer needs to be.
    pub async fn note_deleted(&mut self, message: MessageId) -> Result<()> {
        let sql = "DELETE FROM messages_to_delete WHERE message = $1";
        self.execute(query(sql).bind(message)).await
    }

    /// Deletes what has been retried for too long.
    pub async fn forget_unsent(&mut self, now: Timestamp) -> Result<()> {
        let oldest = now.minus(KEPT);
        let sql = "DELETE FROM notifications_to_send WHERE at < $1";
        self.execute(query(sql).bind(oldest)).await?;
        let sql = "DELETE FROM messages_to_delete WHERE at < $1";
        self.execute(query(sql).bind(oldest)).await
    }
}
