//! Litestream copies the database while members play, and after the disk is lost, games go on from
//! the copy. `LITESTREAM` says where the program is. Not covered: copies to anywhere but a folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use discord_sandbox::Sandbox;
use sqlx::{Connection, SqliteConnection};
use tokio::process::{Child, Command};

use crate::erasure::erase;
use crate::support::{
    Binary, Says as _, Takes as _, best_move, occurrences, plays_best, position,
    until_boards_are_noted, with_timeout,
};

/// Litestream, which copies a bot's database to a folder.
struct Litestream {
    program: OsString,
    database: PathBuf,
    copies: tempfile::TempDir,
}

impl Litestream {
    fn new(database: &Path, program: OsString) -> Self {
        Self {
            program,
            database: database.to_owned(),
            copies: tempfile::tempdir().expect("a folder"),
        }
    }

    fn command(&self, subcommand: &str) -> Command {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/litestream.yml");
        let copies = format!("file://{}", self.copies.path().join("all").display());
        let mut command = Command::new(&self.program);
        command
            .args([subcommand, "-config"])
            .arg(config)
            .env("WYTHOFF_DATABASE", &self.database)
            .env("WYTHOFF_COPIES", copies)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Starts to copy the database. Returns the process, which copies until it is killed.
    fn replicate(&self) -> Child {
        let log = std::fs::File::create(self.copies.path().join("log")).expect("a log");
        let mut command = self.command("replicate");
        command
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("litestream starts")
    }

    /// Restores a database from what has been copied so far. Returns `None` if that fails.
    async fn restore(&self) -> Option<PathBuf> {
        let target = self.copies.path().join("restored.db");
        drop(std::fs::remove_file(&target));
        let mut command = self.command("restore");
        command.arg("-o").arg(&target).arg(&self.database);
        let output = command.output().await.expect("it ends");
        output.status.success().then_some(target)
    }

    /// Waits until exactly `moves` moves have been copied. Returns the copy.
    async fn until_copied(&self, moves: i64) -> PathBuf {
        with_timeout(async {
            loop {
                if let Some(copy) = self.restore().await
                    && count_moves(&copy).await == Some(moves)
                {
                    return copy;
                }
            }
        })
        .await
    }
}

async fn count_moves(database: &Path) -> Option<i64> {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await.ok()?;
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM plies");
    count.fetch_one(&mut connection).await.ok()
}

/// Loses the disk during a game, and plays on from a copy.
#[tokio::test]
#[expect(clippy::print_stderr, reason = "whoever runs the stories should know")]
async fn a_game_goes_on_from_the_copy_of_a_lost_disk() {
    let Some(program) = crate::support::test_setting("LITESTREAM") else {
        eprintln!("LITESTREAM is not set, so the story of the copied database was left out");
        return;
    };
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("wythoff.db");
    let bot = Binary::start(&sandbox, folder.path()).await;
    let litestream = Litestream::new(&database, program);
    let mut replicating = litestream.replicate();
    let server = sandbox.server("A server");
    let anna = server.member("anna");
    let zoe = server.member("zoe").display_name("Zoe Unmistakable");
    zoe.types("/wythoff start 13 10 first:me").await;
    zoe.goes(3, "diagonally").await;
    let board = anna.types("/wythoff start 35 29 first:me").await;
    until_boards_are_noted(folder.path()).await;
    let copy = litestream.until_copied(2).await;
    let bytes = std::fs::read(copy).expect("a copy");
    assert!(occurrences(b"Unmistakable", &bytes) > 0);

    // The erasure does not wait for Litestream, which reads the WAL all the time.
    erase(&zoe).await;
    let mut board = best_move(&anna, &board.to_string()).await;
    let copy = litestream.until_copied(4).await;

    // The disk is lost before the next move is copied.
    replicating.kill().await.expect("killed");
    let lost = best_move(&anna, &board).await;
    assert_ne!(position(&lost), position(&board));
    bot.kill().await;
    sandbox.disconnected().await;
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            std::fs::remove_file(path).expect("removed");
        }
    }
    let bytes = std::fs::read(&copy).expect("a copy");
    assert_eq!(occurrences(b"Unmistakable", &bytes), 0);
    std::fs::rename(copy, &database).expect("restored");
    let bot = Binary::start(&sandbox, folder.path()).await;

    // Anna's board is redrawn from the copy at her next click, and she plays on from there.
    let [left, right] = position(&board);
    best_move(&anna, &lost).await;
    anna.sees(&format!("Position ({left}, {right})")).await;
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
    bot.kill().await;
}
