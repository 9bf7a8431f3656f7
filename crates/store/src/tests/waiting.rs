//! Changes that wait, are withdrawn or are refused: a full disk, a lock that another process holds,
//! shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// Releases free pages, so that the file is only as large as its contents.
async fn vacuum(bench: &Bench) {
    let mut other = bench.connect().await;
    other.execute("VACUUM").await.expect("vacuumed");
}

/// Saves more names than fit under the limit of [`limit_pages`].
async fn fill(tx: &mut Tx, from: i64) -> Result<()> {
    for id in from..from + 200 {
        tx.set_member_name(MemberId(id), &"x".repeat(60)).await?;
    }
    Ok(())
}

/// Keeps the database from growing until the connection is reopened, which happens after a change
/// that did not fit.
async fn limit_pages(bench: &Bench) {
    let limit = bench.change(|tx| {
        tx.execute_outside_changes("PRAGMA max_page_count = 1")
            .boxed()
    });
    limit.done().await.expect("limited");
}

#[tokio::test]
async fn change_later_retries_after_a_full_disk() {
    let bench = Bench::on_sqlite().await;
    vacuum(&bench).await;
    limit_pages(&bench).await;
    let tries = Arc::new(AtomicU32::new(0));
    let counted = tries.clone();
    let later = bench.store.change_later(move |tx| {
        counted.fetch_add(1, Ordering::Relaxed);
        fill(tx, 1).boxed()
    });
    later.await.expect("there is room again");
    assert_eq!(tries.load(Ordering::Relaxed), 2);
    let members = "SELECT COUNT(*) FROM members";
    assert_eq!(bench.count(members).await, 200);
}

#[tokio::test]
async fn on_a_full_disk_only_what_is_confirmed_is_stored() {
    let bench = Bench::on_sqlite().await;
    // A limit below the present size: nothing can grow any more. The names are long, so that a few
    // fill the remaining pages.
    vacuum(&bench).await;
    limit_pages(&bench).await;
    let changes: Vec<_> = (1..=200)
        .map(|id| {
            bench.change(move |tx| {
                async move {
                    tx.set_member_name(MemberId(id), &"x".repeat(60)).await?;
                    tx.begin_game(&record(id, ChannelId(id))).await
                }
                .boxed()
            })
        })
        .collect();
    let mut reported = Vec::new();
    for change in changes {
        reported.push(change.done().await.is_ok());
    }
    assert!(reported.contains(&false), "the disk was never full");
    let stored = async |bench: &Bench| {
        let mut stored = Vec::new();
        for id in 1..=200 {
            stored.push(bench.game(id).await.is_some());
        }
        stored
    };
    assert_eq!(stored(&bench).await, reported);
    // The connection was reopened, which removed the limit, as if somebody had made room.
    let added = bench.add(&record(1000, ChannelId(1000))).done().await;
    added.expect("there is room again");
    let bench = bench.reopened().await;
    assert_eq!(stored(&bench).await, reported);
}

#[tokio::test]
async fn a_locked_database_allows_reads_and_withdraws_changes() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let mut other = bench.connect().await;
    other.execute("BEGIN IMMEDIATE").await.expect("locked");
    let begun = bench.add(&record(2, ChannelId(2)));
    while bench.store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    let Status::Running(begun) = begun.within(Instant::now()).await else {
        panic!("it has begun and is not done")
    };
    let withdrawn = bench.add(&record(3, ChannelId(3))).within(Instant::now());
    assert!(matches!(withdrawn.await, Status::Withdrawn));
    assert!(bench.game(1).await.is_some());
    other.execute("COMMIT").await.expect("unlocked");
    other.close().await.expect("closed");
    begun.done().await.expect("the lock is gone");
    let added = bench.add(&record(4, ChannelId(4))).done().await;
    added.expect("added");
    assert!(bench.game(2).await.is_some());
    assert_eq!(
        bench.game(3).await,
        None,
        "a withdrawn change is never carried out"
    );
}

#[tokio::test]
async fn closing_carries_out_what_is_queued() {
    let bench = Bench::on_sqlite().await;
    let changes: Vec<_> = (1..=100)
        .map(|id| bench.add(&record(id, ChannelId(id))))
        .collect();
    let bench = bench.reopened().await;
    for (id, change) in (1..).zip(changes) {
        change.done().await.expect("carried out");
        assert!(bench.game(id).await.is_some());
    }
}

#[tokio::test]
async fn after_a_failed_change_the_next_ones_fail_fast() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let mut other = bench.connect().await;
    other.execute("BEGIN IMMEDIATE").await.expect("locked");
    // The first change waits for the lock as long as a change may.
    let first = bench.add(&record(2, ChannelId(2))).done().await;
    assert!(matches!(first, Err(Error::RolledBack)), "{first:?}");
    for id in 3..6 {
        let next = bench.add(&record(id, ChannelId(id)));
        // A player waits for two seconds.
        let reported = next.within(Instant::now() + Duration::from_secs(2)).await;
        assert!(matches!(reported, Status::Done(Err(Error::RolledBack))));
    }
    other.execute("COMMIT").await.expect("unlocked");
    let added = bench.add(&record(6, ChannelId(6))).done().await;
    added.expect("the lock is gone");
}
