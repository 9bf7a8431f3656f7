//! Leaderboards: the standings of members, the steps that count them, pages, and places.
//!
//! A standing has a value for each order to rank by, or none if the member is not ranked. A step
//! counts the members whose values are the same when rounded down, so that a place can be computed
//! without visiting everybody above.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use super::columns::{FromRow, Row};
use super::statement::{query, values};
use super::{Read, Result, Tx};
use nim_games::Variant;
use wythoff_game::rating::Rating;
use wythoff_game::records::{Order, Page, Ranked, Scope, Standing, Visibility, Word};
use wythoff_game::{Accuracy, MemberId};

/// How many moves from won positions a member needs for a rank by accuracy.
const MIN_MOVES: u32 = 20;

/// The number of members on one step at which the count for a place stops.
const MAX_COUNTED: i64 = 20_000;

/// The columns of a standing.
macro_rules! columns {
    () => {
        "standings.member, scope, shown, standings.rating, standings.deviation, games, wins, kept, won, streak,
         (SELECT COUNT(*) FROM ratings WHERE ratings.member = standings.member AND ratings.variant = standings.variant) AS all_games"
    };
}

/// A standing with its scope, and whether it is shown there.
type ScopedStanding = (Scope, Standing, bool);

impl FromRow for Standing {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            member: row.get("member")?,
            rating: Rating {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                ..Rating::default()
            },
            games: row.get("games")?,
            all_games: row.get("all_games")?,
            wins: row.get("wins")?,
            accuracy: Accuracy {
                kept: row.get("kept")?,
                won: row.get("won")?,
            },
            streak: row.get("streak")?,
        })
    }
}

impl FromRow for ScopedStanding {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok((
            row.get("scope")?,
            Standing::from_row(row)?,
            row.get("shown")?,
        ))
    }
}

impl FromRow for (Standing, String) {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok((Standing::from_row(row)?, row.get("name")?))
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

#[expect(clippy::cast_possible_truncation, reason = "values are far below 2^63")]
fn step(order: Order, value: f64) -> i64 {
    (value * steps_per_unit(order)).floor() as i64
}

/// Whether a member with this visibility, who is hidden in some servers, is shown on the leaderboard of a scope.
fn is_shown(scope: Scope, visibility: Visibility, hidden_in: &[i64]) -> bool {
    match (visibility, scope) {
        (_, Scope::Server(server)) if hidden_in.contains(&server) => false,
        (Visibility::Everywhere, _) | (Visibility::Servers, Scope::Server(_)) => true,
        (Visibility::Servers, Scope::Everywhere) | (Visibility::Nowhere, _) => false,
    }
}

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
        let statement = query(sql).bind(member).bind(variant);
        self.all("standings", statement).await
    }

    /// A page of a leaderboard, the best first, with names.
    pub async fn leaders(
        &mut self,
        (scope, variant): (Scope, Variant),
        order: Order,
        page: Page,
        limit: i64,
    ) -> Result<Vec<(Standing, String)>> {
        let query = query(AssertSqlSafe(leaders_statement(order, page)))
            .bind(scope)
            .bind(variant)
            .bind(limit);
        let query = match page {
            Page::From(place) => query.bind(place - 1),
            Page::Below(key) | Page::Above(key) => query.bind(key.value).bind(key.member),
        };
        let mut leaders = self.all("standings", query).await?;
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
        self.first("steps", query(sql).bind(scope)).await
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
        let above = query(sql).bind(scope).bind(variant).bind(order).bind(step);
        let above: i64 = self.one("standings", above).await?;
        let better: i64 = match order {
            // Whole numbers have one value per step.
            Order::Wins | Order::Streak => 0,
            Order::Rating | Order::Accuracy => {
                let better = query(AssertSqlSafe(better_on_step_statement(order)))
                    .bind(scope)
                    .bind(variant)
                    .bind(value)
                    .bind(step)
                    .bind(MAX_COUNTED);
                self.one("standings", better).await?
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
        let hidden_in = self.hidden_in(member).await?;
        let before = self.scoped_standings(member, variant).await?;
        let after = standings.iter();
        let after: Vec<ScopedStanding> = after
            .map(|&(scope, standing)| {
                let is_shown = is_shown(scope, visibility, &hidden_in);
                (scope, standing, is_shown)
            })
            .collect();
        self.put_standings(variant, &before, &after).await
    }

    /// Shows or hides a member on leaderboards, according to the setting.
    pub(super) async fn show_standings(
        &mut self,
        member: MemberId,
        visibility: Visibility,
    ) -> Result<()> {
        let hidden_in = self.hidden_in(member).await?;
        for &variant in Variant::ALL {
            let before = self.scoped_standings(member, variant).await?;
            let after = before.iter();
            let after: Vec<ScopedStanding> = after
                .map(|&(scope, standing, _)| {
                    let is_shown = is_shown(scope, visibility, &hidden_in);
                    (scope, standing, is_shown)
                })
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
        let mut counts: BTreeMap<(Scope, &str, i64), i64> = BTreeMap::new();
        for (standings, difference) in [(before, -1), (after, 1)] {
            for (scope, standing, is_shown) in standings {
                for order in Order::all() {
                    if let Some(value) = value(order, standing, *is_shown) {
                        let key = (*scope, order.word(), step(order, value));
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
            let row = steps.bind(scope).bind(variant).bind(board);
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
                .bind(*scope)
                .bind(variant)
                .bind(standing.member)
                .bind(*is_shown)
                .bind(standing.rating.rating)
                .bind(standing.rating.deviation)
                .bind(standing.games)
                .bind(standing.wins)
                .bind(standing.accuracy.kept)
                .bind(standing.accuracy.won)
                .bind(standing.share())
                .bind(standing.streak);
            for order in [Order::Rating, Order::Wins, Order::Accuracy, Order::Streak] {
                query = query.bind_float(value(order, standing, *is_shown));
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
