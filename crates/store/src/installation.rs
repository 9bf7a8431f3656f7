//! The installation: which bot the games belong to, and the key that verifies Discord's requests.

use super::statement::query;
use super::{Read, Result, Tx};

impl Read {
    /// The key that verifies Discord's requests, in hexadecimal, as Discord last gave it.
    pub async fn verify_key(&mut self) -> Result<Option<String>> {
        let sql = "SELECT verify_key FROM installation WHERE id = 1";
        self.one("installation", query(sql)).await
    }
}

impl Tx {
    /// Records the key that verifies Discord's requests.
    pub async fn note_verify_key(&mut self, key: &str) -> Result<()> {
        let sql = "UPDATE installation SET verify_key = $1 WHERE id = 1";
        self.execute(query(sql).bind(key)).await
    }

    /// Records the bot's application. If another one is recorded already, returns that one.
    pub async fn note_application(&mut self, ours: i64) -> Result<Option<i64>> {
        let sql = "SELECT application FROM installation WHERE id = 1";
        let noted: Option<i64> = self.one("installation", query(sql)).await?;
        if noted.is_none() {
            let sql = "UPDATE installation SET application = $1 WHERE id = 1";
            self.execute(query(sql).bind(ours)).await?;
        }
        Ok(noted.filter(|&theirs| theirs != ours))
    }
}
