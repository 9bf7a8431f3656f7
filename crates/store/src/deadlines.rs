//! Deadlines and reminders, the alive mark, and extending deadlines.

use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::DISCORD_EPOCH_MS;
use wythoff_game::{GameId, Timestamp};

impl Read {
    /// When something falls due next: a deadline, a reminder, or the end of a challenge.
    pub async fn next_due(&mut self, except: &[GameId]) -> Result<Option<Timestamp>> {
        let due = self.all_due(Timestamp(i64::MAX), 1, except).await?;
        Ok(due.into_iter().map(|(_, at)| at).min())
    }

    /// The ids of games and challenges that are due at the given time: deadlines, reminders, then
    /// challenges. At most `max_each` of each kind, and within a kind the earliest first.
    pub async fn due(
        &mut self,
        time: Timestamp,
        max_each: usize,
        except: &[GameId],
    ) -> Result<Vec<GameId>> {
        let due = self.all_due(time, max_each, except).await?;
        Ok(due.into_iter().map(|(id, _)| id).collect())
    }

    async fn all_due(
        &mut self,
        time: Timestamp,
        max_each: usize,
        except: &[GameId],
    ) -> Result<Vec<(GameId, Timestamp)>> {
        let mut all = Vec::new();
        for sql in [
            "SELECT id, deadline FROM games WHERE phase = 'running' AND deadline < $1 ORDER BY deadline LIMIT $2",
            "SELECT id, remind FROM games WHERE remind IS NOT NULL AND remind <= $1 ORDER BY remind LIMIT $2",
            "SELECT id, until FROM challenges WHERE phase = 'open' AND until < $1 ORDER BY until LIMIT $2",
        ] {
            let limit = max_each + except.len();
            let due = self.all("games", query(sql).bind(time).bind(limit));
            let due: Vec<(GameId, Timestamp)> = due.await?;
            let due = due.into_iter().filter(|(id, _)| !except.contains(id));
            all.extend(due.take(max_each));
        }
        Ok(all)
    }

    /// When the bot was last known to be connected.
    pub async fn alive(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT at FROM marks WHERE name = 'alive'";
        self.first("marks", query(sql)).await
    }
}

impl Tx {
    /// Notes that the bot is connected.
    pub async fn mark_alive(&mut self, now: Timestamp) -> Result<()> {
        let sql = "INSERT INTO marks (name, at) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.execute(query(sql).bind(now)).await
    }

    /// Writes something that changes nothing, to find out whether the database can be written.
    pub async fn touch(&mut self) -> Result<()> {
        // SQLite would not write an update that sets the old value, and so notice no full disk.
        let sql = "INSERT INTO interactions (id) VALUES (-1)";
        self.execute(query(sql)).await?;
        let sql = "DELETE FROM interactions WHERE id = -1";
        self.execute(query(sql)).await
    }

    /// Extends deadlines by the time between `from` and `until`, or by the part of it after the
    /// game's last move or after the challenge was made. Messages that show a deadline, and that the bot
    /// can edit by itself, are to be drawn anew.
    pub async fn extend_deadlines(&mut self, from: Timestamp, until: Timestamp) -> Result<()> {
        let sql =
            "UPDATE games SET remind = remind + $2 - CASE WHEN since > $1 THEN since ELSE $1 END,
             deadline = deadline + $2 - CASE WHEN since > $1 THEN since ELSE $1 END,
             changed = CASE WHEN level IS NOT NULL OR editable = 0 OR message IS NULL THEN changed WHEN changed < $1 THEN $1 ELSE changed + 1 END
             WHERE phase = 'running' AND since < $2";
        self.execute(query(sql).bind(from).bind(until)).await?;
        // A snowflake's time: the upper 42 bits, counted from 2015.
        let sql = "UPDATE challenges SET until = until + $2 - CASE WHEN (id >> 22) + $3 > $1 THEN (id >> 22) + $3 ELSE $1 END,
             changed = CASE WHEN editable = 0 OR message IS NULL THEN changed WHEN changed < $1 THEN $1 ELSE changed + 1 END
             WHERE phase = 'open' AND (id >> 22) + $3 < $2";
        let extending = query(sql).bind(from).bind(until);
        self.execute(extending.bind(DISCORD_EPOCH_MS)).await?;
        let sql = "UPDATE tables SET due = due + $2 - CASE WHEN since > $1 THEN since ELSE $1 END,
             remind = remind + $2 - CASE WHEN since > $1 THEN since ELSE $1 END, undrawn = undrawn + 1
             WHERE phase <> 'ended' AND due > 0 AND since < $2";
        self.execute(query(sql).bind(from).bind(until)).await?;
        // The others are when a game begins.
        let sql = "UPDATE bosses SET due = due + $2 - $1, undrawn = undrawn + 1
             WHERE due IS NOT NULL AND begun IS NOT NULL AND ended IS NULL";
        self.execute(query(sql).bind(from).bind(until)).await
    }
}
