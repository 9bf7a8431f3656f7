//! What stories do with the database: look into it, and keep the writing task busy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::FutureExt;
use nim_games::{Position, Variant};
use parking_lot::Mutex;
use sqlx::{AnyConnection, Connection, Executor};
use tokio::sync::{Notify, oneshot};

use super::{Story, test_setting, until_true, with_timeout};

/// Waits until the bot with the database in the given folder has noted which message shows each
/// game that is not abandoned, and each open challenge.
pub(crate) async fn until_boards_are_noted(folder: &Path) {
    until(
        folder,
        "SELECT (SELECT COUNT(*) FROM games WHERE message IS NULL AND phase <> 'abandonment')
        + (SELECT COUNT(*) FROM challenges WHERE message IS NULL AND phase = 'open')",
        |missing| missing == 0,
    )
    .await;
}

/// Waits until a query of the database in the given folder gives a number that fits.
pub(crate) async fn until(folder: &Path, query: &'static str, fits: impl Fn(i64) -> bool) {
    let mut connection = open(folder).await;
    with_timeout(async {
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

/// Executes a statement in the database in the given folder.
pub(crate) async fn execute(folder: &Path, statement: &'static str) {
    let mut connection = open(folder).await;
    connection.execute(statement).await.expect("executed");
    connection.close().await.expect("closed");
}

/// Each step of a leaderboard stores how many standings are on it. This counts the steps with a
/// wrong number, and the standings without a step.
const WRONG_STEPS: &str = "WITH counted AS (
    SELECT scope, variant, 'rating' AS board, by_rating AS value FROM standings WHERE by_rating IS NOT NULL
    UNION ALL SELECT scope, variant, 'wins', by_wins FROM standings WHERE by_wins IS NOT NULL
    UNION ALL SELECT scope, variant, 'accuracy', by_accuracy * 1000 FROM standings WHERE by_accuracy IS NOT NULL
    UNION ALL SELECT scope, variant, 'streak', by_streak FROM standings WHERE by_streak IS NOT NULL)
SELECT (SELECT COUNT(*) FROM steps WHERE members <> (SELECT COUNT(*) FROM counted WHERE counted.scope = steps.scope
      AND counted.variant = steps.variant AND counted.board = steps.board AND value >= step AND value < step + 1))
    + ABS((SELECT COUNT(*) FROM counted) - (SELECT CAST(COALESCE(SUM(members), 0) AS BIGINT) FROM steps))";

/// Counts the ratings that are not the previous rating plus their own change.
const JUMPS: &str = "SELECT COUNT(*) FROM (SELECT rating - change - LAG(rating)
    OVER (PARTITION BY member, variant ORDER BY finish) AS jump FROM ratings) AS jumps WHERE ABS(jump) > 0.000001";

/// Counts the standings whose rating is not the member's latest one.
const STALE_RATINGS: &str = "SELECT COUNT(*) FROM standings WHERE rating <> (SELECT rating FROM ratings
    WHERE ratings.member = standings.member AND ratings.variant = standings.variant ORDER BY finish DESC LIMIT 1)";

/// Counts the members with more running games than allowed.
const TOO_MANY_GAMES: &str = "SELECT COUNT(*) FROM (SELECT member FROM (
    SELECT first_player AS member FROM games WHERE phase = 'running' AND first_player > 0
    UNION ALL SELECT second_player FROM games WHERE phase = 'running' AND second_player > 0) AS playing
    GROUP BY member HAVING COUNT(*) > 25) AS busy";

/// Counts the pairs of games both of which were rated.
const RATED_TWICE: &str =
    "SELECT COUNT(*) FROM games AS second INNER JOIN games AS one ON one.id = second.follows
    WHERE second.pair IS NOT NULL AND EXISTS (SELECT 1 FROM ratings WHERE game = one.id)
    AND EXISTS (SELECT 1 FROM ratings WHERE game = second.id)";

/// Checks the invariants of the stored data, which hold whatever has happened.
pub(crate) async fn check_invariants(folder: &Path) {
    let mut connection = open(folder).await;
    for query in [
        WRONG_STEPS,
        JUMPS,
        STALE_RATINGS,
        TOO_MANY_GAMES,
        RATED_TWICE,
    ] {
        let violations: i64 = sqlx::query_scalar(query)
            .fetch_one(&mut connection)
            .await
            .expect("a number");
        assert_eq!(violations, 0, "{query}");
    }
    check_positions(&mut connection).await;
    connection.close().await.expect("closed");
}

/// Checks that the moves of each game lead to its stored position.
async fn check_positions(connection: &mut AnyConnection) {
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

/// The address of the database of a story in the given folder: a file in it, or, with
/// `TEST_ENGINE=postgres`, a database on a server.
pub(crate) fn address(folder: &Path) -> String {
    static SERVER_DATABASES: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
    if is_on_sqlite() {
        return format!("sqlite://{}", folder.join("wythoff.db").display());
    }
    let mut databases = SERVER_DATABASES.lock();
    let database = databases.entry(folder.to_owned());
    database.or_insert_with(pg_sandbox::test_database).clone()
}

/// Whether the stories run on SQLite.
pub(crate) fn is_on_sqlite() -> bool {
    test_setting("TEST_ENGINE").is_none_or(|engine| engine != "postgres")
}

/// A connection to the database of a story in the given folder.
pub(crate) async fn open(folder: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let connection = AnyConnection::connect(&address(folder)).await;
    connection.expect("the database")
}

/// Every table and column of the database in the given folder, except for the tables that only one
/// engine has.
pub(crate) async fn columns(folder: &Path) -> Vec<(String, String)> {
    let columns = if is_on_sqlite() {
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE '\\_%' ESCAPE '\\' AND tables.name NOT LIKE 'sqlite%'"
    } else {
        // Only PostgreSQL has `writers`, with a row for each process.
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name NOT IN ('_sqlx_migrations', 'writers')"
    };
    let columns = sqlx::query_as(columns);
    let columns = columns.fetch_all(&mut open(folder).await).await;
    columns.expect("columns")
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
            Ok::<_, wythoff_store::Error>(())
        }
        .boxed()
    });
    // The change is already queued. Its outcome does not matter.
    drop(occupying);
    begun.notified().await;
    release
}

/// Holds up the next commit: another connection has the lock.
pub(crate) async fn hold_up_the_commit(story: &Story) -> AnyConnection {
    hold_up_the_commit_in(story.folder.path()).await
}

/// The same for a bot with its database in the given folder.
pub(crate) async fn hold_up_the_commit_in(folder: &Path) -> AnyConnection {
    let mut other = open(folder).await;
    let lock = if is_on_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN; SELECT id FROM installation FOR UPDATE"
    };
    other.execute(lock).await.expect("the lock");
    other
}

/// Lets the commit go through.
pub(crate) async fn let_it_commit(mut other: AnyConnection) {
    other
        .execute("ROLLBACK")
        .await
        .expect("the lock is given back");
    other.close().await.expect("closed");
}

/// Waits until at least `count` changes are queued for the writing task.
pub(crate) async fn until_queued(story: &Story, count: usize) {
    until_true(async || story.store.waiting() >= count).await;
}
