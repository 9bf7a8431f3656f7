//! Games, boards and names: what is saved is found again.

use super::*;
use nim_games::Position;

#[tokio::test]
async fn a_game_is_read_back_as_saved_even_after_a_restart() {
    let bench = Bench::new().await;
    let added = record(1, HERE);
    bench.add(&added).done().await.expect("added");
    assert_eq!(bench.game(1).await, Some(added));
    assert_eq!(bench.game(2).await, None);
    let moved = bench.change(|tx| take_one(tx, 1).boxed()).done().await;
    let moved = moved.expect("moved");
    let bench = bench.reopened().await;
    assert_eq!(bench.game(1).await, Some(moved));
}

#[tokio::test]
async fn running_games_are_found_by_pair_and_by_member() {
    let bench = Bench::new().await.with_a_game().await;
    bench
        .add(&record(2, ChannelId(21)))
        .done()
        .await
        .expect("another channel");
    bench
        .add(&record(3, HERE))
        .done()
        .await
        .expect_err("one running game for each pair in a channel");
    let here = bench
        .read(|mut tx| async move { tx.running_game(HERE, ANNA, PlayerId::Bot).await })
        .await;
    assert_eq!(here.map(|record| record.game.id()), Some(GameId(1)));
    let everywhere = bench
        .read(|mut tx| async move { tx.running_games(ANNA, None).await })
        .await;
    let everywhere: Vec<i64> = everywhere.iter().map(|record| record.game.id().0).collect();
    assert_eq!(everywhere, [2, 1]);
}

#[tokio::test]
async fn finished_games_are_found_with_all_their_moves() {
    let bench = Bench::new().await;
    for id in 1..=3 {
        let added = bench.add(&record(id, ChannelId(id)));
        added.done().await.expect("added");
    }
    for (id, moves) in [(1, 1), (2, 0), (3, 1)] {
        let finish = bench.change(move |tx| {
            async move {
                for _ in 0..moves {
                    take_one(tx, id).await?;
                }
                act(tx, id, Action::Resign { seen: None }, Timestamp(10 + id)).await
            }
            .boxed()
        });
        finish.done().await.expect("finished");
    }
    let finished = async |channel: Option<ChannelId>, limit| {
        let found =
            bench.read(move |mut tx| async move { tx.finished_games(ANNA, channel, limit).await });
        found.await
    };
    let ids = |found: &[GameRecord]| found.iter().map(|record| record.game.id().0).collect_vec();
    let everywhere = finished(None, 25).await;
    assert_eq!(ids(&everywhere), [3, 1], "latest first, none without moves");
    assert_eq!(everywhere[1].moves, [Move::take([1])]);
    let here = finished(Some(ChannelId(1)), 1).await;
    assert_eq!(ids(&here), [1], "not the latest of all");
}

#[tokio::test]
async fn a_game_has_one_successor() {
    let bench = Bench::new().await.with_a_game().await;
    let next = |id| GameRecord {
        follows: Some(GameId(1)),
        ..record(id, ChannelId(id))
    };
    bench.add(&next(2)).done().await.expect("added");
    bench
        .add(&next(3))
        .done()
        .await
        .expect_err("there is one already");
    let found = bench
        .read(|mut tx| async move { tx.successor(GameId(1)).await })
        .await;
    assert_eq!(found.map(|record| record.game.id()), Some(GameId(2)));
}

#[tokio::test]
async fn a_message_becomes_the_board() {
    let bench = Bench::new().await;
    bench.add(&record(5, HERE)).done().await.expect("added");
    let show = bench.change(|tx| {
        async move {
            let mut record = tx.game(GameId(5)).await?.expect("it was added");
            record.board = Some(MessageId(100));
            record.shown = InteractionId(7);
            tx.save_game(&record).await
        }
        .boxed()
    });
    show.done().await.expect("shown");
    let shown = bench.game(5).await;
    let shown = shown.map(|record| (record.board, record.shown));
    assert_eq!(shown, Some((Some(MessageId(100)), InteractionId(7))));
}

#[tokio::test]
async fn interactions_are_remembered_for_a_day() {
    let bench = Bench::new().await;
    let day = 24 * 60 * 60 * 1000;
    let start = 1_700_000_000_000;
    let ids =
        [start, start + day, start + day + 1].map(|time| InteractionId::first_at(Timestamp(time)));
    for id in ids {
        let claim = bench
            .change(move |tx| tx.claim(id, ANNA, "Anna").boxed())
            .done()
            .await;
        assert!(claim.expect("claimed"), "for the first time");
    }
    let now = Timestamp(start + day + 1);
    let forget = bench.change(move |tx| tx.forget_interactions(now).boxed());
    forget.done().await.expect("forgotten");
    let mut known = Vec::new();
    for id in ids {
        let claim = bench
            .change(move |tx| tx.claim(id, ANNA, "Anna").boxed())
            .done()
            .await;
        known.push(!claim.expect("claimed"));
    }
    assert_eq!(known, [false, true, true]);
}

#[tokio::test]
async fn a_member_is_known_by_the_latest_name() {
    let bench = Bench::new().await;
    let mut known = Vec::new();
    for name in ["Anna", "Anna", "Anna B."] {
        let see = bench.change(move |tx| tx.set_member_name(ANNA, name).boxed());
        see.done().await.expect("seen");
        let anna = bench.read(|mut tx| async move { tx.member(ANNA).await });
        known.extend(anna.await.name);
    }
    assert_eq!(known, ["Anna", "Anna", "Anna B."]);
}

#[tokio::test]
async fn starts_of_running_games_are_listed_once_latest_first() {
    let bench = Bench::new().await.with_a_game().await;
    for (id, start) in [(2, "grundy: 9"), (3, "tactix: 3x3"), (4, "grundy: 9")] {
        let channel = ChannelId(20 + id);
        let mut added = record(id, channel);
        let terms = Terms::against_the_bot(added.game.players(), start.parse().expect("a start"));
        added.game = Game::start(GameId(id), terms, Timestamp(id)).expect("not over");
        bench.add(&added).done().await.expect("added");
    }
    bench
        .change(|tx| act(tx, 3, Action::Resign { seen: None }, Timestamp(9)).boxed())
        .done()
        .await
        .expect("it ends");
    let starts = |most| bench.read(move |mut tx| async move { tx.running_starts(most).await });
    let written =
        |starts: Vec<Position>| starts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(written(starts(9).await), ["9", "10 6"]);
    assert_eq!(written(starts(1).await), ["9"]);
}
