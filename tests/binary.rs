//! The real binary: its exit codes, its log, and its other commands.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

use discord_sandbox::{Fault, Sandbox};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::Child;

use crate::support::{Binary, OVER, Says as _, best_choice, plays_best, position, seconds};

#[tokio::test]
async fn the_binary_plays_whole_games_and_never_logs_the_token() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start_loud(&sandbox, folder.path()).await;
    let mut board = anna
        .types("/wythoff start 13 10 first:me")
        .await
        .to_string();
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
    // Then, by typed moves, a game from a cold position, which the perfect bot wins.
    board = anna.types("/wythoff start 8 13 first:me").await.to_string();
    while !board.contains(OVER) {
        let (amount, direction) = best_choice(position(&board));
        board = anna
            .types(&format!("/wythoff move \"{amount} {direction}\""))
            .await
            .to_string();
    }
    board.says("Penguin reached home.");
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    let log = bot.log();
    assert!(log.contains("TRACE"), "everything is logged");
    assert!(!log.contains(&sandbox.token()), "the token is in the log");
}

#[tokio::test]
async fn the_default_log_says_who_plays_and_has_no_secrets() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    sandbox.inject(
        Fault::on("POST", "/callback")
            .refused_with(404, 10_015)
            .times(2),
    );
    anna.types("/wythoff start 13 10 first:me").await;
    anna.types("/wythoff start 13 10 first:me").await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    let log = bot.log();
    log.says("playing as Wythoff, servers: 1, to invite the bot open https://discord.com/");
    log.says("a first response was refused");
    assert!(
        !log.contains(&sandbox.token()),
        "the token is in the log: {log}"
    );
    // Every interaction token of the sandbox's ends with `.secret`.
    assert!(
        !log.contains(".secret"),
        "the token of an interaction is in the log: {log}"
    );
}

#[tokio::test]
async fn a_refused_token_ends_the_process_with_its_exit_code() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let ended = Binary::command(&sandbox, folder.path())
        .env("DISCORD_TOKEN", "wrong")
        .output()
        .await;
    let ended = ended.expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(77), "{stderr}");
    stderr.says("does not accept DISCORD_TOKEN");
}

/// A bot with a log that nobody reads, so that the pipe is full.
async fn unread() -> (Sandbox, TempDir, Child) {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    // A pipe holds 64 KiB; at this level, the start alone writes more.
    let bot = Binary::command(&sandbox, folder.path())
        .env("RUST_LOG", "trace")
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    sandbox.ready().await;
    let anna = sandbox.server("A server").member("anna");
    for _ in 0..10 {
        sandbox.clock().advance(seconds(3));
        let rules = anna.types("/wythoff rules game:wythoff").await;
        rules.says("Wythoff");
    }
    (sandbox, folder, bot)
}

#[tokio::test]
async fn a_log_that_nobody_reads_stops_neither_play_nor_the_end() {
    let (_sandbox, _folder, mut bot) = unread().await;
    let id = bot.id().expect("it runs").to_string();
    let sent = std::process::Command::new("sh")
        .args(["-c", &format!("kill -TERM {id}")])
        .status();
    assert!(sent.expect("sh runs").success());
    let ended = bot.wait().await.expect("it ends");
    assert_eq!(ended.code(), Some(0));
}

#[tokio::test]
async fn the_exit_code_tells_although_nobody_reads_the_message() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let full = std::fs::File::options().write(true).open("/dev/full");
    let ended = Binary::command(&sandbox, folder.path())
        .env("DISCORD_TOKEN", "wrong")
        .stderr(full.expect("a device"))
        .status()
        .await;
    assert_eq!(ended.expect("it ends").code(), Some(77));
}

#[tokio::test]
async fn the_exit_code_tells_although_nobody_reads_the_log() {
    let (sandbox, _folder, mut bot) = unread().await;
    // The token is no longer accepted.
    sandbox.disconnect(4004);
    sandbox.inject(Fault::on("GET", "").refused_with(401, 0).times(100));
    let ended = bot.wait().await.expect("it ends");
    assert_eq!(ended.code(), Some(77));
}

#[tokio::test]
async fn a_missing_quotation_mark_shows_no_secret() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let ended = Binary::command(&sandbox, folder.path())
        .env("OPS_LISTEN", "127.0.0.1:9464\nDATABASE_URL=secret")
        .output()
        .await
        .expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{stderr}");
    stderr.says("OPS_LISTEN has several lines; is a quotation mark missing?");
    stderr.does_not_say("secret");
}

#[tokio::test]
async fn without_a_token_one_line_says_where_to_get_one() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let ended = Binary::command(&sandbox, folder.path())
        .env_remove("DISCORD_TOKEN")
        .output()
        .await
        .expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr.says("https://discord.com/developers/applications");
    stderr.says("cargo run -p play");
    assert!(
        !folder.path().join("wythoff.db").exists(),
        "no database was created"
    );
}

#[tokio::test]
async fn a_token_comes_from_a_file_and_the_log_may_be_json() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    std::fs::write(&file, "wrong\n").expect("written");
    let start = async |is_set_twice: bool| {
        let mut command = Binary::command(&sandbox, folder.path());
        if !is_set_twice {
            command.env_remove("DISCORD_TOKEN");
        }
        let command = command
            .env("DISCORD_TOKEN_FILE", &file)
            .env("RUST_LOG", "debug")
            .env("LOG_FORMAT", "json");
        let ended = command.output().await.expect("it ends");
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), stderr)
    };
    let (code, stderr) = start(true).await;
    assert_eq!(code, Some(78), "{stderr}");
    stderr.says("set in several ways");
    let (code, stderr) = start(false).await;
    assert_eq!(code, Some(77), "{stderr}");
    // The last line is not part of the log.
    let (logged, _) = stderr.trim_end().rsplit_once('\n').expect("lines");
    for line in logged.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a JSON object");
        assert!(line["level"].is_string(), "{line}");
    }
}

#[tokio::test]
async fn only_a_dot_env_in_the_working_directory_is_read() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).expect("made");
    let settings = "DISCORD_TOKEN=wrong\n";
    std::fs::write(folder.path().join(".env"), settings).expect("written");
    let start = async || {
        let ended = Binary::command(&sandbox, &inner)
            .env_remove("DISCORD_TOKEN")
            .output()
            .await
            .expect("it ends");
        ended.status.code()
    };
    assert_eq!(start().await, Some(78), "there is no token");
    // An editor may begin it with a byte order mark.
    let marked = format!("\u{feff}{settings}");
    std::fs::write(inner.join(".env"), marked).expect("written");
    assert_eq!(start().await, Some(77), "there is one, which is wrong");
    // An empty variable is one that is not set.
    let mut command = Binary::command(&sandbox, &inner);
    command.env("DISCORD_TOKEN", "");
    let ended = command.output().await.expect("it ends");
    assert_eq!(ended.status.code(), Some(77), "the token is in the file");
    // A crash of the machine can leave zeros in a file.
    let zeros = "DISCORD_TOKEN=secret\0\0\0";
    std::fs::write(inner.join(".env"), zeros).expect("written");
    let mut command = Binary::command(&sandbox, &inner);
    command.env_remove("DISCORD_TOKEN");
    let ended = command.output().await.expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{stderr}");
    assert!(!stderr.contains("secret"), "{stderr}");
}

#[tokio::test]
async fn a_database_address_that_is_not_utf8_stops_the_start() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Binary::command(&sandbox, folder.path());
    command.env("DATABASE_URL", OsStr::from_bytes(b"sqlite://g\xe9.db"));
    let ended = command.output().await.expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{stderr}");
    assert_eq!(stderr, "wythoff: DATABASE_URL is not UTF-8\n");
    assert!(!folder.path().join("wythoff.db").exists());
}

#[tokio::test]
async fn a_variable_that_should_name_a_file_is_not_ignored_if_it_is_empty() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Binary::command(&sandbox, folder.path());
    command
        .env_remove("DATABASE_URL")
        .env("DATABASE_URL_FILE", "");
    let ended = command.output().await.expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{stderr}");
    assert!(stderr.contains("DATABASE_URL cannot be read"), "{stderr}");
}

#[tokio::test]
async fn solve_answers_on_the_command_line_without_any_settings() {
    let solve = |arguments: &[&str], input: &'static str| {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_wythoff"));
        command.arg("solve").args(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        async move {
            let mut child = command.spawn().expect("it starts");
            let mut stdin = child.stdin.take().expect("its input");
            // It may have ended without reading.
            let _closed = stdin.write_all(input.as_bytes()).await;
            drop(stdin);
            let ended = child.wait_with_output().await.expect("it ends");
            let answers = String::from_utf8_lossy(&ended.stdout).into_owned();
            (
                ended.status.code(),
                answers,
                String::from_utf8_lossy(&ended.stderr).into_owned(),
            )
        }
    };
    assert_eq!(
        solve(&["13", "9"], "").await,
        (Some(0), "10 6\n".into(), String::new())
    );
    assert_eq!(solve(&["--all", "13", "9"], "").await.1, "10 6; 13 8\n");
    assert_eq!(solve(&["10", "6"], "").await.1, "none\n");
    assert_eq!(
        solve(&["18446744073709551615", "18446744073709551615"], "")
            .await
            .1,
        "0 0\n"
    );
    // An empty position is invalid; stdin is not read instead.
    assert_eq!(solve(&[""], "13 9\n").await.0, Some(2));
    let heaps =
        |size: &'static str, count: usize| [vec!["--game", "grundy"], vec![size; count]].concat();
    assert_eq!(solve(&heaps("2", 21), "").await.1, "none\n");
    assert_eq!(solve(&heaps("1", 40), "").await.1, "none\n");
    assert_eq!(solve(&heaps("3", 21), "").await.0, Some(2));
    for bad in [
        &["13"][..],
        &["13", "x"],
        &["-1", "2"],
        &["+1", "2"],
        &["18446744073709551616", "2"],
        &["1", "2", "3"],
    ] {
        assert_eq!(solve(bad, "").await.0, Some(2), "{bad:?}");
    }
    let (code, answers, errors) = solve(&[], "13 9\nx\n1 2\n").await;
    assert_eq!((code, answers.as_str()), (Some(2), "10 6\nnone\n"));
    assert!(errors.starts_with("line 2: "), "{errors}");
}
