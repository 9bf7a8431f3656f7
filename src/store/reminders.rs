//! Who wants to be reminded of the puzzle of the day.

use sqlx::FromRow;

use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{Day, MemberId, Timestamp};
use crate::records::{ChannelId, DailyReminder, Place};

/// A row of `reminders`.
#[derive(Debug, FromRow)]
struct ReminderRow {
    daily: i64,
    due: Option<i64>,
    to_send: Option<i64>,
    guild: Option<i64>,
    channel: i64,
    editable: i64,
    language: String,
}

impl Read {
    /// A member's reminder.
    pub async fn reminder(&mut self, member: MemberId) -> Result<Option<DailyReminder>> {
        let sql = "SELECT daily, due, to_send, guild, channel, editable, language FROM reminders WHERE member = $1";
        let row: Option<ReminderRow> = self.first(query_as(sql).bind(member.0)).await?;
        Ok(row.map(|row| DailyReminder {
            member,
            is_daily: row.daily != 0,
            due: row.due.map(Timestamp),
            to_send: row.to_send.map(Day),
            place: Place {
                guild: row.guild,
                channel: ChannelId(row.channel),
                editable: row.editable != 0,
                language: row.language,
            },
        }))
    }

    /// When the next reminder is due.
    pub async fn next_reminder(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(due) FROM reminders WHERE due IS NOT NULL";
        let due: Option<i64> = self.value(query_scalar(sql)).await?;
        Ok(due.map(Timestamp))
    }

    /// At most 50 members whose reminder is due at the time `now`.
    pub async fn due_reminders(&mut self, now: Timestamp) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM reminders WHERE due IS NOT NULL AND due <= $1 LIMIT 50";
        let due: Vec<i64> = self.values(query_scalar(sql).bind(now.0)).await?;
        Ok(due.into_iter().map(MemberId).collect())
    }

    /// The members to whom a reminder is still to be sent, each with the day.
    pub async fn reminders_to_send(&mut self) -> Result<Vec<(MemberId, Day)>> {
        let sql = "SELECT member, to_send FROM reminders WHERE to_send IS NOT NULL";
        let rows: Vec<(i64, i64)> = self.all(query_as(sql)).await?;
        let rows = rows.into_iter();
        Ok(rows
            .map(|(member, day)| (MemberId(member), Day(day)))
            .collect())
    }

    /// When the member's latest tries began, at most seven.
    pub async fn latest_tries_begun(&mut self, member: MemberId) -> Result<Vec<Timestamp>> {
        let sql = "SELECT begun FROM dailies WHERE member = $1 AND begun IS NOT NULL ORDER BY day DESC LIMIT 7";
        let begun: Vec<i64> = self.values(query_scalar(sql).bind(member.0)).await?;
        Ok(begun.into_iter().map(Timestamp).collect())
    }
}

impl Tx {
    /// Saves a member's reminder.
    pub async fn save_reminder(&mut self, reminder: &DailyReminder) -> Result<()> {
        let sql = "INSERT INTO reminders (member, daily, due, to_send, guild, channel, editable, language)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (member) DO UPDATE SET daily = excluded.daily, due = excluded.due, to_send = excluded.to_send,
             guild = excluded.guild, channel = excluded.channel, editable = excluded.editable, language = excluded.language";
        let place = &reminder.place;
        let query = query(sql)
            .bind(reminder.member.0)
            .bind(i64::from(reminder.is_daily))
            .bind(reminder.due.map(|due| due.0))
            .bind(reminder.to_send.map(|day| day.0))
            .bind(place.guild)
            .bind(place.channel.0)
            .bind(i64::from(place.editable))
            .bind(&place.language);
        self.execute(query).await
    }

    /// Deletes a member's reminder.
    pub async fn delete_reminder(&mut self, member: MemberId) -> Result<()> {
        let sql = "DELETE FROM reminders WHERE member = $1";
        self.execute(query(sql).bind(member.0)).await
    }
}
