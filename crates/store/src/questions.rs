//! Questions to a channel, and their answers.

use super::columns::{FromRow, Row};
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::Move;
use wythoff_game::records::{ChannelId, InteractionId, Place, Post, Question, QuestionAnswer};
use wythoff_game::{MemberId, Timestamp};

/// The columns of a question.
macro_rules! columns {
    () => {
        "id, member, guild, channel, editable, language, message, variant, rules, position, closed, anonymous"
    };
}

impl FromRow for Question {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            by: row.get("member")?,
            place: Place::from_row(row)?,
            message: row.get("message")?,
            position: row.position("position")?,
            is_closed: row.get("closed")?,
            is_anonymous: row.get("anonymous")?,
        })
    }
}

impl FromRow for QuestionAnswer {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            question: row.get("question")?,
            member: row.get("member")?,
            mv: row.get("move")?,
        })
    }
}

impl Read {
    pub async fn question(&mut self, id: InteractionId) -> Result<Option<Question>> {
        let sql = concat!("SELECT ", columns!(), " FROM questions WHERE id = $1");
        self.first("questions", query(sql).bind(id)).await
    }

    /// The questions that a member has asked, the latest first.
    pub async fn questions_by(&mut self, member: MemberId) -> Result<Vec<Question>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM questions WHERE member = $1 ORDER BY id DESC"
        );
        self.all("questions", query(sql).bind(member)).await
    }

    /// The questions that are open in a channel.
    pub async fn open_questions_in(&mut self, channel: ChannelId) -> Result<Vec<Question>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM questions WHERE channel = $1 AND closed = 0"
        );
        self.all("questions", query(sql).bind(channel)).await
    }

    /// Some of the questions asked before `at` that are still open.
    pub async fn old_questions(&mut self, at: Timestamp) -> Result<Vec<Question>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM questions WHERE id < $1 AND closed = 0 ORDER BY id LIMIT 100"
        );
        let oldest = InteractionId::first_at(at);
        self.all("questions", query(sql).bind(oldest)).await
    }

    /// What a member has answered.
    pub async fn answer(
        &mut self,
        question: InteractionId,
        member: MemberId,
    ) -> Result<Option<QuestionAnswer>> {
        let sql = "SELECT question, member, move FROM question_answers WHERE question = $1 AND member = $2";
        let query = query(sql).bind(question).bind(member);
        self.first("question_answers", query).await
    }

    /// All answers of a member, the latest question first.
    pub async fn answers_of(&mut self, member: MemberId) -> Result<Vec<QuestionAnswer>> {
        let sql = "SELECT question, member, move FROM question_answers WHERE member = $1 ORDER BY question DESC";
        self.all("question_answers", query(sql).bind(member)).await
    }

    /// All answers to a question.
    pub async fn answers_to(&mut self, question: InteractionId) -> Result<Vec<QuestionAnswer>> {
        let sql = "SELECT question, member, move FROM question_answers WHERE question = $1 ORDER BY member";
        self.all("question_answers", query(sql).bind(question))
            .await
    }

    /// The answers to a question of those who may be named, unless it names nobody.
    pub async fn named_answers(&mut self, question: InteractionId) -> Result<Vec<QuestionAnswer>> {
        let sql = concat!(
            "SELECT question, question_answers.member, move FROM question_answers
             INNER JOIN questions ON questions.id = question_answers.question
             INNER JOIN members ON members.id = question_answers.member
             WHERE question = $1 AND anonymous = 0 AND ",
            listed!("questions"),
            " ORDER BY question_answers.member"
        );
        self.all("question_answers", query(sql).bind(question))
            .await
    }

    /// How often each move was answered, the most frequent first.
    pub async fn shares(&mut self, question: InteractionId) -> Result<Vec<(Move, u64)>> {
        let sql = "SELECT move, COUNT(*) AS answers FROM question_answers WHERE question = $1 GROUP BY move ORDER BY answers DESC, move";
        self.all("question_answers", query(sql).bind(question))
            .await
    }
}

impl Tx {
    /// Saves a new question.
    pub async fn add_question(&mut self, question: &Question) -> Result<()> {
        let sql = concat!(
            "INSERT INTO questions (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
        );
        let saving = query(sql)
            .bind(question.id)
            .bind(question.by)
            .bind_place(&question.place)
            .bind(question.message)
            .bind_position(question.position)
            .bind(question.is_closed)
            .bind(question.is_anonymous);
        self.execute(saving).await
    }

    /// Saves an answer, in place of an earlier one of the same member. The message is to be drawn again.
    pub async fn save_answer(&mut self, answer: QuestionAnswer) -> Result<()> {
        let sql = "INSERT INTO question_answers (question, member, move) VALUES ($1, $2, $3)
             ON CONFLICT (question, member) DO UPDATE SET move = excluded.move";
        let saving = query(sql)
            .bind(answer.question)
            .bind(answer.member)
            .bind(answer.mv);
        self.execute(saving).await?;
        self.note_change_of(Post::Question(answer.question)).await
    }

    /// Closes a question. Its message is to be drawn again.
    pub async fn close_question(&mut self, question: InteractionId) -> Result<()> {
        let sql = "UPDATE questions SET closed = 1 WHERE id = $1";
        self.execute(query(sql).bind(question)).await?;
        self.note_change_of(Post::Question(question)).await
    }
}
