//! The database files: they contain nothing that was erased, and no change is confirmed once they
//! are not the files that were opened.

use super::*;
use wythoff_game::FormerId;

/// The bytes of all files in a folder.
fn bytes(folder: &std::path::Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        all.extend(std::fs::read(entry.expect("an entry").path()).expect("read"));
    }
    all
}

fn occurrences(needle: &[u8], bytes: &[u8]) -> usize {
    bytes
        .windows(needle.len())
        .filter(|window| *window == needle)
        .count()
}

#[tokio::test]
async fn erased_data_is_in_no_file() {
    let bench = Bench::on_sqlite().await;
    let erased = MemberId(0x1234_5678_9ABC_DEF1);
    let name = "Somebody Unforgettable";
    // Enough rows of the member, and of others in between, for pages to split and cells to move.
    for n in 1..=300 {
        let (member, name) = if n * 7919 % 11 < 4 {
            (erased, format!("{name} {n}"))
        } else {
            (MemberId(100 + n), format!("other {n}"))
        };
        let mut record = record(n, ChannelId(n));
        record.game = game_of(member, n);
        let change = bench.change(move |tx| {
            async move {
                tx.set_member_name(member, &name).await?;
                tx.begin_game(&record).await?;
                let player = PlayerId::Member(member);
                let resign = Action::Resign { seen: None };
                let ended = record.game.apply(player, resign, Timestamp(n));
                record.game = ended.expect("it runs").0;
                record.end(Vec::new());
                tx.save_game(&record).await
            }
            .boxed()
        });
        change.done().await.expect("saved");
    }
    let id = erased.0.to_be_bytes();
    let before = bytes(bench.folder.path());
    assert!(occurrences(&id, &before) > 100 && occurrences(name.as_bytes(), &before) > 0);
    let change = bench
        .store
        .change_alone(move |tx| tx.erase_member(erased, FormerId(-5)).boxed());
    change.done().await.expect("erased");
    let after = bytes(bench.folder.path());
    assert_eq!(occurrences(name.as_bytes(), &after), 0, "the name");
    assert_eq!(occurrences(&id, &after), 0, "the id");
    assert_eq!(occurrences(&erased.0.to_le_bytes(), &after), 0, "the id");
    assert_eq!(
        occurrences(erased.0.to_string().as_bytes(), &after),
        0,
        "the digits"
    );
}

#[tokio::test]
async fn changes_to_deleted_files_are_reported_truly() {
    // If only the log is gone, what it held is moved into the database before the end.
    for (what, gone, is_stored) in [
        ("the database", "test.db", false),
        ("its log", "test.db-wal", true),
        ("its lock", "test.db.lock", false),
    ] {
        let bench = Bench::on_sqlite().await.with_a_game().await;
        std::fs::remove_file(bench.path(gone)).expect(what);
        let outcome = bench.add(&record(2, ChannelId(2))).done().await;
        assert_eq!(outcome.is_ok(), is_stored, "{what}: {outcome:?}");
        bench.store.lost().await;
        if gone != "test.db" {
            let mut connection = file(&bench.folder).connect_to_write().await.expect("open");
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM games");
            let games: i64 = count.fetch_one(&mut connection).await.expect("a count");
            assert_eq!(games, if is_stored { 2 } else { 1 }, "{what}");
        }
        let outcome = bench.add(&record(3, ChannelId(3))).done().await;
        assert!(
            matches!(outcome, Err(Error::RolledBack)),
            "{what}: {outcome:?}"
        );
        bench.store.abandon();
    }
}

#[tokio::test]
async fn nothing_is_confirmed_in_a_replaced_file() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let copy = bench.path("copy.db");
    let copied = file(&bench.folder).back_up(&copy).await;
    copied.expect("copied");
    std::fs::rename(copy, bench.path("test.db")).expect("replaced");
    let outcome = bench.add(&record(2, ChannelId(2))).done().await;
    assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    bench.store.lost().await;
    bench.store.abandon();
}

#[tokio::test]
async fn a_moved_database_holds_exactly_what_was_confirmed() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let elsewhere = bench.move_away();
    let outcome = bench.add(&record(2, ChannelId(2))).done().await;
    assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    bench.store.lost().await;
    bench.store.abandon();
    let log = std::fs::metadata(bench.path("test.db-wal")).expect("a log");
    assert_eq!(
        log.len(),
        0,
        "nothing that another database could take over"
    );
    let moved = Bench::open(elsewhere).await;
    assert!(moved.game(1).await.is_some());
    assert!(moved.game(2).await.is_none());
}

#[tokio::test]
async fn a_log_that_a_reader_kept_is_emptied_after_a_later_change() {
    let bench = Bench::on_sqlite().await;
    let named = bench.change(|tx| tx.set_member_name(ANNA, "Somebody Unforgettable").boxed());
    named.done().await.expect("named");
    let mut reader = bench.connect().await;
    let reads = "BEGIN; SELECT COUNT(*) FROM members";
    reader.execute(reads).await.expect("it reads");
    let erase = bench.change(|tx| tx.erase_member(ANNA, FormerId(-5)).boxed());
    // The erasure does not wait for a reader that stays.
    let outcome = erase.within(Instant::now() + Duration::from_secs(2)).await;
    assert!(matches!(outcome, Status::Done(Ok(()))), "{outcome:?}");
    let count = || occurrences(b"Unforgettable", &bytes(bench.folder.path()));
    assert!(count() > 0, "the reader still needs it");
    reader.execute("COMMIT").await.expect("it has read");
    bench.add(&record(2, HERE)).done().await.expect("added");
    // The log is truncated before the first change is answered. The second one is only to be on
    // the safe side.
    bench
        .add(&record(3, ChannelId(3)))
        .done()
        .await
        .expect("added");
    assert_eq!(count(), 0);
}

/// Part of the names of SQLite's temporary files, which are unlinked but still open.
const TEMPORARY: &str = "etilqs";

/// Names enough members to fill many pages.
async fn name_many(tx: &mut Tx, name: &str) -> Result<()> {
    for id in 1..2_000 {
        tx.set_member_name(MemberId(id), name).await?;
    }
    Ok(())
}

#[tokio::test]
async fn savepoints_use_no_temporary_file() {
    let bench = Bench::on_sqlite().await;
    let before = bench.change(|tx| name_many(tx, "Somebody").boxed());
    before.done().await.expect("named");
    // Only a change after another one in the same batch has a savepoint.
    let (release, released) = tokio::sync::oneshot::channel::<()>();
    let first = bench.change(|tx| {
        async move {
            tx.set_member_name(MemberId(2_000), "Somebody").await?;
            released.await.expect("the next change is queued");
            Ok(())
        }
        .boxed()
    });
    let renamed = bench.change(|tx| {
        async move {
            name_many(tx, "Somebody else").await?;
            let open = std::fs::read_dir("/proc/self/fd").expect("open files");
            let open = open.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
            let open = open.map(|file| file.display().to_string());
            Ok(open.filter(|file| file.contains(TEMPORARY)).count())
        }
        .boxed()
    });
    release.send(()).expect("the first change waits");
    first.done().await.expect("named");
    assert_eq!(renamed.done().await.expect("renamed"), 0);
}

/// The process before may have ended before it could empty the log after an erasure.
#[tokio::test]
async fn the_first_change_after_a_start_empties_the_log_and_a_touch_is_written() {
    let bench = Bench::on_sqlite().await;
    let log = || std::fs::metadata(bench.path("test.db-wal")).map_or(0, |log| log.len());
    bench.add(&record(1, HERE)).done().await.expect("added");
    assert_eq!(log(), 0);
    // It finds out whether the disk is full, so it has to be written.
    let touched: Pending<(), Error> = bench.change(|tx| tx.touch().boxed());
    touched.done().await.expect("touched");
    assert!(log() > 0);
}
