//! The installation: whose bot the games are of.

use super::transaction::{query, query_scalar};
use super::{Result, Tx};

impl Tx {
    /// Notes the application of the bot. Returns the one that is noted already, if it is another.
    pub async fn note_application(&mut self, ours: i64) -> Result<Option<i64>> {
        let sql = "SELECT application FROM installation WHERE id = 1";
        let noted: Option<i64> = self.value(query_scalar(sql)).await?;
        if noted.is_none() {
            let sql = "UPDATE installation SET application = $1 WHERE id = 1";
            self.execute(query(sql).bind(ours)).await?;
        }
        Ok(noted.filter(|&theirs| theirs != ours))
    }
}
