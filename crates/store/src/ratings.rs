//! Ratings after each rated game, and how such a game changes the standings.

use super::columns::{FromRow, Row};
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::Variant;
use wythoff_game::rating::Rating;
use wythoff_game::records::{Ranking, RatedResult, RatingAfterGame};
use wythoff_game::{GameId, MemberId};

impl FromRow for RatingAfterGame {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            rating: Rating {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            },
            streak: row.get("streak")?,
        })
    }
}

impl Read {
    /// A member's latest rating in a kind of game. Returns `None` before the first rated game.
    pub async fn rating(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Option<RatingAfterGame>> {
        let sql = "SELECT member, rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish DESC LIMIT 1";
        let statement = query(sql).bind(member).bind(variant);
        self.first("ratings", statement).await
    }

    /// How many rated games a member has played in a kind of game.
    pub async fn count_rated(&mut self, member: MemberId, variant: Variant) -> Result<u32> {
        let sql = "SELECT COUNT(*) FROM ratings WHERE member = $1 AND variant = $2";
        self.one("ratings", query(sql).bind(member).bind(variant))
            .await
    }

    /// The ratings of the players after a game, each with how many rated games of its kind they have played up to
    /// it, without those who do not want to be listed.
    pub async fn ratings_after(&mut self, game: GameId) -> Result<Vec<(MemberId, f64, u32)>> {
        let sql = concat!(
            "SELECT ratings.member, ratings.rating, (SELECT COUNT(*) FROM ratings AS earlier WHERE earlier.member = ratings.member
             AND earlier.variant = ratings.variant AND earlier.finish <= ratings.finish) AS games
             FROM ratings INNER JOIN games ON games.id = ratings.game
             INNER JOIN members ON members.id = ratings.member WHERE ratings.game = $1 AND ",
            listed!("games"),
            " ORDER BY ratings.member"
        );
        self.all("ratings", query(sql).bind(game)).await
    }

    /// Every rating of a member in a kind of game, the oldest first.
    pub async fn rating_history(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<RatingAfterGame>> {
        let sql = "SELECT member, rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish";
        let statement = query(sql).bind(member).bind(variant);
        self.all("ratings", statement).await
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
        let query = query(sql).bind(member).bind(variant);
        self.one("ratings", query).await
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
        let finish: i64 = self.one("ratings", query(sql)).await?;
        for ((member, ranking), change) in end.rankings.iter().zip(end.changes) {
            let Some(RatingAfterGame { rating, streak }) = ranking.rated else {
                continue;
            };
            let sql = "INSERT INTO ratings (member, variant, finish, game, rating, deviation, volatility, change, streak)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
            let query = query(sql)
                .bind(member)
                .bind(end.variant)
                .bind(finish)
                .bind(end.game)
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
