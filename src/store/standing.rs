//! Ratings and standings: the history of each rating, and how members stand, kept ready for ranking (`ranking`).

use sqlx::Row;
use sqlx::any::AnyRow;

use super::rows::RatingChange;
use super::{Error, Snapshot};
use crate::game::{Accuracy, MemberId};
use crate::rating::Rating;

/// Whose games a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those played in that server.
    Server(i64),
    /// All, but for those of servers that keep to themselves.
    Everywhere,
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

/// A rating after a game, with the rated wins in a row up to and with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedUpTo {
    /// The rating.
    pub rating: Rating,
    /// The wins in a row.
    pub streak: i64,
}

impl Snapshot<'_> {
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
}

impl Scope {
    pub(super) const fn of(number: i64) -> Self {
        match number {
            0 => Self::Everywhere,
            server => Self::Server(server),
        }
    }
}

impl Standing {
    /// How somebody stands without a game.
    #[must_use]
    pub fn none(member: MemberId) -> Self {
        Self {
            member,
            rating: Rating::default(),
            games: 0,
            wins: 0,
            accuracy: Accuracy::default(),
            streak: 0,
        }
    }

    /// The share of won positions in which the win was kept.
    pub(super) fn share(&self) -> f64 {
        f64::from(self.accuracy.kept) / f64::from(self.accuracy.won.max(1))
    }
}

/// The column `scope`; no server has the number 0.
pub(super) const fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

pub(super) fn rated(row: &AnyRow) -> Result<RatedUpTo, Error> {
    Ok(RatedUpTo {
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        streak: row.try_get("streak")?,
    })
}

pub(super) fn standing(row: &AnyRow) -> Result<Standing, Error> {
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

    /// The same from what is stored: the rating after the game, and by how much it has changed.
    pub(super) fn of(member: MemberId, after: f64, change: f64) -> Self {
        Self {
            member,
            before: whole(after - change),
            after: whole(after),
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
