//! Databases as each earlier version of the program has left them, read by this one.

use sqlx::Row;

use super::*;
use crate::game::{Clock, Outcome, Phase, Seat};
use crate::records::{ChallengesFrom, NotifyBy, Scope, Switch, Visibility};
use crate::rules::{Options, Position};

/// The rows that each version left, the first first.
const ROWS: [&str; 6] = [
    include_str!("versions/1.sql"),
    include_str!("versions/2.sql"),
    include_str!("versions/3.sql"),
    include_str!("versions/4.sql"),
    include_str!("versions/5.sql"),
    include_str!("versions/6.sql"),
];

/// A database as an earlier version of the program has left it: with that many migrations, and those rows.
async fn of_version(version: usize) -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(&folder);
    database.create().expect("a file");
    let mut connection = database.connect_to_write().await.expect("a connection");
    let known = super::super::open::MIGRATIONS.iter().take(version).cloned();
    let then = sqlx::migrate::Migrator::with_migrations(known.collect());
    then.run(&mut connection).await.expect("migrated");
    connection.execute(ROWS[version - 1]).await.expect("filled");
    connection.close().await.expect("closed");
    Bench::open(folder).await
}

#[tokio::test]
async fn games_of_the_first_version_are_taken_over_with_their_moves() {
    let bench = of_version(1).await;
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
async fn everything_of_every_later_version_is_taken_over() {
    for version in 2..=ROWS.len() {
        everything_is_taken_over(version).await;
    }
}

async fn everything_is_taken_over(version: usize) {
    let bench = of_version(version).await;
    bench
        .look(move |work| {
            let finished = work.game(GameId(1000))?.expect("a finished game");
            let winner = finished.game.outcome().and_then(Outcome::winner);
            assert_eq!(winner, Some(Seat::First));
            assert_eq!(finished.ratings.len(), 2);
            let running = work.running_games(ANNA, None)?;
            let ids: Vec<i64> = running.iter().map(|record| record.game.id().0).collect();
            assert_eq!(ids, [1002, 1001]);
            let moves: Vec<Move> = running[1].game.latest().map(|(_, mv)| mv).collect();
            assert_eq!(moves, [Move::take([1])]);
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
                (server.clock, server.largest_heap, server.pings),
                (Some(Clock::Hour), Some(100), Switch::Off)
            );
            let form = work.form(ANNA, Variant::Wythoff)?;
            assert_eq!(form.rated.expect("a rating").streak, 1);
            let (_, standing) = form
                .standings
                .iter()
                .find(|(scope, _)| *scope == Scope::Server(30))
                .expect("a standing");
            assert_eq!(standing.wins, 1);
            assert!(work.is_applied(InteractionId(501))?);
            assert_eq!(work.alive()?, Some(Timestamp(1000)));
            // Before the third version it may be that of one server.
            let name = if version < 3 { "?" } else { "Anna" };
            assert_eq!(anna.name.as_deref(), Some(name));
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
