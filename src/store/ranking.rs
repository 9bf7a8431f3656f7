//! Places: by what leaderboards rank, their pages, and how many stand above somebody.

use std::sync::LazyLock;

use sqlx::{AssertSqlSafe, Row};

use super::standing::{Scope, Standing, scope_number, standing};
use super::{Error, Snapshot, Transaction, text};
use crate::game::MemberId;
use crate::rating::ESTABLISHED_BELOW;

/// How many moves from won positions it takes until an accuracy is ranked.
const FEWEST_MOVES: i64 = 20;

/// By what a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// By rating: the established ones, then the provisional ones.
    Rating,
    /// By rated wins.
    Wins,
    /// By accuracy in rated games: from 20 moves on.
    Accuracy,
    /// By rated wins in a row, up to now.
    Streak,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::Rating, Self::Wins, Self::Accuracy, Self::Streak];

    /// The column to rank by, which is null for whoever is not ranked.
    const fn column(self) -> &'static str {
        match self {
            Self::Rating => "by_rating",
            Self::Wins => "by_wins",
            Self::Accuracy => "by_accuracy",
            Self::Streak => "by_streak",
        }
    }

    /// The column `board` of the steps.
    const fn board(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Wins => "wins",
            Self::Accuracy => "accuracy",
            Self::Streak => "streak",
        }
    }

    /// How many steps there are to 1.
    const fn steps_to_one(self) -> i64 {
        match self {
            Self::Rating | Self::Wins | Self::Streak => 1,
            Self::Accuracy => 1000,
        }
    }

    /// The step of a row of standings.
    fn step(self) -> String {
        format!(
            "CAST({} * {} AS INTEGER)",
            self.column(),
            self.steps_to_one()
        )
    }
}

/// How much more established ratings are ranked by than they are, so that they stand above all provisional ones.
const ESTABLISHED_BY: f64 = 10_000.0;

/// How many members with the very same value are counted at most to find somebody's place among them.
const MOST_COUNTED: i64 = 20_000;

/// A member's place on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The place: the first is 1.
    pub place: i64,
    /// Whether it is known exactly: not among too many who stand alike.
    pub is_exact: bool,
    /// How the member stands.
    pub standing: Standing,
}

/// Where a page of a leaderboard begins or ends: the value that is ranked by, and who has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The value.
    pub value: f64,
    /// Who has it.
    pub member: MemberId,
}

/// Which page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Page {
    /// The first one.
    First,
    /// The one below that rung.
    Below(Rung),
    /// The one above that rung.
    Above(Rung),
}

impl Standing {
    /// The value that an order ranks by.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "nobody plays 2^52 games, and a count is as exact as its column up to there"
    )]
    pub fn rung(&self, order: Order) -> Rung {
        let value = match order {
            Order::Rating if self.rating.is_provisional() => self.rating.rating,
            Order::Rating => self.rating.rating + ESTABLISHED_BY,
            Order::Wins => self.wins as f64,
            Order::Accuracy => self.share(),
            Order::Streak => self.streak as f64,
        };
        Rung {
            value,
            member: self.member,
        }
    }
}

impl Snapshot<'_> {
    /// A page of a leaderboard, the best first, each with the name last seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn leaders(
        &mut self,
        scope: Scope,
        order: Order,
        page: Page,
        most: i64,
    ) -> Result<Vec<(Standing, String)>, Error> {
        let statement = AssertSqlSafe(leaders_statement(order, page));
        let query = sqlx::query(statement).bind(scope_number(scope)).bind(most);
        let query = match page {
            Page::First => query,
            Page::Below(rung) | Page::Above(rung) => query.bind(rung.value).bind(rung.member.0),
        };
        let rows = query.fetch_all(&mut *self.connection).await?;
        let mut leaders = rows
            .iter()
            .map(|row| Ok((standing(row)?, row.try_get("name")?)))
            .collect::<Result<Vec<_>, Error>>()?;
        if matches!(page, Page::Above(_)) {
            leaders.reverse();
        }
        Ok(leaders)
    }

    /// A member's place on a leaderboard; none where the member is not ranked.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rank(
        &mut self,
        scope: Scope,
        order: Order,
        member: MemberId,
    ) -> Result<Option<Ranked>, Error> {
        let own = AssertSqlSafe(format!(
            "SELECT standings.*, {} AS step FROM standings WHERE scope = $1 AND member = $2 AND {} IS NOT NULL",
            order.step(),
            order.column()
        ));
        let own = sqlx::query(own).bind(scope_number(scope)).bind(member.0);
        let Some(row) = own.fetch_optional(&mut *self.connection).await? else {
            return Ok(None);
        };
        let (standing, step) = (standing(&row)?, row.try_get::<i64, _>("step")?);
        let rung = standing.rung(order);
        let above = sqlx::query(ABOVE_STEP)
            .bind(scope_number(scope))
            .bind(order.board())
            .bind(step);
        let above = self.count(above).await?;
        let better = AssertSqlSafe(better_on_step_statement(order));
        let better = sqlx::query(better)
            .bind(scope_number(scope))
            .bind(rung.value)
            .bind(rung.member.0)
            .bind(step)
            .bind(MOST_COUNTED);
        let better = self.count(better).await?;
        Ok(Some(Ranked {
            place: above + better + 1,
            is_exact: better < MOST_COUNTED,
            standing,
        }))
    }
}

impl Transaction<'_> {
    /// Brings up to date by what a member is ranked on each leaderboard, if at all, once the standings have been changed. Before that,
    /// they have been taken off the steps.
    pub(super) async fn rank(&mut self, member: MemberId) -> Result<(), Error> {
        let [_, rank, count] = &*RANK;
        self.each(member, rank).await?;
        self.each(member, count).await
    }

    /// Takes a member off the steps of every leaderboard.
    pub(super) async fn unrank(&mut self, member: MemberId) -> Result<(), Error> {
        let [uncount, ..] = &*RANK;
        self.each(member, uncount).await
    }

    async fn each(&mut self, member: MemberId, statement: &'static str) -> Result<(), Error> {
        sqlx::query(statement)
            .bind(text::write(&[member.0])?)
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }
}

/// Ranks members anew, a list of whom goes into each: off the steps of the leaderboards, before their standings change; by what they
/// are ranked, in columns of their own, so that ranking reads nothing but an index; and onto the steps.
pub(super) static RANK: LazyLock<[String; 3]> = LazyLock::new(|| {
    let ranked = "WITH ranked (id) AS MATERIALIZED (SELECT value FROM json_each(?))";
    let count = |change: i64| {
        let of_board = |order: Order| {
            format!(
                "SELECT scope, '{}' AS board, {} AS step FROM standings WHERE member IN (SELECT id FROM ranked) AND {} IS NOT NULL",
                order.board(),
                order.step(),
                order.column()
            )
        };
        format!(
            "{ranked} INSERT INTO steps (scope, board, step, members) SELECT scope, board, step, {change} * COUNT(*) FROM ({})
             WHERE TRUE GROUP BY scope, board, step
             ON CONFLICT (scope, board, step) DO UPDATE SET members = steps.members + excluded.members",
            Order::ALL.map(of_board).join(" UNION ALL ")
        )
    };
    let rank = format!(
        "{ranked} UPDATE standings SET
         by_rating = CASE WHEN shown = 0 THEN NULL WHEN deviation < {ESTABLISHED_BELOW:?} THEN rating + {ESTABLISHED_BY:?} ELSE rating END,
         by_wins = CASE WHEN shown = 1 AND wins > 0 THEN wins END,
         by_accuracy = CASE WHEN shown = 1 AND won >= {FEWEST_MOVES} THEN accuracy END,
         by_streak = CASE WHEN shown = 1 AND streak > 0 THEN streak END
         WHERE member IN (SELECT id FROM ranked)"
    );
    [count(-1), rank, count(1)]
});

/// Asks for a page: of the scope `$1`, `$2` rows, from the rung (`$3`, `$4`) on.
pub(super) fn leaders_statement(order: Order, page: Page) -> String {
    let column = order.column();
    let (bound, direction) = match page {
        Page::First => (format!("{column} IS NOT NULL"), "DESC"),
        Page::Below(_) => (format!("({column}, member) < ($3, $4)"), "DESC"),
        Page::Above(_) => (format!("({column}, member) > ($3, $4)"), "ASC"),
    };
    format!(
        "SELECT standings.*, COALESCE(members.name, '?') AS name FROM standings LEFT JOIN members ON members.id = member
         WHERE scope = $1 AND {bound} ORDER BY {column} {direction}, member {direction} LIMIT $2"
    )
}

/// Asks how many in the scope `$1` stand on the board `$2` above the step `$3`.
pub(super) const ABOVE_STEP: &str = "SELECT CAST(COALESCE(SUM(members), 0) AS BIGINT) FROM steps WHERE scope = $1 AND board = $2 AND step > $3";

/// Asks how many in the scope `$1` stand above the rung (`$2`, `$3`) on the same step, which is `$4`: `$5` at most.
pub(super) fn better_on_step_statement(order: Order) -> String {
    let (column, step, to_one) = (order.column(), order.step(), order.steps_to_one());
    let alike =
        format!("SELECT 1 FROM standings WHERE scope = $1 AND {column} = $2 AND +member > $3");
    let better = match order {
        Order::Wins | Order::Streak => String::new(),
        Order::Rating | Order::Accuracy => format!(
            "SELECT 1 FROM standings
             WHERE scope = $1 AND {column} > $2 AND {column} < ($4 + 1.001) / {to_one} AND {step} = $4 UNION ALL "
        ),
    };
    // In two ranges, which takes half the time of one comparison of pairs; whole numbers have one value a step. The plus keeps the
    // primary key out of it. The bound is a little too high, so that no rounding matters.
    format!("SELECT COUNT(*) FROM ({better}{alike} LIMIT $5) AS better")
}
