//! Every question and every change on a real database file, and what the writer promises when things go wrong.

mod files;
mod groups;
mod limits;
mod members;

use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::time::Instant;

use super::*;
use crate::game::{Action, Game, GameId, MemberId, Player, PlayerId, Players, Terms, Timestamp};
use crate::records::{ChannelId, Counts, GameRecord, InteractionId, MessageId, Place};
use crate::rules::wythoff::{Level, Move, Pile, Position};

const ANNA: MemberId = MemberId(10);
const HERE: ChannelId = ChannelId(20);

struct Bench {
    folder: tempfile::TempDir,
    store: Store,
}

impl Bench {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open(database(&folder))
            .await
            .expect("a new database");
        Self { folder, store }
    }

    /// Stops the store and opens the same file again.
    async fn reopened(self) -> Self {
        self.store.close().await;
        let Self { folder, store } = self;
        drop(store);
        let store = Store::open(database(&folder))
            .await
            .expect("the same database");
        Self { folder, store }
    }

    async fn game(&self, id: i64) -> Option<GameRecord> {
        self.look(move |work| work.game(GameId(id))).await
    }

    /// What is committed.
    async fn look<T>(&self, job: impl Fn(&mut Work<'_>) -> Result<T> + Send) -> T {
        self.store.look(Vec::new(), job).await.expect("a look")
    }

    /// Queues a change.
    fn change<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Work<'_>) -> Result<T> + Send + 'static,
    ) -> Pending<T, Error> {
        self.store.change(Vec::new(), Hurry::Now, job)
    }

    /// How the database would answer: one line for each step of its plan.
    async fn plan(&self, statement: String) -> String {
        let statement = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let mut connection = self.connect().await;
        let rows = sqlx::query(statement).fetch_all(&mut connection).await;
        let steps = rows.expect("a plan");
        let steps = steps.iter().map(|row| row.get::<String, _>("detail"));
        steps.collect::<Vec<_>>().join("\n")
    }

    /// The number that a query gives.
    async fn count(&self, query: &'static str) -> i64 {
        let counted = sqlx::query_scalar(query)
            .fetch_one(&mut self.connect().await)
            .await;
        counted.expect("a number")
    }

    /// A connection beside those of the store.
    async fn connect(&self) -> sqlx::AnyConnection {
        let connection = database(&self.folder).connect_to_write().await;
        connection.expect("a connection")
    }

    /// Executes statements.
    async fn execute(&self, statements: &'static str) {
        let executed = self.change(move |work| {
            work.execute(statements, &[]);
            work.forget();
            Ok(())
        });
        executed.done().await.expect("executed");
    }

    fn add(&self, record: &GameRecord) -> Pending<(), Error> {
        let record = record.clone();
        self.change(move |work| work.save_game(&mut record.clone(), &[], Timestamp(1)))
    }

    /// Checks that what is known is so.
    async fn is_not_astray(&self) {
        let astray = self.store.astray().await.expect("compared");
        assert!(astray.is_empty(), "{astray:#?}");
    }
}

fn database(folder: &tempfile::TempDir) -> Database {
    Database::at(&format!(
        "sqlite://{}",
        folder.path().join("test.db").display()
    ))
    .expect("an address")
}

fn record(id: i64, channel: ChannelId) -> GameRecord {
    let players = Players {
        first: Player::Member(ANNA),
        second: Player::Bot(Level::Good),
    };
    let game = Game::start(
        GameId(id),
        Terms::against_the_bot(players, Position::new(10, 6)),
        Timestamp(1),
    )
    .expect("not empty");
    let place = Place {
        guild: Some(30),
        channel,
        editable: true,
        language: "en-US".to_owned(),
    };
    GameRecord {
        game,
        place,
        board: None,
        shown: InteractionId(id),
        follows: None,
        begun: Timestamp(1),
        touched: [Timestamp(1); 2],
        counts: Counts::Everywhere,
        ratings: Vec::new(),
        moves: Vec::new(),
        typed: None,
        remind: None,
        accuracies: None,
    }
}

/// Makes a move and saves it.
fn take_one(work: &mut Work<'_>, id: i64) -> Result<GameRecord> {
    let action = Action::Move {
        mv: Move::new(Pile::Left, 1),
        seen: None,
    };
    act(work, id, action, Timestamp(9))
}

fn act(work: &mut Work<'_>, id: i64, action: Action, at: Timestamp) -> Result<GameRecord> {
    let mut record = work.game(GameId(id))?.expect("it was added");
    let acted = record.game.apply(PlayerId::Member(ANNA), action, at);
    let (game, events) = acted.expect("it is possible");
    record.game = game;
    work.save_game(&mut record, &events, at)?;
    Ok(record)
}

#[tokio::test]
async fn a_game_comes_back_as_it_was_saved_also_after_a_restart() {
    let bench = Bench::new().await;
    let added = record(1, HERE);
    bench.add(&added).done().await.expect("added");
    assert_eq!(bench.game(1).await, Some(added));
    assert_eq!(bench.game(2).await, None);
    let moved = bench.change(|work| take_one(work, 1)).done().await;
    let moved = moved.expect("moved");
    bench.is_not_astray().await;
    let bench = bench.reopened().await;
    assert_eq!(bench.game(1).await, Some(moved));
}

#[tokio::test]
async fn running_games_are_found_by_pair_and_by_member() {
    let bench = Bench::new().await;
    bench.add(&record(1, HERE)).done().await.expect("added");
    bench
        .add(&record(2, ChannelId(21)))
        .done()
        .await
        .expect("another channel");
    bench
        .add(&record(3, HERE))
        .done()
        .await
        .expect_err("one running game for each pair in a channel");
    let here = bench
        .look(|work| work.running_game(HERE, ANNA, PlayerId::Bot))
        .await;
    assert_eq!(here.map(|record| record.game.id()), Some(GameId(1)));
    let everywhere = bench.look(|work| work.running_games(ANNA, None)).await;
    let everywhere: Vec<i64> = everywhere.iter().map(|record| record.game.id().0).collect();
    assert_eq!(everywhere, [2, 1]);
    bench.is_not_astray().await;
}

#[tokio::test]
async fn finished_games_are_found_with_all_their_moves() {
    let bench = Bench::new().await;
    for id in 1..=3 {
        let added = bench.add(&record(id, ChannelId(id)));
        added.done().await.expect("added");
    }
    for (id, moves) in [(1, 1), (2, 0), (3, 1)] {
        let finish = bench.change(move |work| {
            for _ in 0..moves {
                take_one(work, id)?;
            }
            act(work, id, Action::Resign, Timestamp(10 + id))
        });
        finish.done().await.expect("finished");
    }
    let read = bench
        .store
        .read(|mut view| async move { view.finished_games(ANNA, 25).await });
    let finished = read.await.expect("a read");
    let ids: Vec<i64> = finished.iter().map(|record| record.game.id().0).collect();
    assert_eq!(ids, [3, 1], "latest first, with moves");
    assert_eq!(finished[1].moves, [Move::new(Pile::Left, 1)]);
    bench.is_not_astray().await;
}

#[tokio::test]
async fn a_finished_game_has_one_successor() {
    let bench = Bench::new().await;
    bench.add(&record(1, HERE)).done().await.expect("added");
    let next = |id| GameRecord {
        follows: Some(GameId(1)),
        ..record(id, ChannelId(id))
    };
    bench.add(&next(2)).done().await.expect("added");
    bench
        .add(&next(3))
        .done()
        .await
        .expect_err("there is one already");
    let found = bench.look(|work| work.successor(GameId(1))).await;
    assert_eq!(found.map(|record| record.game.id()), Some(GameId(2)));
    bench.is_not_astray().await;
}

#[tokio::test]
async fn a_message_becomes_the_board() {
    let bench = Bench::new().await;
    bench.add(&record(5, HERE)).done().await.expect("added");
    let show = bench.change(|work| {
        let mut record = work.game(GameId(5))?.expect("it was added");
        record.board = Some(MessageId(100));
        record.shown = InteractionId(7);
        work.save_game(&mut record, &[], Timestamp(2))
    });
    show.done().await.expect("shown");
    let shown = bench.game(5).await;
    let shown = shown.map(|record| (record.board, record.shown));
    assert_eq!(shown, Some((Some(MessageId(100)), InteractionId(7))));
    bench.is_not_astray().await;
}

#[tokio::test]
async fn interactions_are_remembered_for_a_day() {
    let bench = Bench::new().await;
    let day = 24 * 60 * 60 * 1000;
    let start = 1_700_000_000_000;
    let ids =
        [start, start + day, start + day + 1].map(|time| InteractionId::first_at(Timestamp(time)));
    for id in ids {
        let remember = bench.change(move |work| {
            work.remember(id);
            Ok(())
        });
        remember.done().await.expect("remembered");
    }
    let mark = bench.change(move |work| {
        work.mark_alive(Timestamp(start + day + 1));
        Ok(())
    });
    mark.done().await.expect("marked");
    let mut known = Vec::new();
    for id in ids {
        known.push(bench.look(move |work| work.is_applied(id)).await);
    }
    assert_eq!(known, [false, true, true]);
}

#[tokio::test]
async fn a_member_is_known_by_the_latest_name() {
    let bench = Bench::new().await;
    let mut known = Vec::new();
    for name in ["Anna", "Anna", "Anna B."] {
        let see = bench.change(move |work| work.see_member(ANNA, name));
        see.done().await.expect("seen");
        known.extend(bench.look(|work| Ok(work.member(ANNA)?.name.clone())).await);
    }
    assert_eq!(known, ["Anna", "Anna", "Anna B."]);
}

#[tokio::test]
async fn on_a_full_disk_whoever_is_refused_finds_nothing_stored_and_later_jobs_succeed() {
    let bench = Bench::new().await;
    // A limit below the present size: nothing can grow any more. The names are large, so that a few fill what pages are left.
    bench.store.limit_pages(1).done().await.expect("limited");
    let jobs: Vec<_> = (1..=200)
        .map(|id| {
            bench.change(move |work| {
                work.see_member(MemberId(id), &"x".repeat(60))?;
                work.save_game(&mut record(id, ChannelId(id)), &[], Timestamp(1))
            })
        })
        .collect();
    let mut told = Vec::new();
    for job in jobs {
        told.push(job.done().await.is_ok());
    }
    assert!(told.contains(&false), "the disk was never full");
    for (id, told) in (1..).zip(&told) {
        assert_eq!(
            bench.game(id).await.is_some(),
            *told,
            "game {id} was told {told}"
        );
    }
    // The connection was opened anew, and with it the limit is gone: as if somebody had made room.
    bench
        .add(&record(1000, ChannelId(1000)))
        .done()
        .await
        .expect("there is room again");
    let bench = bench.reopened().await;
    for (id, told) in (1..).zip(&told) {
        assert_eq!(
            bench.game(id).await.is_some(),
            *told,
            "game {id} was told {told}"
        );
    }
}

#[tokio::test]
async fn while_another_process_holds_the_lock_what_has_begun_waits_what_has_not_is_withdrawn_and_reads_go_on()
 {
    let bench = Bench::new().await;
    bench.add(&record(1, HERE)).done().await.expect("added");
    let mut other = database(&bench.folder)
        .connect_to_write()
        .await
        .expect("another connection");
    other.execute("BEGIN IMMEDIATE").await.expect("locked");
    let begun = bench.add(&record(2, ChannelId(2)));
    while bench.store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    let Progress::Running(begun) = begun.within(Instant::now()).await else {
        panic!("it has begun and is not done")
    };
    let withdrawn = bench
        .add(&record(3, ChannelId(3)))
        .within(Instant::now())
        .await;
    assert!(matches!(withdrawn, Progress::Withdrawn));
    assert!(bench.game(1).await.is_some());
    other.execute("COMMIT").await.expect("unlocked");
    other.close().await.expect("closed");
    begun.done().await.expect("the lock is gone");
    bench
        .add(&record(4, ChannelId(4)))
        .done()
        .await
        .expect("added");
    assert!(bench.game(2).await.is_some());
    assert_eq!(
        bench.game(3).await,
        None,
        "a withdrawn job is never carried out"
    );
}

#[tokio::test]
async fn closing_carries_out_what_is_queued() {
    let bench = Bench::new().await;
    let jobs: Vec<_> = (1..=100)
        .map(|id| bench.add(&record(id, ChannelId(id))))
        .collect();
    let bench = bench.reopened().await;
    for (id, job) in (1..).zip(jobs) {
        job.done().await.expect("carried out");
        assert!(bench.game(id).await.is_some());
    }
}

#[tokio::test]
async fn a_second_process_on_the_same_file_is_turned_away() {
    let bench = Bench::new().await;
    let second = Store::open(database(&bench.folder)).await;
    assert!(matches!(second, Err(OpenError::InUse(_))));
}

#[tokio::test]
async fn what_cannot_be_used_is_said_and_left_untouched() {
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
    let bench = Bench::new().await;
    for id in 1..=50 {
        bench
            .add(&record(id, ChannelId(id)))
            .done()
            .await
            .expect("added");
    }
    bench.store.close().await;
    let path = bench.folder.path().join("test.db");
    let mut bytes = std::fs::read(&path).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xA5);
    std::fs::write(&path, &bytes).expect("written");
    let opened = Store::open(database(&bench.folder)).await;
    assert!(
        matches!(opened, Err(OpenError::Damaged { .. })),
        "{opened:?}"
    );
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
}

#[tokio::test]
async fn a_first_start_that_was_cut_short_is_taken_up_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    Store::open(database(&folder))
        .await
        .expect("a new one")
        .close()
        .await;
    let cut_short = "DROP TABLE interactions; DROP TABLE plies; DROP TABLE notices; DROP TABLE ratings; DROP TABLE games;
        DROP TABLE challenges; DROP TABLE standings; DROP TABLE blocks; DROP TABLE servers; DROP TABLE marks;
        DROP TABLE members; DROP TABLE secrets; DROP TABLE pseudonymous_blocks; DROP TABLE limits; DROP TABLE identifies;
        DROP TABLE steps; DROP TABLE conflicts;
        DELETE FROM _sqlx_migrations";
    made_by(&folder, cut_short).await;
    Store::open(database(&folder))
        .await
        .expect("taken up again")
        .close()
        .await;
}

async fn made_by(folder: &tempfile::TempDir, statements: &'static str) -> Vec<u8> {
    database(folder).create().expect("a file");
    let mut connection = database(folder)
        .connect_to_write()
        .await
        .expect("a connection");
    connection.execute(statements).await.expect("executed");
    connection.close().await.expect("closed");
    std::fs::read(folder.path().join("test.db")).expect("read")
}

#[tokio::test]
async fn a_newer_database_one_of_another_program_and_a_read_only_one_are_left_untouched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.db");
    let theirs = made_by(&folder, "CREATE TABLE notes (text TEXT)").await;
    assert!(matches!(
        Store::open(database(&folder)).await,
        Err(OpenError::NotOurs(_))
    ));
    assert_eq!(std::fs::read(&path).expect("read"), theirs);
    std::fs::remove_file(&path).expect("removed");

    Store::open(database(&folder))
        .await
        .expect("a new one")
        .close()
        .await;
    let newer = "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0)";
    let newer = made_by(&folder, newer).await;
    assert!(matches!(
        Store::open(database(&folder)).await,
        Err(OpenError::Newer(_))
    ));
    assert_eq!(std::fs::read(&path).expect("read"), newer);

    let mut permissions = std::fs::metadata(&path).expect("metadata").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("set");
    assert!(matches!(
        Store::open(database(&folder)).await,
        Err(OpenError::ReadOnly(_))
    ));
    assert_eq!(std::fs::read(&path).expect("read"), newer);
}

#[tokio::test]
async fn a_backup_of_a_running_bot_is_a_whole_database_and_overwrites_nothing() {
    let bench = Bench::new().await;
    bench.add(&record(1, HERE)).done().await.expect("added");
    let copy = bench.folder.path().join("copy.db");
    database(&bench.folder)
        .back_up(&copy)
        .await
        .expect("copied");
    database(&bench.folder)
        .back_up(&copy)
        .await
        .expect_err("the copy exists");
    let opened =
        Store::open(Database::at(&format!("sqlite://{}", copy.display())).expect("an address"))
            .await;
    let read = opened
        .expect("a whole database")
        .look(Vec::new(), |work| work.game(GameId(1)))
        .await;
    let game: Result<_> = read;
    assert!(game.expect("a look").is_some());
}

#[test]
fn only_addresses_of_sqlite_files_are_taken() {
    for good in [
        "sqlite://wythoff.db",
        "sqlite:wythoff.db",
        "sqlite:///var/lib/wythoff/games.db",
    ] {
        Database::at(good).expect(good);
    }
    for bad in [
        "",
        "wythoff.db",
        "postgres://localhost/x",
        "sqlite:",
        "sqlite://",
        "sqlite::memory:",
        "sqlite://a?mode=ro",
    ] {
        Database::at(bad).expect_err(bad);
    }
}
