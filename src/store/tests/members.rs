//! What came with games between members: leaderboards and their plans, time that is given back.

use sqlx::AnyConnection;

use super::*;
use crate::game::{Accuracy, Phase};
use crate::rating::Rating;
use crate::records::{LeaderboardKey, Order, Page, Scope, Standing, Word};
use crate::store::ranking::{ABOVE_STEP, RANK, better_on_step_statement, leaders_statement};
use crate::store::{erasure, history, load, save, snapshot, time};

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
        history::LATEST_WIN.to_owned(),
        history::BEST_BOT_WINS.clone(),
        time::NEXT_DUE.to_owned(),
        time::DUE.to_owned(),
        "SELECT MAX(finish) FROM games".to_owned(),
        "UPDATE games SET message = NULL WHERE guild = 1".to_owned(),
        "UPDATE games SET first_player = 2 WHERE phase <> 'running' AND first_player = 1"
            .to_owned(),
    ];
    let questions = {
        use load::{
            APPLIED, CHALLENGES, GAME_ENTRIES, LIMITED, MEMBERS, OPEN, RANKINGS, SERVERS, SOLVED,
            TAKEN, TOLD, TYPED,
        };
        let lists = [
            APPLIED, TYPED, CHALLENGES, LIMITED, OPEN, TOLD, TAKEN, SOLVED,
        ];
        lists
            .into_iter()
            .chain([MEMBERS, SERVERS, RANKINGS, &GAME_ENTRIES])
    };
    let statements = {
        use save::{
            APPLIED, BLOCKED, CHALLENGES, CHALLENGES_CHANGED, CONFLICTS, GAMES_BEGUN, GAMES_ENDED,
            GAMES_MOVED, GAMES_SHOWN, LIMITS, MEMBERS, NOTIFICATIONS, PLIES, RATED, RATINGS,
            RETURNED, SERVERS, SOLVED, STANDINGS, TAKEN_BACK, UNBLOCKED, UNLIMITED, UNTOLD,
            VISIBLE,
        };
        let plain = [
            APPLIED, UNBLOCKED, BLOCKED, SOLVED, RETURNED, TAKEN_BACK, LIMITS, UNLIMITED, UNTOLD,
            CONFLICTS,
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
    let forget = erasure::FORGET.map(str::to_owned);
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
    let insert = "INSERT INTO standings (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
        VALUES ($1, 'wythoff', $2, 1, $3, $4, $5, $6, $7, $8, $9, $10)
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
        let read = bench.store.read(move |mut view| async move {
            view.leaders((scope, Variant::Wythoff), Order::Wins, page, 10)
                .await
        });
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
        let rank = bench.store.read(move |mut view| async move {
            view.rank((scope, Variant::Wythoff), Order::Wins, member)
                .await
        });
        let ranked = rank.await.expect("a read").expect("ranked");
        assert_eq!((ranked.place, ranked.is_exact), (place, true));
    }
    let unranked = bench.store.read(move |mut view| async move {
        view.rank((scope, Variant::Wythoff), Order::Streak, MemberId(1))
            .await
    });
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
            let leaders = view
                .leaders((scope, Variant::Wythoff), Order::Rating, Page::From(1), 9)
                .await?;
            let mut places = Vec::new();
            for (standing, _) in leaders {
                let member = standing.member;
                let ranked = view
                    .rank((scope, Variant::Wythoff), Order::Rating, member)
                    .await?;
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
        .read(|mut view| async move { view.next_due(&[]).await });
    assert_eq!(next.await.expect("a read"), Some(deadline(&after)));
}

#[tokio::test]
async fn whoever_moved_in_the_gap_gets_back_what_came_after_that() {
    let bench = Bench::new().await;
    let minute = Duration::from_mins(1);
    let (from, until) = (Timestamp(1_000), Timestamp(1_000).after(10 * minute));
    for (id, since) in [
        (1, from.before(minute)),
        (2, from.after(4 * minute)),
        (3, until.after(minute)),
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
                panic!("it runs");
            };
            deadlines.push(deadline);
        }
        deadlines
    };
    let before = deadlines().await;
    let give = bench.change(move |work| {
        work.give_back(from, until);
        Ok(())
    });
    give.done().await.expect("given back");
    let given = deadlines().await.into_iter().zip(before);
    let given: Vec<u64> = given
        .map(|(now, then)| now.since(then).as_secs() / 60)
        .collect();
    assert_eq!(given, [10, 6, 0]);
}

/// Whoever adds a table with members in it thinks of the erasure and of the export, too.
#[tokio::test]
async fn every_table_with_a_member_in_it_is_erased_and_exported() {
    /// What is made of other tables, and what holds others only.
    const NOT_EXPORTED: [&str; 2] = ["standings", "pseudonymous_blocks"];
    const MEMBERS: &str =
        "'member', 'blocked', 'challenger', 'invited', 'first_player', 'second_player'";
    let bench = Bench::new().await;
    let tables = format!(
        "SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND (columns.name IN ({MEMBERS}) OR tables.name = 'members')"
    );
    let tables = sqlx::query_scalar::<_, String>(AssertSqlSafe(tables));
    let tables = tables
        .fetch_all(&mut bench.connect().await)
        .await
        .expect("the tables");
    assert!(tables.len() >= 8, "{tables:?}");
    let erasing = erasure::FORGET.iter().chain(&erasure::RENAME);
    let erasing: Vec<&str> = erasing.copied().collect();
    // The export reads by these statements.
    let exporting = [
        include_str!("../history.rs"),
        include_str!("../unsent.rs"),
        load::MEMBERS,
        load::TOLD,
    ];
    let exporting = exporting.concat();
    for table in tables {
        let is_erased = erasing.iter().any(|sql| {
            let mut words = sql.split_whitespace();
            words.any(|word| word == table)
        });
        assert!(is_erased, "{table} is not erased");
        let is_exported = ["FROM ", "JOIN "].iter().any(|before| {
            let mut named = exporting.split(before).skip(1);
            named.any(|rest| rest.split([' ', '"', ')']).next() == Some(table.as_str()))
        });
        assert!(
            is_exported || NOT_EXPORTED.contains(&table.as_str()),
            "{table} is not exported"
        );
    }
}
