//! Ratings and leaderboards: the history of each rating, and the standings that are kept ready for ranking.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::rows::RatingChange;
use super::{Error, Snapshot, Transaction};
use crate::game::{Accuracy, GameId, MemberId};
use crate::rating::{ESTABLISHED_BELOW, Rating};

/// How many moves from won positions it takes until an accuracy is ranked.
const FEWEST_MOVES: i64 = 20;

/// Whose games a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those played in that server.
    Server(i64),
    /// All, but for those of servers that keep to themselves.
    Everywhere,
}

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

/// How a member stands on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub member: MemberId,
    /// The rating; that of all games, whatever the scope.
    pub rating: Rating,
    /// Rated games.
    pub games: i64,
    /// Rated wins.
    pub wins: i64,
    /// Accuracy in rated games.
    pub accuracy: Accuracy,
    /// Rated wins in a row, up to now.
    pub streak: i64,
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
            Order::Accuracy => share(self.accuracy),
            Order::Streak => self.streak as f64,
        };
        Rung {
            value,
            member: self.member,
        }
    }
}

/// A rating after a game, with the rated wins in a row up to and with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedUpTo {
    /// The rating.
    pub rating: Rating,
    /// The wins in a row.
    pub streak: i64,
}

impl Snapshot<'_> {
    /// A member's rating now; none before the first rated game.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating(&mut self, member: MemberId) -> Result<Option<RatedUpTo>, Error> {
        let query = sqlx::query(
            "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 ORDER BY finish DESC LIMIT 1",
        );
        let row = query
            .bind(member.0)
            .fetch_optional(&mut *self.connection)
            .await?;
        row.as_ref().map(rated).transpose()
    }

    /// Every rating that a member has had, the first one first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating_history(&mut self, member: MemberId) -> Result<Vec<RatedUpTo>, Error> {
        let query = sqlx::query(
            "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 ORDER BY finish",
        );
        let rows = query
            .bind(member.0)
            .fetch_all(&mut *self.connection)
            .await?;
        rows.iter().map(rated).collect()
    }

    /// What a game has made of the ratings of its players.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rating_changes(&mut self, game: GameId) -> Result<Vec<RatingChange>, Error> {
        let query = sqlx::query("SELECT member, rating, change FROM ratings WHERE game = $1");
        let rows = query.bind(game.0).fetch_all(&mut *self.connection).await?;
        let change = |row: &AnyRow| {
            let (after, change): (f64, f64) = (row.try_get("rating")?, row.try_get("change")?);
            Ok(RatingChange {
                member: MemberId(row.try_get("member")?),
                before: whole(after - change),
                after: whole(after),
            })
        };
        rows.iter().map(change).collect()
    }

    /// How a member stands; none without a rated game in that scope.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn standing(
        &mut self,
        scope: Scope,
        member: MemberId,
    ) -> Result<Option<Standing>, Error> {
        let query = sqlx::query("SELECT * FROM standings WHERE scope = $1 AND member = $2");
        let query = query.bind(scope_number(scope)).bind(member.0);
        let row = query.fetch_optional(&mut *self.connection).await?;
        row.as_ref().map(standing).transpose()
    }

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
    /// Keeps how well both players of a finished game kept what could be won.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_accuracies(
        &mut self,
        game: GameId,
        [first, second]: [Accuracy; 2],
    ) -> Result<(), Error> {
        sqlx::query(
            "UPDATE games SET first_kept = $2, first_won = $3, second_kept = $4, second_won = $5 WHERE id = $1",
        )
        .bind(game.0)
        .bind(i64::from(first.kept))
        .bind(i64::from(first.won))
        .bind(i64::from(second.kept))
        .bind(i64::from(second.won))
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Gives a rated game that has just ended its number in the order of endings: the order in which ratings are folded.
    ///
    /// # Errors
    /// [`Error`] if the database fails, also where the game has its number already.
    pub async fn number_finish(&mut self, game: GameId) -> Result<i64, Error> {
        let row = sqlx::query(
            "UPDATE games SET finish = (SELECT COALESCE(MAX(finish), 0) + 1 FROM games)
             WHERE id = $1 AND finish IS NULL RETURNING finish",
        )
        .bind(game.0)
        .fetch_optional(&mut *self.connection)
        .await?;
        Ok(row.ok_or(Error::Nonsense("finish"))?.try_get(0)?)
    }

    /// Adds what a game has made of a member's rating.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn add_rating(
        &mut self,
        member: MemberId,
        (game, finish): (GameId, i64),
        now: RatedUpTo,
        change: f64,
    ) -> Result<(), Error> {
        let RatedUpTo { rating, streak } = now;
        sqlx::query(
            "INSERT INTO ratings (member, finish, game, rating, deviation, volatility, change, streak)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(member.0)
        .bind(finish)
        .bind(game.0)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(change)
        .bind(streak)
        .execute(&mut *self.connection)
        .await?;
        sqlx::query("UPDATE standings SET rating = $2, deviation = $3 WHERE member = $1")
            .bind(member.0)
            .bind(rating.rating)
            .bind(rating.deviation)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Brings up to date by what a member is ranked on each leaderboard, if at all. To be called after any change of standings.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rank_member(&mut self, member: MemberId) -> Result<(), Error> {
        self.count_on_steps(member, -1).await?;
        // Columns of their own, so that ranking reads nothing but an index.
        sqlx::query(
            "UPDATE standings SET
             by_rating = CASE WHEN shown = 0 THEN NULL WHEN deviation < $2 THEN rating + $4 ELSE rating END,
             by_wins = CASE WHEN shown = 1 AND wins > 0 THEN wins END,
             by_accuracy = CASE WHEN shown = 1 AND won >= $3 THEN accuracy END,
             by_streak = CASE WHEN shown = 1 AND streak > 0 THEN streak END
             WHERE member = $1",
        )
        .bind(member.0)
        .bind(ESTABLISHED_BELOW)
        .bind(FEWEST_MOVES)
        .bind(ESTABLISHED_BY)
        .execute(&mut *self.connection)
        .await?;
        self.count_on_steps(member, 1).await
    }

    /// Adds that to the numbers of members on the steps where a member stands.
    async fn count_on_steps(&mut self, member: MemberId, change: i64) -> Result<(), Error> {
        sqlx::query(AssertSqlSafe(count_on_steps_statement()))
            .bind(member.0)
            .bind(change)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Keeps how a member stands. Whether others see it follows from the member's settings.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_standing(&mut self, scope: Scope, standing: &Standing) -> Result<(), Error> {
        let hidden_from = match scope {
            Scope::Server(_) => "visible = 'nowhere'",
            Scope::Everywhere => "visible <> 'everywhere'",
        };
        let statement = AssertSqlSafe(format!(
            "INSERT INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
             VALUES ($1, $2, CASE WHEN EXISTS (SELECT 1 FROM members WHERE id = $2 AND {hidden_from}) THEN 0 ELSE 1 END,
             $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (scope, member) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
             games = excluded.games, wins = excluded.wins, kept = excluded.kept, won = excluded.won,
             accuracy = excluded.accuracy, streak = excluded.streak"
        ));
        sqlx::query(statement)
            .bind(scope_number(scope))
            .bind(standing.member.0)
            .bind(standing.rating.rating)
            .bind(standing.rating.deviation)
            .bind(standing.games)
            .bind(standing.wins)
            .bind(i64::from(standing.accuracy.kept))
            .bind(i64::from(standing.accuracy.won))
            .bind(share(standing.accuracy))
            .bind(standing.streak)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }
}

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

/// Adds `$2` to the number of members on every step where the member `$1` stands.
fn count_on_steps_statement() -> String {
    let of_board = |order: Order| {
        format!(
            "SELECT scope, '{}', {}, $2 FROM standings WHERE member = $1 AND {} IS NOT NULL",
            order.board(),
            order.step(),
            order.column()
        )
    };
    format!(
        "INSERT INTO steps (scope, board, step, members) {}
         ON CONFLICT (scope, board, step) DO UPDATE SET members = steps.members + excluded.members",
        Order::ALL.map(of_board).join(" UNION ALL ")
    )
}

/// The column `scope`; no server has the number 0.
const fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

fn rated(row: &AnyRow) -> Result<RatedUpTo, Error> {
    Ok(RatedUpTo {
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        streak: row.try_get("streak")?,
    })
}

fn standing(row: &AnyRow) -> Result<Standing, Error> {
    let count = |column| {
        u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Nonsense("count"))
    };
    Ok(Standing {
        member: MemberId(row.try_get("member")?),
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            ..Rating::default()
        },
        games: row.try_get("games")?,
        wins: row.try_get("wins")?,
        accuracy: Accuracy {
            kept: count("kept")?,
            won: count("won")?,
        },
        streak: row.try_get("streak")?,
    })
}

fn share(accuracy: Accuracy) -> f64 {
    f64::from(accuracy.kept) / f64::from(accuracy.won.max(1))
}

impl RatingChange {
    /// What a game has made of a rating, in whole points.
    #[must_use]
    pub fn between(member: MemberId, before: Rating, after: Rating) -> Self {
        Self {
            member,
            before: whole(before.rating),
            after: whole(after.rating),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings are numbers of four digits"
)]
fn whole(rating: f64) -> i64 {
    rating.round() as i64
}
