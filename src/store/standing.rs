//! Ratings and standings: the history of each rating, and how members stand, kept ready for ranking (`ranking`).

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::rows::RatingChange;
use super::{Error, Snapshot, Transaction};
use crate::game::{Accuracy, GameId, MemberId};
use crate::rating::Rating;

/// Whose games a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those played in that server.
    Server(i64),
    /// All, but for those of servers that keep to themselves.
    Everywhere,
}

/// How a member stands on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub member: MemberId,
    /// The rating; that of all games, whatever the scope.
    pub rating: Rating,
    /// Rated games.
    pub games: i64,
    /// Rated wins.
    pub wins: i64,
    /// Accuracy in rated games.
    pub accuracy: Accuracy,
    /// Rated wins in a row, up to now.
    pub streak: i64,
}

/// A rating after a game, with the rated wins in a row up to and with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedUpTo {
    /// The rating.
    pub rating: Rating,
    /// The wins in a row.
    pub streak: i64,
}

impl Snapshot<'_> {
    /// A member's rating now; none before the first rated game.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating(&mut self, member: MemberId) -> Result<Option<RatedUpTo>, Error> {
        let query = sqlx::query(
            "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 ORDER BY finish DESC LIMIT 1",
        );
        let row = query
            .bind(member.0)
            .fetch_optional(&mut *self.connection)
            .await?;
        row.as_ref().map(rated).transpose()
    }

    /// Every rating that a member has had, the first one first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating_history(&mut self, member: MemberId) -> Result<Vec<RatedUpTo>, Error> {
        let query = sqlx::query(
            "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 ORDER BY finish",
        );
        let rows = query
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
        rows.iter().map(rated).collect()
    }

    /// What a game has made of the ratings of its players.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating_changes(&mut self, game: GameId) -> Result<Vec<RatingChange>, Error> {
        let query = sqlx::query("SELECT member, rating, change FROM ratings WHERE game = $1");
        let rows = query.bind(game.0).fetch_all(&mut *self.connection).await?;
        let change = |row: &AnyRow| {
            let (after, change): (f64, f64) = (row.try_get("rating")?, row.try_get("change")?);
            Ok(RatingChange {
                member: MemberId(row.try_get("member")?),
                before: whole(after - change),
                after: whole(after),
            })
        };
        rows.iter().map(change).collect()
    }

    /// How a member stands; none without a rated game in that scope.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn standing(
        &mut self,
        scope: Scope,
        member: MemberId,
    ) -> Result<Option<Standing>, Error> {
        let query = sqlx::query("SELECT * FROM standings WHERE scope = $1 AND member = $2");
        let query = query.bind(scope_number(scope)).bind(member.0);
        let row = query.fetch_optional(&mut *self.connection).await?;
        row.as_ref().map(standing).transpose()
    }
}

impl Transaction<'_> {
    /// Keeps how well both players of a finished game kept what could be won.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_accuracies(
        &mut self,
        game: GameId,
        [first, second]: [Accuracy; 2],
    ) -> Result<(), Error> {
        sqlx::query(
            "UPDATE games SET first_kept = $2, first_won = $3, second_kept = $4, second_won = $5 WHERE id = $1",
        )
        .bind(game.0)
        .bind(i64::from(first.kept))
        .bind(i64::from(first.won))
        .bind(i64::from(second.kept))
        .bind(i64::from(second.won))
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Gives a rated game that has just ended its number in the order of endings: the order in which ratings are folded.
    ///
    /// # Errors
    /// [`Error`] if the database fails, also where the game has its number already.
    pub async fn number_finish(&mut self, game: GameId) -> Result<i64, Error> {
        let row = sqlx::query(
            "UPDATE games SET finish = (SELECT COALESCE(MAX(finish), 0) + 1 FROM games)
             WHERE id = $1 AND finish IS NULL RETURNING finish",
        )
        .bind(game.0)
        .fetch_optional(&mut *self.connection)
        .await?;
        Ok(row.ok_or(Error::Nonsense("finish"))?.try_get(0)?)
    }

    /// Adds what a game has made of a member's rating.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn add_rating(
        &mut self,
        member: MemberId,
        (game, finish): (GameId, i64),
        now: RatedUpTo,
        change: f64,
    ) -> Result<(), Error> {
        let RatedUpTo { rating, streak } = now;
        sqlx::query(
            "INSERT INTO ratings (member, finish, game, rating, deviation, volatility, change, streak)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(member.0)
        .bind(finish)
        .bind(game.0)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(change)
        .bind(streak)
        .execute(&mut *self.connection)
        .await?;
        sqlx::query("UPDATE standings SET rating = $2, deviation = $3 WHERE member = $1")
            .bind(member.0)
            .bind(rating.rating)
            .bind(rating.deviation)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Keeps how a member stands. Whether others see it follows from the member's settings.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_standing(&mut self, scope: Scope, standing: &Standing) -> Result<(), Error> {
        let hidden_from = match scope {
            Scope::Server(_) => "visible = 'nowhere'",
            Scope::Everywhere => "visible <> 'everywhere'",
        };
        let statement = AssertSqlSafe(format!(
            "INSERT INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
             VALUES ($1, $2, CASE WHEN EXISTS (SELECT 1 FROM members WHERE id = $2 AND {hidden_from}) THEN 0 ELSE 1 END,
             $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (scope, member) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
             games = excluded.games, wins = excluded.wins, kept = excluded.kept, won = excluded.won,
             accuracy = excluded.accuracy, streak = excluded.streak"
        ));
        sqlx::query(statement)
            .bind(scope_number(scope))
            .bind(standing.member.0)
            .bind(standing.rating.rating)
            .bind(standing.rating.deviation)
            .bind(standing.games)
            .bind(standing.wins)
            .bind(i64::from(standing.accuracy.kept))
            .bind(i64::from(standing.accuracy.won))
            .bind(share(standing.accuracy))
            .bind(standing.streak)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }
}

/// The column `scope`; no server has the number 0.
pub(super) const fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

fn rated(row: &AnyRow) -> Result<RatedUpTo, Error> {
    Ok(RatedUpTo {
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        streak: row.try_get("streak")?,
    })
}

pub(super) fn standing(row: &AnyRow) -> Result<Standing, Error> {
    let count = |column| {
        u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Nonsense("count"))
    };
    Ok(Standing {
        member: MemberId(row.try_get("member")?),
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            ..Rating::default()
        },
        games: row.try_get("games")?,
        wins: row.try_get("wins")?,
        accuracy: Accuracy {
            kept: count("kept")?,
            won: count("won")?,
        },
        streak: row.try_get("streak")?,
    })
}

pub(super) fn share(accuracy: Accuracy) -> f64 {
    f64::from(accuracy.kept) / f64::from(accuracy.won.max(1))
}

impl RatingChange {
    /// What a game has made of a rating, in whole points.
    #[must_use]
    pub fn between(member: MemberId, before: Rating, after: Rating) -> Self {
        Self {
            member,
            before: whole(before.rating),
            after: whole(after.rating),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings are numbers of four digits"
)]
fn whole(rating: f64) -> i64 {
    rating.round() as i64
}
