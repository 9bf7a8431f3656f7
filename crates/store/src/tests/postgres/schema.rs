//! Both databases have the same tables, and each can be copied into the other.

use std::collections::BTreeSet;

use super::*;
use crate::CopyError;
use crate::copy::TABLES;
use crate::tests::rows::filled_on;

/// The `CREATE` statements of a text, without comments and with single spaces.
fn statements(text: &str) -> BTreeSet<String> {
    let lines = text.lines();
    let text = lines.map(|line| line.split("--").next().unwrap_or_default());
    let text = text.collect_vec().join(" ");
    let statements = text.split(';').map(spaced);
    statements
        .filter(|statement| statement.starts_with("CREATE"))
        .collect()
}

/// A text with single spaces between its words, brackets and commas.
fn spaced(text: &str) -> String {
    let text = text
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace(',', " , ");
    text.split_whitespace().join(" ")
}

/// The statements, with each added column in its table's statement, where SQLite puts it.
fn with_added_columns(mut statements: BTreeSet<String>, text: &str) -> BTreeSet<String> {
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("ALTER TABLE ") else {
            continue;
        };
        let (table, column) = rest.split_once(" ADD COLUMN ").expect("an added column");
        let begin = format!("CREATE TABLE {table} (");
        let before = statements
            .iter()
            .find(|statement| statement.starts_with(&begin));
        let before = before.expect("a table").clone();
        let inner = before.strip_suffix(" )").expect("a table");
        let column = spaced(column.split(';').next().unwrap_or_default());
        // SQLite puts it before the constraints of the table.
        let constraints = [" , CHECK (", " , PRIMARY KEY ("];
        let (columns, constraints) = (constraints.iter())
            .filter_map(|constraint| inner.find(constraint))
            .min()
            .map_or((inner, ""), |at| inner.split_at(at));
        statements.insert(format!("{columns} , {column}{constraints} )"));
        statements.remove(&before);
    }
    statements
}

/// Every table, column, key, check and index is the same, except for each database's own keywords.
#[tokio::test]
async fn both_databases_have_the_same_tables() {
    let bench = Bench::on_sqlite().await;
    let mut connection = bench.connect().await;
    let schema = sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
    let schema: Vec<String> = schema.fetch_all(&mut connection).await.expect("a schema");
    let sqlite = statements(&schema.join(";\n"));
    let sqlite: BTreeSet<String> = sqlite
        .iter()
        .filter(|statement| {
            !statement.contains("_sqlx_migrations") && !statement.contains("sqlite_")
        })
        .map(|statement| {
            statement
                .trim_end_matches(" , WITHOUT ROWID")
                .trim_end_matches(" STRICT")
                .to_owned()
        })
        .collect();
    let mut postgres = String::new();
    for migration in engine::postgres::MIGRATIONS.iter() {
        postgres += migration.sql.as_str();
    }
    let postgres = postgres
        .replace(" COLLATE \"C\"", "")
        .replace(" WITH (fillfactor = 80)", "")
        .replace("BIGINT", "INTEGER")
        .replace("DOUBLE PRECISION", "REAL")
        .replace("BYTEA", "BLOB");
    let mut postgres = with_added_columns(statements(&postgres), &postgres);
    // SQLite uses a lock file instead.
    postgres.retain(|statement| !statement.starts_with("CREATE TABLE writers"));
    let only_in =
        |tables: &BTreeSet<String>, others| tables.difference(others).cloned().collect_vec();
    assert_eq!(
        (only_in(&sqlite, &postgres), only_in(&postgres, &sqlite)),
        (vec![], vec![])
    );
    assert!(sqlite.len() > 40, "{sqlite:?}");
    // Every table is copied, too.
    let tables = sqlite
        .iter()
        .filter_map(|statement| statement.strip_prefix("CREATE TABLE "));
    let tables = tables.filter_map(|made| made.split(' ').next()).sorted();
    let copied = TABLES.iter().map(|(table, _)| *table).sorted();
    assert_eq!(tables.collect_vec(), copied.collect_vec());
}

/// An SQLite file in a folder, as a database. Creates nothing.
#[tokio::test]
async fn a_database_is_copied_to_the_other_engine_and_back() {
    let url = or_skip!(pg_sandbox::database().await.expect("a server"));
    let server = Database::at(&url).expect("an address");
    let bench = Bench::on_sqlite().await;
    // Rows of every kind, then made consistent, since the copy checks that.
    let bench = filled_on(bench).await;
    let consistent = "UPDATE games SET position = start WHERE id NOT IN (SELECT game FROM plies);
        DELETE FROM standings; DELETE FROM steps";
    bench.execute(consistent).await;
    let in_use = bench.database.copy_to(&server).await;
    assert!(
        matches!(in_use, Err(CopyError::Open(OpenError::InUse(_)))),
        "{in_use:?}"
    );
    bench.store.close().await;
    let copied = bench.database.copy_to(&server).await;
    copied.expect("copied");
    let again = bench.database.copy_to(&server).await;
    assert!(
        matches!(again, Err(CopyError::NotEmpty("members"))),
        "{again:?}"
    );
    // A bot has taken the database over while it was being copied.
    let lost = file_at(&bench.folder, "lost.db");
    let mut from = server.open_to_copy().await.expect("opened");
    let mut bot = sqlx::PgConnection::connect(&url).await.expect("connected");
    bot.execute("DELETE FROM writers").await.expect("deleted");
    let taken_over = lost.fill_from(&mut from).await;
    assert!(
        matches!(taken_over, Err(CopyError::TakenOver)),
        "{taken_over:?}"
    );
    from.close().await;
    assert!(!bench.path("lost.db").exists());
    let back = file_at(&bench.folder, "back.db");
    server.copy_to(&back).await.expect("copied back");
    let backup = bench.path("backup.db");
    server.back_up(&backup).await.expect("backed up");
    server.back_up(&backup).await.expect_err("it exists");
    let backup = file_at(&bench.folder, "backup.db");
    let mut all = Vec::new();
    for copy in [bench.database.clone(), back, backup] {
        let store = Store::open(copy).await.expect("a whole database");
        let mut connection = store.connect().await;
        let mut rows = Vec::new();
        for (table, order) in TABLES {
            let sql = format!("SELECT * FROM {table} ORDER BY {order}");
            let found = sqlx::query(AssertSqlSafe(sql))
                .fetch_all(&mut connection)
                .await;
            for row in found.expect("rows") {
                rows.push(format!("{table}: {:?}", row.values));
            }
        }
        all.push(rows);
        store.close().await;
    }
    assert!(all[0].len() > 50);
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

#[tokio::test]
async fn a_failed_copy_leaves_nothing_behind() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let nowhere = file_at(&bench.folder, "nowhere.db");
    let target = file_at(&bench.folder, "target.db");
    let missing = nowhere.copy_to(&target).await;
    assert!(
        matches!(missing, Err(CopyError::Open(OpenError::Missing(_)))),
        "{missing:?}"
    );
    bench.execute("UPDATE games SET position = '1 1'").await;
    bench.store.close().await;
    let wrong = bench.database.copy_to(&target).await;
    let message = wrong.expect_err("it contradicts itself").to_string();
    assert!(
        message.contains("the moves of game 1 do not lead"),
        "{message}"
    );
    std::fs::write(bench.path("damaged.db"), [7; 5000]).expect("written");
    let damaged = file_at(&bench.folder, "damaged.db").copy_to(&target).await;
    assert!(
        matches!(damaged, Err(CopyError::Open(OpenError::Damaged { .. }))),
        "{damaged:?}"
    );
    for left in ["nowhere.db", "target.db", "target.db-wal", "target.db.lock"] {
        assert!(!bench.path(left).exists(), "{left}");
    }
}

/// While replicas are replaced one after the other, the previous version runs on this version's
/// tables. A migration that it cannot work with raises `usable_from`.
#[test]
fn the_previous_version_can_run_after_migrating() {
    for migrations in [&engine::sqlite::MIGRATIONS, &engine::postgres::MIGRATIONS] {
        // From this migration on, versions run side by side.
        for migration in migrations.iter().filter(|it| it.version >= 10) {
            let sql = migration.sql.as_str();
            if sql.contains("SET usable_from") {
                continue;
            }
            for word in ["DROP", "RENAME", "ALTER COLUMN", "DELETE"] {
                assert!(!sql.contains(word), "{word} in {}", migration.version);
            }
            for line in sql.lines().filter(|line| line.contains("ADD COLUMN")) {
                let may_be_left_out = !line.contains("NOT NULL") || line.contains("DEFAULT");
                assert!(may_be_left_out, "{line} in {}", migration.version);
            }
        }
    }
}

#[tokio::test]
async fn a_replica_notices_that_another_version_is_running() {
    let bench = or_skip!(Bench::on_postgres().await);
    bench.store.close().await;
    let shared = bench.database.clone().shared();
    let one = Store::open(shared.clone()).await.expect("the first");
    one.wait_for_one_version().await;
    let two = Store::open(shared).await.expect("the second");
    two.wait_for_one_version().await;
    assert!(!one.has_other_version());
    let other = "UPDATE writers SET version = NULL WHERE seen = (SELECT MAX(seen) FROM writers)";
    bench.execute(other).await;
    while !(one.has_other_version() && two.has_other_version()) {
        tokio::task::yield_now().await;
    }
    two.close().await;
    one.close().await;
}
