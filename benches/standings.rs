//! Leaderboards with a million members: the first page, the last page that buttons lead to, and the
//! pages around a member in the middle and around the last one. Each page includes the asking
//! member's place. The store is the real one, on a file that is filled first. As a test (`cargo
//! test --benches`) it runs once, with ten thousand members.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use nim_games::Variant;
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::runtime::Runtime;
use wythoff_game::MemberId;
use wythoff_game::records::PageRequest;
use wythoff_game::records::{Order, Scope, Word};
use wythoff_service::{Chance, Service};
use wythoff_store::{Database, Store};

/// The number of members in a benchmark, and in a test.
const MEMBERS: u64 = 1_000_000;
const TEST_MEMBERS: u64 = 10_000;

/// Fills the tables with one member for each number `i` in the table `n`. A multiplicative hash
/// spreads their figures, so that every leaderboard is in a different order.
const FILL: [&str; 4] = [
    "INSERT INTO members (id, name) SELECT i, 'member ' || i FROM n",
    "INSERT INTO standings (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
     SELECT 0, 'wythoff', i, 1, 1000 + (i * 2654435761 % 1000003) / 1000.0, 60, 40, 1 + i * 40503 % 300, 20 + i % 30, 50,
     (20 + i % 30) / 50.0, 1 + i * 69069 % 20 FROM n",
    "UPDATE standings SET by_rating = rating + 10000, by_wins = wins, by_accuracy = accuracy, by_streak = streak",
    "INSERT INTO steps (scope, variant, board, step, members)
     SELECT 0, 'wythoff', 'rating', CAST(by_rating AS INTEGER), COUNT(*) FROM standings GROUP BY 4
     UNION ALL SELECT 0, 'wythoff', 'wins', by_wins, COUNT(*) FROM standings GROUP BY 4
     UNION ALL SELECT 0, 'wythoff', 'accuracy', CAST(by_accuracy * 1000 AS INTEGER), COUNT(*) FROM standings GROUP BY 4
     UNION ALL SELECT 0, 'wythoff', 'streak', by_streak, COUNT(*) FROM standings GROUP BY 4",
];

async fn filled_store(folder: &tempfile::TempDir, members: u64) -> Store {
    let address = format!("sqlite://{}", folder.path().join("bench.db").display());
    let database = || Database::at(&address).expect("an address");
    Store::open(database())
        .await
        .expect("a new database")
        .close()
        .await;
    let mut connection = SqliteConnection::connect(&address).await.expect("the file");
    let numbers = format!(
        "CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {members}) SELECT i FROM n"
    );
    let numbers = sqlx::AssertSqlSafe(numbers);
    connection.execute(numbers).await.expect("filled");
    for statement in FILL {
        connection.execute(statement).await.expect("filled");
    }
    connection.close().await.expect("closed");
    Store::open(database()).await.expect("the same database")
}

fn standings(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    // Cargo passes `--bench` to a benchmark, but not to a test.
    let members = if std::env::args().any(|argument| argument == "--bench") {
        MEMBERS
    } else {
        TEST_MEMBERS
    };
    let store = Arc::new(runtime.block_on(filled_store(&folder, members)));
    let service = Service::new(store.clone(), Chance::seeded(1));
    let page = async |order, page_request, member| {
        let page = service.leaderboard(
            Scope::Everywhere,
            Variant::Wythoff,
            order,
            page_request,
            member,
        );
        page.await.expect("a page")
    };
    for order in Order::all() {
        let name = format!("{order:?}").to_lowercase();
        let [middle, last] = runtime.block_on(middle_and_last(&folder, order, members / 2));
        for (what, page_request, member) in [
            ("first page", PageRequest::First, last),
            (
                "last page that buttons lead to",
                PageRequest::From(91),
                last,
            ),
            ("page around the middle", PageRequest::Me, middle),
            ("page around the last", PageRequest::Me, last),
        ] {
            criterion.bench_function(&format!("{what} by {name}"), |bencher| {
                bencher.iter(|| black_box(runtime.block_on(page(order, page_request, member))));
            });
        }
    }
}

/// The member in the middle, and the last one, who has the lowest figure.
async fn middle_and_last(folder: &tempfile::TempDir, order: Order, middle: u64) -> [MemberId; 2] {
    let column = format!("{order:?}").to_lowercase();
    let address = format!("sqlite://{}", folder.path().join("bench.db").display());
    let mut connection = SqliteConnection::connect(&address).await.expect("the file");
    let mut middle_and_last = Vec::new();
    for skipped in [middle, 0] {
        let statement = format!(
            "SELECT member FROM standings ORDER BY {column}, member LIMIT 1 OFFSET {skipped}"
        );
        let member: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .fetch_one(&mut connection)
            .await
            .expect("somebody");
        middle_and_last.push(MemberId(member));
    }
    middle_and_last.try_into().expect("two")
}

criterion_group!(benches, standings);
criterion_main!(benches);
