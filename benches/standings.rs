//! Leaderboards with a million members: a page of ten, the first and one from far below, and one's own place, the best and the
//! worst. The store is the real one, over a file that is filled first.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot go on has failed"
)]
#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::runtime::Runtime;
use wythoff::game::MemberId;
use wythoff::store::{Database, Order, Page, Scope, Store};

/// Fills the tables with a million members whose numbers are spread by a multiplicative hash, so that every order is another one.
const FILL: [&str; 4] = [
    "CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n",
    "INSERT INTO members (id, name) SELECT i, 'member ' || i FROM n",
    "INSERT INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
     SELECT 0, i, 1, 1000 + (i * 2654435761 % 1000003) / 1000.0, 60, 40, 1 + i * 40503 % 300, 20 + i % 30, 50,
     (20 + i % 30) / 50.0, 1 + i * 69069 % 20 FROM n",
    "UPDATE standings SET by_rating = rating, by_wins = wins, by_accuracy = accuracy, by_streak = streak",
];

async fn filled(folder: &tempfile::TempDir) -> Store {
    let address = format!("sqlite://{}", folder.path().join("bench.db").display());
    let database = || Database::at(&address).expect("an address");
    Store::open(database())
        .await
        .expect("a new database")
        .close()
        .await;
    let mut connection = SqliteConnection::connect(&address).await.expect("the file");
    for statement in FILL {
        connection.execute(statement).await.expect("filled");
    }
    connection.close().await.expect("closed");
    Store::open(database()).await.expect("the same database")
}

fn standings(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let store = runtime.block_on(filled(&folder));
    let scope = Scope::Everywhere;
    let leaders = async |order, page| {
        store
            .read(move |mut view| {
                Box::pin(async move { view.leaders(scope, order, page, 11).await })
            })
            .await
            .expect("a page")
    };
    let rank = async |order, member| {
        store
            .read(move |mut view| Box::pin(async move { view.rank(scope, order, member).await }))
            .await
            .expect("a place")
    };
    for order in Order::ALL {
        let name = format!("{order:?}").to_lowercase();
        let (last, rung) = runtime.block_on(async {
            let last = last(&folder, order).await;
            let standing = rank(order, last).await.expect("ranked").1;
            (last, standing.rung(order))
        });
        criterion.bench_function(&format!("first page by {name}"), |bencher| {
            bencher.iter(|| black_box(runtime.block_on(leaders(order, Page::First))));
        });
        criterion.bench_function(&format!("last page by {name}"), |bencher| {
            bencher.iter(|| black_box(runtime.block_on(leaders(order, Page::Above(rung)))));
        });
        criterion.bench_function(&format!("place of the last by {name}"), |bencher| {
            bencher.iter(|| black_box(runtime.block_on(rank(order, last))));
        });
    }
    runtime.block_on(store.close());
}

/// Who stands last.
async fn last(folder: &tempfile::TempDir, order: Order) -> MemberId {
    let column = format!("{order:?}").to_lowercase();
    let address = format!("sqlite://{}", folder.path().join("bench.db").display());
    let mut connection = SqliteConnection::connect(&address).await.expect("the file");
    let statement = format!("SELECT member FROM standings ORDER BY {column}, member LIMIT 1");
    let last: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
        .fetch_one(&mut connection)
        .await
        .expect("somebody");
    MemberId(last)
}

criterion_group!(benches, standings);
criterion_main!(benches);
