//! Rows of ratings and standings, to values.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Error, Result};
use crate::game::{Accuracy, MemberId};
use crate::rating::Rating;
use crate::records::{RatingAfterGame, Scope, Standing};

/// The column `scope`. No server has the id 0.
pub(super) const fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Server(server) => server,
        Scope::Everywhere => 0,
    }
}

pub(super) const fn scope_of(number: i64) -> Scope {
    match number {
        0 => Scope::Everywhere,
        server => Scope::Server(server),
    }
}

pub(super) fn rated(row: &AnyRow) -> Result<RatingAfterGame> {
    Ok(RatingAfterGame {
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        streak: row.try_get("streak")?,
    })
}

pub(super) fn standing(row: &AnyRow) -> Result<Standing> {
    let count =
        |column| u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Corrupt("count"));
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
