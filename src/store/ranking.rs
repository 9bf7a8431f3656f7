//! Leaderboards: their pages, and the places of members.

use itertools::Itertools as _;
use std::sync::LazyLock;

use sqlx::{AssertSqlSafe, Row};

use super::standing::{scope_number, standing};
use super::{Error, Result, Snapshot};
use crate::game::MemberId;
use crate::rating::ESTABLISHED_BELOW;
use crate::records::{ESTABLISHED_BONUS, Order, Page, Ranked, Scope, Standing, Word};
use crate::rules::Variant;

/// How many moves from won positions a member needs for a rank by accuracy.
const MIN_MOVES: i64 = 20;

/// How many members with the same value are counted at most to find a place among them.
const MAX_COUNTED: i64 = 20_000;

/// The columns of a standing.
const STANDING: &str = "standings.member, standings.rating, standings.deviation, standings.games, standings.wins, standings.kept,
    standings.won, standings.streak";

/// The column to rank by. It is null for members who are not ranked.
fn column(order: Order) -> String {
    format!("by_{}", order.word())
}

/// How many steps a value of 1 has.
fn steps_to_one(order: Order) -> i64 {
    if order == Order::Accuracy { 1000 } else { 1 }
}

/// The step of a row of standings.
fn step(order: Order) -> String {
    format!(
        "CAST({} * {} AS INTEGER)",
        column(order),
        steps_to_one(order)
    )
}

impl Snapshot {
    /// A page of a leaderboard, the best first, with names.
    pub async fn leaders(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        page: Page,
        most: i64,
    ) -> Result<Vec<(Standing, String)>> {
        let statement = AssertSqlSafe(leaders_statement(order, page));
        let query = sqlx::query(statement).bind(scope_number(scope));
        let query = query.bind(variant.key()).bind(most);
        let query = match page {
            Page::From(place) => query.bind(place - 1),
            Page::Below(key) | Page::Above(key) => query.bind(key.value).bind(key.member.0),
        };
        let rows = query.fetch_all(self.connection()).await?;
        let mut leaders = rows
            .iter()
            .map(|row| Ok((standing(row)?, row.try_get("name")?)))
            .collect::<Result<Vec<_>>>()?;
        if matches!(page, Page::Above(_)) {
            leaders.reverse();
        }
        Ok(leaders)
    }

    /// The game with the most rated games in a scope, by the wins on its leaderboard. Returns `None` if there is no rated game.
    pub async fn most_played(&mut self, scope: Scope) -> Result<Option<Variant>> {
        let most = "SELECT variant FROM steps WHERE scope = $1 AND board = 'wins' AND members > 0
             GROUP BY variant ORDER BY SUM(step * members) DESC, variant LIMIT 1";
        let most = sqlx::query_scalar(most).bind(scope_number(scope));
        let most: Option<String> = most.fetch_optional(self.connection()).await?;
        let read = |key: String| Variant::from_key(&key).ok_or(Error::Corrupt("variant"));
        most.map(read).transpose()
    }

    /// A member's place on a leaderboard. Returns `None` if the member is not ranked.
    pub async fn rank(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        member: MemberId,
    ) -> Result<Option<Ranked>> {
        let own = AssertSqlSafe(format!(
            "SELECT {STANDING}, {} AS step FROM standings WHERE scope = $1 AND variant = $2 AND member = $3 AND {} IS NOT NULL",
            step(order),
            column(order)
        ));
        let own = sqlx::query(own)
            .bind(scope_number(scope))
            .bind(variant.key());
        let own = own.bind(member.0);
        let Some(row) = own.fetch_optional(self.connection()).await? else {
            return Ok(None);
        };
        let (standing, step) = (standing(&row)?, row.try_get::<i64, _>("step")?);
        let key = standing.key(order);
        let above = sqlx::query_scalar(ABOVE_STEP);
        let above = above
            .bind(scope_number(scope))
            .bind(variant.key())
            .bind(order.word())
            .bind(step);
        let above: i64 = above.fetch_one(self.connection()).await?;
        let better = sqlx::query_scalar(AssertSqlSafe(better_on_step_statement(order)));
        let better = better
            .bind(scope_number(scope))
            .bind(variant.key())
            .bind(key.value)
            .bind(key.member.0);
        let better = better.bind(step).bind(MAX_COUNTED);
        let better: i64 = better.fetch_one(self.connection()).await?;
        Ok(Some(Ranked {
            place: above + better + 1,
            is_exact: better < MAX_COUNTED,
            standing,
        }))
    }
}

/// Ranks members again: takes them off the steps of the leaderboards, sets the columns to rank by, and puts them onto the steps. Each
/// statement takes the list of members.
pub(super) static RANK: LazyLock<[String; 3]> = LazyLock::new(|| {
    let ranked = "WITH ranked (id) AS MATERIALIZED (SELECT value FROM json_each(?))";
    let count = |change: i64| {
        let of_board = |order: Order| {
            format!(
                "SELECT scope, variant, '{}' AS board, {} AS step FROM standings WHERE member IN (SELECT id FROM ranked) AND {} IS NOT NULL",
                order.word(),
                step(order),
                column(order)
            )
        };
        format!(
            "{ranked} INSERT INTO steps (scope, variant, board, step, members) SELECT scope, variant, board, step, {change} * COUNT(*) FROM ({})
             WHERE TRUE GROUP BY scope, variant, board, step
             ON CONFLICT (scope, variant, board, step) DO UPDATE SET members = steps.members + excluded.members",
            Order::all().map(of_board).join(" UNION ALL ")
        )
    };
    let rank = format!(
        "{ranked} UPDATE standings SET
         by_rating = CASE WHEN shown = 0 THEN NULL WHEN deviation < {ESTABLISHED_BELOW:?} THEN rating + {ESTABLISHED_BONUS:?} ELSE rating END,
         by_wins = CASE WHEN shown = 1 AND wins > 0 THEN wins END,
         by_accuracy = CASE WHEN shown = 1 AND won >= {MIN_MOVES} THEN accuracy END,
         by_streak = CASE WHEN shown = 1 AND streak > 0 THEN streak END
         WHERE member IN (SELECT id FROM ranked)"
    );
    [count(-1), rank, count(1)]
});

/// Selects a page: of the scope `$1` and the game `$2`, `$3` rows, after the first `$4`, or from the key (`$4`, `$5`) on.
pub(super) fn leaders_statement(order: Order, page: Page) -> String {
    let column = column(order);
    let (bound, direction, skipped) = match page {
        Page::From(_) => (format!("{column} IS NOT NULL"), "DESC", "OFFSET $4"),
        Page::Below(_) => (format!("({column}, member) < ($4, $5)"), "DESC", ""),
        Page::Above(_) => (format!("({column}, member) > ($4, $5)"), "ASC", ""),
    };
    format!(
        "SELECT {STANDING}, COALESCE(members.name, '?') AS name FROM standings LEFT JOIN members ON members.id = member
         WHERE scope = $1 AND variant = $2 AND {bound} ORDER BY {column} {direction}, member {direction} LIMIT $3 {skipped}"
    )
}

/// Counts the members of the scope `$1` and the game `$2` on the board `$3` above the step `$4`.
pub(super) const ABOVE_STEP: &str = "SELECT CAST(COALESCE(SUM(members), 0) AS BIGINT) FROM steps WHERE scope = $1 AND variant = $2 AND board = $3 AND step > $4";

/// Counts the members of the scope `$1` and the game `$2` above the key (`$3`, `$4`) on the same step, which is `$5`, up to `$6`.
pub(super) fn better_on_step_statement(order: Order) -> String {
    let (column, step, to_one) = (column(order), step(order), steps_to_one(order));
    let alike = format!(
        "SELECT 1 FROM standings WHERE scope = $1 AND variant = $2 AND {column} = $3 AND +member > $4"
    );
    let better = match order {
        Order::Wins | Order::Streak => String::new(),
        Order::Rating | Order::Accuracy => format!(
            "SELECT 1 FROM standings
             WHERE scope = $1 AND variant = $2 AND {column} > $3 AND {column} < ($5 + 1.001) / {to_one} AND {step} = $5 UNION ALL "
        ),
    };
    // In two ranges, which takes half the time of one comparison of pairs; whole numbers have one value a step. The plus keeps the
    // primary key out of it. The bound is a little too high, so that no rounding matters.
    format!("SELECT COUNT(*) FROM ({better}{alike} LIMIT $6) AS better")
}
