//! A member's games taken together: the numbers behind `stats`, everything for an export, and its erasure.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::ChallengeRecord;
use super::limits::Retention;
use super::load::{CHALLENGE, GAME};
use super::rows::{GameRecord, PlayedAt};
use super::snapshot::{finished_of_member, running_of_member};
use super::text::{self, ChallengeRow};
use super::{Error, Snapshot, Transaction};
use crate::game::{Accuracy, MemberId, Timestamp};
use crate::rules::wythoff::{Level, Position};

/// What a member has achieved against one kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The bot at that level; none: members.
    pub level: Option<Level>,
    /// Games with a result.
    pub games: i64,
    /// Games won.
    pub wins: i64,
    /// How well what could be won was kept.
    pub accuracy: Accuracy,
}

/// A win against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotWin {
    /// The level of the bot.
    pub level: Level,
    /// The piles that the game began with.
    pub from: Position,
    /// How many moves it took.
    pub moves: i64,
}

pub(super) const TALLIES: &str = concat!(
    "SELECT level, COUNT(*) AS games,
     CAST(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END) AS BIGINT) AS wins,
     CAST(COALESCE(SUM(CASE WHEN first_player = $1 THEN first_kept ELSE second_kept END), 0) AS BIGINT) AS kept,
     CAST(COALESCE(SUM(CASE WHEN first_player = $1 THEN first_won ELSE second_won END), 0) AS BIGINT) AS won
     FROM games WHERE winner IS NOT NULL AND taken_back = 0 AND ",
    finished_of_member!(),
    " GROUP BY level"
);
pub(super) const BEST_BOT_WINS: &str = concat!(
    "SELECT level, start_left, start_right, ply FROM games WHERE level IS NOT NULL AND taken_back = 0
     AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner
     AND start_left > 0 AND start_right > 0 AND start_left <> start_right AND ",
    finished_of_member!(),
    " ORDER BY CASE level WHEN 'perfect' THEN 0 WHEN 'good' THEN 1 ELSE 2 END, start_left + start_right DESC, id LIMIT $2"
);

impl Snapshot<'_> {
    /// What a member has achieved, by kind of opponent.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn tallies(&mut self, member: MemberId) -> Result<Vec<Tally>, Error> {
        let rows = sqlx::query(TALLIES)
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        rows.iter()
            .map(|row| {
                Ok(Tally {
                    level: row
                        .try_get::<Option<String>, _>("level")?
                        .map(|level| text::level_of(&level))
                        .transpose()?,
                    games: row.try_get("games")?,
                    wins: row.try_get("wins")?,
                    accuracy: Accuracy {
                        kept: count(row.try_get("kept")?),
                        won: count(row.try_get("won")?),
                    },
                })
            })
            .collect()
    }

    /// A member's best wins against the bot: the highest level first, of those the largest piles. Left out are those from where a
    /// single move takes everything.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn best_bot_wins(
        &mut self,
        member: MemberId,
        most: i64,
    ) -> Result<Vec<BotWin>, Error> {
        let rows = sqlx::query(BEST_BOT_WINS)
            .bind(member.0)
            .bind(most)
            .fetch_all(&mut *self.connection)
            .await?;
        rows.iter()
            .map(|row| {
                let pile = |column| {
                    u64::try_from(row.try_get::<i64, _>(column)?)
                        .map_err(|_| Error::Nonsense("pile"))
                };
                Ok(BotWin {
                    level: text::level_of(&row.try_get::<String, _>("level")?)?,
                    from: Position::new(pile("start_left")?, pile("start_right")?),
                    moves: row.try_get("ply")?,
                })
            })
            .collect()
    }

    /// The longest row of rated wins that a member has had.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn longest_streak(&mut self, member: MemberId) -> Result<i64, Error> {
        let query = sqlx::query("SELECT COALESCE(MAX(streak), 0) FROM ratings WHERE member = $1");
        self.count(query.bind(member.0)).await
    }

    /// Every game of a member, running and finished, the first one first, with all its moves and when
    /// each was made.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn all_games(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameRecord, Vec<PlayedAt>)>, Error> {
        let theirs = concat!(running_of_member!(), " OR ", finished_of_member!());
        let query = AssertSqlSafe(format!(
            "SELECT {} FROM games WHERE {theirs} ORDER BY id",
            *GAME
        ));
        self.games(sqlx::query(query).bind(member.0)).await
    }

    /// Whether that number stands for somebody already.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn is_taken(&mut self, nobody: MemberId) -> Result<bool, Error> {
        let query = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM games WHERE phase <> 'running' AND first_player = $1)
             + (SELECT COUNT(*) FROM games WHERE phase <> 'running' AND second_player = $1)
             + (SELECT COUNT(*) FROM challenges WHERE challenger = $1)
             + (SELECT COUNT(*) FROM challenges WHERE invited = $1)",
        );
        Ok(self.count(query.bind(nobody.0)).await? > 0)
    }

    /// Every challenge that a member has made or received, the first one first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn all_challenges(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<ChallengeRecord>, Error> {
        let query = AssertSqlSafe(format!(
            "SELECT {}, name FROM challenges LEFT JOIN members ON members.id = challenger
             WHERE challenger = $1 OR invited = $1 ORDER BY challenges.id",
            *CHALLENGE
        ));
        let rows = sqlx::query(query).bind(member.0);
        let rows = rows.fetch_all(&mut *self.connection).await?;
        let challenge = |row: &AnyRow| {
            let mut record = text::read::<ChallengeRow>(row.try_get(0)?)?.record()?;
            let [name, _] = &mut record.names;
            *name = row.try_get(1)?;
            Ok(record)
        };
        rows.iter().map(challenge).collect()
    }
}

/// What is deleted of a member: everything that is not a result.
pub(super) const FORGET: [&str; 6] = [
    concat!(
        "UPDATE games SET version = version + 1, message = NULL WHERE ",
        running_of_member!()
    ),
    concat!(
        "UPDATE games SET version = version + 1, message = NULL, first_wish = NULL, second_wish = NULL WHERE ",
        finished_of_member!()
    ),
    "UPDATE challenges SET message = NULL, invited_name = NULL WHERE challenger = $1 OR invited = $1",
    "DELETE FROM notices WHERE member = $1",
    "DELETE FROM blocks WHERE member = $1 OR blocked = $1",
    "DELETE FROM members WHERE id = $1",
];

impl Transaction<'_> {
    /// Puts a number that stands for nobody in place of a member, everywhere, and deletes what is not a result: the name, the
    /// settings, and which messages showed the games. What protects others from the member is kept for a while.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn erase_member(
        &mut self,
        member: MemberId,
        nobody: MemberId,
        (retention, now): (Retention, Timestamp),
    ) -> Result<(), Error> {
        self.has_erased();
        self.forget_all();
        self.unrank(member).await?;
        self.keep_limits(member, retention, now).await?;
        for statement in FORGET {
            sqlx::query(statement)
                .bind(member.0)
                .execute(self.connection().await?)
                .await?;
        }
        for statement in [
            "UPDATE games SET first_player = $2 WHERE phase = 'running' AND first_player = $1",
            "UPDATE games SET first_player = $2 WHERE phase <> 'running' AND first_player = $1",
            "UPDATE games SET second_player = $2 WHERE phase = 'running' AND second_player = $1",
            "UPDATE games SET second_player = $2 WHERE phase <> 'running' AND second_player = $1",
            "UPDATE challenges SET challenger = $2 WHERE challenger = $1",
            "UPDATE challenges SET invited = $2 WHERE invited = $1",
            "UPDATE ratings SET member = $2 WHERE member = $1",
            "UPDATE standings SET member = $2, shown = 0 WHERE member = $1",
        ] {
            sqlx::query(statement)
                .bind(member.0)
                .bind(nobody.0)
                .execute(self.connection().await?)
                .await?;
        }
        self.rank(nobody).await
    }
}
