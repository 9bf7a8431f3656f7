//! Who wants to be reminded of the puzzle of the day.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{DailyReminder, Place};
use wythoff_game::{Day, MemberId, Timestamp};

impl FromRow for DailyReminder {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            member: row.get("member")?,
            is_daily: row.get("daily")?,
            due: row.get("due")?,
            to_send: row.get("to_send")?,
            place: Place::from_row(row)?,
            since: row.get("since")?,
        })
    }
}

impl Read {
    /// A member's reminder.
    pub async fn reminder(&mut self, member: MemberId) -> Result<Option<DailyReminder>> {
        let sql = "SELECT member, daily, due, to_send, guild, channel, editable, language, since FROM reminders WHERE member = $1";
        self.first("reminders", query(sql).bind(member)).await
    }

    /// When the next reminder is due.
    pub async fn next_reminder(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(due) FROM reminders WHERE due IS NOT NULL";
        self.one("reminders", query(sql)).await
    }

    /// At most 50 members whose reminder is due at the time `now`.
    pub async fn due_reminders(&mut self, now: Timestamp) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM reminders WHERE due IS NOT NULL AND due <= $1 LIMIT 50";
        self.all("reminders", query(sql).bind(now)).await
    }

    /// The members to whom a reminder is still to be sent, each with the day.
    pub async fn reminders_to_send(&mut self) -> Result<Vec<(MemberId, Day)>> {
        let sql = "SELECT member, to_send FROM reminders WHERE to_send IS NOT NULL";
        self.all("reminders", query(sql)).await
    }

    /// When the member's latest tries began, at most seven.
    pub async fn latest_tries_begun(&mut self, member: MemberId) -> Result<Vec<Timestamp>> {
        let sql = "SELECT begun FROM dailies WHERE member = $1 AND begun IS NOT NULL ORDER BY day DESC LIMIT 7";
        self.all("dailies", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Saves a member's reminder.
    pub async fn save_reminder(&mut self, reminder: &DailyReminder) -> Result<()> {
        let sql = "INSERT INTO reminders (member, daily, due, to_send, guild, channel, editable, language, since)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (member) DO UPDATE SET daily = excluded.daily, due = excluded.due, to_send = excluded.to_send,
             guild = excluded.guild, channel = excluded.channel, editable = excluded.editable, language = excluded.language, since = excluded.since";
        let query = query(sql)
            .bind(reminder.member)
            .bind(reminder.is_daily)
            .bind(reminder.due)
            .bind(reminder.to_send)
            .bind_place(&reminder.place)
            .bind(reminder.since);
        self.execute(query).await
    }

    /// Deletes a member's reminder.
    pub async fn delete_reminder(&mut self, member: MemberId) -> Result<()> {
        let sql = "DELETE FROM reminders WHERE member = $1";
        self.execute(query(sql).bind(member)).await
    }
}
