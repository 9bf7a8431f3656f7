//! The statistics of one member.

use std::fmt::Write as _;
use std::sync::LazyLock;

use sqlx::AssertSqlSafe;

use super::columns::{FromRow, Row};
use super::games::counted_of_member;
use super::statement::query;
use super::{Read, Result};
use nim_games::{Animal, Variant};
use wythoff_game::records::{BotWin, Coin, LATEST_GAMES, Tally, Word};
use wythoff_game::{Accuracy, MemberId, Timestamp};

/// The unaided wins of the member `$1` against the bot, that is, without hints and with no move
/// taken back, and with a choice between a move that wins and one that does not.
macro_rules! unaided_wins {
    () => {
        concat!(
            "level IS NOT NULL AND taken_back = 0 AND hinted = 0 AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner AND
             CASE WHEN first_player = $1 THEN first_won ELSE second_won END > 0 AND ",
            counted_of_member!()
        )
    };
}

/// Selects a member's best wins against the bot: the strongest animal first, then the largest starts.
/// Starts that can be won in one move are left out.
static BEST_BOT_WINS: LazyLock<String> = LazyLock::new(|| {
    let mut ranks = String::new();
    for (rank, animal) in Animal::ALL.iter().rev().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(ranks, " WHEN '{}' THEN {rank}", animal.word());
    }
    format!(
        "SELECT id, level, variant, rules, start, ply FROM games WHERE variant = $2 AND size > 0 AND {}
         ORDER BY CASE level{ranks} END, size DESC, id LIMIT $3",
        unaided_wins!()
    )
});

/// How many games are searched for the lost positions that a member knows.
const SEARCHED: i64 = 100;

/// A move: its game, the start of that game, whether the member was the first player (1), and the
/// move.
pub type RecentMove = (i64, String, i64, String);

/// The results in one kind of game against one kind of opponent.
struct Tallied(Variant, Tally);

impl FromRow for Tallied {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let tally = Tally {
            animal: row.get("level")?,
            games: row.get("games")?,
            wins: row.get("wins")?,
            hinted: row.get("hinted")?,
            accuracy: Accuracy {
                kept: row.get("kept")?,
                won: row.get("won_positions")?,
            },
        };
        Ok(Self(row.get("variant")?, tally))
    }
}

impl FromRow for Coin {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            variant: row.get("variant")?,
            at: row.get("at")?,
        })
    }
}

impl FromRow for BotWin {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            animal: row.get("level")?,
            from: row.position("start")?,
            moves: row.get("ply")?,
        })
    }
}

impl Read {
    /// The results of a member by kind of game and kind of opponent. Games against the bot in which a
    /// move was taken back are left out: between members the other one has agreed.
    pub async fn tallies(&mut self, member: MemberId) -> Result<Vec<(Variant, Tally)>> {
        let sql = concat!(
            "SELECT variant, level, COUNT(*) AS games,
             CAST(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END) AS BIGINT) AS wins,
             CAST(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_kept ELSE second_kept END) AS BIGINT) AS kept,
             CAST(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_won ELSE second_won END) AS BIGINT) AS won_positions,
             CAST(SUM(hinted) AS BIGINT) AS hinted
             FROM games WHERE winner IS NOT NULL AND (taken_back = 0 OR level IS NULL) AND ",
            counted_of_member!(),
            " GROUP BY variant, level"
        );
        let rows = self.all("games", query(sql).bind(member)).await?;
        let tallies = rows
            .into_iter()
            .map(|Tallied(variant, tally)| (variant, tally));
        Ok(tallies.collect())
    }

    /// A member's accuracy in the latest games without help in which they had a win to keep, and
    /// the number of those games: for one kind of game, or for all.
    pub async fn recent_accuracy(
        &mut self,
        member: MemberId,
        variant: Option<Variant>,
    ) -> Result<(Accuracy, u32)> {
        let sql = concat!(
            "SELECT CAST(COALESCE(SUM(kept), 0) AS BIGINT) AS kept, CAST(COALESCE(SUM(won), 0) AS BIGINT) AS won, COUNT(*) AS games
             FROM (SELECT CASE WHEN first_player = $1 THEN first_kept ELSE second_kept END AS kept,
             CASE WHEN first_player = $1 THEN first_won ELSE second_won END AS won
             FROM games WHERE (taken_back = 0 OR level IS NULL) AND hinted = 0 AND ($2 = '' OR variant = $2)
             AND CASE WHEN first_player = $1 THEN first_won ELSE second_won END > 0 AND ",
            counted_of_member!(),
            " ORDER BY since DESC LIMIT $3) AS used"
        );
        let variant = variant.map_or("", Variant::key);
        let query = query(sql).bind(member).bind(variant).bind(LATEST_GAMES);
        let (kept, won, games) = self.one("games", query).await?;
        Ok((Accuracy { kept, won }, games))
    }

    /// How many games a member has won against another, and how many lost: for one kind of game, or
    /// for all.
    pub async fn head_to_head(
        &mut self,
        member: MemberId,
        other: MemberId,
        variant: Option<Variant>,
    ) -> Result<(i64, i64)> {
        let sql = concat!(
            "SELECT CAST(COALESCE(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END), 0) AS BIGINT) AS wins,
             COUNT(*) AS games FROM games WHERE winner IS NOT NULL AND level IS NULL AND ($3 = '' OR variant = $3)
             AND (first_player = $2 OR second_player = $2) AND ",
            counted_of_member!()
        );
        let variant = variant.map_or("", Variant::key);
        let query = query(sql).bind(member).bind(other).bind(variant);
        let (wins, games): (i64, i64) = self.one("games", query).await?;
        Ok((wins, games - wins))
    }

    /// How many games a member has won against another in a server up to that time, and how many lost.
    pub async fn tally(
        &mut self,
        (guild, until): (i64, Timestamp),
        member: MemberId,
        other: MemberId,
    ) -> Result<(u64, u64)> {
        let sql = concat!(
            "SELECT CAST(COALESCE(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END), 0) AS BIGINT) AS wins,
             COUNT(*) AS games FROM games WHERE winner IS NOT NULL AND level IS NULL AND guild = $3 AND since <= $4
             AND (first_player = $2 OR second_player = $2) AND ",
            counted_of_member!()
        );
        let query = query(sql).bind(member).bind(other).bind(guild);
        let (wins, games): (u64, u64) = self.one("games", query.bind(until)).await?;
        Ok((wins, games - wins))
    }

    /// The moves of a member's latest games without help, with the usual options of the game.
    pub async fn recent_moves(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<RecentMove>> {
        let sql = concat!(
            "SELECT plies.game, start, CASE WHEN first_player = $1 THEN 1 ELSE 0 END AS is_first, mv
             FROM games INNER JOIN plies ON plies.game = games.id
             WHERE games.id IN (SELECT id FROM games WHERE variant = $2 AND rules = '' AND (taken_back = 0 OR level IS NULL) AND hinted = 0 AND ",
            counted_of_member!(),
            " ORDER BY since DESC LIMIT $3) ORDER BY plies.game, plies.ply"
        );
        let query = query(sql).bind(member).bind(variant);
        self.all("games", query.bind(SEARCHED)).await
    }

    /// The coins that a member has earned, alone or with their server, the earliest first.
    pub async fn coins(&mut self, member: MemberId) -> Result<Vec<Coin>> {
        let sql = concat!(
            "SELECT variant, MIN(earned) AS at FROM (
             SELECT variant, since AS earned FROM boss_coins WHERE member = $1 UNION ALL
             SELECT variant, since AS earned FROM games WHERE level IN ('penguin', 'perfect') AND size > 0 AND ",
            unaided_wins!(),
            ") AS coins GROUP BY variant ORDER BY at, variant"
        );
        self.all("games", query(sql).bind(member)).await
    }

    /// A member's best wins against the bot: the strongest animal first, then the largest starts.
    pub async fn best_bot_wins(
        &mut self,
        member: MemberId,
        variant: Variant,
        limit: i64,
    ) -> Result<Vec<BotWin>> {
        let query = query(AssertSqlSafe(BEST_BOT_WINS.as_str()));
        let query = query.bind(member).bind(variant).bind(limit);
        self.all("games", query).await
    }
}
