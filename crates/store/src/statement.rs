//! A statement with its values.

use itertools::Itertools as _;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, SqlSafeStr, SqlStr};

use super::columns::ToColumn;
use nim_games::Position;
use wythoff_game::records::Place;

/// A statement with its values.
pub(super) struct Statement(pub(super) Query<'static, Any, AnyArguments>);

/// A statement. Its values follow, in the order of their numbers.
pub(super) fn query(text: impl SqlSafeStr) -> Statement {
    Statement(sqlx::query(recorded_in_tests(text)))
}

impl Statement {
    /// The next value.
    pub(super) fn bind(self, value: impl ToColumn) -> Self {
        Self(self.0.bind(value.to_column()))
    }

    /// The next three values: the game of a position, its options, and its notation.
    pub(super) fn bind_position(self, position: Position) -> Self {
        self.bind(position.variant())
            .bind(position.options().to_string())
            .bind(position.to_string())
    }

    /// The next four values: the server, the channel, whether the bot can edit there, and the language.
    pub(super) fn bind_place(self, place: &Place) -> Self {
        self.bind(place.guild)
            .bind(place.channel)
            .bind(place.editable)
            .bind(&place.language)
    }

    /// The next value: a number or NULL.
    pub(super) fn bind_float(self, value: Option<f64>) -> Self {
        Self(bind_float(self.0, value))
    }
}

/// Binds a number or NULL. sqlx 0.9 sends a 64-bit NULL as a 32-bit one and vice versa, and PostgreSQL
/// keeps that type for the prepared statement.
pub(super) fn bind_float(
    query: Query<'_, Any, AnyArguments>,
    value: Option<f64>,
) -> Query<'_, Any, AnyArguments> {
    match value {
        Some(value) => query.bind(value),
        None => query.bind(None::<f32>),
    }
}

/// The values of an `INSERT` of several rows: `($1, $2), ($3, $4)`.
pub(super) fn values(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        (1..=columns)
            .map(|column| format!("${}", row * columns + column))
            .join(", ")
    };
    (0..rows)
        .map(|number| format!("({})", row(number)))
        .join(", ")
}

/// In tests, records the statement, so that a test can check that every statement is run.
fn recorded_in_tests(text: impl SqlSafeStr) -> SqlStr {
    let text = text.into_sql_str();
    #[cfg(test)]
    STATEMENTS.with_borrow_mut(|known| known.insert(text.as_str().to_owned()));
    text
}

#[cfg(test)]
thread_local! {
    pub(super) static STATEMENTS: std::cell::RefCell<std::collections::BTreeSet<String>> =
        const { std::cell::RefCell::new(std::collections::BTreeSet::new()) };
}
