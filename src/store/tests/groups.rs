//! Groups: what jobs that are saved together see of each other, what harms only one of them, and how many trips they take.
//!
//! What is queued without waiting in between is one group: a test and the writing task share a thread.

use super::*;
use crate::game::Phase;
use crate::records::{Limit, Ranking, RatedResult, RatingAfterGame, RatingChange, Scope};

/// Queues those games as one group.
async fn together(bench: &Bench, records: Vec<GameRecord>) -> Vec<Result<()>> {
    let jobs: Vec<_> = records.iter().map(|record| bench.add(record)).collect();
    let mut outcomes = Vec::new();
    for job in jobs {
        outcomes.push(job.done().await);
    }
    outcomes
}

#[tokio::test]
async fn a_job_sees_what_those_before_it_in_its_group_have_changed() {
    let bench = Bench::with_a_game().await;
    let moved = bench.change(|work| take_one(work, 1));
    let seen = bench.change(|work| Ok(work.game(GameId(1))?.map(|record| record.game.ply())));
    let resigned = bench.change(|work| act(work, 1, Action::Resign { seen: None }, Timestamp(10)));
    let refused = bench.change(|work| {
        let running = work.running_games(ANNA, None)?;
        assert!(running.is_empty(), "{running:?}");
        Err::<(), _>(Error::Corrupt("thought"))
    });
    moved.done().await.expect("moved");
    assert_eq!(seen.done().await.expect("seen"), Some(1));
    let ended = resigned.done().await.expect("resigned");
    assert!(matches!(refused.done().await, Err(Error::Corrupt(_))));
    assert_eq!(bench.game(1).await.map(|game| game.game), Some(ended.game));
    bench.cache_is_fresh().await;
}

#[tokio::test]
async fn a_job_that_fails_or_panics_harms_no_other() {
    let bench = Bench::new().await;
    let before = bench.add(&record(1, HERE));
    let fails = bench.change(|work| {
        work.save_game(&mut record(2, ChannelId(2)), &[], Timestamp(1))?;
        Err::<(), _>(Error::Corrupt("thought"))
    });
    let panics = bench.change(|work| {
        work.save_game(&mut record(3, ChannelId(3)), &[], Timestamp(1))?;
        assert!(work.game(GameId(3))?.is_none(), "as a defect would");
        Ok(())
    });
    let after = bench.add(&record(4, ChannelId(4)));
    before.done().await.expect("added");
    assert!(matches!(fails.done().await, Err(Error::Corrupt(_))));
    assert!(matches!(panics.done().await, Err(Error::RolledBack)));
    after.done().await.expect("added");
    let mut stored = Vec::new();
    for id in 1..=4 {
        stored.push(bench.game(id).await.is_some());
    }
    assert_eq!(stored, [true, false, false, true]);
    bench.cache_is_fresh().await;
}

#[tokio::test]
async fn a_job_that_breaks_a_rule_of_the_database_harms_no_other() {
    let bench = Bench::new().await;
    // Two running games of the same pair in a channel.
    let mut records: Vec<_> = (1..=63).map(|id| record(id, ChannelId(id))).collect();
    records.insert(30, record(64, ChannelId(5)));
    let outcomes = together(&bench, records).await;
    let failed: Vec<usize> = (0..64).filter(|&index| outcomes[index].is_err()).collect();
    assert_eq!(failed, [30]);
    for id in 1..=63 {
        assert!(bench.game(id).await.is_some(), "game {id}");
    }
    assert_eq!(bench.game(64).await, None);
    bench.cache_is_fresh().await;
}

#[tokio::test]
async fn what_was_decided_on_a_game_that_has_changed_meanwhile_is_decided_again() {
    let bench = Bench::with_a_game().await;
    // As another process would.
    let mut other = bench.connect().await;
    let moved = "UPDATE games SET position = '9 6', ply = 1, version = 1 WHERE id = 1;
        INSERT INTO plies (game, ply, mv, branch, at) VALUES (1, 1, 'A1', 0, 5)";
    other.execute(moved).await.expect("moved");
    let stale = bench.change(|work| act(work, 1, Action::Resign { seen: None }, Timestamp(10)));
    let resigned = stale.done().await.expect("decided again").game;
    assert_eq!(resigned.ply(), 1, "the move of the other is not lost");
    let stored = bench.game(1).await.map(|record| record.game);
    assert_eq!(stored, Some(resigned));
    bench.cache_is_fresh().await;
}

#[tokio::test]
async fn what_is_asked_of_what_the_group_has_changed_is_answered_when_that_is_saved() {
    let bench = Bench::new().await;
    let boris = MemberId(11);
    let rated = Limit::rated([ANNA, boris]);
    let count = move |work: &mut Work<'_>| {
        let began = work.limited_since(rated, Timestamp(0));
        began.map(|began| began.len())
    };
    let day = Duration::from_hours(24);
    let begin = [1, 2].map(|at| {
        bench.change(move |work| {
            let before = count(work)?;
            work.limit(rated, Timestamp(at), day)?;
            Ok(before)
        })
    });
    let absent = bench.change(move |work| {
        work.unlimit(rated, Timestamp(1))?;
        work.limit(Limit::NoShow(ANNA), Timestamp(3), day)
    });
    let absences = move |work: &mut Work<'_>| work.limited_since(Limit::NoShow(ANNA), Timestamp(0));
    let after = bench.change(move |work| Ok((count(work)?, absences(work)?)));
    let mut counts_towards = Vec::new();
    for begun in begin {
        counts_towards.push(begun.done().await.expect("begun"));
    }
    assert_eq!(counts_towards, [0, 1], "one sees the other in its group");
    absent.done().await.expect("nobody came");
    let expected = (1, vec![Timestamp(3)]);
    assert_eq!(after.done().await.expect("counted"), expected);
    let stored = bench.look(move |work| Ok((count(work)?, absences(work)?)));
    assert_eq!(stored.await, expected);
    bench.cache_is_fresh().await;
}

/// How many trips a group of that many jobs takes.
async fn trips<T: Send + 'static>(bench: &Bench, jobs: Vec<Pending<T, Error>>) -> u64 {
    let before = bench.store.trips();
    for job in jobs {
        job.done().await.expect("saved");
    }
    bench.store.trips() - before
}

#[tokio::test]
async fn a_group_takes_as_many_trips_as_one_job() {
    for size in [1, 64] {
        let bench = Bench::new().await;
        let ids = || (1..=size).map(i64::from);
        let asks = |id: i64| vec![Key::Member(ANNA), Key::Game(GameId(id))];
        let change = |id: i64, job: fn(&mut Work<'_>, i64) -> Result<()>| {
            let job = move |work: &mut Work<'_>| job(work, id);
            bench.store.change(asks(id), job)
        };
        let start = |work: &mut Work<'_>, id| {
            work.save_game(&mut record(id, ChannelId(id)), &[], Timestamp(1))
        };
        let starts = ids().map(|id| change(id, start)).collect();
        assert_eq!(trips(&bench, starts).await, 2, "starts of {size}");
        let moves = ids()
            .map(|id| change(id, |work, id| take_one(work, id).map(drop)))
            .collect();
        assert_eq!(trips(&bench, moves).await, 1, "moves of {size}");
        let show = |work: &mut Work<'_>, id| {
            let mut record = work.game(GameId(id))?.expect("a game");
            record.board = Some(MessageId(id));
            work.save_game(&mut record, &[], Timestamp(3))
        };
        let boards = ids().map(|id| change(id, show)).collect();
        assert_eq!(trips(&bench, boards).await, 1, "boards of {size}");
        // In the game's own row only a rated game can be numbered.
        bench
            .execute(
                "UPDATE games SET rated = 1, level = NULL, second_player = 5, first_player = 10",
            )
            .await;
        let end = |work: &mut Work<'_>, id: i64| {
            let member = MemberId(1000 + id);
            let mut ranking = work.ranking(member, Variant::Wythoff)?.as_ref().clone();
            ranking.rated = Some(RatingAfterGame {
                rating: crate::rating::Rating::default(),
                streak: 1,
            });
            let mut record = act(work, id, Action::Resign { seen: None }, Timestamp(11))?;
            work.rate(RatedResult {
                game: GameId(id),
                variant: Variant::Wythoff,
                finish: 0,
                rankings: [(member, ranking), (MemberId(-1), Ranking::default())],
                changes: [1.0; 2],
                scopes: vec![Scope::Everywhere],
            })?;
            record.rate(vec![RatingChange {
                member,
                before: 1499,
                after: 1500,
            }]);
            work.save_game(&mut record, &[], Timestamp(11))
        };
        let asked = |id: i64| {
            let mut asks = asks(id);
            asks.extend([
                Key::Ranking(MemberId(1000 + id), Variant::Wythoff),
                Key::Ranking(MemberId(-1), Variant::Wythoff),
            ]);
            asks.push(Key::Member(MemberId(5)));
            asks
        };
        let ends = ids().map(|id| bench.store.change(asked(id), move |work| end(work, id)));
        assert_eq!(trips(&bench, ends.collect()).await, 3, "ends of {size}");
        bench.cache_is_fresh().await;
    }
}

#[tokio::test]
async fn what_makes_no_sense_harms_only_whoever_looks_at_it() {
    let bench = Bench::with_a_game().await;
    bench.execute("UPDATE games SET clock = 7").await;
    let outcomes = {
        let looks = bench.change(|work| work.game(GameId(1)));
        let begins = bench.add(&record(2, ChannelId(2)));
        (looks.done().await, begins.done().await)
    };
    assert!(matches!(outcomes.0, Err(Error::Corrupt(_))));
    outcomes.1.expect("added");
    // By another name it makes sense.
    bench.execute("UPDATE games SET clock = 604800").await;
    assert!(bench.game(1).await.is_some());
}

#[tokio::test]
async fn of_two_rated_ends_in_one_group_the_last_rating_stands_on_every_leaderboard() {
    let bench = Bench::new().await;
    for id in [1, 2] {
        let added = bench.add(&record(id, ChannelId(id))).done().await;
        added.expect("added");
    }
    // Only a rated game can be numbered.
    bench
        .execute("UPDATE games SET rated = 1, level = NULL, second_player = 5")
        .await;
    let end = |work: &mut Work<'_>, id: i64, scope: Scope, rating: f64| {
        let rating = crate::rating::Rating {
            rating,
            ..crate::rating::Rating::default()
        };
        let mut ranking = work.ranking(ANNA, Variant::Wythoff)?.as_ref().clone();
        ranking.rated = Some(RatingAfterGame { rating, streak: 1 });
        ranking.standings.retain(|(known, _)| *known != scope);
        let standing = crate::records::Standing {
            rating,
            ..crate::records::Standing::none(ANNA)
        };
        ranking.standings.push((scope, standing));
        act(work, id, Action::Resign { seen: None }, Timestamp(11))?;
        work.rate(RatedResult {
            game: GameId(id),
            variant: Variant::Wythoff,
            finish: 0,
            rankings: [(ANNA, ranking), (MemberId(-1), Ranking::default())],
            changes: [1.0; 2],
            scopes: vec![scope],
        })
    };
    let one = bench.change(move |work| end(work, 1, Scope::Server(1), 1600.0));
    let other = bench.change(move |work| end(work, 2, Scope::Server(2), 1700.0));
    one.done().await.expect("ended");
    other.done().await.expect("ended");
    let latest = "SELECT COUNT(*) FROM standings WHERE member = 10 AND rating = 1700.0";
    assert_eq!(bench.count(latest).await, 2);
}

#[tokio::test]
async fn statements_see_what_was_saved_together_before_them() {
    let bench = Bench::new().await;
    let hour = Duration::from_hours(1);
    let deadline = |record: &GameRecord| match record.game.phase() {
        Phase::Running { deadline, .. } => deadline,
        Phase::Ended { .. } => panic!("it runs"),
    };
    let new = record(1, HERE);
    let begins = bench.add(&new);
    let gives = bench.change(move |work| {
        work.give_back(Timestamp(1_000), Timestamp(1_000).after(hour));
        Ok(())
    });
    let looks = bench.change(|work| work.game(GameId(1)));
    begins.done().await.expect("begun");
    gives.done().await.expect("given back");
    let seen = looks.done().await.expect("seen").expect("a game");
    assert_eq!(deadline(&seen), deadline(&new).after(hour));
    bench.cache_is_fresh().await;
}
