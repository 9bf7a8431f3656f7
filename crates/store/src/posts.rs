//! Messages in which what members do gathers: which they are, and which of them do not show everything. A row
//! counts the changes that its message may not show.

use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::Timestamp;
use wythoff_game::records::{InteractionId, MessageId, POSTS_KEPT, Post};

impl Read {
    /// How many changes a message may not show.
    pub async fn count_undrawn(&mut self, post: Post) -> Result<i64> {
        let (sql, id) = match post {
            Post::Dare(id) => (
                "SELECT COALESCE(MAX(undrawn), 0) FROM dares WHERE id = $1",
                id,
            ),
            Post::Question(id) => (
                "SELECT COALESCE(MAX(undrawn), 0) FROM questions WHERE id = $1",
                id,
            ),
        };
        self.one("posts", query(sql).bind(id)).await
    }

    /// The messages that may not show everything.
    pub async fn undrawn_posts(&mut self) -> Result<Vec<Post>> {
        let dares =
            query("SELECT id FROM dares WHERE undrawn > 0 AND message IS NOT NULL LIMIT 100");
        let dares: Vec<InteractionId> = self.all("dares", dares).await?;
        let questions =
            query("SELECT id FROM questions WHERE undrawn > 0 AND message IS NOT NULL LIMIT 100");
        let questions: Vec<InteractionId> = self.all("questions", questions).await?;
        let questions = questions.into_iter().map(Post::Question);
        Ok(dares.into_iter().map(Post::Dare).chain(questions).collect())
    }
}

impl Tx {
    /// Notes which message it is.
    pub async fn note_message_of(&mut self, post: Post, message: MessageId) -> Result<()> {
        let (sql, id) = match post {
            Post::Dare(id) => ("UPDATE dares SET message = $2 WHERE id = $1", id),
            Post::Question(id) => ("UPDATE questions SET message = $2 WHERE id = $1", id),
        };
        self.execute(query(sql).bind(id).bind(message)).await
    }

    /// Notes a change that its message does not show yet.
    pub async fn note_change_of(&mut self, post: Post) -> Result<()> {
        let (sql, id) = match post {
            Post::Dare(id) => ("UPDATE dares SET undrawn = undrawn + 1 WHERE id = $1", id),
            Post::Question(id) => (
                "UPDATE questions SET undrawn = undrawn + 1 WHERE id = $1",
                id,
            ),
        };
        self.execute(query(sql).bind(id)).await
    }

    /// Notes that a message shows so many changes more, or never will.
    pub async fn note_post_drawn(&mut self, post: Post, changes: i64) -> Result<()> {
        let (sql, id) = match post {
            Post::Dare(id) => (
                "UPDATE dares SET undrawn = undrawn - $2 WHERE id = $1 AND undrawn >= $2",
                id,
            ),
            Post::Question(id) => (
                "UPDATE questions SET undrawn = undrawn - $2 WHERE id = $1 AND undrawn >= $2",
                id,
            ),
        };
        self.execute(query(sql).bind(id).bind(changes)).await
    }

    /// Deletes what nobody reads any more.
    pub async fn forget_posts(&mut self, now: Timestamp) -> Result<()> {
        let oldest = InteractionId::first_at(now.minus(POSTS_KEPT));
        for sql in [
            "DELETE FROM dare_tries WHERE dare < $1",
            "DELETE FROM dares WHERE id < $1",
            "DELETE FROM question_answers WHERE question < $1",
            "DELETE FROM questions WHERE id < $1",
        ] {
            self.execute(query(sql).bind(oldest)).await?;
        }
        Ok(())
    }
}
