//! Databases as each version of the tables has left them, read by this one.

use std::collections::BTreeSet;

use sqlx::Row;

use super::*;
use crate::game::{ChallengeEnding, Clock, Outcome, Seat};
use crate::records::{ChallengesFrom, NotifyBy, Scope, Switch, Visibility};
use crate::rules::{Options, Position};

/// The rows that each version has brought, the first first.
const ROWS: [&str; 4] = [
    include_str!("versions/1.sql"),
    include_str!("versions/2.sql"),
    include_str!("versions/3.sql"),
    include_str!("versions/4.sql"),
];

/// A database with that many migrations, and the rows of that version.
pub(super) async fn of_version(version: usize) -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(&folder);
    database.create().expect("a file");
    let mut connection = database.connect_to_write().await.expect("a connection");
    let known = super::super::open::MIGRATIONS.iter().take(version).cloned();
    let then = sqlx::migrate::Migrator::with_migrations(known.collect());
    then.run(&mut connection).await.expect("migrated");
    for rows in ROWS.iter().take(version) {
        connection.execute(*rows).await.expect("filled");
    }
    connection.close().await.expect("closed");
    Bench::open(folder).await
}

#[test]
fn each_version_of_the_tables_has_its_rows() {
    assert_eq!(ROWS.len(), super::super::open::MIGRATIONS.iter().count());
}

#[tokio::test]
async fn everything_of_every_version_is_taken_over() {
    for version in 1..=ROWS.len() {
        let bench = of_version(version).await;
        games_are_taken_over(&bench).await;
        members_are_taken_over(&bench).await;
        challenges_are_taken_over(&bench).await;
        lessons_are_taken_over(&bench, version).await;
        assert!(bench.look(|work| work.is_applied(InteractionId(501))).await);
        let is_alive_at = |alive| alive == Some(Timestamp(1000));
        assert!(bench.look(|work| work.alive().map(is_alive_at)).await);
        let unshown = bench
            .store
            .read(|mut view| async move { view.unshown_since().await });
        assert_eq!(unshown.await.expect("read"), Some(Timestamp(900)));
        for table in ["limits", "identifies", "pseudonymous_blocks", "steps"] {
            let rows = format!("SELECT COUNT(*) FROM {table}");
            let counted = sqlx::query_scalar::<_, i64>(AssertSqlSafe(rows));
            let counted = counted.fetch_one(&mut bench.connect().await).await;
            assert!(counted.expect("a number") > 0, "{table}");
        }
    }
}

async fn games_are_taken_over(bench: &Bench) {
    let games = bench.look(|work| {
        let ids = (1000..=1006).map(GameId);
        work.all(ids, Work::game)
    });
    let games = games.await;
    let outcomes: Vec<Option<Outcome>> = games.iter().map(|it| it.game.outcome()).collect();
    let winner = Seat::First;
    assert_eq!(
        outcomes,
        [
            Some(Outcome::LastMove { winner }),
            None,
            None,
            Some(Outcome::NoShow),
            Some(Outcome::Resignation { winner }),
            Some(Outcome::Forfeit {
                winner: Seat::Second,
            }),
            Some(Outcome::Abandonment),
        ]
    );
    let running = bench.look(|work| work.running_games(ANNA, None)).await;
    let ids: Vec<i64> = running.iter().map(|record| record.game.id().0).collect();
    assert_eq!(ids, [1002, 1001]);
    let moves: Vec<Move> = running[1].game.latest().map(|(_, mv)| mv).collect();
    assert_eq!(moves, [Move::take([1])]);
    assert!(running[0].is_hinted);
    let notice = bench.look(|work| work.notification(GameId(1001), ANNA));
    assert_eq!(notice.await.expect("a notice").message, MessageId(60));
}

async fn members_are_taken_over(bench: &Bench) {
    bench
        .look(|work| {
            let anna = work.member(ANNA)?;
            assert_eq!(anna.name.as_deref(), Some("Anna"));
            let settings = &anna.settings;
            assert_eq!(settings.blocked, [MemberId(12)]);
            assert_eq!(settings.notify_by, NotifyBy::Direct);
            assert_eq!(settings.challenges_from, ChallengesFrom::Nobody);
            assert_eq!(settings.visibility, Visibility::Servers);
            let server = work.server_settings(Some(30))?;
            assert_eq!(
                (server.clock, server.largest_heap, server.pings),
                (Some(Clock::Hour), Some(100), Switch::Off)
            );
            let ranking = work.ranking(ANNA, Variant::Wythoff)?;
            assert_eq!(ranking.rated.expect("a rating").streak, 1);
            let in_server = |(scope, _): &&(Scope, _)| *scope == Scope::Server(30);
            let (_, standing) = ranking
                .standings
                .iter()
                .find(in_server)
                .expect("a standing");
            assert_eq!(standing.wins, 1);
            Ok(())
        })
        .await;
}

/// Whoever had finished a game before there were lessons is not told of them.
async fn lessons_are_taken_over(bench: &Bench, version: usize) {
    let told = bench.look(|work| {
        let anna = work.member(ANNA)?;
        let carla = work.member(MemberId(14))?;
        Ok([anna.told_of_lessons, carla.told_of_lessons])
    });
    assert_eq!(told.await, [version == 1, version > 1]);
    let solved = bench.look(|work| work.solved(ANNA, Variant::Wythoff)).await;
    let solved: Vec<String> = solved.0.iter().map(ToString::to_string).collect();
    let known: &[&str] = if version == 1 { &[] } else { &["0 5", "0 4"] };
    assert_eq!(solved, known);
}

async fn challenges_are_taken_over(bench: &Bench) {
    let challenges = bench.look(|work| {
        let ids = [1000, 2000, 2001, 2002, 2003].map(GameId);
        work.all(ids, Work::challenge)
    });
    let endings: Vec<Option<ChallengeEnding>> = challenges
        .await
        .iter()
        .map(|record| record.challenge.phase.ending())
        .collect();
    assert_eq!(
        endings,
        [
            Some(ChallengeEnding::Accepted),
            None,
            Some(ChallengeEnding::Expired),
            Some(ChallengeEnding::Declined),
            Some(ChallengeEnding::Withdrawn),
        ]
    );
}

/// A fixture that leaves a table empty, or a state out, proves nothing about it.
#[tokio::test]
async fn the_rows_of_each_version_are_in_every_table_and_state() {
    let bench = of_version(ROWS.len()).await;
    let mut connection = bench.connect().await;
    let tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name <> 'conflicts'
        AND name NOT LIKE 'sqlite%'";
    let tables: Vec<(String, String)> = sqlx::query_as(tables)
        .fetch_all(&mut connection)
        .await
        .expect("the tables");
    for (table, definition) in tables {
        let found = format!("SELECT * FROM {table}");
        let rows = sqlx::query(AssertSqlSafe(found));
        let rows = rows.fetch_all(&mut connection).await.expect("rows");
        assert!(!rows.is_empty(), "{table} is empty");
        // The words that a column may hold stand in its rule.
        for line in definition.lines().filter(|line| line.contains(" IN ('")) {
            let column = line.split_whitespace().next().expect("a column");
            let words = line.split('\'').skip(1).step_by(2);
            if column == "CHECK" {
                continue;
            }
            let held = format!("SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL");
            let held = sqlx::query_scalar::<_, String>(AssertSqlSafe(held));
            let held = held.fetch_all(&mut connection).await.expect("words");
            let held: BTreeSet<String> = held.into_iter().collect();
            for word in
                words.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
            {
                assert!(
                    held.contains(word),
                    "no row of {table} has the {column} {word}"
                );
            }
        }
    }
}

/// What rules of the tables cannot hold: a stored position is what its moves lead to.
#[tokio::test]
async fn every_stored_position_is_the_fold_of_its_moves() {
    for version in 1..=ROWS.len() {
        let bench = of_version(version).await;
        let mut connection = bench.connect().await;
        let rows = sqlx::query("SELECT id, variant, rules, start, position FROM games");
        let rows = rows.fetch_all(&mut connection).await.expect("the games");
        assert!(rows.len() > 1, "there is something to fold");
        for row in rows {
            let text = |column| row.try_get::<String, _>(column).expect("a text");
            let variant = Variant::from_key(&text("variant")).expect("a game");
            let options: Options = text("rules").parse().expect("options");
            let start = Position::read(variant, options, &text("start")).expect("a position");
            let moves = sqlx::query_scalar::<_, String>(
                "SELECT mv FROM plies WHERE game = $1 ORDER BY ply",
            )
            .bind(row.try_get::<i64, _>("id").expect("an id"));
            let moves = moves.fetch_all(&mut connection).await.expect("the moves");
            let played = moves.iter().fold(start, |at, mv| {
                at.play(mv.parse().expect("a move")).expect("legal")
            });
            assert_eq!(played.to_string(), text("position"), "version {version}");
        }
    }
}
