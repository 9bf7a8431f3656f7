//! What Discord does not show yet. Each change of what a board shows has a time of its own, later than
//! that of the change before; what is drawn is noted afterwards, many boards at once.

use sqlx::AssertSqlSafe;

use super::statement::{query, values};
use super::{Read, Result, Tx};
use wythoff_game::{GameId, Timestamp};

/// How many boards a statement notes.
const AT_ONCE: usize = 32;

impl Read {
    /// The games and challenges whose latest change is not drawn, each with the time of that change.
    /// At most `limit`, the latest change first: somebody may be waiting for it.
    pub async fn undrawn(&mut self, limit: i64) -> Result<Vec<(GameId, Timestamp)>> {
        let sql = "SELECT id, changed FROM games WHERE drawn < changed
             UNION ALL SELECT id, changed FROM challenges WHERE drawn < changed ORDER BY changed DESC LIMIT $1";
        self.all("games", query(sql).bind(limit)).await
    }
}

impl Tx {
    /// Notes for games and challenges, each at most once, which of their changes is drawn.
    pub async fn note_drawn(&mut self, drawn: &[(GameId, Timestamp)]) -> Result<()> {
        for chunk in drawn.chunks(AT_ONCE) {
            // An accepted challenge has the id of its game.
            // The message of what a former player has left is not needed any more.
            for (table, [one, other]) in [
                ("games", ["first_player", "second_player"]),
                ("challenges", ["challenger", "invited"]),
            ] {
                let sql = format!(
                    "UPDATE {table} SET drawn = noted.column2, message = CASE WHEN ({one} < 0 OR {other} < 0) AND changed <= noted.column2 THEN NULL ELSE message END FROM (VALUES {}) AS noted
                     WHERE id = noted.column1 AND drawn < noted.column2",
                    values(AT_ONCE, 2)
                );
                // It always has as many rows, so that it is prepared once. The first one fills it up.
                let filling = chunk.iter().take(1).cycle();
                let rows = chunk.iter().chain(filling).take(AT_ONCE);
                let update = rows.fold(query(AssertSqlSafe(sql)), |update, &(id, at)| {
                    update.bind(id).bind(at)
                });
                self.execute(update).await?;
            }
        }
        Ok(())
    }
}
