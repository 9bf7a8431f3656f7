//! Stories with a PostgreSQL server and the real binary. They are skipped if PostgreSQL is not
//! installed.

use std::time::{Duration, Instant};

use discord_sandbox::Sandbox;
use pg_sandbox::Server;
use tokio::process::Command;

use crate::support::{
    Binary, Says as _, Takes as _, best_choice, plays_best, position, until_true, uses_http,
};

/// How long an answer may take, whatever the server does.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// What a bot on PostgreSQL needs: a server, the URL of a new database there, a sandbox, and a
/// folder.
struct Stage {
    server: Server,
    url: String,
    sandbox: Sandbox,
    folder: tempfile::TempDir,
}

impl Stage {
    /// Returns `None` if PostgreSQL is not installed.
    #[expect(clippy::print_stderr, reason = "whoever runs the stories should know")]
    async fn set() -> Option<Self> {
        let Some(server) = Server::start().await.expect("a server") else {
            eprintln!("PostgreSQL is not installed, so this story was left out");
            return None;
        };
        Some(Self {
            url: server.database().await.expect("a database"),
            server,
            sandbox: Sandbox::start().await.expect("a sandbox"),
            folder: tempfile::tempdir().expect("a folder"),
        })
    }

    fn command(&self) -> Command {
        let mut command = Binary::command(&self.sandbox, self.folder.path());
        command.env("DATABASE_URL", &self.url);
        command
    }

    async fn start(&self) -> Binary {
        let bot = Binary::launch_with(self.command(), &self.sandbox, self.folder.path());
        self.sandbox.ready().await;
        bot
    }

    /// Runs a command. Returns its exit code and what it says.
    async fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
        let mut command = self.command();
        command.args(arguments).envs(variables.iter().copied());
        let ended = command.output().await.expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), said)
    }
}

#[tokio::test]
async fn a_game_outlives_the_bot_and_the_server() {
    let Some(mut stage) = Stage::set().await else {
        return;
    };
    let bot = stage.start().await;
    // A second bot, on the gateway, is refused: it needs the database for itself.
    let mut second = stage.command();
    second.env_remove("INTERACTIONS").env_remove("HTTP_LISTEN");
    let ended = second.output().await.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    said.says("is in use by another wythoff");
    said.says("process");
    let anna = stage.sandbox.server("A server").member("anna");
    let board = anna
        .types("/wythoff start 13 10 first:me")
        .await
        .to_string();
    let (amount, direction) = best_choice(position(&board));
    stage.server.kill().expect("killed");
    for extra in [0, 1, 2] {
        let begun = Instant::now();
        let answer = anna.goes(amount + extra, direction).await.to_string();
        assert!(begun.elapsed() < ANSWER_LIMIT, "{answer}");
        answer.says("Nothing was changed");
    }
    // Readers, too, get an answer.
    let begun = Instant::now();
    let stats = anna.types("/wythoff stats game:wythoff").await.to_string();
    assert!(
        begun.elapsed() < ANSWER_LIMIT && !stats.is_empty(),
        "{stats}"
    );
    stage.server.restart().await.expect("it starts again");
    let board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
    bot.kill().await;
    stage.sandbox.disconnected().await;
    let mut bot = stage.start().await;
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("1");
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
}

#[tokio::test]
async fn a_process_that_lost_its_database_ends() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    // Over HTTP, processes share the database.
    if uses_http(&stage.sandbox) {
        return;
    }
    let mut first = stage.start().await;
    first.signal("STOP");
    // Four seconds later it counts as dead.
    let second = Binary::launch_with(stage.command(), &stage.sandbox, stage.folder.path());
    let has_taken_over = async || {
        let rows = sqlx::query_scalar("SELECT COUNT(*) FROM writers WHERE id LIKE $1");
        let rows = rows.bind(format!("%process {},%", first.id()));
        let mut connection = connect(&stage.url).await;
        let rows: i64 = rows.fetch_one(&mut connection).await.expect("a number");
        rows == 0
    };
    until_true(has_taken_over).await;
    first.signal("CONT");
    assert_eq!(first.ended().await.code(), Some(74));
    second.log().says("has taken over the database");
    second.kill().await;
}

async fn connect(url: &str) -> sqlx::PgConnection {
    use sqlx::Connection as _;
    sqlx::PgConnection::connect(url).await.expect("connected")
}

#[tokio::test]
async fn errors_are_reported_without_the_password() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let folder = stage.server.folder().display().to_string();
    let nowhere = format!("postgres://wythoff:secret@localhost/nowhere?host={folder}");
    let cases = [
        ("mysql://me:secret@db/x", "must begin with"),
        ("postgres://me:secret@db/x?sslmod=require", "unknown option"),
        (&nowhere, "does not let the bot in"),
    ];
    for (url, what) in cases {
        let (code, said) = stage.run(&[], &[("DATABASE_URL", url)]).await;
        assert_eq!(code, Some(78), "{said}");
        said.says(what);
        assert!(!said.contains("secret"), "{said}");
    }
    let (code, said) = stage.run(&[], &[("LOG_FORMAT", "xml")]).await;
    assert_eq!(code, Some(78));
    said.says("LOG_FORMAT");
}

#[tokio::test]
async fn a_database_moves_to_postgres_and_back() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let sqlite_settings = [("DATABASE_URL", "sqlite://wythoff.db")];
    let mut command = stage.command();
    command.envs(sqlite_settings);
    let mut bot = Binary::launch_with(command, &stage.sandbox, stage.folder.path());
    stage.sandbox.ready().await;
    let anna = stage.sandbox.server("A server").member("anna");
    let board = anna
        .types("/wythoff start 13 10 first:me")
        .await
        .to_string();
    let in_use = stage.run(&["copy-to", &stage.url], &sqlite_settings).await;
    assert_eq!(in_use.0, Some(2), "{}", in_use.1);
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    stage.sandbox.disconnected().await;
    let (code, said) = stage.run(&["copy-to", &stage.url], &sqlite_settings).await;
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = stage.run(&["copy-to", &stage.url], &sqlite_settings).await;
    assert_eq!(code, Some(2), "{said}");
    said.says("is not empty");
    let mut bot = stage.start().await;
    let (code, said) = stage.run(&["backup", "copy.db"], &[]).await;
    assert_eq!(code, Some(0), "{said}");
    plays_best(&anna, board).await.says("@anna reached home.");
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    let (code, said) = stage.run(&["copy-to", "sqlite://back.db"], &[]).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(stage.folder.path().join("back.db").exists());
}

/// A bot on another bot's database would notify that bot's members.
#[tokio::test]
async fn the_database_of_another_bot_is_refused() {
    let Some(stage) = Stage::set().await else {
        return;
    };
    let mut bot = stage.start().await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    sqlx::query("UPDATE installation SET application = 1")
        .execute(&mut connect(&stage.url).await)
        .await
        .expect("set");
    let (code, said) = stage.run(&[], &[]).await;
    assert_eq!(code, Some(78), "{said}");
    said.says("those of the application 1");
}
