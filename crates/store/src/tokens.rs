//! Tokens for editing messages where the bot is not a member. They outlive the process, so that
//! boards there can be edited after a restart, too.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::Timestamp;
use wythoff_game::records::{EditToken, InteractionId, MessageId, TOKEN_LIFE};

impl FromRow for EditToken {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            message: row.get("message")?,
            application: row.get("application")?,
            interaction: row.get("interaction")?,
            channel: row.get("channel")?,
            token: row.get("token")?,
            by_id: row.get("by_id")?,
        })
    }
}

impl Read {
    /// The token for editing a message, if its interaction is not older than `oldest`.
    pub async fn edit_token(
        &mut self,
        message: MessageId,
        oldest: InteractionId,
    ) -> Result<Option<EditToken>> {
        let sql = "SELECT message, application, interaction, channel, token, by_id FROM tokens
             JOIN installation ON installation.id = 1 WHERE message = $1 AND interaction >= $2 AND application IS NOT NULL";
        let token = query(sql).bind(message).bind(oldest);
        self.first("tokens", token).await
    }
}

impl Tx {
    /// Stores a token, unless a later one is stored for its message.
    pub async fn keep_edit_token(&mut self, token: &EditToken) -> Result<()> {
        let sql = "INSERT INTO tokens (message, interaction, channel, token, by_id) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (message) DO UPDATE SET interaction = excluded.interaction, channel = excluded.channel,
             token = excluded.token, by_id = excluded.by_id WHERE tokens.interaction < excluded.interaction";
        let keep = query(sql).bind(token.message).bind(token.interaction);
        let keep = keep.bind(token.channel).bind(token.token.clone());
        self.execute(keep.bind(token.by_id)).await
    }

    /// Deletes the tokens that have expired.
    pub async fn forget_edit_tokens(&mut self, now: Timestamp) -> Result<()> {
        let oldest = InteractionId::first_at(now.minus(TOKEN_LIFE));
        let sql = "DELETE FROM tokens WHERE interaction < $1";
        self.execute(query(sql).bind(oldest)).await
    }
}
