//! Disks that fail under the real binary, by strace's fault injection: members are told the truth,
//! in time, and the bot recovers by itself.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use discord_sandbox::{Member, Sandbox};
use futures::future::join_all;
use sqlx::{Connection, SqliteConnection};
use tokio::process::Command;
use wythoff_store::{Database, Store};

use crate::support::{
    Binary, Says as _, Strace, address, check_invariants, position, resigns, until_boards_are_noted,
};

/// How long an answer may take, whatever the disk does.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// How many calls are made to fail, one after the other, unless saving a move needs fewer.
const MAX_CALLS: usize = 60;

/// A member who makes one move after another, and the position that the member was told.
struct Player {
    member: Member,
    told: [u64; 2],
    moves: usize,
}

impl Player {
    async fn begins(member: Member, folder: &Path) -> Self {
        let board = member.types("/wythoff start 100000 90000 first:me").await;
        until_boards_are_noted(folder).await;
        Self {
            told: position(&board.to_string()),
            member,
            moves: 0,
        }
    }

    /// Types a move. Checks that the answer is in time, and that a refusal says that nothing was
    /// changed.
    async fn make_move(&mut self) -> Told {
        self.moves += 1;
        let amount = 1 + self.moves % 7;
        let line = format!("/wythoff move A{amount}");
        let begun = Instant::now();
        let answer = self.member.types(&line).await.to_string();
        assert!(
            begun.elapsed() < ANSWER_LIMIT,
            "{:?}: {answer}",
            begun.elapsed()
        );
        if answer.contains(&format!(" went {amount} left.")) {
            self.told = position(&answer);
            return Told::Made;
        }
        if answer.contains("Still saving") {
            return Told::Nothing;
        }
        answer.says("Nothing was changed");
        Told::Refused
    }

    /// Checks that what is stored is what the member was told.
    async fn checks(&self, when: &str) {
        let board = self.member.types("/wythoff board").await.to_string();
        assert_eq!(position(&board), self.told, "{when}: {board}");
    }

    /// Lets the member look at the current position.
    async fn looks(&mut self) {
        let board = self.member.types("/wythoff board").await.to_string();
        self.told = position(&board);
    }
}

/// What a member was told about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Made,
    Refused,
    /// The outcome is not certain yet; the board will show it.
    Nothing,
}

/// For each n, makes the n-th system call of this kind fail while a member moves. Kills the process
/// after the first of these moves, and after every fourth one from there.
#[expect(clippy::print_stdout, reason = "a person reads how much has failed")]
async fn fail_each_call(call: &str, error: &str) {
    if !Strace::is_allowed().await {
        return;
    }
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    let mut anna = Player::begins(anna, folder.path()).await;
    let (mut outcomes, mut failed) = (Vec::new(), 0);
    for n in 1..=MAX_CALLS {
        let which = format!("{call} {error} {n}");
        let strace = Strace::attach(&bot, folder.path(), (call, error, &n.to_string())).await;
        let outcome = anna.make_move().await;
        if outcome != Told::Nothing {
            anna.checks(&which).await;
        }
        let injected = strace.detach().await;
        failed += injected;
        outcomes.push(outcome);
        // The process is not killed more often, because the bot starts at most ten sessions in two
        // minutes, and otherwise waits.
        if n % 4 == 1 {
            // A move that was reported as refused is not stored, even after a kill.
            bot.kill().await;
            sandbox.disconnected().await;
            bot = Binary::start(&sandbox, folder.path()).await;
            if outcome == Told::Nothing {
                anna.looks().await;
            }
            anna.checks(&format!("{which}, killed")).await;
        }
        // The bot saves again, even without a restart.
        assert_eq!(anna.make_move().await, Told::Made, "{which}");
        anna.checks(&which).await;
        if injected == 0 {
            break;
        }
    }
    assert!(
        failed > 0 && outcomes.iter().any(|&outcome| outcome != Told::Made),
        "{failed}: {outcomes:?}"
    );
    println!("{call} {error}: {failed} calls failed; {outcomes:?}");
    bot.kill().await;
    sandbox.disconnected().await;
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.checks("in the end").await;
    bot.kill().await;
}

#[tokio::test]
async fn a_failed_write_is_reported_and_recovered_from() {
    fail_each_call("pwrite64", "EIO").await;
}

#[tokio::test]
async fn a_full_disk_is_reported_and_recovered_from() {
    fail_each_call("pwrite64", "ENOSPC").await;
}

#[tokio::test]
async fn a_read_only_disk_is_reported_and_recovered_from() {
    fail_each_call("pwrite64", "EROFS").await;
}

#[tokio::test]
async fn after_a_failed_sync_nothing_counts_as_saved() {
    fail_each_call("fsync", "EIO").await;
    fail_each_call("fsync", "ENOSPC").await;
}

/// Makes every system call of this kind fail during a few moves.
async fn keep_failing(call: &str, error: &str) {
    if !Strace::is_allowed().await {
        return;
    }
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    let mut anna = Player::begins(anna, folder.path()).await;
    for round in 0..2 {
        let strace = Strace::attach(&bot, folder.path(), (call, error, "1+")).await;
        for _ in 0..3 {
            assert_ne!(anna.make_move().await, Told::Made, "{call} {error}");
            anna.checks(call).await;
        }
        assert!(strace.detach().await > 0, "{call} fails");
        if round == 1 {
            bot.kill().await;
            sandbox.disconnected().await;
            bot = Binary::start(&sandbox, folder.path()).await;
            anna.looks().await;
        }
        assert_eq!(anna.make_move().await, Told::Made, "{call} {error}");
        anna.checks(call).await;
    }
    bot.kill().await;
}

#[tokio::test]
async fn a_failing_disk_allows_reads_and_then_recovers() {
    keep_failing("pwrite64", "EIO").await;
    keep_failing("fsync", "EIO").await;
}

#[tokio::test]
async fn an_unreadable_disk_is_recovered_from() {
    if !Strace::is_allowed().await {
        return;
    }
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let bot = Binary::start(&sandbox, folder.path()).await;
    let mut anna = Player::begins(anna, folder.path()).await;
    let strace = Strace::attach(&bot, folder.path(), ("pread64", "EIO", "1+")).await;
    // Either what is in memory is enough for a move, or the move is refused.
    anna.make_move().await;
    for line in [
        "/wythoff stats game:wythoff",
        "/wythoff leaderboard game:wythoff",
        "/wythoff games",
    ] {
        let begun = Instant::now();
        let answer = anna.member.types(line).await.to_string();
        assert!(
            begun.elapsed() < ANSWER_LIMIT && !answer.is_empty(),
            "{answer}"
        );
    }
    strace.detach().await;
    assert_eq!(anna.make_move().await, Told::Made);
    anna.checks("in the end").await;
    bot.kill().await;
}

/// Starts the binary on a new database and kills it at its n-th write. Returns whether it was
/// killed.
async fn kill_at_write(sandbox: &Sandbox, folder: &Path, n: usize) -> bool {
    let bot = Binary::command(sandbox, folder);
    let bot = bot.as_std();
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e"])
        .arg(format!("inject=pwrite64:signal=KILL:when={n}"))
        .arg(bot.get_program())
        .current_dir(folder)
        .envs(
            bot.get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        // With this invalid token, the bot ends as soon as it has opened its database.
        .env("DISCORD_TOKEN", "not.a.token")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let ended = strace.status().await.expect("strace runs");
    // The exit code for a refused token.
    ended.code() != Some(77)
}

#[tokio::test]
async fn a_start_killed_during_migration_is_finished_by_the_next() {
    if !Strace::is_allowed().await {
        return;
    }
    let sandbox = Sandbox::start().await.expect("a sandbox");
    for n in 1.. {
        let folder = tempfile::tempdir().expect("a folder");
        let is_killed = kill_at_write(&sandbox, folder.path(), n).await;
        let database = Database::at(&address(folder.path())).expect("an address");
        if !is_killed {
            assert!(n > 5, "{n} writes make the tables");
            break;
        }
        let store = Store::open(database).await;
        let store = store.unwrap_or_else(|error| panic!("killed at write {n}: {error}"));
        store.close().await;
    }
}

#[tokio::test]
async fn a_backup_that_is_taken_while_members_play_is_whole() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let server = sandbox.server("A server");
    let bot = Binary::start(&sandbox, folder.path()).await;
    let copies = tempfile::tempdir().expect("another folder");
    let playing = join_all((0..6).map(|n| {
        let channel = format!("channel-{n}");
        let [anna, boris] = ["a", "b"].map(|name| server.member(&format!("{name}{n}")));
        let (anna, boris) = (anna.in_channel(&channel), boris.in_channel(&channel));
        async move {
            for _ in 0..3 {
                let challenge = format!("/wythoff challenge member:b{n} a:3 b:5");
                anna.types(&challenge).await;
                boris.clicks("Accept").await;
                resigns(&anna).await;
            }
        }
    }));
    let backing_up = async {
        for n in 0..6 {
            let copy = copies.path().join(format!("{n}.db"));
            let mut backup = Binary::command(&sandbox, folder.path());
            let done = backup.arg("backup").arg(&copy).status().await;
            assert!(done.expect("it runs").success());
        }
    };
    tokio::join!(playing, backing_up);
    bot.kill().await;
    for n in 0..6 {
        let restored = tempfile::tempdir().expect("a folder");
        let database = restored.path().join("wythoff.db");
        std::fs::copy(copies.path().join(format!("{n}.db")), database).expect("copied");
        check_integrity(restored.path()).await;
    }
}

/// Checks a database's integrity, and the invariants of the stored data.
async fn check_integrity(folder: &Path) {
    let connection = SqliteConnection::connect(&address(folder)).await;
    let connection = &mut connection.expect("a database");
    let checked = sqlx::query_scalar("PRAGMA integrity_check");
    let checked: String = checked.fetch_one(&mut *connection).await.expect("checked");
    assert_eq!(checked, "ok");
    check_invariants(folder).await;
}
