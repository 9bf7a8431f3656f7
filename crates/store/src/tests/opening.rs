//! Opening a database, or leaving it untouched; and backups.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};

use super::*;

#[tokio::test]
async fn a_second_process_on_the_same_file_is_turned_away() {
    let bench = Bench::on_sqlite().await;
    let second = Store::open(database(&bench.folder)).await;
    assert!(matches!(second, Err(OpenError::InUse(_))));
}

#[tokio::test]
async fn an_unusable_file_is_reported_and_left_untouched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.db");
    let mut damaged = b"SQLite format 3\0".to_vec();
    damaged.extend([7; 5000]);
    let cases: [(&str, &[u8]); 2] = [
        ("not a database at all", &[9; 4096]),
        ("a broken header", &damaged),
    ];
    for (what, bytes) in cases {
        std::fs::write(&path, bytes).expect("written");
        let opened = Store::open(database(&folder)).await;
        assert!(
            matches!(opened, Err(OpenError::Damaged { .. })),
            "{what}: {opened:?}"
        );
        assert_eq!(std::fs::read(&path).expect("read"), bytes, "{what}");
    }
}

#[tokio::test]
async fn damage_in_the_middle_of_the_file_is_found() {
    let bench = Bench::on_sqlite().await;
    for id in 1..=50 {
        let added = bench.add(&record(id, ChannelId(id))).done().await;
        added.expect("added");
    }
    bench.store.close().await;
    let path = bench.path("test.db");
    let mut bytes = std::fs::read(&path).expect("read");
    let quarter = bytes.len() / 4;
    bytes[quarter..3 * quarter].fill(0xA5);
    std::fs::write(&path, &bytes).expect("written");
    let opened = Store::open(database(&bench.folder)).await;
    assert!(
        matches!(opened, Err(OpenError::Damaged { .. })),
        "{opened:?}"
    );
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
}

#[tokio::test]
async fn a_file_that_was_cut_off_is_found() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    bench.store.close().await;
    let path = bench.path("test.db");
    let whole = std::fs::read(&path).expect("read");
    let pages = whole.len() / 4096;
    for length in [
        1,
        99,
        100,
        4095,
        4096,
        4097,
        3 * 4096,
        (pages - 1) * 4096,
        whole.len() - 1,
    ] {
        std::fs::write(&path, &whole[..length]).expect("written");
        let opened = Store::open(database(&bench.folder)).await;
        let is_damaged = matches!(opened, Err(OpenError::Damaged { .. }));
        assert!(is_damaged, "{length} of {}: {opened:?}", whole.len());
        assert_eq!(std::fs::read(&path).expect("read"), whole[..length]);
    }
}

/// What root makes beside the bot's database can be opened by the bot.
#[tokio::test]
async fn files_that_root_makes_belong_to_the_owner_of_their_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Only root can do that. For any other user, the files are its own in any case.
    let _only_for_root = std::os::unix::fs::chown(folder.path(), Some(12_345), Some(12_345));
    let bench = Bench::open(folder).await.with_a_game().await;
    file(&bench.folder)
        .back_up(&bench.path("copy.db"))
        .await
        .expect("copied");
    let owner = |name: &str| std::fs::metadata(bench.path(name)).expect(name).uid();
    for name in [
        "test.db",
        "test.db.lock",
        "test.db-wal",
        "copy.db",
        "test.db-backed-up",
    ] {
        assert_eq!(owner(name), owner(""), "{name}");
    }
}

#[tokio::test]
async fn a_pipe_in_the_place_of_the_database_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut made = std::process::Command::new("mkfifo");
    let made = made.arg(folder.path().join("test.db")).status();
    assert!(made.expect("a command").success());
    let opened = Store::open(database(&folder)).await;
    let Err(OpenError::File { source, .. }) = opened else {
        panic!("{opened:?}");
    };
    assert_eq!(source.kind(), std::io::ErrorKind::InvalidInput);
}

/// Whoever owns the folder gains nothing from what root does there.
#[tokio::test]
async fn links_in_the_place_of_its_own_files_are_not_followed() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    std::fs::write(bench.path("precious"), "precious").expect("written");
    for link in ["copy.db.part", "test.db-backed-up"] {
        symlink(bench.path("precious"), bench.path(link)).expect("a link");
    }
    let copied = file(&bench.folder).back_up(&bench.path("copy.db")).await;
    assert!(matches!(copied, Err(OpenError::File { .. })), "{copied:?}");
    let copied = file(&bench.folder).back_up(&bench.path("other.db")).await;
    copied.expect("only the note is missing");
    bench.store.close().await;
    std::fs::remove_file(bench.path("test.db.lock")).expect("removed");
    symlink(bench.path("precious"), bench.path("test.db.lock")).expect("a link");
    let opened = Store::open(database(&bench.folder)).await;
    assert!(matches!(opened, Err(OpenError::File { .. })), "{opened:?}");
    let precious = std::fs::read_to_string(bench.path("precious"));
    assert_eq!(precious.expect("read"), "precious");
}

#[tokio::test]
async fn a_damaged_database_is_not_backed_up_as_if_it_were_whole() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    bench.store.close().await;
    let path = bench.path("test.db");
    let mut bytes = std::fs::read(&path).expect("read");
    let quarter = bytes.len() / 4;
    bytes[quarter..3 * quarter].fill(0xA5);
    std::fs::write(&path, &bytes).expect("written");
    let copied = file(&bench.folder).back_up(&bench.path("copy.db")).await;
    assert!(
        matches!(copied, Err(OpenError::Damaged { .. })),
        "{copied:?}"
    );
    assert!(!bench.path("copy.db").exists() && !bench.path("test.db-backed-up").exists());
}

#[tokio::test]
async fn what_a_killed_backup_has_left_is_overwritten() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let copy = bench.path("copy.db");
    for left in ["copy.db.part", "copy.db.part-journal", "copy.db.part-wal"] {
        std::fs::write(bench.path(left), [7; 5000]).expect("written");
    }
    let held = std::fs::File::open(bench.path("copy.db.part")).expect("a file");
    held.lock().expect("another backup is at work");
    let busy = file(&bench.folder).back_up(&copy).await;
    assert!(matches!(busy, Err(OpenError::File { .. })), "{busy:?}");
    drop(held);
    file(&bench.folder).back_up(&copy).await.expect("copied");
    let names = std::fs::read_dir(bench.folder.path()).expect("a folder");
    for entry in names {
        let name = entry.expect("an entry").file_name();
        assert!(!name.to_string_lossy().contains(".part"), "{name:?}");
    }
    let copy = file_at(&bench.folder, "copy.db");
    Store::open(copy).await.expect("it is whole").close().await;
}

#[tokio::test]
async fn an_interrupted_first_start_is_resumed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    open_and_close(&folder).await;
    let cut_short = "DROP TABLE interactions; DROP TABLE plies; DROP TABLE notifications; DROP TABLE ratings; DROP TABLE games;
        DROP TABLE challenges; DROP TABLE standings; DROP TABLE blocks; DROP TABLE servers; DROP TABLE marks;
        DROP TABLE members; DROP TABLE secrets; DROP TABLE pseudonymous_blocks; DROP TABLE limits; DROP TABLE identifies;
        DROP TABLE steps; DROP TABLE solved; DROP TABLE notifications_to_send; DROP TABLE messages_to_delete;
        DROP TABLE installation; DROP TABLE dailies; DROP TABLE crowns; DROP TABLE crown_roles; DROP TABLE reminders; DROP TABLE races; DROP TABLE race_bests; DROP TABLE dare_tries; DROP TABLE dares; DROP TABLE predictions; DROP TABLE hidden_members; DROP TABLE quiet_channels; DROP TABLE question_answers; DROP TABLE questions; DROP TABLE table_seats; DROP TABLE tables; DROP TABLE boss_votes; DROP TABLE bosses; DROP TABLE boss_coins; DROP TABLE practice; DROP TABLE practised; DROP TABLE ladders; DROP TABLE tokens; DROP TABLE drafts;
        DELETE FROM _sqlx_migrations";
    execute_on_file(&folder, cut_short).await;
    // Without the mark of the lock it is a first start, with it a database that was emptied.
    let emptied = Store::open(database(&folder)).await;
    assert!(
        matches!(emptied, Err(OpenError::Gone { .. })),
        "{emptied:?}"
    );
    std::fs::write(folder.path().join("test.db.lock"), "").expect("written");
    open_and_close(&folder).await;
}

async fn open_and_close(folder: &tempfile::TempDir) {
    let opened = Store::open(database(folder)).await;
    opened.expect("a database").close().await;
}

/// Executes statements on the database file, which is created if it is missing. Returns the bytes
/// of the file.
async fn execute_on_file(folder: &tempfile::TempDir, statements: &'static str) -> Vec<u8> {
    file(folder).create().expect("a file");
    let mut connection = file(folder).connect_to_write().await.expect("a connection");
    connection.execute(statements).await.expect("executed");
    connection.close().await.expect("closed");
    std::fs::read(folder.path().join("test.db")).expect("read")
}

#[tokio::test]
async fn foreign_and_read_only_databases_are_left_untouched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.db");
    let theirs = execute_on_file(&folder, "CREATE TABLE notes (text TEXT)").await;
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::NotOurs(_))));
    assert_eq!(std::fs::read(&path).expect("read"), theirs);
    std::fs::remove_file(&path).expect("removed");
    // Other programs use the same library, and may have games, too.
    for theirs in [
        "CREATE TABLE games (id INTEGER); CREATE TABLE _sqlx_migrations (name TEXT)",
        "CREATE TABLE games (id INTEGER); CREATE TABLE _sqlx_migrations (version BIGINT, success TEXT, checksum TEXT);
        INSERT INTO _sqlx_migrations VALUES (7, 'yes', '')",
        "CREATE TABLE games (id INTEGER); CREATE TABLE _sqlx_migrations (version BIGINT, success BOOLEAN, checksum BLOB);
        INSERT INTO _sqlx_migrations VALUES (7, TRUE, x'00')",
        "CREATE TABLE games (id INTEGER); CREATE TABLE _sqlx_migrations (version BIGINT, success BOOLEAN, checksum BLOB);
        INSERT INTO _sqlx_migrations VALUES (20260101000000, TRUE, x'00')",
    ] {
        let bytes = execute_on_file(&folder, theirs).await;
        let opened = Store::open(database(&folder)).await;
        let is_told = matches!(opened, Err(OpenError::NotOurs(_) | OpenError::HalfMigrated(_)));
        assert!(is_told, "{theirs}: {opened:?}");
        assert_eq!(std::fs::read(&path).expect("read"), bytes);
        std::fs::remove_file(&path).expect("removed");
    }

    let older = "CREATE TABLE games (id INTEGER); CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
        installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL);
        INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (4, 'then', TRUE, x'00', 0)";
    let older = execute_on_file(&folder, older).await;
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::Older(_))), "{opened:?}");
    assert_eq!(std::fs::read(&path).expect("read"), older);
    std::fs::remove_file(&path).expect("removed");

    open_and_close(&folder).await;
    let half = "UPDATE _sqlx_migrations SET success = FALSE WHERE version = 8";
    execute_on_file(&folder, half).await;
    let opened = Store::open(database(&folder)).await;
    assert!(
        matches!(opened, Err(OpenError::HalfMigrated(_))),
        "{opened:?}"
    );
    execute_on_file(&folder, "UPDATE _sqlx_migrations SET success = TRUE").await;
    // A database that a later version has migrated may or may not be usable by this one.
    let later = "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0)";
    execute_on_file(&folder, later).await;
    open_and_close(&folder).await;
    let newer = "UPDATE installation SET usable_from = 9999";
    let newer = execute_on_file(&folder, newer).await;
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::Newer(_))));
    assert_eq!(std::fs::read(&path).expect("read"), newer);

    let mut permissions = std::fs::metadata(&path).expect("metadata").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("set");
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::ReadOnly(_))));
    assert_eq!(std::fs::read(&path).expect("read"), newer);
}

#[tokio::test]
async fn a_backup_of_a_running_bot_is_complete() {
    let bench = Bench::on_sqlite().await.with_a_game().await;
    let copy = bench.path("copy.db");
    let database = file(&bench.folder);
    database.back_up(&copy).await.expect("copied");
    let again = database.back_up(&copy).await;
    again.expect_err("the copy exists");
    let address = format!("sqlite://{}", copy.display());
    let opened = Store::open(Database::at(&address).expect("an address")).await;
    let store = opened.expect("a whole database");
    let game = |mut tx: Read| async move { tx.game(GameId(1)).await };
    let game: Result<_> = store.read(game).await;
    assert!(game.expect("a read").is_some());
}

#[tokio::test]
async fn a_database_has_one_name_whatever_links_lead_to_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    // Neither the target nor its folder need be there when the link is made.
    symlink("elsewhere/games.db", path("test.db")).expect("a link");
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::File { .. })), "{opened:?}");
    std::fs::create_dir(path("elsewhere")).expect("a folder");
    symlink("test.db", path("another.db")).expect("a link to the link");
    let bench = Bench::open(folder).await;
    for name in ["another.db", "elsewhere/games.db"] {
        let address = format!("sqlite://{}", bench.path(name).display());
        let second = Store::open(Database::at(&address).expect("an address")).await;
        assert!(matches!(second, Err(OpenError::InUse(_))), "{name}");
        let [this, same] = ["test.db", name].map(|name| {
            let address = format!("sqlite://{}", bench.path(name).display());
            Database::at(&address).expect("an address")
        });
        let copied = this.copy_to(&same).await;
        assert!(matches!(copied, Err(CopyError::Itself)), "{name}");
    }
    let added = bench.add(&record(1, ChannelId(1))).done().await;
    added.expect("the files are where they are looked for");
    assert!(bench.path("elsewhere/games.db-wal").exists());
    bench.store.close().await;
}

/// Two servers on one machine may differ only in the folders of their sockets.
#[test]
fn servers_are_told_apart_by_their_sockets() {
    let [one, other] = ["a", "b"].map(|folder| {
        let url = format!("postgres://wythoff@%2Frun%2F{folder}:5432/wythoff");
        Database::at(&url).expect("an address")
    });
    assert!(one.is_same(&one).expect("compared"));
    assert!(!one.is_same(&other).expect("compared"));
}

#[tokio::test]
async fn circular_links_and_non_utf8_names_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.db");
    symlink(&path, &path).expect("a link");
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::File { .. })), "{opened:?}");
    std::fs::remove_file(&path).expect("removed");
    symlink(OsStr::from_bytes(b"g\xe9.db"), &path).expect("a link");
    let opened = Store::open(database(&folder)).await;
    assert!(matches!(opened, Err(OpenError::NotUtf8(_))), "{opened:?}");
}

#[tokio::test]
async fn the_name_of_a_database_may_contain_any_character() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in [
        "my games", "a|b", "[x]", "a:b", "file:x", "a#b", "é\t\n", "50%25",
    ] {
        let path = folder.path().join(name);
        let escaped = path.display().to_string().replace('%', "%25");
        let address = format!("sqlite://{escaped}");
        let database = Database::at(&address).expect("an address");
        let opened = Store::open(database.clone()).await;
        opened.expect(name).close().await;
        assert!(path.is_file(), "{name:?}");
        let copy = folder.path().join(format!("{name}-copy"));
        database.back_up(&copy).await.expect(name);
        assert!(copy.is_file(), "{name:?}");
    }
}

#[test]
fn only_addresses_of_databases_are_accepted() {
    for good in [
        "sqlite://wythoff.db",
        "sqlite:wythoff.db",
        "sqlite:///var/lib/wythoff/games.db",
        "postgres://localhost/x",
        "postgresql://me:secret@db.example:5433/games?sslmode=verify-full",
        "postgres://me:secret@[::1]:5433/games",
        "postgres://me@%2Frun%2Fpostgresql/games",
        "postgres:///games?host=/run/postgresql",
    ] {
        Database::at(good).expect(good);
    }
    // The host is an address without brackets.
    let server = Database::at("postgres://me:secret@[::1]:5433/games").expect("an address");
    assert_eq!(format!("{server:?}"), "Postgres(games on ::1:5433)");
    for (bad, what) in [
        ("", "must begin with"),
        ("wythoff.db", "must begin with"),
        ("mysql://me:secret@localhost/x", "must begin with"),
        ("sqlite:", "must name an SQLite file"),
        ("sqlite://", "must name an SQLite file"),
        ("sqlite::memory:", "must name an SQLite file"),
        ("sqlite://a?mode=ro", "must name an SQLite file"),
        ("postgres://me:secret@localhost", "must name a database"),
        ("postgres:///x", "must name a host"),
        ("postgres://me:/secret@db/x", "write / as %2F"),
        ("postgres://me:?secret@db/x", "write / as %2F"),
        ("postgres://me:secret/1@db/x", "write / as %2F"),
        ("postgres://me:secret#1@db:5432/x", "write / as %2F"),
        ("postgres://me:secret@a:b/x", "cannot be read"),
        (
            "postgres://me:secret@db/x?sslmod=require",
            "has an unknown option, \"sslmod\"",
        ),
        ("postgres://me:secret@db/x?options=-cfsync=off", "unknown"),
        ("postgres://me:secret@db/x?sslmode=no", "cannot be read"),
        (
            "postgres://me:secret@db/x?sslmode=allow&sslmode=require",
            "twice",
        ),
    ] {
        let message = Database::at(bad).expect_err(bad).to_string();
        assert!(
            message.contains(what) && !message.contains("secret"),
            "{message}"
        );
    }
}
