//! What stories do with the database: look into it, and keep the writing task busy.

use std::path::Path;
use std::sync::Arc;

use futures::FutureExt;
use nim_games::{Position, Variant};
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::{Notify, oneshot};

use super::{Story, until_so, within_reason};

/// Waits until the bot with the database in that folder has noted for every game which message is
/// its board.
pub(crate) async fn boards_are_noted(folder: &Path) {
    until(
        folder,
        "SELECT (SELECT COUNT(*) FROM games WHERE message IS NULL AND phase <> 'abandonment')
        + (SELECT COUNT(*) FROM challenges WHERE message IS NULL AND phase = 'open')",
        |missing| missing == 0,
    )
    .await;
}

/// Waits until a query of the database in that folder gives a number that fits.
pub(crate) async fn until(folder: &Path, query: &'static str, fits: impl Fn(i64) -> bool) {
    let mut connection = SqliteConnection::connect(&address(folder))
        .await
        .expect("the database");
    within_reason(async {
        loop {
            let number: i64 = sqlx::query_scalar(query)
                .fetch_one(&mut connection)
                .await
                .expect("a number");
            if fits(number) {
                return;
            }
        }
    })
    .await;
    connection.close().await.expect("closed");
}

/// Executes a statement in the database in that folder.
pub(crate) async fn execute(folder: &Path, statement: &'static str) {
    let mut connection = SqliteConnection::connect(&address(folder))
        .await
        .expect("the database");
    connection.execute(statement).await.expect("executed");
    connection.close().await.expect("closed");
}

/// Differences between the stored member counts of the leaderboards' steps and the standings that
/// they count.
const STEPS_ASTRAY: &str = "WITH counted AS (
    SELECT scope, variant, 'rating' AS board, CAST(by_rating AS INTEGER) AS step, COUNT(*) AS members
    FROM standings WHERE by_rating IS NOT NULL GROUP BY 1, 2, 4
    UNION ALL SELECT scope, variant, 'wins', by_wins, COUNT(*) FROM standings WHERE by_wins IS NOT NULL GROUP BY 1, 2, 4
    UNION ALL SELECT scope, variant, 'accuracy', CAST(by_accuracy * 1000 AS INTEGER), COUNT(*)
    FROM standings WHERE by_accuracy IS NOT NULL GROUP BY 1, 2, 4
    UNION ALL SELECT scope, variant, 'streak', by_streak, COUNT(*) FROM standings WHERE by_streak IS NOT NULL GROUP BY 1, 2, 4
), kept AS (SELECT scope, variant, board, step, members FROM steps WHERE members <> 0)
SELECT (SELECT COUNT(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
     + (SELECT COUNT(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))";

/// Counts the ratings that are not the previous one plus its change.
const JUMPS: &str = "SELECT COUNT(*) FROM (SELECT rating - change - LAG(rating)
    OVER (PARTITION BY member, variant ORDER BY finish) AS jump FROM ratings) WHERE ABS(jump) > 0.000001";

/// The rating on a leaderboard is the latest one.
const OTHER_RATINGS: &str = "SELECT COUNT(*) FROM standings WHERE rating <> (SELECT rating FROM ratings
    WHERE ratings.member = standings.member AND ratings.variant = standings.variant ORDER BY finish DESC LIMIT 1)";

/// Nobody has more running games than allowed.
const TOO_MANY_GAMES: &str = "SELECT COUNT(*) FROM (SELECT member FROM (
    SELECT first_player AS member FROM games WHERE phase = 'running' AND first_player > 0
    UNION ALL SELECT second_player FROM games WHERE phase = 'running' AND second_player > 0) GROUP BY member HAVING COUNT(*) > 25)";

/// Checks the invariants of the stored data, which hold whatever has happened.
pub(crate) async fn check_invariants(folder: &Path) {
    let mut connection = SqliteConnection::connect(&address(folder))
        .await
        .expect("the database");
    for wrong in [STEPS_ASTRAY, JUMPS, OTHER_RATINGS, TOO_MANY_GAMES] {
        let found: i64 = sqlx::query_scalar(wrong)
            .fetch_one(&mut connection)
            .await
            .expect("a number");
        assert_eq!(found, 0, "{wrong}");
    }
    check_positions(&mut connection).await;
    connection.close().await.expect("closed");
}

/// Checks that each position is what its moves lead to.
async fn check_positions(connection: &mut SqliteConnection) {
    type Row = (i64, String, String, String, String);
    let games = sqlx::query_as("SELECT id, variant, rules, start, position FROM games");
    let games: Vec<Row> = games.fetch_all(&mut *connection).await.expect("the games");
    for (id, variant, rules, start, position) in games {
        let (Some(variant), Ok(options)) = (Variant::from_key(&variant), rules.parse()) else {
            continue;
        };
        let Ok(start) = Position::read(variant, options, &start) else {
            continue;
        };
        let moves =
            sqlx::query_scalar("SELECT mv FROM plies WHERE game = $1 ORDER BY ply").bind(id);
        let moves: Vec<String> = moves.fetch_all(&mut *connection).await.expect("the moves");
        let now = moves.iter().fold(start, |at, mv| {
            at.play(mv.parse().expect("a move")).expect("a legal move")
        });
        assert_eq!(now.to_string(), position, "game {id}");
    }
}

/// The address of the database of a story in that folder.
pub(crate) fn address(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("wythoff.db").display())
}

/// Occupies the writing task until the sender is used or dropped. Returns once it is occupied.
pub(crate) async fn occupy(story: &Story) -> oneshot::Sender<()> {
    let begun = Arc::new(Notify::new());
    let (release, released) = oneshot::channel::<()>();
    let tell = begun.clone();
    let occupying = story.store.change(move |_| {
        async move {
            tell.notify_one();
            let _released_or_gone = released.await;
            Ok::<_, wythoff::store::Error>(())
        }
        .boxed()
    });
    drop(occupying);
    begun.notified().await;
    release
}

/// Holds up the next commit: another connection has the lock.
pub(crate) async fn hold_up_the_commit(story: &Story) -> SqliteConnection {
    hold_up_the_commit_in(story.folder.path()).await
}

/// The same for a bot with its database in that folder.
pub(crate) async fn hold_up_the_commit_in(folder: &Path) -> SqliteConnection {
    let mut other = SqliteConnection::connect(&address(folder))
        .await
        .expect("the database");
    other.execute("BEGIN IMMEDIATE").await.expect("the lock");
    other
}

/// Lets the commit go through.
pub(crate) async fn let_it_commit(mut other: SqliteConnection) {
    other
        .execute("ROLLBACK")
        .await
        .expect("the lock is given back");
    other.close().await.expect("closed");
}

/// Waits until so many changes wait for the writing task.
pub(crate) async fn until_queued(story: &Story, changes: usize) {
    until_so(async || story.store.waiting() >= changes).await;
}
