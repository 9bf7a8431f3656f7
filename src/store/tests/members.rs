//! What came with games between members: the migration of what was there before, leaderboards and their plans, time that is
//! given back.

use sqlx::AnyConnection;

use super::*;
use crate::game::{Accuracy, Clock, Outcome, Phase, Seat};
use crate::rating::Rating;
use crate::records::{
    ChallengesFrom, LeaderboardKey, NotifyBy, Order, Page, Scope, Standing, Switch, Visibility,
    Word,
};
use crate::store::ranking::{ABOVE_STEP, RANK, better_on_step_statement, leaders_statement};
use crate::store::{history, limits, load, save, snapshot, time};

/// A game and its moves as the first version of the tables held them.
const BEFORE: &str = "
    INSERT INTO members (id, name, language) VALUES (10, 'Anna', 'en-US');
    INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level, start_left,
        start_right, pile_left, pile_right, ply, phase, winner, since)
    VALUES (7340032000000, 30, 20, 1, 'en-US', 40, 1, 10, 0, 'good', 2, 2, 0, 0, 1, 'last_move', 'first', 1700000000000),
        (7340032000001, 30, 20, 1, 'en-US', 41, 2, 0, 10, 'good', 2, 2, 2, 1, 1, 'running', NULL, 1700000000000);
    UPDATE games SET follows = 7340032000000 WHERE id = 7340032000001;
    INSERT INTO plies (game, ply, pile, amount, at) VALUES (7340032000000, 1, 'both', 2, 1), (7340032000001, 1, 'right', 1, 1);
    INSERT INTO interactions (id, game) VALUES (1, 7340032000000);
";

/// A database as an earlier version of the program has left it: with that many migrations, and those rows.
async fn of_version(versions: usize, rows: &'static str) -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(&folder);
    database.create().expect("a file");
    let mut connection = database.connect_to_write().await.expect("a connection");
    let known = super::super::open::MIGRATIONS
        .iter()
        .take(versions)
        .cloned();
    let then = sqlx::migrate::Migrator::with_migrations(known.collect());
    then.run(&mut connection).await.expect("migrated");
    connection.execute(rows).await.expect("filled");
    connection.close().await.expect("closed");
    Bench::open(folder).await
}

#[tokio::test]
async fn games_of_the_first_version_are_taken_over_with_their_moves() {
    let bench = of_version(1, BEFORE).await;
    let won = bench.game(7_340_032_000_000).await.expect("the first game");
    let winner = won.game.outcome().and_then(Outcome::winner);
    assert_eq!(
        (winner, won.board),
        (Some(Seat::First), Some(MessageId(40)))
    );
    assert_eq!(won.game.latest().count(), 1);
    let running = bench
        .game(7_340_032_000_001)
        .await
        .expect("the second game");
    let Phase::Running { since, deadline } = running.game.phase() else {
        panic!("it runs");
    };
    assert_eq!(deadline, since.after(Clock::Week.each_move()));
    assert_eq!(running.follows, Some(won.game.id()));
    let anna = bench.look(|work| work.member(ANNA)).await;
    assert_eq!(anna.settings.language.as_deref(), Some("en-US"));
}

#[tokio::test]
async fn everything_of_the_second_version_is_taken_over() {
    let bench = of_version(2, include_str!("version_2.sql")).await;
    bench
        .look(|work| {
            let finished = work.game(GameId(1000))?.expect("a finished game");
            let winner = finished.game.outcome().and_then(Outcome::winner);
            assert_eq!(winner, Some(Seat::First));
            assert_eq!(finished.ratings.len(), 2);
            let running = work.running_games(ANNA, None)?;
            let ids: Vec<i64> = running.iter().map(|record| record.game.id().0).collect();
            assert_eq!(ids, [1002, 1001]);
            let moves: Vec<Move> = running[1].game.latest().map(|(_, mv)| mv).collect();
            assert_eq!(moves, [Move::new(Pile::Left, 1)]);
            let notice = work.notification(GameId(1001), ANNA)?.expect("a notice");
            assert_eq!(notice.message, MessageId(60));
            let anna = work.member(ANNA)?;
            assert_eq!(anna.settings.blocked, [MemberId(12)]);
            let settings = &anna.settings;
            assert_eq!(settings.notify_by, NotifyBy::Direct);
            assert_eq!(settings.challenges_from, ChallengesFrom::Nobody);
            assert_eq!(settings.visibility, Visibility::Servers);
            let server = work.server_settings(Some(30))?;
            assert_eq!(
                (server.clock, server.largest_pile, server.pings),
                (Some(Clock::Hour), Some(100), Switch::Off)
            );
            let form = work.form(ANNA)?;
            assert_eq!(form.rated.expect("a rating").streak, 1);
            let (_, standing) = form
                .standings
                .iter()
                .find(|(scope, _)| *scope == Scope::Server(30))
                .expect("a standing");
            assert_eq!(standing.wins, 1);
            assert!(work.is_applied(InteractionId(501))?);
            assert_eq!(work.alive()?, Some(Timestamp(1000)));
            // It may be that of one server.
            assert_eq!(anna.name.as_deref(), Some("?"));
            Ok(())
        })
        .await;
    let read = bench.store.read(|mut view| async move {
        assert_eq!(view.all_challenges(ANNA).await?.len(), 3);
        Ok(())
    });
    read.await.expect("a read");
    // What the new tables count is what the old ones held.
    let ranked = bench.count("SELECT COUNT(*) FROM standings WHERE by_rating IS NOT NULL");
    let ranked = ranked.await;
    assert!(ranked > 0, "provisional members are ranked, too");
    let counted = bench.count("SELECT SUM(members) FROM steps WHERE board = 'rating'");
    assert_eq!(counted.await, ranked);
}

#[tokio::test]
async fn leaderboards_are_read_off_an_index() {
    let bench = Bench::new().await;
    let key = LeaderboardKey {
        value: 1.0,
        member: ANNA,
    };
    for order in Order::all() {
        let index = format!("standings_by_{order:?}").to_lowercase();
        let pages = [Page::From(1), Page::Below(key), Page::Above(key)];
        let statements = pages
            .map(|page| leaders_statement(order, page))
            .into_iter()
            .chain([better_on_step_statement(order)]);
        for statement in statements {
            let plan = bench.plan(statement.clone()).await;
            assert!(plan.contains(&index), "{statement}: {plan}");
            assert!(!plan.contains("TEMP B-TREE"), "{statement}: {plan}");
        }
    }
}

#[tokio::test]
async fn what_is_asked_often_is_read_off_an_index() {
    let bench = Bench::new().await;
    let often = [
        format!("SELECT id{}", snapshot::FINISHED_GAMES),
        ABOVE_STEP.to_owned(),
        history::TALLIES.to_owned(),
        history::BEST_BOT_WINS.to_owned(),
        "SELECT MIN(deadline) FROM games WHERE phase = 'running'".to_owned(),
        "SELECT MIN(remind) FROM games WHERE remind IS NOT NULL".to_owned(),
        "SELECT MIN(until) FROM challenges WHERE phase = 'open'".to_owned(),
        time::DUE.to_owned(),
        limits::LIMITS.to_owned(),
        "SELECT MAX(finish) FROM games".to_owned(),
        "UPDATE games SET message = NULL WHERE guild = 1".to_owned(),
        "UPDATE games SET first_player = 2 WHERE phase <> 'running' AND first_player = 1"
            .to_owned(),
    ];
    let questions = {
        use load::{
            APPLIED, CHALLENGES, DECLINED, FORMS, GAME_ENTRIES, MEMBERS, NO_SHOWS, OPEN, RATED,
            SERVERS, TAKEN, TOLD, TYPED,
        };
        let lists = [
            APPLIED, TYPED, CHALLENGES, DECLINED, RATED, NO_SHOWS, OPEN, TOLD, TAKEN,
        ];
        lists
            .into_iter()
            .chain([MEMBERS, SERVERS, FORMS, &GAME_ENTRIES])
    };
    let statements = {
        use save::{
            APPLIED, BLOCKED, CHALLENGES, CHALLENGES_CHANGED, CONFLICTS, GAMES_BEGUN, GAMES_ENDED,
            GAMES_MOVED, GAMES_SHOWN, MEMBERS, NOTIFICATIONS, PLIES, RATED, RATINGS, RETURNED,
            SERVERS, STANDINGS, TAKEN_BACK, UNBLOCKED, UNTOLD, VISIBLE,
        };
        let plain = [
            APPLIED, UNBLOCKED, BLOCKED, RETURNED, TAKEN_BACK, UNTOLD, CONFLICTS,
        ];
        let rated = [RATINGS, RATED, VISIBLE, STANDINGS];
        let games = [
            &*GAMES_BEGUN,
            &GAMES_MOVED,
            &GAMES_SHOWN,
            &GAMES_ENDED,
            &PLIES,
        ];
        let others = [
            &*CHALLENGES,
            &CHALLENGES_CHANGED,
            &NOTIFICATIONS,
            &MEMBERS,
            &SERVERS,
        ];
        let composed = games.into_iter().chain(others).chain(&*RANK);
        let composed = composed.map(String::as_str);
        plain.into_iter().chain(rated).chain(composed)
    };
    let questions = questions.chain(statements).map(str::to_owned);
    let forget = history::FORGET.map(str::to_owned);
    for statement in often.into_iter().chain(forget).chain(questions) {
        let plan = bench.plan(statement.clone()).await;
        // A list that is asked about, or written, is read from its beginning to its end.
        let scans = plan.lines().filter(|step| step.starts_with("SCAN"));
        let mut scanned = scans.filter(|step| {
            let lists = [
                "json_each",
                "asked",
                "rows",
                "ranked",
                "(subquery",
                "CONSTANT",
            ];
            let is_list = lists.iter().any(|list| step.contains(list));
            !is_list && !step.contains("COVERING INDEX")
        });
        assert_eq!(scanned.next(), None, "{statement}: {plan}");
    }
}

/// Lets a member stand like that.
async fn put(bench: &Bench, scope: Scope, standing: Standing) {
    let mut connection = bench.connect().await;
    let [uncount, rank, count] = &*RANK;
    let member = format!("[{}]", standing.member.0);
    let step = async |connection: &mut AnyConnection, step: &'static str| {
        let stepped = sqlx::query(step).bind(member.clone()).execute(connection);
        stepped.await.expect("stepped");
    };
    step(&mut connection, uncount).await;
    let insert = "INSERT INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
        VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation";
    sqlx::query(insert)
        .bind(crate::store::standing::scope_number(scope))
        .bind(standing.member.0)
        .bind(standing.rating.rating)
        .bind(standing.rating.deviation)
        .bind(standing.games)
        .bind(standing.wins)
        .bind(i64::from(standing.accuracy.kept))
        .bind(i64::from(standing.accuracy.won))
        .bind(standing.share())
        .bind(standing.streak)
        .execute(&mut connection)
        .await
        .expect("inserted");
    step(&mut connection, rank).await;
    step(&mut connection, count).await;
}

#[tokio::test]
async fn pages_go_down_and_up_again_and_everybody_has_one_place() {
    let bench = Bench::new().await;
    let scope = Scope::Server(30);
    for member in 1..=25 {
        let standing = Standing {
            member: MemberId(member),
            rating: Rating::default(),
            games: 9,
            // Many are equal.
            wins: 1 + member % 3,
            accuracy: Accuracy { kept: 1, won: 2 },
            streak: 0,
        };
        put(&bench, scope, standing).await;
    }
    let page = async |page| {
        let read = bench
            .store
            .read(move |mut view| async move { view.leaders(scope, Order::Wins, page, 10).await });
        let rows = read.await.expect("a page");
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
    for (place, standing) in (1..).zip(first.iter().chain(&second).chain(&third)) {
        let member = standing.member;
        let rank = bench
            .store
            .read(move |mut view| async move { view.rank(scope, Order::Wins, member).await });
        let ranked = rank.await.expect("a read").expect("ranked");
        assert_eq!((ranked.place, ranked.is_exact), (place, true));
    }
    let unranked = bench
        .store
        .read(move |mut view| async move { view.rank(scope, Order::Streak, MemberId(1)).await });
    assert_eq!(unranked.await.expect("a read"), None);
}

#[tokio::test]
async fn provisional_members_stand_below_the_established_and_move_up_when_they_are() {
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
            wins: 1,
            accuracy: Accuracy { kept: 29, won: 100 },
            streak: 1,
        };
        put(&bench, scope, standing).await;
    };
    let order = async || {
        let read = bench.store.read(move |mut view| async move {
            let leaders = view.leaders(scope, Order::Rating, Page::From(1), 9).await?;
            let mut places = Vec::new();
            for (standing, _) in leaders {
                let member = standing.member;
                let ranked = view.rank(scope, Order::Rating, member).await?;
                places.push((member.0, ranked.map(|ranked| ranked.place)));
            }
            Ok::<_, Error>(places)
        });
        read.await.expect("a read")
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
    // Nobody is counted twice, nor forgotten.
    let counted = bench.count("SELECT SUM(members) FROM steps WHERE board = 'rating'");
    assert_eq!(counted.await, 4);
    let stale = bench.count(
        "SELECT COUNT(*) FROM (SELECT step, members FROM steps WHERE board = 'rating' AND members <> 0
         EXCEPT SELECT CAST(by_rating AS INTEGER), COUNT(*) FROM standings GROUP BY 1)",
    );
    assert_eq!(stale.await, 0);
}

#[tokio::test]
async fn time_that_is_given_back_moves_every_deadline_of_what_runs() {
    let bench = Bench::with_a_game().await;
    let before = bench.game(1).await.expect("a game");
    let hour = Duration::from_hours(1);
    let (from, until) = (Timestamp(1_000), Timestamp(1_000).after(hour));
    let give = bench.change(move |work| {
        work.give_back(from, until);
        Ok(())
    });
    give.done().await.expect("given back");
    let deadline = |record: &GameRecord| match record.game.phase() {
        Phase::Running { deadline, .. } => deadline,
        Phase::Ended { .. } => panic!("it runs"),
    };
    let after = bench.game(1).await.expect("a game");
    assert_eq!(deadline(&after), deadline(&before).after(hour));
    let next = bench
        .store
        .read(|mut view| async move { view.next_due().await });
    assert_eq!(next.await.expect("a read"), Some(deadline(&after)));
}
