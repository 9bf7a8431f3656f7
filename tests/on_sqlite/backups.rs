//! The lock on the database file, files of other versions, and backups.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use discord_sandbox::Sandbox;

use crate::operations::{asks, start_with_operations, value};
use crate::support::{Binary, Says as _, day, execute};

#[tokio::test]
async fn a_second_process_ends_at_once_and_a_backup_works() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let _first = Binary::start(&sandbox, folder.path()).await;
    let second = Binary::command(&sandbox, folder.path())
        .output()
        .await
        .expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{said}");
    said.says("is in use by another wythoff");
    let copy = folder.path().join("copy.db");
    let backup = Binary::command(&sandbox, folder.path())
        .arg("backup")
        .arg(&copy)
        .output()
        .await
        .expect("it ends");
    assert!(
        backup.status.success(),
        "{}",
        String::from_utf8_lossy(&backup.stderr)
    );
    assert!(copy.exists());
}

#[tokio::test]
async fn a_database_from_before_the_release_is_refused() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    Binary::start(&sandbox, folder.path()).await.kill().await;
    execute(
        folder.path(),
        "UPDATE _sqlx_migrations SET version = version - 1000",
    )
    .await;
    let path = folder.path().join("wythoff.db");
    let before = std::fs::read(&path).expect("read");
    let ended = Binary::command(&sandbox, folder.path()).output().await;
    let ended = ended.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(78), "{said}");
    said.says("from before its first release");
    assert!(
        std::fs::read(&path).expect("read") == before,
        "the file is unchanged"
    );
}

#[tokio::test]
async fn a_backup_is_a_file_of_the_given_name_and_needs_no_token() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let bot = Binary::start(&sandbox, folder.path()).await;
    let database = folder.path().join("wythoff.db");
    std::fs::set_permissions(&database, Permissions::from_mode(0o600)).expect("set");
    let backup = async |name: &OsStr| {
        let mut command = Binary::command(&sandbox, folder.path());
        command.env_remove("DISCORD_TOKEN");
        let ended = command.arg("backup").arg(name).output().await;
        let ended = ended.expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), said)
    };
    for name in [
        ":memory:",
        "file:copy.db",
        "file:x.db?mode=memory",
        "a copy",
    ] {
        let (code, said) = backup(OsStr::new(name)).await;
        assert_eq!(code, Some(0), "{said}");
        let copy = std::fs::metadata(folder.path().join(name)).expect(name);
        assert!(copy.len() > 0, "{name} is empty");
        assert_eq!(copy.permissions().mode() & 0o777, 0o600, "{name}");
    }
    let not_text = OsStr::from_bytes(b"g\xe9.db");
    let (code, said) = backup(not_text).await;
    assert_eq!(code, Some(1), "{said}");
    said.says("is not UTF-8");
    assert!(!folder.path().join(not_text).exists(), "nothing was made");
    bot.kill().await;
}

#[tokio::test]
async fn a_backup_dated_in_the_future_has_a_negative_age() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    let note = std::fs::File::create(folder.path().join("wythoff.db-backed-up"));
    let note = note.expect("a note");
    let tomorrow = note
        .metadata()
        .expect("metadata")
        .modified()
        .expect("a time")
        + day();
    note.set_modified(tomorrow).expect("set");
    let (_, metrics) = asks(address, "/metrics").await;
    let age = value(&metrics, "wythoff_backup_age_seconds");
    assert!((-86_400.0..-86_000.0).contains(&age), "{age}");
    bot.kill().await;
}
