//! Copies of a whole database: into another one, or into a backup.
//!
//! A copy is one transaction over one snapshot. Before it is committed, each table is read again
//! and compared. Positions are checked against the moves that led to them, ratings against their
//! changes.

use futures::TryStreamExt as _;
use itertools::Itertools as _;
use ring::digest::{SHA256, digest};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{
    Any, AnyConnection, AssertSqlSafe, Database as _, Executor, Postgres, Row as _, SqlSafeStr,
};

use super::engine::Source;
use super::engine::postgres::NO_LIMITS;
use super::engine::table::{Column, CopyError, Kind};
use super::statement::bind_float;
use super::{Database, OpenError};
use nim_games::{Move, Position, Variant};

/// The tables to copy, each with the order of its rows. A row comes after those that it refers to.
/// The migrations and the running processes (`writers`) are not copied.
pub(super) const TABLES: [(&str, &str); 43] = [
    ("installation", "id"),
    ("secrets", "name"),
    ("members", "id"),
    ("blocks", "member, blocked"),
    ("servers", "id"),
    // A game may refer to the earlier one that it follows.
    ("games", "id"),
    ("plies", "game, ply"),
    ("challenges", "id"),
    ("notifications", "game, member"),
    ("ratings", "finish, member"),
    ("standings", "scope, variant, member"),
    ("steps", "scope, variant, board, step"),
    ("pseudonymous_blocks", "member, blocked"),
    ("limits", "pseudonym, kind, at, until"),
    ("interactions", "id"),
    ("identifies", "at, shard"),
    ("marks", "name"),
    ("solved", "member, variant, rules, position"),
    ("notifications_to_send", "game, member"),
    ("messages_to_delete", "message"),
    ("dailies", "member, day"),
    ("crowns", "guild, member"),
    ("crown_roles", "guild, member, role"),
    ("reminders", "member"),
    ("races", "member"),
    ("race_bests", "guild, member"),
    ("hidden_members", "guild, member"),
    ("quiet_channels", "guild, channel"),
    ("dares", "id"),
    ("dare_tries", "dare, member"),
    ("questions", "id"),
    ("question_answers", "question, member"),
    ("tables", "id"),
    ("table_seats", "table_id, seat"),
    ("bosses", "guild"),
    ("boss_votes", "guild, member"),
    ("boss_coins", "member, variant"),
    ("predictions", "game, member"),
    ("practice", "member, game"),
    ("practised", "member"),
    ("ladders", "member, variant"),
    ("tokens", "message"),
    ("drafts", "drawing"),
];

/// Tables that the migrations create with a row.
const WITH_INITIAL_ROW: [&str; 2] = ["installation", "secrets"];

/// How many rows a table has, and the sum of their hashes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Checksum {
    rows: u64,
    sum: u128,
}

impl Database {
    /// Copies a database that no bot uses into an empty one.
    ///
    /// # Errors
    /// [`CopyError`]. A failed copy leaves no rows behind, except perhaps after
    /// [`CopyError::Unanswered`]. The other database may have been migrated.
    pub async fn copy_to(&self, to: &Self) -> Result<(), CopyError> {
        if self.is_same(to)? {
            return Err(CopyError::Itself);
        }
        let mut from = self.open_to_copy().await?;
        let copied = to.fill_from(&mut from).await;
        from.close().await;
        copied
    }

    pub(super) async fn fill_from(&self, from: &mut Source) -> Result<(), CopyError> {
        let is_new = !self.exists();
        let opened = self.open().await;
        // If it is in use, somebody else is making it.
        let is_left = |error: &OpenError| is_new && !matches!(error, OpenError::InUse(_));
        if opened.as_ref().is_err_and(is_left) {
            self.remove();
        }
        let mut opened = opened.map_err(|error| CopyError::from(error).once_removed())?;
        let copied = match opened.connection.take().await {
            Some(mut connection) => {
                let copied = fill(from, &mut connection).await;
                opened.connection.keep(connection);
                copied
            }
            None => Err(sqlx::Error::PoolClosed.into()),
        };
        opened.readers.close().await;
        opened.connection.close().await;
        match copied {
            // Somebody else has made and filled it meanwhile.
            Err(CopyError::NotEmpty(_)) => copied,
            Err(error) if is_new => {
                self.remove();
                Err(error.once_removed())
            }
            Ok(()) | Err(_) => copied,
        }
    }
}

/// Fills an empty database in one transaction.
pub(super) async fn fill(from: &mut Source, to: &mut AnyConnection) -> Result<(), CopyError> {
    to.execute("BEGIN").await?;
    if to.backend_name() == Postgres::NAME {
        to.execute(NO_LIMITS).await?;
    }
    let copied = match copy_tables(from, to).await {
        // This process may have been stopped for longer than others wait.
        Ok(()) if !from.is_still_claimed().await? => Err(CopyError::TakenOver),
        copied => copied,
    };
    // PostgreSQL answers the COMMIT of a failed transaction without an error, so a last query tests
    // whether it has failed.
    let copied = match copied {
        Ok(()) => to.fetch_all("SELECT 1").await.map(drop).map_err(Into::into),
        failed => failed,
    };
    if copied.is_err() {
        // The connection may be broken, which also ends the transaction.
        let _rolled_back = to.execute("ROLLBACK").await;
        return copied;
    }
    let committed = to.execute("COMMIT").await;
    committed.map(drop).map_err(CopyError::Unanswered)
}

async fn copy_tables(from: &mut Source, to: &mut AnyConnection) -> Result<(), CopyError> {
    for (table, _) in TABLES {
        let sql = AssertSqlSafe(format!("SELECT 1 FROM {table} LIMIT 1"));
        let is_filled = !to.fetch_all(sql).await?.is_empty();
        if WITH_INITIAL_ROW.contains(&table) {
            to.execute(AssertSqlSafe(format!("DELETE FROM {table}")))
                .await?;
        } else if is_filled {
            return Err(CopyError::NotEmpty(table));
        }
    }
    for (table, order) in TABLES {
        let columns = from.columns(table).await?;
        let select = select(table, order, &columns);
        let insert = insert(table, &columns);
        let mut copied = Checksum::default();
        let rows = sqlx::query(AssertSqlSafe(select.clone()));
        let mut rows = rows.fetch(&mut from.connection);
        while let Some(row) = rows.try_next().await? {
            copied.add(&row, &columns)?;
            let query = sqlx::query(AssertSqlSafe(insert.clone()).into_sql_str());
            bind_row(query, &row, &columns)?.execute(&mut *to).await?;
        }
        drop(rows);
        if Checksum::of(to, select, &columns).await? != copied {
            return Err(CopyError::Different(table));
        }
    }
    check_positions(to).await?;
    check_ratings(to).await
}

fn select(table: &str, order: &str, columns: &[Column]) -> String {
    let names = columns.iter().map(|(name, _)| name).join(", ");
    format!("SELECT {names} FROM {table} ORDER BY {order}")
}

fn insert(table: &str, columns: &[Column]) -> String {
    let names = columns.iter().map(|(name, _)| name).join(", ");
    let places = (1..=columns.len()).map(|place| format!("${place}"));
    let places = places.collect_vec().join(", ");
    format!("INSERT INTO {table} ({names}) VALUES ({places})")
}

fn bind_row<'q>(
    mut query: Query<'q, Any, AnyArguments>,
    row: &AnyRow,
    columns: &[Column],
) -> Result<Query<'q, Any, AnyArguments>, sqlx::Error> {
    for (index, (_, kind)) in columns.iter().enumerate() {
        query = match kind {
            Kind::Integer => query.bind(row.try_get::<Option<i64>, _>(index)?),
            Kind::Real => bind_float(query, row.try_get(index)?),
            Kind::Text => query.bind(row.try_get::<Option<String>, _>(index)?),
            Kind::Blob => query.bind(row.try_get::<Option<Vec<u8>>, _>(index)?),
        };
    }
    Ok(query)
}

impl Checksum {
    async fn of(
        connection: &mut AnyConnection,
        select: String,
        columns: &[Column],
    ) -> Result<Self, sqlx::Error> {
        let mut checksum = Self::default();
        let rows = sqlx::query(AssertSqlSafe(select));
        let mut rows = rows.fetch(connection);
        while let Some(row) = rows.try_next().await? {
            checksum.add(&row, columns)?;
        }
        Ok(checksum)
    }

    fn add(&mut self, row: &AnyRow, columns: &[Column]) -> Result<(), sqlx::Error> {
        let mut bytes = Vec::new();
        for (index, (_, kind)) in columns.iter().enumerate() {
            let value = match kind {
                Kind::Integer => row
                    .try_get::<Option<i64>, _>(index)?
                    .map(|it| it.to_be_bytes().to_vec()),
                Kind::Real => row
                    .try_get::<Option<f64>, _>(index)?
                    .map(|it| it.to_bits().to_be_bytes().to_vec()),
                Kind::Text => row
                    .try_get::<Option<String>, _>(index)?
                    .map(String::into_bytes),
                Kind::Blob => row.try_get::<Option<Vec<u8>>, _>(index)?,
            };
            // The length separates adjacent values; -1 stands for null.
            let length = value
                .as_ref()
                .map_or(-1, |it| i64::try_from(it.len()).unwrap_or(i64::MAX));
            bytes.extend(length.to_be_bytes());
            bytes.extend(value.unwrap_or_default());
        }
        let hash = digest(&SHA256, &bytes);
        let hash = hash.as_ref().first_chunk().copied().unwrap_or_default();
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(hash));
        Ok(())
    }
}

/// Checks that each position is what the moves of its game lead to.
async fn check_positions(connection: &mut AnyConnection) -> Result<(), CopyError> {
    type Row = (i64, String, String, String, String, Option<String>);
    let sql = "SELECT games.id, variant, rules, start, position, mv
        FROM games LEFT JOIN plies ON plies.game = games.id ORDER BY games.id, plies.ply";
    let mut rows = sqlx::query_as::<_, Row>(sql).fetch(connection);
    // The id of a game, its stored position, and the position that its moves so far lead to.
    let mut game: Option<(i64, String, Option<Position>)> = None;
    loop {
        let row = rows.try_next().await?;
        let next = row.as_ref().map(|row| row.0);
        if let Some((id, position, reached)) = game.take_if(|game| next != Some(game.0))
            && reached.is_none_or(|reached| reached.to_string() != position)
        {
            let wrong = format!("the moves of game {id} do not lead to its position");
            return Err(CopyError::Inconsistent(wrong));
        }
        let Some((id, variant, rules, start, position, mv)) = row else {
            return Ok(());
        };
        let (_, _, reached) =
            game.get_or_insert_with(|| (id, position, start_position(&variant, &rules, &start)));
        if let Some(mv) = mv {
            let played = reached.take().zip(mv.parse::<Move>().ok());
            *reached = played.and_then(|(at, mv)| at.play(mv).ok());
        }
    }
}

fn start_position(variant: &str, rules: &str, start: &str) -> Option<Position> {
    Position::read(Variant::from_key(variant)?, rules.parse().ok()?, start).ok()
}

/// Checks that each rating is the previous one plus its change, and that leaderboards show the
/// latest.
async fn check_ratings(connection: &mut AnyConnection) -> Result<(), CopyError> {
    let jumps = "SELECT COUNT(*) FROM (SELECT rating - change - LAG(rating)
        OVER (PARTITION BY member, variant ORDER BY finish) AS jump FROM ratings) AS jumps WHERE ABS(jump) > 0.000001";
    let stale = "SELECT COUNT(*) FROM standings WHERE rating <> (SELECT rating FROM ratings
        WHERE ratings.member = standings.member AND ratings.variant = standings.variant ORDER BY finish DESC LIMIT 1)";
    for sql in [jumps, stale] {
        let query = sqlx::query_scalar(sql);
        let count: i64 = query.fetch_one(&mut *connection).await?;
        if count > 0 {
            let problem = format!("{count} ratings do not match the rating changes of their games");
            return Err(CopyError::Inconsistent(problem));
        }
    }
    Ok(())
}
