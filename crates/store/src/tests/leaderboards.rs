//! Leaderboards, and extended deadlines.

use super::*;
use wythoff_game::rating::Rating;
use wythoff_game::records::{Order, Page, Scope, Standing};
use wythoff_game::{Accuracy, Phase};

/// Saves a member's standing.
async fn save_standing(bench: &Bench, scope: Scope, standing: Standing) {
    let stands = bench.change(move |tx| {
        async move {
            let standings = [(scope, standing)];
            tx.save_standings(standing.member, Variant::Wythoff, &standings)
                .await
        }
        .boxed()
    });
    stands.done().await.expect("saved");
}

#[tokio::test]
async fn pages_go_down_and_up_again_and_equal_values_share_a_place() {
    let bench = Bench::new().await;
    let scope = Scope::Server(30);
    for member in 1..=25 {
        let standing = Standing {
            member: MemberId(member),
            rating: Rating::default(),
            games: 9,
            all_games: 0,
            // Many have the same number of wins.
            wins: 1 + member % 3,
            accuracy: Accuracy { kept: 1, won: 2 },
            streak: 0,
        };
        save_standing(&bench, scope, standing).await;
    }
    let page = async |page| {
        let read = bench.read(move |mut tx| async move {
            tx.leaders((scope, Variant::Wythoff), Order::Wins, page, 10)
                .await
        });
        let rows = read.await;
        rows.into_iter()
            .map(|(standing, _)| standing)
            .collect::<Vec<_>>()
    };
    let first = page(Page::From(1)).await;
    let second = page(Page::Below(first[9].key(Order::Wins))).await;
    let third = page(Page::Below(second[9].key(Order::Wins))).await;
    assert_eq!(page(Page::From(11)).await, second);
    assert_eq!((first.len(), second.len(), third.len()), (10, 10, 5));
    assert_eq!(page(Page::Above(third[0].key(Order::Wins))).await, second);
    assert_eq!(page(Page::Above(second[0].key(Order::Wins))).await, first);
    let all: Vec<&Standing> = first.iter().chain(&second).chain(&third).collect();
    for standing in &all {
        let above = all.iter().filter(|other| other.wins > standing.wins);
        let place = 1 + i64::try_from(above.count()).expect("few");
        let member = standing.member;
        let rank = bench.read(move |mut tx| async move {
            tx.rank((scope, Variant::Wythoff), Order::Wins, member)
                .await
        });
        let ranked = rank.await.expect("ranked");
        assert_eq!((ranked.place, ranked.is_exact), (place, true));
    }
    let unranked = bench.read(move |mut tx| async move {
        tx.rank((scope, Variant::Wythoff), Order::Streak, MemberId(1))
            .await
    });
    assert_eq!(unranked.await, None);
}

#[tokio::test]
async fn provisional_members_rank_below_established_ones() {
    let bench = Bench::new().await;
    let scope = Scope::Everywhere;
    let set = async |member: i64, rating: f64, deviation: f64| {
        let standing = Standing {
            member: MemberId(member),
            rating: Rating {
                rating,
                deviation,
                ..Rating::default()
            },
            games: 9,
            all_games: 0,
            wins: 1,
            accuracy: Accuracy { kept: 29, won: 100 },
            streak: 1,
        };
        save_standing(&bench, scope, standing).await;
    };
    let order = async || {
        let read = bench.read(move |mut tx| async move {
            let leaders = tx
                .leaders((scope, Variant::Wythoff), Order::Rating, Page::From(1), 9)
                .await?;
            let mut places = Vec::new();
            for (standing, _) in leaders {
                let member = standing.member;
                let ranked = tx
                    .rank((scope, Variant::Wythoff), Order::Rating, member)
                    .await?;
                places.push((member.0, ranked.map(|ranked| ranked.place)));
            }
            Ok(places)
        });
        read.await
    };
    let places = |members: [i64; 4]| members.into_iter().zip((1..).map(Some)).collect::<Vec<_>>();
    for (member, rating, deviation) in [
        (1, 1400.2, 80.0),
        (2, 1900.0, 300.0),
        (3, 1400.7, 109.9),
        (4, 1200.0, 110.0),
    ] {
        set(member, rating, deviation).await;
    }
    assert_eq!(order().await, places([3, 1, 2, 4]));
    set(2, 1850.0, 100.0).await;
    assert_eq!(order().await, places([2, 3, 1, 4]));
    // Nobody is counted twice or left out.
    let counted =
        bench.count("SELECT CAST(SUM(members) AS BIGINT) FROM steps WHERE board = 'rating'");
    assert_eq!(counted.await, 4);
    let wrong = bench.count(
        "SELECT COUNT(*) FROM steps WHERE board = 'rating'
         AND members <> (SELECT COUNT(*) FROM standings WHERE by_rating >= step AND by_rating < step + 1)",
    );
    assert_eq!(wrong.await, 0);
}

#[tokio::test]
async fn time_given_back_extends_the_deadline_of_a_running_game() {
    let bench = Bench::new().await.with_a_game().await;
    let before = bench.game(1).await.expect("a game");
    let hour = Duration::from_hours(1);
    let (from, until) = (Timestamp(1_000), Timestamp(1_000).plus(hour));
    let give = bench.change(move |tx| tx.extend_deadlines(from, until).boxed());
    give.done().await.expect("given back");
    let deadline = |record: &GameRecord| match record.game.phase() {
        Phase::Running { deadline, .. } => deadline,
        Phase::Ended { .. } => panic!("the game has ended"),
    };
    let after = bench.game(1).await.expect("a game");
    assert_eq!(deadline(&after), deadline(&before).plus(hour));
    let next = bench.read(|mut tx| async move { tx.next_due(&[]).await });
    assert_eq!(next.await, Some(deadline(&after)));
}

#[tokio::test]
async fn only_downtime_after_the_last_move_is_given_back() {
    let bench = Bench::new().await;
    let minute = Duration::from_mins(1);
    let (from, until) = (Timestamp(1_000), Timestamp(1_000).plus(10 * minute));
    for (id, since) in [
        (1, from.minus(minute)),
        (2, from.plus(4 * minute)),
        (3, until.plus(minute)),
    ] {
        let mut begun = record(id, ChannelId(id));
        begun.game = Game::start(GameId(id), begun.game.terms(), since).expect("begun");
        bench.add(&begun).done().await.expect("added");
    }
    let deadlines = async || {
        let mut deadlines = Vec::new();
        for id in 1..=3 {
            let Phase::Running { deadline, .. } =
                bench.game(id).await.expect("a game").game.phase()
            else {
                panic!("the game has ended");
            };
            deadlines.push(deadline);
        }
        deadlines
    };
    let before = deadlines().await;
    let give = bench.change(move |tx| tx.extend_deadlines(from, until).boxed());
    give.done().await.expect("given back");
    let minutes: Vec<u64> = deadlines()
        .await
        .into_iter()
        .zip(before)
        .map(|(after, before)| after.since(before).as_secs() / 60)
        .collect();
    assert_eq!(minutes, [10, 6, 0]);
}
