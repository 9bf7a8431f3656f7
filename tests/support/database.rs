//! What stories do with the database: look into it, and keep the writing task busy.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::{Notify, oneshot};
use wythoff::records::InteractionId;
use wythoff::store::Work;

use super::{Story, until_so, within_reason};

/// Waits until the bot with the database in that folder has noted for every game which message is its board.
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

/// What differs between the numbers of members on the steps of the leaderboards and the standings that they count.
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

/// Checks that the steps of the leaderboards count exactly who stands there.
pub(crate) async fn check_steps(folder: &Path) {
    let mut connection = SqliteConnection::connect(&address(folder))
        .await
        .expect("the database");
    let stale: i64 = sqlx::query_scalar(STEPS_ASTRAY)
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    assert_eq!(stale, 0, "steps that count others than stand there");
    connection.close().await.expect("closed");
}

/// The address of the database of a story in that folder.
pub(crate) fn address(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("wythoff.db").display())
}

/// Occupies the writing task until the sender is used or dropped: it waits for the lock to save something that is of no account. Returns
/// once it does.
pub(crate) async fn occupy(story: &Story) -> oneshot::Sender<()> {
    static OCCUPIED: AtomicI64 = AtomicI64::new(1);
    let other = hold_up_the_commit(story).await;
    let decided = Arc::new(Notify::new());
    let (release, released) = oneshot::channel::<()>();
    let tell = decided.clone();
    let job = move |work: &mut Work<'_>| {
        let of_no_account = OCCUPIED.fetch_add(1, Ordering::Relaxed);
        work.remember(InteractionId(of_no_account));
        tell.notify_one();
        Ok::<_, wythoff::store::Error>(())
    };
    let occupying = story.store.change(Vec::new(), job);
    tokio::spawn(async move {
        let _released_or_gone = released.await;
        let_it_commit(other).await;
        occupying.done().await
    });
    decided.notified().await;
    release
}

/// Holds up the saving of what is decided next: another connection has the lock.
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

/// Lets it be saved.
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
