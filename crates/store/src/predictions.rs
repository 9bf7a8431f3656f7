//! Who has predicted that which player wins a game.

use super::games::not_half_a_pair;
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::Guesses;
use wythoff_game::{GameId, MemberId, Seat};

/// How many of those who were right are named.
const NAMED: i64 = 3;

impl Read {
    /// Who wins a game, as a member has predicted.
    pub async fn prediction(&mut self, game: GameId, member: MemberId) -> Result<Option<Seat>> {
        let sql = "SELECT winner FROM predictions WHERE game = $1 AND member = $2";
        self.first("predictions", query(sql).bind(game).bind(member))
            .await
    }

    /// Who has predicted that this player wins. Those who do not want to be listed are only counted.
    pub async fn guesses(&mut self, game: GameId, winner: Seat) -> Result<Guesses> {
        let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN winner = $2 THEN 1 ELSE 0 END), 0) AS BIGINT) AS right_ones,
             COUNT(*) AS every FROM predictions WHERE game = $1";
        let statement = query(sql).bind(game).bind(winner);
        let (right, all): (u64, u64) = self.one("predictions", statement).await?;
        let sql = concat!(
            "SELECT members.id FROM predictions INNER JOIN games ON games.id = predictions.game
             INNER JOIN members ON members.id = predictions.member
             WHERE predictions.game = $1 AND predictions.winner = $2 AND ",
            listed!("games"),
            " ORDER BY members.id LIMIT $3"
        );
        let right_ones = query(sql).bind(game).bind(winner).bind(NAMED);
        let named = self.all("predictions", right_ones).await?;
        Ok(Guesses { named, right, all })
    }

    /// How many winners a member has foreseen, of how many games that were won. The first of two has no winner
    /// without the second.
    pub async fn count_foreseen(&mut self, member: MemberId) -> Result<(u64, u64)> {
        let sql = concat!(
            "SELECT CAST(COALESCE(SUM(CASE WHEN predictions.winner = games.winner THEN 1 ELSE 0 END), 0) AS BIGINT) AS seen,
             COUNT(*) AS games FROM predictions INNER JOIN games ON games.id = predictions.game
             WHERE member = $1 AND games.winner IS NOT NULL AND ",
            not_half_a_pair!()
        );
        self.one("predictions", query(sql).bind(member)).await
    }

    /// All predictions of a member, the latest game first.
    pub async fn predictions(&mut self, member: MemberId) -> Result<Vec<(GameId, Seat)>> {
        let sql = "SELECT game, winner FROM predictions WHERE member = $1 ORDER BY game DESC";
        self.all("predictions", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Saves a member's first prediction about a game.
    pub async fn save_prediction(
        &mut self,
        game: GameId,
        member: MemberId,
        winner: Seat,
    ) -> Result<()> {
        let sql = "INSERT INTO predictions (game, member, winner) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let saving = query(sql).bind(game).bind(member).bind(winner);
        self.execute(saving).await
    }
}
