//! Rows that this program never writes: reading them is an error, and nothing else is affected.

use std::collections::BTreeSet;

use super::rows::filled_on;
use super::*;

/// The tables in which a row is corrupted.
const TABLES: [&str; 10] = [
    "members",
    "blocks",
    "servers",
    "games",
    "plies",
    "challenges",
    "notifications",
    "ratings",
    "standings",
    "limits",
];

/// What is put into a column.
const GARBAGE: [&str; 8] = [
    "''",
    "'never written'",
    "'{}'",
    "x'00ff'",
    "-1",
    "9223372036854775807",
    "1e300",
    "NULL",
];

/// What can be read by an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Game(i64),
    /// A challenge, with its challenger, whose name it shows.
    Challenge(i64, i64),
    Member(i64),
    Server(i64),
}

impl About {
    /// Whether it shows one of `ids`.
    fn shows(self, ids: &[i64]) -> bool {
        match self {
            Self::Challenge(id, by) => ids.contains(&id) || ids.contains(&by),
            Self::Game(id) | Self::Member(id) | Self::Server(id) => ids.contains(&id),
        }
    }
}

/// Which of `all` cannot be read.
async fn unreadable(store: &Store, all: &[About]) -> BTreeSet<About> {
    let mut unreadable = BTreeSet::new();
    for &about in all {
        let read = |mut tx: Read| async move {
            match about {
                About::Game(id) => {
                    tx.game(GameId(id)).await?;
                }
                About::Challenge(id, _) => drop(tx.challenge(GameId(id)).await?),
                About::Member(id) => {
                    tx.member(MemberId(id)).await?;
                    tx.latest_notifications(MemberId(id)).await?;
                    for variant in Variant::ALL.iter().copied() {
                        tx.ranking(MemberId(id), variant).await?;
                    }
                }
                About::Server(id) => drop(tx.server_settings(Some(id)).await?),
            }
            Ok(())
        };
        match store.read(read).await {
            Ok(()) => {}
            Err(Error::Corrupt { .. }) => drop(unreadable.insert(about)),
            Err(error) => panic!("{about:?}: {error}"),
        }
    }
    unreadable
}

/// The numbers that a query returns.
async fn numbers(connection: &mut sqlx::AnyConnection, query: String) -> Vec<i64> {
    let rows = sqlx::query_scalar(AssertSqlSafe(query));
    rows.fetch_all(connection).await.expect("numbers")
}

/// Executes a statement. Returns whether the database accepted it.
async fn try_execute(connection: &mut sqlx::AnyConnection, statement: String) -> bool {
    connection.execute(AssertSqlSafe(statement)).await.is_ok()
}

/// A condition that selects one row of a table, and the integers in that row.
async fn a_row(
    connection: &mut sqlx::AnyConnection,
    (table, columns): (&str, &[String]),
) -> (String, Vec<i64>) {
    let [first, second, ..] = columns else {
        panic!("{table} has fewer than two columns");
    };
    let row = format!(
        "({first}, {second}) IN (SELECT {first}, {second} FROM {table} ORDER BY {first}, {second} LIMIT 1)"
    );
    let mut ids = Vec::new();
    for column in columns {
        let integers =
            format!("SELECT {column} FROM {table} WHERE {row} AND typeof({column}) = 'integer'");
        ids.extend(numbers(connection, integers).await);
    }
    (row, ids)
}

#[tokio::test]
async fn a_corrupt_row_fails_only_reads_that_need_it() {
    let bench = filled_on(Bench::on_sqlite().await).await;
    let mut other = bench.connect().await;
    // The tables would refuse most of the garbage, so their checks are switched off.
    let unchecked = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF";
    assert!(try_execute(&mut other, unchecked.to_owned()).await);
    let ids = |table: &str| format!("SELECT id FROM {table}");
    let mut all: Vec<About> = Vec::new();
    let games = numbers(&mut other, ids("games")).await;
    all.extend(games.into_iter().map(About::Game));
    let challenges = numbers(&mut other, ids("challenges")).await;
    for id in challenges {
        let query = format!("SELECT challenger FROM challenges WHERE id = {id}");
        let members = numbers(&mut other, query).await.into_iter();
        all.extend(members.map(|challenger| About::Challenge(id, challenger)));
    }
    let members = numbers(&mut other, ids("members")).await;
    all.extend(members.into_iter().map(About::Member));
    let servers = numbers(&mut other, ids("servers")).await;
    all.extend(servers.into_iter().map(About::Server));
    assert_eq!(unreadable(&bench.store, &all).await, BTreeSet::new());
    let (mut corrupted, mut reported) = (0, 0);
    for table in TABLES {
        let names = format!("SELECT name FROM pragma_table_info('{table}')");
        let names = sqlx::query_scalar(AssertSqlSafe(names));
        let columns: Vec<String> = names.fetch_all(&mut other).await.expect("columns");
        let (row, about) = a_row(&mut other, (table, &columns)).await;
        let keep = format!("CREATE TEMP TABLE intact AS SELECT * FROM {table}");
        assert!(try_execute(&mut other, keep).await);
        for column in &columns {
            for garbage in GARBAGE {
                let corrupt = format!("UPDATE {table} SET {column} = {garbage} WHERE {row}");
                // The database itself refuses a value of the wrong type.
                if !try_execute(&mut other, corrupt).await {
                    continue;
                }
                let fails = unreadable(&bench.store, &all).await;
                for failed in &fails {
                    assert!(
                        failed.shows(&about),
                        "{table}.{column} = {garbage} harms {failed:?}; the row is about {about:?}"
                    );
                }
                corrupted += 1;
                reported += usize::from(!fails.is_empty());
                let mend = format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM intact");
                assert!(try_execute(&mut other, mend).await);
            }
        }
        assert!(try_execute(&mut other, "DROP TABLE intact".to_owned()).await);
    }
    assert_eq!(unreadable(&bench.store, &all).await, BTreeSet::new());
    assert!(corrupted > 200 && reported > 20, "{corrupted}, {reported}");
}
