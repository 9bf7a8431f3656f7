//! A store that reaches the server through PgBouncer.

use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::*;

/// A pooler that ends with the test.
struct Pooler(Child);

impl Drop for Pooler {
    fn drop(&mut self) {
        let _killed = self.0.kill();
        let _ended = self.0.wait();
    }
}

/// Starts PgBouncer in the given mode in front of a server, with fewer connections than the bot has. Returns `None`
/// if it is not installed.
async fn start_pooler(
    server: &Server,
    folder: &Path,
    mode: &str,
    round_robin: bool,
) -> Option<Pooler> {
    let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
    let program = program.into_iter().find(|path| Path::new(path).exists())?;
    let settings = format!(
        "[databases]\n* = host={} user=wythoff\n[pgbouncer]\nlisten_addr=\nunix_socket_dir={}\nauth_type=any\n\
         pool_mode={mode}\ndefault_pool_size=20\nserver_round_robin={}\nignore_startup_parameters=extra_float_digits\n",
        server.folder().display(),
        folder.display(),
        u8::from(round_robin)
    );
    let file = folder.join("pgbouncer.ini");
    std::fs::write(&file, settings).expect("written");
    let mut command = Command::new(program);
    command
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Like PostgreSQL, it refuses to run as root.
    let owner = std::fs::metadata(server.folder()).expect("a folder");
    std::os::unix::fs::chown(folder, Some(owner.uid()), Some(owner.gid())).expect("given");
    if std::fs::metadata("/proc/self").expect("a process").uid() == 0 {
        command.uid(owner.uid()).gid(owner.gid());
    }
    let pooler = Pooler(command.spawn().expect("it starts"));
    while !folder.join(".s.PGSQL.6432").exists() {
        tokio::task::yield_now().await;
    }
    Some(pooler)
}

/// The address of a database behind the pooler.
fn behind(folder: &Path, name: &str) -> String {
    let there = folder.display().to_string().replace('/', "%2F");
    format!("postgres://wythoff@{there}:6432/{name}")
}

#[tokio::test]
async fn a_pooler_in_transaction_mode_is_found_at_the_start() {
    let server = or_skip!(Server::start().await.expect("a server"));
    let url = server.database().await.expect("a database");
    let (_, name) = url.rsplit_once('/').expect("a name");
    for round_robin in [false, true] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let _pooler =
            or_skip!(start_pooler(&server, folder.path(), "transaction", round_robin).await);
        let database = Database::at(&behind(folder.path(), name)).expect("an address");
        // The pooler may have one connection to the server, or more.
        for _ in 0..3 {
            let opened = Store::open(database.clone()).await;
            let message = opened.expect_err("it is found").to_string();
            assert!(message.contains("in transaction mode"), "{message}");
        }
    }
}

#[tokio::test]
async fn behind_a_pooler_in_session_mode_nothing_is_lost_or_confused() {
    let server = or_skip!(Server::start().await.expect("a server"));
    let url = server.database().await.expect("a database");
    let (_, name) = url.rsplit_once('/').expect("a name");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _pooler = or_skip!(start_pooler(&server, folder.path(), "session", false).await);
    let database = Database::at(&behind(folder.path(), name)).expect("an address");
    let bench = Bench::with_database(folder, database).await;
    for id in 1..=200 {
        let added = bench.add(&record(id, ChannelId(id)));
        let reads = async { bench.game(id - 1).await };
        let (added, before) = tokio::join!(added.done(), reads);
        added.expect("added");
        assert_eq!(before.is_some(), id > 1);
    }
    let bench = bench.reopened().await;
    let games = bench.read(|mut tx| async move { tx.running_games(ANNA, None).await });
    assert_eq!(games.await.len(), 200);
}

#[tokio::test]
async fn a_pooler_in_statement_mode_is_refused() {
    let server = or_skip!(Server::start().await.expect("a server"));
    let url = server.database().await.expect("a database");
    let (_, name) = url.rsplit_once('/').expect("a name");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pooler = start_pooler(&server, folder.path(), "statement", false).await;
    let _pooler = or_skip!(pooler);
    let database = Database::at(&behind(folder.path(), name)).expect("an address");
    let opened = Store::open(database).await.expect_err("it is refused");
    assert!(matches!(opened, OpenError::Unfit { .. }), "{opened:?}");
}
