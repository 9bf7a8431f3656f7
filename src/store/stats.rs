//! The statistics of one member.

use std::fmt::Write as _;
use std::sync::LazyLock;

use sqlx::{AssertSqlSafe, FromRow};

use super::columns::RowOf;
use super::games::finished_of_member;
use super::transaction::query_as;
use super::{Read, Result};
use crate::game::{Accuracy, MemberId, Timestamp};
use crate::records::{BotWin, Coin, LATEST_GAMES, Tally, Word};
use nim_games::{Animal, Variant};

/// The unaided wins of the member `$1` against the bot, that is, without hints and with no move
/// taken back, and with a choice between a move that wins and one that does not.
macro_rules! unaided_wins {
    () => {
        concat!(
            "level IS NOT NULL AND taken_back = 0 AND hinted = 0 AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner AND
             CASE WHEN first_player = $1 THEN first_won ELSE second_won END > 0 AND ",
            finished_of_member!()
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
        "SELECT level, variant, rules, start, ply FROM games WHERE variant = $2 AND size > 0 AND {}
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
#[derive(Debug, FromRow)]
struct TallyRow {
    variant: String,
    level: Option<String>,
    games: i64,
    wins: i64,
    kept: i64,
    won_positions: i64,
    hinted: i64,
}

impl Read {
    /// The results of a member by kind of game and kind of opponent. Games in which a move was
    /// taken back are left out.
    pub async fn tallies(&mut self, member: MemberId) -> Result<Vec<(Variant, Tally)>> {
        let sql = concat!(
            "SELECT variant, level, COUNT(*) AS games,
             CAST(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END) AS BIGINT) AS wins,
             CAST(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_kept ELSE second_kept END) AS BIGINT) AS kept,
             CAST(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_won ELSE second_won END) AS BIGINT) AS won_positions,
             CAST(SUM(hinted) AS BIGINT) AS hinted
             FROM games WHERE winner IS NOT NULL AND taken_back = 0 AND ",
            finished_of_member!(),
            " GROUP BY variant, level"
        );
        let rows: Vec<TallyRow> = self.all(query_as(sql).bind(member.0)).await?;
        let row = member_row(member);
        let tally = |tallied: TallyRow| {
            let tally = Tally {
                animal: row.optional_word("level", tallied.level.as_deref())?,
                games: tallied.games,
                wins: tallied.wins,
                hinted: tallied.hinted,
                accuracy: Accuracy {
                    kept: row.number("first_kept", tallied.kept)?,
                    won: row.number("first_won", tallied.won_positions)?,
                },
            };
            Ok((row.variant(&tallied.variant)?, tally))
        };
        rows.into_iter().map(tally).collect()
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
             FROM games WHERE taken_back = 0 AND hinted = 0 AND ($2 = '' OR variant = $2)
             AND CASE WHEN first_player = $1 THEN first_won ELSE second_won END > 0 AND ",
            finished_of_member!(),
            " ORDER BY since DESC LIMIT $3) AS used"
        );
        let variant = variant.map_or("", Variant::key);
        let query = query_as(sql)
            .bind(member.0)
            .bind(variant)
            .bind(i64::from(LATEST_GAMES));
        let row: Option<(i64, i64, i64)> = self.first(query).await?;
        let (kept, won, games) = row.unwrap_or_default();
        let row = member_row(member);
        let accuracy = Accuracy {
            kept: row.number("first_kept", kept)?,
            won: row.number("first_won", won)?,
        };
        Ok((accuracy, row.number("games", games)?))
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
            finished_of_member!()
        );
        let variant = variant.map_or("", Variant::key);
        let query = query_as(sql).bind(member.0).bind(other.0).bind(variant);
        let row: Option<(i64, i64)> = self.first(query).await?;
        let (wins, games) = row.unwrap_or_default();
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
             WHERE games.id IN (SELECT id FROM games WHERE variant = $2 AND rules = '' AND taken_back = 0 AND hinted = 0 AND ",
            finished_of_member!(),
            " ORDER BY since DESC LIMIT $3) ORDER BY plies.game, plies.ply"
        );
        let query = query_as(sql).bind(member.0).bind(variant.key());
        self.all(query.bind(SEARCHED)).await
    }

    /// The coins that a member has earned, the earliest first.
    pub async fn coins(&mut self, member: MemberId) -> Result<Vec<Coin>> {
        let sql = concat!(
            "SELECT variant, MIN(since) AS at FROM games WHERE level IN ('penguin', 'perfect') AND size > 0 AND ",
            unaided_wins!(),
            " GROUP BY variant ORDER BY at, variant"
        );
        let rows: Vec<(String, i64)> = self.all(query_as(sql).bind(member.0)).await?;
        let coin = |(variant, at): (String, i64)| {
            let (variant, at) = (member_row(member).variant(&variant)?, Timestamp(at));
            Ok(Coin { variant, at })
        };
        rows.into_iter().map(coin).collect()
    }

    /// A member's best wins against the bot: the strongest animal first, then the largest starts.
    pub async fn best_bot_wins(
        &mut self,
        member: MemberId,
        variant: Variant,
        limit: i64,
    ) -> Result<Vec<BotWin>> {
        type Row = (String, String, String, String, i64);
        let query = query_as(AssertSqlSafe(BEST_BOT_WINS.as_str()));
        let query = query.bind(member.0).bind(variant.key()).bind(limit);
        let wins: Vec<Row> = self.all(query).await?;
        let row = member_row(member);
        let win = |(level, variant, rules, start, moves): Row| {
            Ok(BotWin {
                animal: row.word("level", &level)?,
                from: row.position("start", (&variant, &rules, &start))?,
                moves,
            })
        };
        wins.into_iter().map(win).collect()
    }
}

/// What an error names as the corrupt row: it may be any of the member's games, so the id is the
/// member's.
const fn member_row(member: MemberId) -> RowOf {
    RowOf::new("games", member.0)
}
