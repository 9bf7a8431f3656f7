//! Leaderboards: the standings of members, the steps that count them, pages, and places.
//!
//! A standing has a value for each order to rank by, or none if the member is not ranked. A step
//! counts the members whose values are the same when rounded down, so that a place can be computed
//! without visiting everybody above.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, FromRow};

use super::columns::{RowOf, scope_number, scope_of};
use super::transaction::{bind_float, query, query_as, query_scalar, values};
use super::{Read, Result, Tx};
use crate::game::{Accuracy, MemberId};
use crate::rating::Rating;
use crate::records::{Order, Page, Ranked, Scope, Standing, Visibility, Word};
use nim_games::Variant;

/// How many moves from won positions a member needs for a rank by accuracy.
const MIN_MOVES: u32 = 20;

/// The number of members on one step at which the count for a place stops.
const MAX_COUNTED: i64 = 20_000;

/// The columns of a standing.
macro_rules! columns {
    () => {
        "scope, standings.member, shown, standings.rating, standings.deviation, games, wins, kept, won, streak"
    };
}

/// A row of `standings`.
#[derive(Debug, FromRow)]
struct StandingRow {
    scope: i64,
    member: i64,
    shown: i64,
    rating: f64,
    deviation: f64,
    games: i64,
    wins: i64,
    kept: i64,
    won: i64,
    streak: i64,
}

/// A row of `standings` with the member's name.
#[derive(Debug, FromRow)]
struct LeaderRow {
    #[sqlx(flatten)]
    row: StandingRow,
    name: String,
}

impl StandingRow {
    fn standing(&self) -> Result<Standing> {
        let row = RowOf::new("standings", self.member);
        Ok(Standing {
            member: MemberId(self.member),
            rating: Rating {
                rating: self.rating,
                deviation: self.deviation,
                ..Rating::default()
            },
            games: self.games,
            wins: self.wins,
            accuracy: Accuracy {
                kept: row.number("kept", self.kept)?,
                won: row.number("won", self.won)?,
            },
            streak: self.streak,
        })
    }
}

/// The column to rank by. It is null for members who are not ranked.
fn column(order: Order) -> String {
    format!("by_{}", order.word())
}

/// How many steps an interval of 1 is divided into.
const fn steps_per_unit(order: Order) -> f64 {
    match order {
        Order::Accuracy => 1000.0,
        Order::Rating | Order::Wins | Order::Streak => 1.0,
    }
}

/// The value that a standing is ranked by, if it is ranked.
fn value(order: Order, standing: &Standing, is_shown: bool) -> Option<f64> {
    let is_ranked = match order {
        Order::Rating => true,
        Order::Wins => standing.wins > 0,
        Order::Accuracy => standing.accuracy.won >= MIN_MOVES,
        Order::Streak => standing.streak > 0,
    };
    (is_shown && is_ranked).then(|| standing.key(order).value)
}

/// The step of a value.
#[expect(clippy::cast_possible_truncation, reason = "values are far below 2^63")]
fn step(order: Order, value: f64) -> i64 {
    (value * steps_per_unit(order)).floor() as i64
}

/// Whether a member with this visibility is shown on the leaderboard of a scope.
fn is_shown(scope: Scope, visibility: Visibility) -> bool {
    match (visibility, scope) {
        (Visibility::Everywhere, _) | (Visibility::Servers, Scope::Server(_)) => true,
        (Visibility::Servers, Scope::Everywhere) | (Visibility::Nowhere, _) => false,
    }
}

/// A standing with its scope, and whether it is shown there.
type ScopedStanding = (Scope, Standing, bool);

impl Read {
    /// A member's standings in a kind of game, with their scopes.
    pub async fn standings(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<(Scope, Standing)>> {
        let known = self.scoped_standings(member, variant).await?.into_iter();
        Ok(known
            .map(|(scope, standing, _)| (scope, standing))
            .collect())
    }

    async fn scoped_standings(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<ScopedStanding>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM standings WHERE member = $1 AND variant = $2"
        );
        let query = query_as(sql).bind(member.0).bind(variant.key());
        let rows: Vec<StandingRow> = self.all(query).await?;
        let scoped = |row: &StandingRow| Ok((scope_of(row.scope), row.standing()?, row.shown != 0));
        rows.iter().map(scoped).collect()
    }

    /// A page of a leaderboard, the best first, with names.
    pub async fn leaders(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        page: Page,
        limit: i64,
    ) -> Result<Vec<(Standing, String)>> {
        let query = query_as(AssertSqlSafe(leaders_statement(order, page)))
            .bind(scope_number(scope))
            .bind(variant.key())
            .bind(limit);
        let query = match page {
            Page::From(place) => query.bind(place - 1),
            Page::Below(key) | Page::Above(key) => query.bind(key.value).bind(key.member.0),
        };
        let rows: Vec<LeaderRow> = self.all(query).await?;
        let leaders = rows.into_iter();
        let leaders = leaders.map(|LeaderRow { row, name }| Ok((row.standing()?, name)));
        let mut leaders = leaders.collect::<Result<Vec<_>>>()?;
        if matches!(page, Page::Above(_)) {
            leaders.reverse();
        }
        Ok(leaders)
    }

    /// The kind of game with the most rated games in a scope, counted by the wins on its
    /// leaderboard. Returns `None` if there are none.
    pub async fn most_played(&mut self, scope: Scope) -> Result<Option<Variant>> {
        let sql = "SELECT variant FROM steps WHERE scope = $1 AND board = 'wins' AND members > 0
             GROUP BY variant ORDER BY SUM(step * members) DESC, variant LIMIT 1";
        let most: Vec<String> = self
            .values(query_scalar(sql).bind(scope_number(scope)))
            .await?;
        let row = RowOf::new("steps", scope_number(scope));
        most.first().map(|key| row.variant(key)).transpose()
    }

    /// A member's place on a leaderboard. Returns `None` if the member is not ranked.
    pub async fn rank(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        member: MemberId,
    ) -> Result<Option<Ranked>> {
        let mut own = self.scoped_standings(member, variant).await?.into_iter();
        let Some((_, standing, is_shown)) = own.find(|(known, ..)| *known == scope) else {
            return Ok(None);
        };
        let Some(value) = value(order, &standing, is_shown) else {
            return Ok(None);
        };
        let (place, is_exact) = self.place((scope, variant), order, value).await?;
        Ok(Some(Ranked {
            place,
            is_exact,
            standing,
        }))
    }

    /// The place of everybody who has a value on a leaderboard, and whether it is exact.
    pub async fn place(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        value: f64,
    ) -> Result<(i64, bool)> {
        let step = step(order, value);
        let sql = "SELECT CAST(COALESCE(SUM(members), 0) AS BIGINT) FROM steps WHERE scope = $1 AND variant = $2 AND board = $3 AND step > $4";
        let above = query_scalar(sql)
            .bind(scope_number(scope))
            .bind(variant.key())
            .bind(order.word())
            .bind(step);
        let above: i64 = self.value(above).await?;
        let better: i64 = match order {
            // Whole numbers have one value per step.
            Order::Wins | Order::Streak => 0,
            Order::Rating | Order::Accuracy => {
                let better = query_scalar(AssertSqlSafe(better_on_step_statement(order)))
                    .bind(scope_number(scope))
                    .bind(variant.key())
                    .bind(value)
                    .bind(step)
                    .bind(MAX_COUNTED);
                self.value(better).await?
            }
        };
        Ok((above + better + 1, better < MAX_COUNTED))
    }
}

impl Tx {
    /// Saves a member's standings in a kind of game.
    pub(super) async fn save_standings(
        &mut self,
        member: MemberId,
        variant: Variant,
        standings: &[(Scope, Standing)],
    ) -> Result<()> {
        let visibility = self.visibility(member).await?;
        let before = self.scoped_standings(member, variant).await?;
        let after = standings.iter();
        let after: Vec<ScopedStanding> = after
            .map(|&(scope, standing)| (scope, standing, is_shown(scope, visibility)))
            .collect();
        self.put_standings(variant, &before, &after).await
    }

    /// Shows or hides a member on leaderboards, according to the setting.
    pub(super) async fn show_standings(
        &mut self,
        member: MemberId,
        visibility: Visibility,
    ) -> Result<()> {
        for &variant in Variant::ALL {
            let before = self.scoped_standings(member, variant).await?;
            let after = before.iter();
            let after: Vec<ScopedStanding> = after
                .map(|&(scope, standing, _)| (scope, standing, is_shown(scope, visibility)))
                .collect();
            self.put_standings(variant, &before, &after).await?;
        }
        Ok(())
    }

    /// Saves the standings that have changed, and updates the counts of the steps that they left
    /// and entered.
    async fn put_standings(
        &mut self,
        variant: Variant,
        before: &[ScopedStanding],
        after: &[ScopedStanding],
    ) -> Result<()> {
        let mut counts: BTreeMap<(i64, &str, i64), i64> = BTreeMap::new();
        for (standings, difference) in [(before, -1), (after, 1)] {
            for (scope, standing, is_shown) in standings {
                for order in Order::all() {
                    if let Some(value) = value(order, standing, *is_shown) {
                        let key = (scope_number(*scope), order.word(), step(order, value));
                        *counts.entry(key).or_default() += difference;
                    }
                }
            }
        }
        let changed = after.iter().filter(|standing| !before.contains(standing));
        let changed: Vec<&ScopedStanding> = changed.collect();
        if !changed.is_empty() {
            self.insert_standings(variant, &changed).await?;
        }
        counts.retain(|_, difference| *difference != 0);
        if counts.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO steps (scope, variant, board, step, members) VALUES {}
             ON CONFLICT (scope, variant, board, step) DO UPDATE SET members = steps.members + excluded.members",
            values(counts.len(), 5)
        );
        let mut steps = query(AssertSqlSafe(sql));
        for ((scope, board, step), difference) in counts {
            let row = steps.bind(scope).bind(variant.key()).bind(board);
            steps = row.bind(step).bind(difference);
        }
        self.execute(steps).await
    }

    async fn insert_standings(
        &mut self,
        variant: Variant,
        standings: &[&ScopedStanding],
    ) -> Result<()> {
        let sql = format!(
            "INSERT INTO standings (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak,
             by_rating, by_wins, by_accuracy, by_streak)
             VALUES {}
             ON CONFLICT (member, variant, scope) DO UPDATE SET shown = excluded.shown, rating = excluded.rating,
             deviation = excluded.deviation, games = excluded.games, wins = excluded.wins, kept = excluded.kept, won = excluded.won,
             accuracy = excluded.accuracy, streak = excluded.streak, by_rating = excluded.by_rating, by_wins = excluded.by_wins,
             by_accuracy = excluded.by_accuracy, by_streak = excluded.by_streak",
            values(standings.len(), 16)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (scope, standing, is_shown) in standings {
            query = query
                .bind(scope_number(*scope))
                .bind(variant.key())
                .bind(standing.member.0)
                .bind(i64::from(*is_shown))
                .bind(standing.rating.rating)
                .bind(standing.rating.deviation)
                .bind(standing.games)
                .bind(standing.wins)
                .bind(i64::from(standing.accuracy.kept))
                .bind(i64::from(standing.accuracy.won))
                .bind(standing.share())
                .bind(standing.streak);
            for order in [Order::Rating, Order::Wins, Order::Accuracy, Order::Streak] {
                query = bind_float(query, value(order, standing, *is_shown));
            }
        }
        self.execute(query).await
    }
}

/// Selects a page of the leaderboard of the scope `$1` and the game `$2`, with up to `$3` rows:
/// those that follow the first `$4` rows, or those directly below or above the key (`$4`, `$5`).
fn leaders_statement(order: Order, page: Page) -> String {
    let column = column(order);
    let (bound, direction, skipped) = match page {
        Page::From(_) => (format!("{column} IS NOT NULL"), "DESC", "OFFSET $4"),
        Page::Below(_) => (format!("({column}, member) < ($4, $5)"), "DESC", ""),
        Page::Above(_) => (format!("({column}, member) > ($4, $5)"), "ASC", ""),
    };
    format!(
        "SELECT {}, COALESCE(members.name, '?') AS name FROM standings LEFT JOIN members ON members.id = member
         WHERE scope = $1 AND variant = $2 AND {bound} ORDER BY {column} {direction}, member {direction} LIMIT $3 {skipped}",
        columns!()
    )
}

/// Counts the members of the scope `$1` and the game `$2` who are above the value `$3` on the same
/// step, `$4`. The count stops at `$5`.
fn better_on_step_statement(order: Order) -> String {
    let (column, per_unit) = (column(order), steps_per_unit(order));
    // The first upper bound is slightly too high, to allow for rounding; the last condition is
    // exact.
    format!(
        "SELECT COUNT(*) FROM (SELECT 1 AS one FROM standings
         WHERE scope = $1 AND variant = $2 AND {column} > $3 AND {column} < ($4 + 1.001) / {per_unit:?} AND {column} * {per_unit:?} < $4 + 1
         LIMIT $5) AS better"
    )
}
