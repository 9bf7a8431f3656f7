//! Batches: what each change sees of the others in its batch, and which failures affect only one
//! change.
//!
//! Changes that are queued without awaiting in between form one batch, since a test and the writing
//! task share a thread.

use std::panic::resume_unwind;

use super::*;
use wythoff_game::Phase;
use wythoff_game::records::Limit;

#[tokio::test]
async fn a_change_sees_the_earlier_changes_of_its_batch() {
    let bench = Bench::new().await.with_a_game().await;
    let moved = bench.change(|tx| take_one(tx, 1).boxed());
    let seen = bench.change(|tx| tx.game(GameId(1)).boxed());
    let resign = Action::Resign { seen: None };
    let resigned = bench.change(move |tx| act(tx, 1, resign, Timestamp(10)).boxed());
    let refused = bench.change(|tx| {
        async move {
            let running = tx.running_games(ANNA, None).await?;
            assert!(running.is_empty(), "{running:?}");
            Err::<(), _>(corrupt())
        }
        .boxed()
    });
    moved.done().await.expect("moved");
    let seen = seen.done().await.expect("seen").expect("a game");
    assert_eq!(seen.game.ply(), 1);
    let ended = resigned.done().await.expect("resigned");
    assert!(matches!(refused.done().await, Err(Error::Corrupt { .. })));
    assert_eq!(bench.game(1).await.map(|game| game.game), Some(ended.game));
}

/// A claim uses `RETURNING`. On SQLite, the savepoint is sent in front of such a statement, and its
/// row must still be found.
#[tokio::test]
async fn an_interaction_is_claimed_once_even_within_a_batch() {
    let bench = Bench::new().await;
    let claim = |id| bench.change(move |tx| tx.claim(InteractionId(id), ANNA, "Anna").boxed());
    let claims = [1, 2, 3, 2, 4].map(claim);
    let mut are_new = Vec::new();
    for claimed in claims {
        are_new.push(claimed.done().await.expect("saved"));
    }
    assert_eq!(are_new, [true, true, true, false, true]);
}

#[tokio::test]
async fn a_change_that_fails_or_panics_harms_no_other() {
    let bench = Bench::new().await;
    let before = bench.add(&record(1, HERE));
    let fails = bench.change(|tx| {
        async move {
            tx.begin_game(&record(2, ChannelId(2))).await?;
            Err::<(), _>(corrupt())
        }
        .boxed()
    });
    let panics = bench.change(|tx| {
        async move {
            tx.begin_game(&record(3, ChannelId(3))).await?;
            if tx.game(GameId(3)).await?.is_some() {
                // Without the report of a panic, which takes long on a busy machine, so that the
                // batch would be too slow.
                resume_unwind(Box::new("a deliberate panic"));
            }
            Ok(())
        }
        .boxed()
    });
    let after = bench.add(&record(4, ChannelId(4)));
    before.done().await.expect("added");
    assert!(matches!(fails.done().await, Err(Error::Corrupt { .. })));
    assert!(matches!(panics.done().await, Err(Error::RolledBack)));
    after.done().await.expect("added");
    let mut stored = Vec::new();
    for id in 1..=4 {
        stored.push(bench.game(id).await.is_some());
    }
    assert_eq!(stored, [true, false, false, true]);
}

#[tokio::test]
async fn a_change_that_breaks_a_rule_of_the_database_harms_no_other() {
    let bench = Bench::new().await;
    // Game 64 breaks a rule: its players already have a running game in its channel.
    let mut records: Vec<_> = (1..=63).map(|id| record(id, ChannelId(id))).collect();
    records.insert(30, record(64, ChannelId(5)));
    let adding: Vec<_> = records.iter().map(|record| bench.add(record)).collect();
    let mut failed = Vec::new();
    for (index, added) in adding.into_iter().enumerate() {
        if added.done().await.is_err() {
            failed.push(index);
        }
    }
    assert_eq!(failed, [30]);
    for id in 1..=63 {
        assert!(bench.game(id).await.is_some(), "game {id}");
    }
    assert_eq!(bench.game(64).await, None);
}

#[tokio::test]
async fn a_swallowed_database_error_rolls_back_the_batch() {
    let bench = Bench::new().await;
    let before = bench.add(&record(1, HERE));
    let swallows = bench.change(|tx| {
        async move {
            tx.begin_game(&record(2, ChannelId(2))).await?;
            assert!(tx.execute_outside_changes("no statement").await.is_err());
            let more = tx.begin_game(&record(3, ChannelId(3))).await;
            assert!(matches!(more, Err(Error::RolledBack)), "{more:?}");
            Ok(())
        }
        .boxed()
    });
    let after = bench.add(&record(4, ChannelId(4)));
    for (change, what) in [(before, "before"), (swallows, "the change itself")] {
        let outcome = change.done().await;
        assert!(
            matches!(outcome, Err(Error::RolledBack)),
            "{what}: {outcome:?}"
        );
    }
    // This change had not begun when the batch failed.
    after.done().await.expect("added");
    let mut stored = Vec::new();
    for id in 1..=4 {
        stored.push(bench.game(id).await.is_some());
    }
    assert_eq!(stored, [false, false, false, true]);
}

#[tokio::test]
async fn limits_count_earlier_changes_of_the_same_batch() {
    let bench = Bench::new().await;
    let rated = Limit::rated([ANNA, MemberId(11)]);
    let day = Duration::from_hours(24);
    let counts = [1, 2].map(|at| {
        bench.change(move |tx| {
            async move {
                let before = tx.limit_events_since(rated, Timestamp(0)).await?.len();
                tx.limit(rated, Timestamp(at), day).await?;
                Ok(before)
            }
            .boxed()
        })
    });
    let taken_back = bench.change(move |tx| tx.remove_limit(rated, Timestamp(1)).boxed());
    let mut before = Vec::new();
    for count in counts {
        before.push(count.done().await.expect("counted"));
    }
    assert_eq!(before, [0, 1], "the second sees the first in its batch");
    taken_back.done().await.expect("taken back");
    let since =
        bench.read(|mut tx| async move { tx.limit_events_since(rated, Timestamp(0)).await });
    assert_eq!(since.await, [Timestamp(2)]);
}

#[tokio::test]
async fn a_corrupt_row_fails_only_the_change_that_reads_it() {
    let bench = Bench::new().await.with_a_game().await;
    bench.execute("UPDATE games SET clock = 7").await;
    let outcomes = {
        let looks = bench.change(|tx| tx.game(GameId(1)).boxed());
        let begins = bench.add(&record(2, ChannelId(2)));
        (looks.done().await, begins.done().await)
    };
    let Err(Error::Corrupt {
        table, column, id, ..
    }) = outcomes.0
    else {
        panic!("the row should be corrupt");
    };
    assert_eq!((table, column.as_str(), id), ("games", "clock", 1));
    outcomes.1.expect("added");
    bench.execute("UPDATE games SET clock = 604800").await;
    assert!(bench.game(1).await.is_some());
}

#[tokio::test]
async fn a_change_with_its_own_batch_sees_earlier_changes() {
    let bench = Bench::new().await;
    let hour = Duration::from_hours(1);
    let deadline = |record: &GameRecord| match record.game.phase() {
        Phase::Running { deadline, .. } => deadline,
        Phase::Ended { .. } => panic!("the game has ended"),
    };
    let new = record(1, HERE);
    let begins = bench.add(&new);
    let (from, until) = (Timestamp(1_000), Timestamp(1_000).plus(hour));
    let extends = bench
        .store
        .change_alone(move |tx| tx.extend_deadlines(from, until).boxed());
    let looks = bench.change(|tx| tx.game(GameId(1)).boxed());
    begins.done().await.expect("begun");
    let extended: Result<()> = extends.done().await;
    extended.expect("extended");
    let seen = looks.done().await.expect("seen").expect("a game");
    assert_eq!(deadline(&seen), deadline(&new).plus(hour));
}
