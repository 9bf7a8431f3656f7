//! Ratings after each rated game, and how such a game changes the standings.

use sqlx::FromRow;

use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{GameId, MemberId};
use crate::rating::Rating;
use crate::records::{Ranking, RatedResult, RatingAfterGame, RatingChange};
use nim_games::Variant;

/// A row of `ratings`.
#[derive(Debug, FromRow)]
struct RatingRow {
    rating: f64,
    deviation: f64,
    volatility: f64,
    streak: i64,
}

impl RatingRow {
    const fn rated(self) -> RatingAfterGame {
        RatingAfterGame {
            rating: Rating {
                rating: self.rating,
                deviation: self.deviation,
                volatility: self.volatility,
            },
            streak: self.streak,
        }
    }
}

impl Read {
    /// How a rated game has changed the ratings of its players. Former players are left out.
    pub async fn rating_changes(&mut self, game: GameId) -> Result<Vec<RatingChange>> {
        let sql = "SELECT member, rating, change FROM ratings WHERE game = $1 AND member > 0 ORDER BY member";
        let rows: Vec<(i64, f64, f64)> = self.all(query_as(sql).bind(game.0)).await?;
        let change = |(member, after, change)| RatingChange::of(MemberId(member), after, change);
        Ok(rows.into_iter().map(change).collect())
    }

    /// A member's latest rating in a kind of game. Returns `None` before the first rated game.
    pub async fn rating(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Option<RatingAfterGame>> {
        let sql = "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish DESC LIMIT 1";
        let row = self.first(query_as(sql).bind(member.0).bind(variant.key()));
        Ok(row.await?.map(RatingRow::rated))
    }

    /// Every rating of a member in a kind of game, the oldest first.
    pub async fn rating_history(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<RatingAfterGame>> {
        let sql = "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish";
        let rows = self.all(query_as(sql).bind(member.0).bind(variant.key()));
        Ok(rows.await?.into_iter().map(RatingRow::rated).collect())
    }

    /// The member's rating after each rated game, grouped by kind of game, the oldest first.
    pub async fn all_ratings(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(Variant, RatingAfterGame)>> {
        let mut all = Vec::new();
        for &variant in Variant::ALL {
            let history = self.rating_history(member, variant).await?;
            all.extend(history.into_iter().map(|rated| (variant, rated)));
        }
        Ok(all)
    }

    /// A member's longest streak of rated wins.
    pub async fn longest_streak(&mut self, member: MemberId, variant: Variant) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(streak), 0) FROM ratings WHERE member = $1 AND variant = $2";
        let query = query_scalar(sql).bind(member.0).bind(variant.key());
        self.value(query).await
    }

    /// The rating and the standings of a member in a kind of game.
    pub async fn ranking(&mut self, member: MemberId, variant: Variant) -> Result<Ranking> {
        Ok(Ranking {
            rated: self.rating(member, variant).await?,
            standings: self.standings(member, variant).await?,
        })
    }
}

impl Tx {
    /// Saves the new ratings and standings after a rated game. `finish` numbers the rated games.
    pub async fn rate(&mut self, end: &RatedResult) -> Result<()> {
        let sql = "SELECT COALESCE(MAX(finish), 0) + 1 FROM ratings";
        let finish: i64 = self.value(query_scalar(sql)).await?;
        for ((member, ranking), change) in end.rankings.iter().zip(end.changes) {
            let Some(RatingAfterGame { rating, streak }) = ranking.rated else {
                continue;
            };
            let sql = "INSERT INTO ratings (member, variant, finish, game, rating, deviation, volatility, change, streak)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
            let query = query(sql)
                .bind(member.0)
                .bind(end.variant.key())
                .bind(finish)
                .bind(end.game.0)
                .bind(rating.rating)
                .bind(rating.deviation)
                .bind(rating.volatility)
                .bind(change)
                .bind(streak);
            self.execute(query).await?;
            self.save_standings(*member, end.variant, &ranking.standings)
                .await?;
        }
        Ok(())
    }
}
