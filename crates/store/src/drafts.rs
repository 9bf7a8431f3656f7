//! Partly chosen moves, for taps that come faster than they can be answered. Such taps may reach
//! different processes, so the moves are in the database.

use std::time::Duration;

use super::statement::query;
use super::{Result, Tx};
use wythoff_game::Timestamp;

/// How long a draft is kept. It matters only for the few seconds until a tap is answered.
const KEPT: Duration = Duration::from_mins(1);

impl Tx {
    /// What earlier taps have chosen on the same drawing of a board.
    pub async fn draft(&mut self, drawing: &str) -> Result<Option<String>> {
        let sql = "SELECT chosen FROM drafts WHERE drawing = $1";
        self.first("drafts", query(sql).bind(drawing)).await
    }

    /// Stores what is chosen on a drawing.
    pub async fn save_draft(&mut self, drawing: &str, chosen: &str, at: Timestamp) -> Result<()> {
        let sql = "INSERT INTO drafts (drawing, chosen, at) VALUES ($1, $2, $3)
             ON CONFLICT (drawing) DO UPDATE SET chosen = excluded.chosen, at = excluded.at";
        let save = query(sql).bind(drawing).bind(chosen).bind(at);
        self.execute(save).await
    }

    /// Deletes drafts that nobody adds to any more.
    pub async fn forget_drafts(&mut self, now: Timestamp) -> Result<()> {
        let sql = "DELETE FROM drafts WHERE at < $1";
        self.execute(query(sql).bind(now.minus(KEPT))).await
    }
}
