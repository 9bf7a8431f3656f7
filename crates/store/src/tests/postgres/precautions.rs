//! Why precautions on PostgreSQL are needed: what goes wrong without it.

use sqlx::{AnyConnection, Row as _};

use super::*;

/// Two connections to a table with one number.
async fn two_connections() -> Option<[AnyConnection; 2]> {
    let url = pg_sandbox::database().await.expect("a server")?;
    sqlx::any::install_default_drivers();
    let connect = async || AnyConnection::connect(&url).await.expect("connected");
    let mut first = connect().await;
    let table =
        "CREATE TABLE installation (id BIGINT, n BIGINT); INSERT INTO installation VALUES (1, 0)";
    first.execute(table).await.expect("made");
    Some([first, connect().await])
}

async fn run(connection: &mut AnyConnection, sql: &'static str) {
    connection.execute(sql).await.expect(sql);
}

async fn number(connection: &mut AnyConnection, sql: &'static str) -> i64 {
    let number = sqlx::query_scalar(sql).fetch_one(connection).await;
    number.expect(sql)
}

const N: &str = "SELECT n FROM installation";

/// Reads a number in a pair of concurrent transactions, adds 1 in each, and returns the final
/// number. Each transaction begins with `begin` and reads with `read`.
async fn count_twice(begin: &'static str, read: &'static str) -> Option<i64> {
    let [mut first, mut second] = two_connections().await?;
    run(&mut first, begin).await;
    let seen = number(&mut first, read).await;
    let (tell, mut has_read) = tokio::sync::oneshot::channel();
    let other = tokio::spawn(async move {
        run(&mut second, begin).await;
        let seen = number(&mut second, read).await;
        let _told = tell.send(());
        add(&mut second, seen).await;
    });
    // Waits until the other transaction has read the number or is itself waiting for the lock.
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pid IN
        (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
    while has_read.try_recv().is_err() && number(&mut first, waiting).await == 0 {
        tokio::task::yield_now().await;
    }
    add(&mut first, seen).await;
    other.await.expect("no panic");
    Some(number(&mut first, N).await)
}

/// Writes the next number, and commits.
async fn add(connection: &mut AnyConnection, seen: i64) {
    let sql = AssertSqlSafe(format!("UPDATE installation SET n = {}", seen + 1));
    connection.execute(sql).await.expect("added");
    run(connection, "COMMIT").await;
}

#[tokio::test]
async fn without_the_lock_an_update_is_lost() {
    let locked = "BEGIN; SELECT id FROM installation WHERE id = 1 FOR UPDATE";
    assert_eq!(or_skip!(count_twice(locked, N).await), 2);
    assert_eq!(or_skip!(count_twice("BEGIN", N).await), 1);
}

/// A statement that takes a lock and also reads sees the state from before the lock was granted.
#[tokio::test]
async fn a_lock_and_a_read_in_one_statement_see_the_past() {
    let together = "WITH locked AS (SELECT id FROM installation WHERE id = 1 FOR UPDATE)
        SELECT (SELECT n FROM installation) FROM locked";
    assert_eq!(or_skip!(count_twice("BEGIN", together).await), 1);
}

#[tokio::test]
async fn a_commit_after_a_failed_statement_answers_as_if_all_was_well() {
    let [mut first, _] = or_skip!(two_connections().await);
    run(&mut first, "BEGIN; UPDATE installation SET n = 5").await;
    first.execute("SELECT 1 / 0").await.expect_err("it fails");
    let mark = "UPDATE installation SET n = 6 RETURNING n";
    let marked = sqlx::query(mark).fetch_all(&mut first).await;
    assert!(marked.is_err(), "the number of the batch cannot be written");
    run(&mut first, "COMMIT").await;
    assert_eq!(number(&mut first, N).await, 0, "nothing was kept");
}

#[tokio::test]
async fn the_first_row_hides_an_error_in_a_later_statement() {
    const TEXT: &str = "SELECT n FROM installation; SELECT 1 / 0";
    let [mut first, _] = or_skip!(two_connections().await);
    let row = first.fetch_one(sqlx::raw_sql(TEXT)).await;
    assert_eq!(row.expect("a row").get::<i64, _>(0), 0);
    // The hidden error may fail the next statement instead.
    let _next = sqlx::query(N).fetch_all(&mut first).await;
    let all = first.fetch_all(sqlx::raw_sql(TEXT)).await;
    assert!(all.is_err(), "it fails if all results are read");
}

#[tokio::test]
async fn reads_without_a_snapshot_contradict_each_other() {
    let [mut reader, mut writer] = or_skip!(two_connections().await);
    let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    for (begin, differs) in [(snapshot, false), ("BEGIN READ ONLY", true)] {
        run(&mut reader, begin).await;
        let before = number(&mut reader, N).await;
        run(&mut writer, "UPDATE installation SET n = n + 1").await;
        let after = number(&mut reader, N).await;
        run(&mut reader, "COMMIT").await;
        assert_eq!(before != after, differs, "{begin}");
    }
}

/// Statements name their columns, so that a running process survives a migration.
#[tokio::test]
async fn select_star_fails_after_a_migration() {
    const ALL: &str = "SELECT * FROM installation";
    let [mut reader, mut migrating] = or_skip!(two_connections().await);
    for sql in [N, ALL] {
        let read = sqlx::query(sql).fetch_all(&mut reader).await;
        read.expect("rows");
    }
    let add = "ALTER TABLE installation ADD COLUMN more BIGINT";
    run(&mut migrating, add).await;
    assert_eq!(number(&mut reader, N).await, 0);
    let all = sqlx::query(ALL).fetch_all(&mut reader).await;
    assert!(all.is_err(), "the prepared statement has other columns");
}
