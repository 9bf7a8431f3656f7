//! The files of the database: one that is complete by itself after a clean stop, one behind a link,
//! and one that is taken away from a running bot.

use std::os::unix::fs::symlink;

use discord_sandbox::Sandbox;

use crate::support::{
    Binary, Says as _, Takes as _, takes_one, until, until_boards_are_noted, uses_http,
};

#[tokio::test]
async fn after_a_clean_stop_the_one_file_is_the_whole_database() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 10 6 first:me").await;
    anna.types("/wythoff games").await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    sandbox.disconnected().await;
    let elsewhere = tempfile::tempdir().expect("another folder");
    std::fs::rename(
        folder.path().join("wythoff.db"),
        elsewhere.path().join("wythoff.db"),
    )
    .expect("moved");
    let bot = Binary::start(&sandbox, elsewhere.path()).await;
    takes_one(&anna.at(1)).await;
    bot.kill().await;
}

#[tokio::test]
async fn a_database_behind_a_link_is_locked_under_both_names() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    // The link dangles until the bot creates its target.
    symlink("games.db", folder.path().join("wythoff.db")).expect("a link");
    let anna = sandbox.server("A server").member("anna");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 10 6 first:me").await;
    takes_one(&anna).await;
    let mut second = Binary::command(&sandbox, folder.path());
    second.env("DATABASE_URL", "sqlite://games.db");
    let second = second.output().await.expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr);
    said.says("is in use by another wythoff");
    bot.kill().await;
}

#[tokio::test]
async fn a_deleted_database_ends_the_process_and_refuses_changes() {
    for replaced in [false, true] {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a folder");
        let anna = sandbox.server("A server").member("anna");
        let mut bot = Binary::start(&sandbox, folder.path()).await;
        anna.types("/wythoff start 10 6 first:me").await;
        until_boards_are_noted(folder.path()).await;
        // Waits until everything that a start saves is saved. Otherwise one of those writes may be
        // the first to find that the database is gone, and end the process before the move.
        let query = if uses_http(&sandbox) {
            "SELECT (SELECT COUNT(*) FROM marks) * (SELECT COUNT(*) FROM servers)"
        } else {
            "SELECT (SELECT COUNT(*) FROM marks) * (SELECT COUNT(*) FROM identifies WHERE taken = 1)"
        };
        until(folder.path(), query, |saved| saved > 0).await;
        let database = folder.path().join("wythoff.db");
        if replaced {
            let copy = folder.path().join("copy");
            std::fs::copy(&database, &copy).expect("copied");
            std::fs::rename(&copy, &database).expect("replaced");
        } else {
            std::fs::remove_file(&database).expect("removed");
        }
        let answer = anna.goes(1, "left").await.to_string();
        assert!(
            answer.contains("That could not be saved."),
            "{answer}, {}",
            bot.log()
        );
        anna.screen().does_not_say("went 1");
        assert_eq!(bot.ended().await.code(), Some(74), "{}", bot.log());
        let log = bot.log();
        log.says("the database or its lock was deleted or replaced while the bot ran");
        if !replaced {
            // A restart does not begin with an empty database, which would look well.
            let again = Binary::command(&sandbox, folder.path()).output().await;
            let again = again.expect("it ends");
            let stderr = String::from_utf8_lossy(&again.stderr);
            assert_eq!(again.status.code(), Some(78), "{stderr}");
            stderr.says("wythoff.db is gone or empty; put it or a backup back");
        }
    }
}

#[tokio::test]
async fn an_emptied_database_is_no_new_one_and_no_backup() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    bot.signal("TERM");
    bot.ended().await;
    std::fs::write(folder.path().join("wythoff.db"), "").expect("emptied");
    let run = async |arguments: &[&str]| {
        let mut command = Binary::command(&sandbox, folder.path());
        let ended = command.args(arguments).output().await.expect("it ends");
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), stderr)
    };
    let (code, stderr) = run(&[]).await;
    assert_eq!(code, Some(78), "{stderr}");
    stderr.says("wythoff.db is gone or empty; put it or a backup back");
    let (code, stderr) = run(&["backup", "copy.db"]).await;
    assert_eq!(code, Some(1), "{stderr}");
    stderr.says("no backup was made to copy.db: there is no database at");
    assert!(!folder.path().join("wythoff.db-backed-up").exists());
}

#[tokio::test]
async fn a_change_that_was_saved_is_told_although_the_log_is_gone() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 10 6 first:me").await;
    until_boards_are_noted(folder.path()).await;
    std::fs::remove_file(folder.path().join("wythoff.db-wal")).expect("removed");
    let answer = anna.goes(1, "left").await.to_string();
    assert_eq!(bot.ended().await.code(), Some(74), "{}", bot.log());
    sandbox.disconnected().await;
    let bot = Binary::start(&sandbox, folder.path()).await;
    let now = anna.types("/wythoff board").await.to_string();
    // Whatever took the change, a move or a note of the bot's own, says what is so.
    let is_made = now.contains("@anna went 1 left");
    assert_eq!(
        answer.contains("Nothing was changed"),
        !is_made,
        "{answer}, {now}"
    );
    bot.kill().await;
}

#[tokio::test]
async fn a_bot_whose_lock_is_removed_makes_way() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    std::fs::remove_file(folder.path().join("wythoff.db.lock")).expect("removed");
    // If it has not noticed yet, it does now.
    anna.types("/wythoff start 10 6 first:me").await;
    assert_eq!(bot.ended().await.code(), Some(74), "{}", bot.log());
}

#[tokio::test]
async fn a_folder_in_the_place_of_a_file_stops_the_start_for_good() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    for place in ["wythoff.db", "wythoff.db.lock"] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join(place)).expect("made");
        let ended = Binary::command(&sandbox, folder.path()).output().await;
        let ended = ended.expect("it ends");
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(78), "{place}: {stderr}");
        stderr.says("cannot be opened");
    }
}

#[tokio::test]
async fn a_file_with_several_names_and_a_broken_dot_env_stop_the_start_for_good() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let start = async || {
        let ended = Binary::command(&sandbox, folder.path()).output().await;
        let ended = ended.expect("it ends");
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), stderr)
    };
    let bot = Binary::launch_with(
        Binary::command(&sandbox, folder.path()),
        &sandbox,
        folder.path(),
    );
    sandbox.ready().await;
    bot.kill().await;
    let [database, other] = ["wythoff.db", "other.db"].map(|name| folder.path().join(name));
    std::fs::hard_link(database, other).expect("linked");
    let (code, stderr) = start().await;
    assert_eq!(code, Some(78), "{stderr}");
    stderr.says("has several names");
    std::fs::write(folder.path().join(".env"), "DISCORD_TOKEN=a b\n").expect("written");
    let (code, stderr) = start().await;
    assert_eq!(code, Some(78), "{stderr}");
    stderr.says("not NAME=value");
}
