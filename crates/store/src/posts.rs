//! Messages in which what members do gathers: which they are, and which of them do not show everything. A row
//! counts the changes that its message may not show.

use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{DARE_OPEN_FOR, InteractionId, MessageId, POSTS_KEPT, Post};
use wythoff_game::{Day, Timestamp};

/// The condition for the row of the post of a puzzle, whose day is `$2`.
macro_rules! posted {
    () => {
        " FROM servers WHERE id = $1 AND daily_posted = $2"
    };
}

impl Read {
    /// How many changes a message may not show.
    pub async fn count_undrawn(&mut self, post: Post) -> Result<i64> {
        let query = match post {
            Post::Dare(id) => {
                query("SELECT COALESCE(MAX(undrawn), 0) FROM dares WHERE id = $1").bind(id)
            }
            Post::Question(id) => {
                query("SELECT COALESCE(MAX(undrawn), 0) FROM questions WHERE id = $1").bind(id)
            }
            Post::Table(id) => {
                query("SELECT COALESCE(MAX(undrawn), 0) FROM tables WHERE id = $1").bind(id)
            }
            Post::Boss(guild) => {
                query("SELECT COALESCE(MAX(undrawn), 0) FROM bosses WHERE guild = $1").bind(guild)
            }
            Post::Daily(server, day) => {
                let sql = concat!("SELECT COALESCE(MAX(daily_undrawn), 0)", posted!());
                query(sql).bind(server).bind(day)
            }
            Post::DailyResult(server, day) => {
                let sql = "SELECT COUNT(*) FROM servers WHERE id = $1 AND daily_ended = $2";
                query(sql).bind(server).bind(day)
            }
        };
        self.one("posts", query).await
    }

    /// The messages that may not show everything.
    pub async fn undrawn_posts(&mut self) -> Result<Vec<Post>> {
        // The newest first, since old ones may be in closed channels; `-id`, so that the partial index is used.
        let dares = query(
            "SELECT id FROM dares WHERE undrawn > 0 AND message IS NOT NULL ORDER BY -id LIMIT 100",
        );
        let dares: Vec<InteractionId> = self.all("dares", dares).await?;
        let questions = query(
            "SELECT id FROM questions WHERE undrawn > 0 AND message IS NOT NULL ORDER BY -id LIMIT 100",
        );
        let questions: Vec<InteractionId> = self.all("questions", questions).await?;
        let tables = query(
            "SELECT id FROM tables WHERE undrawn > 0 AND message IS NOT NULL ORDER BY -id LIMIT 100",
        );
        let tables: Vec<InteractionId> = self.all("tables", tables).await?;
        let bosses = query("SELECT guild FROM bosses WHERE undrawn > 0 ORDER BY -begun LIMIT 100");
        let bosses: Vec<i64> = self.all("bosses", bosses).await?;
        let dailies = query(
            "SELECT id, daily_posted FROM servers WHERE daily_undrawn > 0 AND daily_posted IS NOT NULL
             ORDER BY daily_posted DESC LIMIT 100",
        );
        let dailies: Vec<(i64, Day)> = self.all("servers", dailies).await?;
        let dailies = dailies.into_iter();
        let ended = query(
            "SELECT id, daily_ended FROM servers WHERE daily_ended IS NOT NULL ORDER BY daily_ended DESC LIMIT 100",
        );
        let ended: Vec<(i64, Day)> = self.all("servers", ended).await?;
        let ended = ended.into_iter();
        Ok(dares
            .into_iter()
            .map(Post::Dare)
            .chain(questions.into_iter().map(Post::Question))
            .chain(tables.into_iter().map(Post::Table))
            .chain(bosses.into_iter().map(Post::Boss))
            .chain(dailies.map(|(server, day)| Post::Daily(server, day)))
            .chain(ended.map(|(server, day)| Post::DailyResult(server, day)))
            .collect())
    }
}

impl Tx {
    /// Notes which message it is. That of a puzzle is noted with its post.
    pub async fn note_message_of(&mut self, post: Post, message: MessageId) -> Result<()> {
        let query = match post {
            Post::Dare(id) => query("UPDATE dares SET message = $2 WHERE id = $1").bind(id),
            Post::Question(id) => query("UPDATE questions SET message = $2 WHERE id = $1").bind(id),
            Post::Table(id) => query("UPDATE tables SET message = $2 WHERE id = $1").bind(id),
            Post::Boss(guild) => {
                query("UPDATE bosses SET message = $2 WHERE guild = $1").bind(guild)
            }
            Post::Daily(..) | Post::DailyResult(..) => return Ok(()),
        };
        self.execute(query.bind(message)).await
    }

    /// Notes a change that its message does not show yet.
    pub async fn note_change_of(&mut self, post: Post) -> Result<()> {
        self.add_undrawn(post, 1).await
    }

    /// Notes that a message shows so many changes more, or never will.
    pub async fn note_post_drawn(&mut self, post: Post, changes: i64) -> Result<()> {
        self.add_undrawn(post, -changes).await
    }

    async fn add_undrawn(&mut self, post: Post, changes: i64) -> Result<()> {
        let (sql, id) = match post {
            Post::Dare(InteractionId(id)) => (
                "UPDATE dares SET undrawn = undrawn + $2 WHERE id = $1 AND undrawn + $2 >= 0",
                id,
            ),
            Post::Question(InteractionId(id)) => (
                "UPDATE questions SET undrawn = undrawn + $2 WHERE id = $1 AND undrawn + $2 >= 0",
                id,
            ),
            Post::Table(InteractionId(id)) => (
                "UPDATE tables SET undrawn = undrawn + $2 WHERE id = $1 AND undrawn + $2 >= 0",
                id,
            ),
            Post::Boss(guild) => (
                "UPDATE bosses SET undrawn = undrawn + $2 WHERE guild = $1 AND undrawn + $2 >= 0",
                guild,
            ),
            // While it is being posted, its message may already show less.
            Post::Daily(server, _) => (
                "UPDATE servers SET daily_undrawn = daily_undrawn + $2 WHERE id = $1 AND daily_undrawn + $2 >= 0
                 AND (daily_posted = $3 OR daily_to_post = $3)",
                server,
            ),
            // It is drawn once.
            Post::DailyResult(server, _) => (
                "UPDATE servers SET daily_ended = NULL, daily_ended_message = NULL, daily_ended_in = NULL
                 WHERE id = $1 AND $2 < 0 AND daily_ended = $3",
                server,
            ),
        };
        let query = query(sql).bind(id).bind(changes);
        self.execute(match post {
            Post::Daily(_, day) | Post::DailyResult(_, day) => query.bind(day),
            Post::Dare(_) | Post::Question(_) | Post::Table(_) | Post::Boss(_) => query,
        })
        .await
    }

    /// Notes that the messages of dares that closed between the two times are to be drawn again.
    pub async fn note_dares_closed(&mut self, after: Timestamp, until: Timestamp) -> Result<()> {
        let [first, end] =
            [after, until].map(|at| InteractionId::first_at(at.minus(DARE_OPEN_FOR)));
        let sql = "UPDATE dares SET undrawn = undrawn + 1 WHERE id >= $1 AND id < $2";
        self.execute(query(sql).bind(first).bind(end)).await
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
