//! What only PostgreSQL has: a server that dies or is lost, and other processes. The tests are
//! skipped if PostgreSQL is not installed.

mod pooler;
mod precautions;
mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use pg_sandbox::Server;
use tokio_util::sync::CancellationToken;

use super::*;

/// A store on a server of its own.
async fn on_a_server() -> Option<(Server, Bench)> {
    let server = Server::start().await.expect("a server")?;
    let url = server.database().await.expect("a database");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = Database::at(&url).expect("an address");
    Some((server, Bench::with_database(folder, database).await))
}

/// Unwraps an option. If it is `None`, says so and ends the test.
macro_rules! or_skip {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => {
                eprintln!("PostgreSQL or PgBouncer is not installed, so this is not tested");
                return;
            }
        }
    };
}
pub(super) use or_skip;

/// Ends all other sessions on the database, as an operator or a failover does.
const END_SESSIONS: &str =
    "SELECT CAST(COUNT(pg_terminate_backend(pid)) AS BIGINT) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[tokio::test]
async fn a_second_process_is_refused_and_a_dead_one_replaced() {
    let bench = or_skip!(Bench::on_postgres().await);
    let second = Store::open(bench.database.clone()).await;
    let Err(OpenError::InUse(message)) = second else {
        panic!("{second:?}");
    };
    assert!(
        message.contains("process"),
        "it names the other one: {message}"
    );
    // As after `kill -9`: nobody renews the row.
    bench.execute("UPDATE writers SET id = 'dead'").await;
    bench.store.lost().await;
    let third = Store::open(bench.database.clone()).await;
    third.expect("the other one is dead").close().await;
}

#[tokio::test]
async fn processes_share_a_database_and_replace_dead_ones() {
    let bench = or_skip!(Bench::on_postgres().await);
    bench.store.close().await;
    let shared = bench.database.clone().shared();
    let one = Store::open(shared.clone()).await.expect("the first");
    let two = Store::open(shared).await.expect("the second");
    for (id, store) in [(1, &one), (2, &two)] {
        let record = record(id, ChannelId(id));
        let added: Pending<(), Error> =
            store.change(move |tx| async move { tx.begin_game(&record).await }.boxed());
        added.done().await.expect("saved");
    }
    let alone = Store::open(bench.database.clone()).await;
    assert!(matches!(alone, Err(OpenError::InUse(_))), "{alone:?}");
    let saved: Pending<(), Error> = two.change(|tx| tx.touch().boxed());
    saved.done().await.expect("saved");
    // As after `kill -9`: nobody renews the row.
    bench
        .execute("UPDATE writers SET id = 'dead' WHERE saved = 2")
        .await;
    two.lost().await;
    one.death().await;
    // It is reported just before its row is gone.
    while bench.count("SELECT COUNT(*) FROM writers").await > 1 {
        tokio::task::yield_now().await;
    }
    one.close().await;
    assert_eq!(bench.count("SELECT COUNT(*) FROM writers").await, 0);
}

/// The clock of the server is set forward: all rows are old at once.
#[tokio::test]
async fn an_adjusted_clock_kills_no_process() {
    let bench = or_skip!(Bench::on_postgres().await);
    bench.store.close().await;
    let shared = bench.database.clone().shared();
    let one = Store::open(shared.clone()).await.expect("the first");
    let two = Store::open(shared).await.expect("the second");
    let oldest = "SELECT MIN(seen) FROM writers";
    let until = async |then: i64| while bench.count(oldest).await < then {};
    // Until both have looked at each other for long enough.
    let began = bench.count(oldest).await;
    until(began + 6_000).await;
    bench
        .execute("UPDATE writers SET seen = seen - 60000")
        .await;
    until(began + 6_000).await;
    let found = "SELECT COUNT(*) FROM writers WHERE found IS NOT NULL";
    assert_eq!(bench.count(found).await, 0);
    assert_eq!(bench.count("SELECT COUNT(*) FROM writers").await, 2);
    one.close().await;
    two.close().await;
}

/// Each batch begins by taking the lock, so a change sees every change before it, whoever made it.
#[tokio::test]
async fn processes_that_share_a_database_lose_no_changes() {
    let bench = or_skip!(Bench::on_postgres().await);
    bench.store.close().await;
    let shared = bench.database.clone().shared();
    let one = Store::open(shared.clone()).await.expect("the first");
    let two = Store::open(shared).await.expect("the second");
    let count = |store: &Store| {
        let counting: Pending<(), Error> = store.change(|tx| {
            async move {
                let so_far = tx.member(ANNA).await?.name.unwrap_or_default();
                let next = so_far.parse().unwrap_or(0) + 1;
                tx.set_member_name(ANNA, &next.to_string()).await
            }
            .boxed()
        });
        counting
    };
    for _ in 0..50 {
        let (first, second) = tokio::join!(count(&one).done(), count(&two).done());
        first.expect("saved");
        second.expect("saved");
    }
    let counted = "SELECT CAST(name AS BIGINT) FROM members";
    assert_eq!(bench.count(counted).await, 100);
    two.close().await;
    one.close().await;
}

#[tokio::test]
async fn a_process_that_was_taken_for_dead_saves_nothing_any_more() {
    let bench = or_skip!(Bench::on_postgres().await).with_a_game().await;
    bench.execute("UPDATE writers SET id = 'another'").await;
    let outcome = bench.add(&record(2, ChannelId(2))).done().await;
    assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    bench.store.lost().await;
    assert!(bench.store.is_over());
    let games = bench.count("SELECT COUNT(*) FROM games");
    assert_eq!(games.await, 1);
}

#[tokio::test]
async fn a_stop_leaves_no_row_behind() {
    let bench = or_skip!(Bench::on_postgres().await);
    bench.store.close().await;
    assert_eq!(bench.count("SELECT COUNT(*) FROM writers").await, 0);
}

#[tokio::test]
async fn after_an_ended_session_the_next_change_is_saved() {
    let bench = or_skip!(Bench::on_postgres().await).with_a_game().await;
    assert!(bench.count(END_SESSIONS).await > 0);
    let outcome = bench.add(&record(2, ChannelId(2))).done().await;
    assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    let outcome = bench.add(&record(3, ChannelId(3))).done().await;
    outcome.expect("it has connected anew");
    assert!(bench.game(2).await.is_none() && bench.game(3).await.is_some());
    // A connection that was idle is tried before it is used. Only the one that renews the row of
    // the process is used every second.
    let idle = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
        AND clock_timestamp() - state_change > interval '1.1 s' AND query LIKE '%COMMIT%'";
    while bench.count(idle).await == 0 {}
    assert!(bench.count(END_SESSIONS).await > 0);
    let outcome = bench.add(&record(4, ChannelId(4))).done().await;
    outcome.expect("saved at once");
}

/// The limits of a role or a database are for the bot's statements, not for copies.
#[tokio::test]
async fn a_copy_outlasts_the_time_limits_of_its_role() {
    let bench = or_skip!(Bench::on_postgres().await).with_a_game().await;
    let limits = "DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET statement_timeout = 200', current_database());
        EXECUTE format('ALTER DATABASE %I SET lock_timeout = 200', current_database());
        END $$";
    bench.execute(limits).await;
    let mut other = bench.connect().await;
    let lock = "SET statement_timeout = 0; BEGIN; LOCK TABLE games IN ACCESS EXCLUSIVE MODE";
    other.execute(lock).await.expect("locked");
    let copy = bench.path("copy.db");
    let copying = bench.database.back_up(&copy);
    let mut copying = std::pin::pin!(copying);
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '500 ms'";
    tokio::select! {
        copied = &mut copying => panic!("{copied:?}"),
        () = async { while bench.count(waiting).await == 0 {} } => {}
    }
    other.execute("ROLLBACK").await.expect("released");
    copying.await.expect("copied");
}

#[tokio::test]
async fn a_server_without_a_free_connection_is_unreachable() {
    let url = or_skip!(pg_sandbox::database().await.expect("a server"));
    sqlx::any::install_default_drivers();
    let mut owner = sqlx::AnyConnection::connect(&url).await.expect("connected");
    let role = "DO $$ BEGIN CREATE ROLE single LOGIN CONNECTION LIMIT 1; EXCEPTION WHEN duplicate_object THEN NULL; END $$";
    owner.execute(role).await.expect("made");
    let single = Database::at(&url.replace("wythoff@", "single@")).expect("an address");
    let opened = Store::open(single).await;
    assert!(
        matches!(opened, Err(OpenError::Unreachable { .. })),
        "{opened:?}"
    );
}

#[tokio::test]
async fn a_process_that_freezes_holds_nobody_up() {
    let bench = or_skip!(Bench::on_postgres().await);
    let (tell, has_begun) = tokio::sync::oneshot::channel();
    let (thaw, thawed) = tokio::sync::oneshot::channel();
    let frozen = bench.change(|tx| {
        async move {
            tx.set_member_name(ANNA, "Anna").await?;
            let _told = tell.send(());
            let _thawed: Result<(), _> = thawed.await;
            tx.set_member_name(ANNA, "Anna again").await
        }
        .boxed()
    });
    has_begun.await.expect("it has begun");
    // The frozen change holds the lock until the server ends its transaction.
    let mut other = bench.connect().await;
    let lock = "BEGIN; SELECT id FROM installation FOR UPDATE; COMMIT";
    other.execute(lock).await.expect("the lock");
    thaw.send(()).expect("it still waits");
    let outcome = frozen.done().await;
    assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    assert_eq!(bench.count("SELECT COUNT(*) FROM members").await, 0);
}

#[tokio::test]
async fn a_change_does_not_wait_forever_for_a_lock() {
    let bench = or_skip!(Bench::on_postgres().await);
    let mut other = bench.connect().await;
    let hold = "BEGIN; SELECT id FROM installation FOR UPDATE";
    other.execute(hold).await.expect("the lock");
    // After three failed batches in a row the bot counts as failing.
    for _ in 0..3 {
        assert!(!bench.store.is_failing());
        let outcome = bench.add(&record(1, HERE)).done().await;
        assert!(matches!(outcome, Err(Error::RolledBack)), "{outcome:?}");
    }
    assert!(bench.store.is_failing());
    assert_eq!(bench.game(1).await, None, "reads go on");
    other.execute("ROLLBACK").await.expect("given back");
    let outcome = bench.add(&record(1, HERE)).done().await;
    outcome.expect("it is free");
    assert!(!bench.store.is_failing());
}

/// A commit that waits for a standby which is not there: it is on the server's disk, but the answer
/// does not come.
#[tokio::test]
async fn the_outcome_of_an_unanswered_commit_is_told_correctly() {
    let (_server, bench) = or_skip!(on_a_server().await);
    let bench = bench.with_a_game().await;
    let mut other = bench.connect().await;
    let mut set = async |to: &str| {
        let sql = format!("ALTER SYSTEM SET synchronous_standby_names = '{to}'");
        other.execute(AssertSqlSafe(sql)).await.expect("set");
        let reload = "SELECT pg_reload_conf()";
        other.execute(reload).await.expect("reloaded");
    };
    set("nobody").await;
    // The setting takes effect a little later. Each game has a channel of its own.
    let mut id = 1_000;
    let mut adding = bench.add(&record(id, ChannelId(id)));
    let waiting = loop {
        match adding.within(Instant::now() + PLAYER_PATIENCE).await {
            Status::Running(waiting) => break waiting,
            Status::Done(Ok(())) => {
                id += 1;
                adding = bench.add(&record(id, ChannelId(id)));
            }
            Status::Done(Err(error)) => panic!("{error:?}"),
            Status::Withdrawn => panic!("it was withdrawn"),
        }
    };
    let unknown = waiting.within(Instant::now() + PLAYER_PATIENCE).await;
    let Status::Running(unknown) = unknown else {
        panic!("nobody knows yet: {unknown:?}");
    };
    set("").await;
    unknown.done().await.expect("it is saved");
    assert!(bench.game(id).await.is_some());
}

/// How long a player is kept waiting.
const PLAYER_PATIENCE: Duration = Duration::from_secs(2);

/// The answers to the members: for the number of each change, whether it was reported as saved.
type Answers = BTreeMap<i64, bool>;

/// Changes something again and again, until `stop`.
async fn play(
    bench: Arc<Bench>,
    answers: Arc<Mutex<Answers>>,
    next_id: Arc<AtomicI64>,
    slowest: Arc<Mutex<Duration>>,
    stop: CancellationToken,
) {
    while !stop.is_cancelled() {
        let id = next_id.fetch_add(1, Ordering::Relaxed);
        let asked = Instant::now();
        let change = bench.change(move |tx| tx.set_member_name(MemberId(id), "x").boxed());
        let is_saved = change.done().await.is_ok();
        let mut slowest = slowest.lock();
        *slowest = slowest.max(asked.elapsed());
        drop(slowest);
        answers.lock().insert(id, is_saved);
    }
}

/// Eight members who do something at the same time.
struct Members {
    answers: Arc<Mutex<Answers>>,
    /// The longest time that an answer took.
    slowest: Arc<Mutex<Duration>>,
    stop: CancellationToken,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Members {
    fn begin(bench: &Arc<Bench>) -> Self {
        let (answers, next_id) = (
            Arc::new(Mutex::new(Answers::new())),
            Arc::new(AtomicI64::new(1)),
        );
        let stop = CancellationToken::new();
        let slowest = Arc::new(Mutex::new(Duration::ZERO));
        let player = || {
            let (answers, next_id, slowest) = (answers.clone(), next_id.clone(), slowest.clone());
            play(bench.clone(), answers, next_id, slowest, stop.clone())
        };
        let tasks = (0..8).map(|_| tokio::spawn(player())).collect();
        Self {
            answers,
            slowest,
            stop,
            tasks,
        }
    }

    fn count_saved(&self) -> usize {
        self.answers
            .lock()
            .values()
            .filter(|&&is_saved| is_saved)
            .count()
    }

    /// Waits until some more changes have been saved.
    async fn wait_for_more_saved(&self) {
        let saved = self.count_saved();
        while self.count_saved() < saved + 100 {
            tokio::task::yield_now().await;
        }
    }

    /// Stops the members, and checks that the answers that they got are true.
    async fn end(self, bench: &Bench) {
        self.stop.cancel();
        for task in self.tasks {
            task.await.expect("no panic");
        }
        let stored = sqlx::query_scalar("SELECT id FROM members");
        let stored = stored.fetch_all(&mut bench.connect().await).await;
        let stored: BTreeSet<i64> = stored.expect("ids").into_iter().collect();
        for (id, is_saved) in self.answers.lock().iter() {
            assert_eq!(stored.contains(id), *is_saved, "change {id}");
        }
    }
}

/// The server is killed with all its processes, as often as `CRASHES` says.
#[expect(clippy::print_stdout, reason = "figures for docs/performance.md")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_no_confirmed_change() {
    let (mut server, bench) = or_skip!(on_a_server().await);
    let bench = Arc::new(bench);
    let members = Members::begin(&bench);
    members.wait_for_more_saved().await;
    let mut slowest_recovery = Duration::ZERO;
    for _ in 0..crashes() {
        server.crash().await.expect("it starts again");
        let returned = Instant::now();
        members.wait_for_more_saved().await;
        slowest_recovery = slowest_recovery.max(returned.elapsed());
    }
    let slowest = *members.slowest.lock();
    members.end(&bench).await;
    println!(
        "100 changes saved within {slowest_recovery:?} of the server's return, each answered within {slowest:?}"
    );
}

/// The bot reaches the server through a symbolic link, which later points to the standby.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_to_a_standby_loses_no_confirmed_change() {
    let mut server = or_skip!(Server::start().await.expect("a server"));
    let url = server.database().await.expect("a database");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (name, next) = (folder.path().join("name"), folder.path().join("next"));
    std::os::unix::fs::symlink(server.folder(), &name).expect("a name");
    let encode = |path: &std::path::Path| path.display().to_string().replace('/', "%2F");
    let url = url.replace(&encode(server.folder()), &encode(&name));
    let database = Database::at(&url).expect("an address");
    let bench = Arc::new(Bench::with_database(folder, database).await);
    let members = Members::begin(&bench);
    members.wait_for_more_saved().await;
    let standby = server.start_standby().await.expect("a standby");
    members.wait_for_more_saved().await;
    server.kill().expect("killed");
    std::os::unix::fs::symlink(standby.folder(), &next).expect("a name");
    std::fs::rename(next, name).expect("it leads to the standby");
    standby.promote().await.expect("promoted");
    members.wait_for_more_saved().await;
    members.end(&bench).await;
}

/// How many times the server is killed.
#[expect(clippy::disallowed_methods, reason = "for a longer run by hand")]
fn crashes() -> usize {
    let set = std::env::var("CRASHES").ok();
    set.and_then(|set| set.parse().ok()).unwrap_or(2)
}

#[tokio::test]
async fn a_server_that_loses_what_it_confirms_is_refused() {
    let (_server, bench) = or_skip!(on_a_server().await);
    bench.store.close().await;
    let mut other = bench.connect().await;
    let off = "ALTER SYSTEM SET fsync = off";
    other.execute(off).await.expect("set");
    other
        .execute("SELECT pg_reload_conf()")
        .await
        .expect("reloaded");
    let opened = loop {
        match Store::open(bench.database.clone()).await {
            Ok(store) => store.close().await,
            Err(error) => break error,
        }
    };
    assert!(matches!(opened, OpenError::Unfit { .. }), "{opened:?}");
}

#[tokio::test]
async fn a_database_that_takes_no_changes_is_refused() {
    let (_server, bench) = or_skip!(on_a_server().await);
    bench.store.close().await;
    let mut other = bench.connect().await;
    for (setting, usual) in [
        (
            "default_transaction_read_only = on",
            "default_transaction_read_only = off",
        ),
        ("search_path = nowhere", "search_path = public"),
        ("bytea_output = escape", "bytea_output = hex"),
    ] {
        let set = |value: &str| format!("ALTER ROLE CURRENT_USER SET {value}");
        other
            .execute(AssertSqlSafe(set(setting)))
            .await
            .expect("set");
        let opened = Store::open(bench.database.clone()).await;
        other
            .execute("SET default_transaction_read_only = off")
            .await
            .expect("set");
        other
            .execute(AssertSqlSafe(set(usual)))
            .await
            .expect("reset");
        let opened = opened.expect_err("it is refused");
        assert!(matches!(opened, OpenError::Unfit { .. }), "{opened:?}");
    }
}

#[tokio::test]
async fn databases_of_others_and_of_other_versions_are_left_untouched() {
    let url = or_skip!(pg_sandbox::database().await.expect("a server"));
    let database = Database::at(&url).expect("an address");
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&url).await.expect("connected");
    let mut execute = async |sql: &'static str| {
        connection.execute(sql).await.expect("executed");
    };
    execute("CREATE TABLE notes (text TEXT)").await;
    let opened = Store::open(database.clone()).await;
    assert!(matches!(opened, Err(OpenError::NotOurs(_))), "{opened:?}");
    execute("DROP TABLE notes").await;
    let opened = Store::open(database.clone()).await;
    opened.expect("it is empty").close().await;
    // This version can use the tables of a later one, unless that one forbids it.
    execute("UPDATE _sqlx_migrations SET version = version + 9000").await;
    let opened = Store::open(database.clone()).await;
    opened.expect("it can be used").close().await;
    // Each change applies to what the previous ones left: the second makes the versions older than
    // those of the first release, and the third restores the original ones, but as failed.
    for (change, what) in [
        ("installation SET usable_from = 9999", "newer"),
        (
            "_sqlx_migrations SET version = version - 9100",
            "before its first release",
        ),
        (
            "_sqlx_migrations SET version = version + 100, success = false",
            "half migrated",
        ),
    ] {
        let sql = AssertSqlSafe(format!("UPDATE {change}"));
        let mut other = sqlx::AnyConnection::connect(&url).await.expect("connected");
        other.execute(sql).await.expect("set");
        let opened = Store::open(database.clone()).await;
        let message = opened.expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
    }
}

/// The bot's role can have fewer rights than the one that owns the tables.
#[tokio::test]
async fn a_role_that_may_not_migrate_says_what_to_run() {
    let url = or_skip!(pg_sandbox::database().await.expect("a server"));
    sqlx::any::install_default_drivers();
    let mut owner = sqlx::AnyConnection::connect(&url).await.expect("connected");
    let role = "DO $$ BEGIN CREATE ROLE bot LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO bot";
    owner.execute(role).await.expect("granted");
    let bot = url.replace("wythoff@", "bot@");
    let bot = Database::at(&bot).expect("an address");
    let opened = Store::open(bot.clone()).await;
    assert!(
        matches!(opened, Err(OpenError::MayNotMigrate(_))),
        "{opened:?}"
    );
    let owner = Database::at(&url).expect("an address");
    owner.migrate().await.expect("migrated");
    // Beside replicas, but not beside a process that expects to be alone.
    let replica = Store::open(bot.clone().shared()).await.expect("a replica");
    owner.migrate().await.expect("the replica goes on");
    replica.close().await;
    let store = Store::open(bot).await.expect("it may read and write");
    let refused = owner.migrate().await;
    assert!(matches!(refused, Err(OpenError::InUse(_))), "{refused:?}");
    let named = store.change(|tx| tx.set_member_name(ANNA, "Anna").boxed());
    let named: Result<()> = named.done().await;
    named.expect("saved");
    store.close().await;
}

#[tokio::test]
async fn every_character_is_stored_and_read_back() {
    let bench = Bench::new().await;
    for name in [
        "O'Neil \\ \"x\"",
        "%s $1 ?",
        &"\u{1F600}".repeat(32),
        "é\u{301}",
    ] {
        let saved = name.to_owned();
        let named =
            bench.change(move |tx| async move { tx.set_member_name(ANNA, &saved).await }.boxed());
        named.done().await.expect("saved");
        let read = bench.read(|mut tx| async move { tx.member(ANNA).await });
        assert_eq!(read.await.name.as_deref(), Some(name));
    }
}
