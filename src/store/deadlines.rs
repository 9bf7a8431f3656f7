//! Deadlines and reminders, the alive mark, and extending deadlines.

use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{GameId, Timestamp};
use crate::records::{DISCORD_EPOCH_MS, InteractionId};

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
            let limit = i64::try_from(max_each + except.len()).unwrap_or(i64::MAX);
            let rows = self.all(query_as(sql).bind(time.0).bind(limit));
            let rows: Vec<(i64, i64)> = rows.await?;
            let due = rows.into_iter().map(|(id, at)| (GameId(id), Timestamp(at)));
            let due = due.filter(|(id, _)| !except.contains(id));
            all.extend(due.take(max_each));
        }
        Ok(all)
    }

    /// When the bot was last known to be connected.
    pub async fn alive(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT at FROM marks WHERE name = 'alive'";
        let at: Vec<i64> = self.values(query_scalar(sql)).await?;
        Ok(at.first().copied().map(Timestamp))
    }

    /// The time since which changes may not have been shown: when the bot was last connected, or
    /// the recorded time of the oldest unshown change, if that is earlier. If the bot was killed
    /// before it recorded either, the earliest `since` of a game. `None` on the first start.
    pub async fn unshown_since(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT COALESCE((SELECT MIN(at) FROM marks WHERE name IN ('alive', 'behind')), (SELECT MIN(since) FROM games))";
        let since: Option<i64> = self.value(query_scalar(sql)).await?;
        Ok(since.map(Timestamp))
    }

    /// The games and challenges that have changed since `start`, each with the time of its latest
    /// change, in the order of these times. Only those are returned whose message the bot can edit
    /// or post by itself, or edit with a token. A running game and an open challenge need a message,
    /// and a game with a typed move has had a board, even if the message is not known.
    pub async fn changed_since(&mut self, start: Timestamp) -> Result<Vec<(GameId, Timestamp)>> {
        let sql = "SELECT id, since AS at FROM games WHERE since >= $1
             AND (editable = 1 AND (message IS NOT NULL OR typed IS NOT NULL OR phase = 'running') OR message IN (SELECT message FROM tokens))
             UNION ALL SELECT id, until AS at FROM challenges WHERE phase <> 'open' AND until >= $1
             AND (editable = 1 AND message IS NOT NULL OR message IN (SELECT message FROM tokens))
             UNION ALL SELECT id, (id >> 22) + $3 AS at FROM challenges WHERE phase = 'open' AND id >= $2
             AND editable = 1 AND message IS NULL ORDER BY at";
        // The id of a challenge is that of the interaction that made it, so it has the time.
        let first_id = InteractionId::first_at(start);
        let query = query_as(sql).bind(start.0).bind(first_id.0);
        let query = query.bind(DISCORD_EPOCH_MS);
        let changed: Vec<(i64, i64)> = self.all(query).await?;
        let changed = changed.into_iter();
        Ok(changed
            .map(|(id, at)| (GameId(id), Timestamp(at)))
            .collect())
    }

    /// The ids of running games and open challenges whose message shows a deadline and can be
    /// edited by the bot itself.
    pub async fn shown_deadlines(&mut self) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE phase = 'running' AND level IS NULL AND editable = 1 AND message IS NOT NULL
             UNION ALL SELECT id FROM challenges WHERE phase = 'open' AND editable = 1 AND message IS NOT NULL";
        let ids: Vec<i64> = self.values(query_scalar(sql)).await?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Tx {
    /// Records the time of the oldest change that should be shown by now, but is not, or that there
    /// is none.
    pub async fn note_stale_since(&mut self, since: Option<Timestamp>) -> Result<()> {
        if let Some(since) = since {
            return self.mark("behind", since).await;
        }
        let sql = "DELETE FROM marks WHERE name = 'behind'";
        self.execute(query(sql)).await
    }

    /// Notes that the bot is connected.
    pub async fn mark_alive(&mut self, now: Timestamp) -> Result<()> {
        self.mark("alive", now).await
    }

    async fn mark(&mut self, name: &'static str, at: Timestamp) -> Result<()> {
        let sql = "INSERT INTO marks (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.execute(query(sql).bind(name).bind(at.0)).await
    }

    /// Extends deadlines by the time between `from` and `until`, or by the part of it after the
    /// game's last move or after the challenge was made.
    pub async fn extend_deadlines(&mut self, from: Timestamp, until: Timestamp) -> Result<()> {
        let sql =
            "UPDATE games SET remind = remind + $2 - CASE WHEN since > $1 THEN since ELSE $1 END,
             deadline = deadline + $2 - CASE WHEN since > $1 THEN since ELSE $1 END
             WHERE phase = 'running' AND since < $2";
        self.execute(query(sql).bind(from.0).bind(until.0)).await?;
        // A snowflake's time: the upper 42 bits, counted from 2015.
        let sql = "UPDATE challenges SET until = until + $2 - CASE WHEN (id >> 22) + $3 > $1 THEN (id >> 22) + $3 ELSE $1 END
             WHERE phase = 'open' AND (id >> 22) + $3 < $2";
        let query = query(sql).bind(from.0).bind(until.0);
        self.execute(query.bind(DISCORD_EPOCH_MS)).await
    }
}
