//! Everything about one member: the numbers for `stats`, and the data for an export.

use itertools::Itertools as _;
use std::sync::LazyLock;

use sqlx::AssertSqlSafe;

use super::load::CHALLENGE;
use super::rows::{ChallengeRow, position};
use super::snapshot::{finished_of_member, running_of_member};
use super::standing;
use super::text::{self, AsWord};
use super::{Error, Result, Snapshot};
use crate::game::{Accuracy, MemberId, Timestamp};
use crate::records::{
    BotWin, ChallengeRecord, Coin, GameRecord, PlayedAt, RatingAfterGame, Tally, Word,
};
use crate::rules::{Level, Position, Variant};

pub(super) const TALLIES: &str = concat!(
    "SELECT variant, level, COUNT(*) AS games,
     CAST(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END) AS BIGINT) AS wins,
     CAST(COALESCE(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_kept ELSE second_kept END), 0) AS BIGINT) AS kept,
     CAST(COALESCE(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_won ELSE second_won END), 0) AS BIGINT) AS won,
     CAST(SUM(hinted) AS BIGINT) AS hinted
     FROM games WHERE winner IS NOT NULL AND taken_back = 0 AND ",
    finished_of_member!(),
    " GROUP BY variant, level"
);
pub(super) const LATEST_WIN: &str = concat!(
    "SELECT level FROM games WHERE variant = $2 AND level IS NOT NULL AND taken_back = 0 AND hinted = 0
     AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner AND ",
    finished_of_member!(),
    " ORDER BY since DESC LIMIT 1"
);
pub(super) const COINS: &str = concat!(
    "SELECT variant, MIN(since) AS at FROM games WHERE level = 'perfect' AND taken_back = 0 AND hinted = 0 AND size > 0
     AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner AND ",
    finished_of_member!(),
    " GROUP BY variant ORDER BY at, variant"
);
pub(super) static BEST_BOT_WINS: LazyLock<String> = LazyLock::new(|| {
    let rank = |(rank, level): (usize, Level)| format!("WHEN '{}' THEN {rank}", level.word());
    let ranks = Level::all().enumerate().map(rank).join(" ");
    format!(
        "SELECT level, variant, rules, start, ply FROM games WHERE variant = $2 AND level IS NOT NULL AND taken_back = 0 AND hinted = 0
         AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner
         AND size > 0 AND {} ORDER BY CASE level {} END, size DESC, id LIMIT $3",
        finished_of_member!(),
        ranks
    )
});

/// The game, the level, games, wins, moves that kept a win, moves from won positions, and games with hints.
type TallyRow = (String, Option<String>, i64, i64, i64, i64, i64);

impl Snapshot {
    /// Every rating of a member in a game of the family, the oldest first.
    pub async fn rating_history(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<RatingAfterGame>> {
        let rated = "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish";
        let rows = sqlx::query(rated).bind(member.0).bind(variant.key());
        let rows = rows.fetch_all(self.connection()).await?;
        rows.iter().map(standing::rated).collect()
    }

    /// Every rating of a member, by game of the family, the oldest first.
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

    /// Everything that a member has solved in lessons.
    pub async fn all_solved(&mut self, member: MemberId) -> Result<Vec<Position>> {
        let solved = "SELECT variant, rules, position FROM solved WHERE member = $1";
        let rows = sqlx::query_as(solved).bind(member.0);
        let rows: Vec<(String, String, String)> = rows.fetch_all(self.connection()).await?;
        let read = rows
            .iter()
            .map(|(variant, rules, at)| position(variant, rules, at));
        read.collect()
    }

    /// The results of a member by game and kind of opponent.
    pub async fn tallies(&mut self, member: MemberId) -> Result<Vec<(Variant, Tally)>> {
        let tallies = sqlx::query_as(TALLIES).bind(member.0);
        let tallies: Vec<TallyRow> = tallies.fetch_all(self.connection()).await?;
        let count = |number: i64| u32::try_from(number).map_err(|_| Error::Corrupt("tally"));
        let tally = |(variant, level, games, wins, kept, won, hinted): TallyRow| {
            let variant = Variant::from_key(&variant).ok_or(Error::Corrupt("variant"))?;
            let tally = Tally {
                hinted,
                level: level.as_deref().map(AsWord::read).transpose()?,
                games,
                wins,
                accuracy: Accuracy {
                    kept: count(kept)?,
                    won: count(won)?,
                },
            };
            Ok((variant, tally))
        };
        tallies.into_iter().map(tally).collect()
    }

    /// The level of the bot in a member's latest win against it that counts: without hints, and with no move taken back.
    pub async fn latest_win(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Option<Level>> {
        let latest = sqlx::query_scalar(LATEST_WIN)
            .bind(member.0)
            .bind(variant.key());
        let latest: Option<String> = latest.fetch_optional(self.connection()).await?;
        latest.as_deref().map(AsWord::read).transpose()
    }

    /// The rating of a member in a game of the family, after the first rated game.
    pub async fn rating(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Option<RatingAfterGame>> {
        let rated = "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2
             ORDER BY finish DESC LIMIT 1";
        let row = sqlx::query(rated).bind(member.0).bind(variant.key());
        let row = row.fetch_optional(self.connection()).await?;
        row.as_ref().map(standing::rated).transpose()
    }

    /// A member's best wins against the bot: the highest level first, then the largest starts. Wins from starts that one move can win are left
    /// out.
    pub async fn best_bot_wins(
        &mut self,
        member: MemberId,
        variant: Variant,
        most: i64,
    ) -> Result<Vec<BotWin>> {
        let wins = sqlx::query_as(BEST_BOT_WINS.as_str())
            .bind(member.0)
            .bind(variant.key());
        let wins: Vec<(String, String, String, String, i64)> =
            wins.bind(most).fetch_all(self.connection()).await?;
        let win = |(level, variant, rules, start, moves): (String, String, String, String, i64)| {
            let (level, from) = (AsWord::read(&level)?, position(&variant, &rules, &start)?);
            Ok(BotWin { level, from, moves })
        };
        wins.into_iter().map(win).collect()
    }

    /// The coins that a member has earned, the first one first.
    pub async fn coins(&mut self, member: MemberId) -> Result<Vec<Coin>> {
        let rows = sqlx::query_as(COINS).bind(member.0);
        let rows: Vec<(String, i64)> = rows.fetch_all(self.connection()).await?;
        let coin = |(variant, at): (String, i64)| {
            let variant = Variant::from_key(&variant).ok_or(Error::Corrupt("variant"))?;
            let at = Timestamp(at);
            Ok(Coin { variant, at })
        };
        rows.into_iter().map(coin).collect()
    }

    /// The most rated wins in a row of a member.
    pub async fn longest_streak(&mut self, member: MemberId, variant: Variant) -> Result<i64> {
        let longest =
            "SELECT COALESCE(MAX(streak), 0) FROM ratings WHERE member = $1 AND variant = $2";
        let longest = sqlx::query_scalar(longest)
            .bind(member.0)
            .bind(variant.key());
        Ok(longest.fetch_one(self.connection()).await?)
    }

    /// Every game of a member, running and finished, with its moves, the oldest first.
    pub async fn all_games(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameRecord, Vec<PlayedAt>)>> {
        let theirs = concat!(
            " FROM games WHERE ",
            running_of_member!(),
            " OR ",
            finished_of_member!(),
            " ORDER BY id"
        );
        self.games(theirs, &[member.0]).await
    }

    /// Every challenge that a member has made or received, the oldest first.
    pub async fn all_challenges(&mut self, member: MemberId) -> Result<Vec<ChallengeRecord>> {
        let query = AssertSqlSafe(format!(
            "SELECT {}, name FROM challenges LEFT JOIN members ON members.id = challenger
             WHERE challenger = $1 OR invited = $1 ORDER BY challenges.id",
            *CHALLENGE
        ));
        let rows = sqlx::query_as(query).bind(member.0);
        let rows: Vec<(String, Option<String>)> = rows.fetch_all(self.connection()).await?;
        let challenge = |(row, challenger): (String, Option<String>)| {
            let mut record = text::read::<ChallengeRow>(&row)?.record()?;
            let [name, _] = &mut record.names;
            *name = challenger;
            Ok(record)
        };
        rows.into_iter().map(challenge).collect()
    }
}
