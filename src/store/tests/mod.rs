//! Every statement on a real database, and what the writing task promises when things go wrong.

mod batches;
mod corrupt;
mod files;
mod games;
mod leaderboards;
mod opening;
mod postgres;
mod pseudonyms;
mod rows;
mod statements;
mod waiting;

use std::sync::LazyLock;
use std::time::Duration;

use futures::FutureExt;
use itertools::Itertools as _;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::time::Instant;

use super::statement::query;
use super::*;
use crate::game::{
    Action, Attempt, BySeat, Day, Event, Game, GameId, MemberId, Player, PlayerId, Players, Terms,
    Timestamp,
};
use crate::records::{
    ChannelId, CountsTowards, GameRecord, InteractionId, MessageId, MoveRecord, Place,
};
use nim_games::{Animal, Draw, Draws, Move, Variant};

const ANNA: MemberId = MemberId(10);
const HERE: ChannelId = ChannelId(20);

/// A store with a new database: on a server if `TEST_ENGINE=postgres` is set, otherwise a file in a
/// folder of its own.
pub(crate) async fn temporary_store() -> (tempfile::TempDir, Store) {
    let Bench { folder, store, .. } = Bench::new().await;
    (folder, store)
}

/// A store to test, and its database.
struct Bench {
    folder: tempfile::TempDir,
    database: Database,
    store: Store,
}

impl Bench {
    /// A new database of the engine that is tested.
    async fn new() -> Self {
        if is_on_postgres() {
            Self::on_postgres().await.expect("PostgreSQL")
        } else {
            Self::on_sqlite().await
        }
    }

    /// A new file, for what only SQLite has.
    async fn on_sqlite() -> Self {
        Self::open(tempfile::tempdir().expect("a temporary folder")).await
    }

    /// A new database on a server, for what only PostgreSQL has. Returns `None` if PostgreSQL is
    /// not installed.
    async fn on_postgres() -> Option<Self> {
        let url = pg_sandbox::database().await.expect("a server")?;
        let database = Database::at(&url).expect("an address");
        let folder = tempfile::tempdir().expect("a temporary folder");
        Some(Self::with_database(folder, database).await)
    }

    /// Opens or creates the database file in a folder.
    async fn open(folder: tempfile::TempDir) -> Self {
        let database = database(&folder);
        Self::with_database(folder, database).await
    }

    async fn with_database(folder: tempfile::TempDir, database: Database) -> Self {
        let store = Store::open(database.clone()).await.expect("a database");
        Self {
            folder,
            database,
            store,
        }
    }

    /// Adds a game to the database.
    async fn with_a_game(self) -> Self {
        self.add(&record(1, HERE)).done().await.expect("added");
        self
    }

    /// Stops the store and opens the same database again.
    async fn reopened(self) -> Self {
        self.store.close().await;
        let Self {
            folder,
            database,
            store,
        } = self;
        drop(store);
        Self::with_database(folder, database).await
    }

    /// Moves the database into another folder.
    fn move_away(&self) -> tempfile::TempDir {
        let elsewhere = tempfile::tempdir().expect("another folder");
        let (from, to) = (self.path("test.db"), elsewhere.path().join("test.db"));
        std::fs::rename(from, to).expect("moved");
        elsewhere
    }

    /// The path of a file beside the database.
    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    async fn game(&self, id: i64) -> Option<GameRecord> {
        self.read(|mut tx| async move { tx.game(GameId(id)).await })
            .await
    }

    /// Reads what is committed.
    async fn read<T, F: Future<Output = Result<T>>>(&self, query: impl FnOnce(Read) -> F) -> T {
        self.store.read(query).await.expect("a read")
    }

    /// Queues a change.
    fn change<T: Send + 'static>(
        &self,
        change: impl for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T>> + Send + 'static,
    ) -> Pending<T, Error> {
        self.store.change(change)
    }

    /// The number that a query returns.
    async fn count(&self, query: &'static str) -> i64 {
        let counted = sqlx::query_scalar(query)
            .fetch_one(&mut self.connect().await)
            .await;
        counted.expect("a number")
    }

    /// A connection that is not one of the store's.
    async fn connect(&self) -> sqlx::AnyConnection {
        self.store.connect().await
    }

    /// Executes statements on a connection that is not one of the store's.
    async fn execute(&self, statements: &'static str) {
        let mut connection = self.connect().await;
        let executed = match &self.database {
            Database::Sqlite(_) => connection.execute(statements).await,
            Database::Postgres(_) => {
                // The literals of bytes are written differently.
                let statements = statements.replace("x'", "'\\x");
                connection.execute(AssertSqlSafe(statements)).await
            }
        };
        executed.expect("executed");
    }

    fn add(&self, record: &GameRecord) -> Pending<(), Error> {
        let record = record.clone();
        self.change(move |tx| async move { tx.begin_game(&record).await }.boxed())
    }
}

/// The SQLite file in a folder, as a database.
fn database(folder: &tempfile::TempDir) -> Database {
    Database::Sqlite(file(folder))
}

fn file(folder: &tempfile::TempDir) -> engine::sqlite::Database {
    let path = folder.path().join("test.db");
    engine::sqlite::Database::at(&format!("sqlite://{}", path.display())).expect("an address")
}

fn file_at(folder: &tempfile::TempDir, name: &str) -> Database {
    let path = folder.path().join(name);
    Database::at(&format!("sqlite://{}", path.display())).expect("an address")
}

/// Whether the tests are to use PostgreSQL.
#[expect(clippy::disallowed_methods, reason = "which engine is tested")]
fn is_on_postgres() -> bool {
    std::env::var_os("TEST_ENGINE").is_some_and(|engine| engine == "postgres")
}

/// A game of a member against the bot.
fn game_of(member: MemberId, id: i64) -> Game {
    let players = Players::against_the_bot(Player::Member(member), Animal::Dolphin, true);
    let terms = Terms::against_the_bot(players, "wythoff: 10 6".parse().expect("a position"));
    Game::start(GameId(id), terms, Timestamp(1)).expect("not empty")
}

fn record(id: i64, channel: ChannelId) -> GameRecord {
    let game = game_of(ANNA, id);
    let place = Place {
        guild: Some(30),
        channel,
        editable: true,
        language: "en-US".to_owned(),
    };
    GameRecord {
        begun: Timestamp(1),
        last_active: BySeat::each(|_| Timestamp(1)),
        ..GameRecord::begun(game, place, InteractionId(id), CountsTowards::Everywhere)
    }
}

/// Makes a move and saves it.
async fn take_one(tx: &mut Tx, id: i64) -> Result<GameRecord> {
    let action = Action::Move {
        mv: Move::take([1]),
        seen: None,
    };
    act(tx, id, action, Timestamp(9)).await
}

async fn act(tx: &mut Tx, id: i64, action: Action, at: Timestamp) -> Result<GameRecord> {
    let id = GameId(id);
    let mut record = tx.game(id).await?.expect("it was added");
    let acted = record.game.apply(PlayerId::Member(ANNA), action, at);
    let (game, events) = acted.expect("it is possible");
    record.game = game;
    if record.game.outcome().is_some() {
        let moves = tx.plies(id).await?;
        record.end(moves.iter().map(|ply| ply.played.mv).collect());
    }
    tx.save_game(&record).await?;
    for event in events {
        if let Event::Moved { ply, mv, branch } = event {
            let made = MoveRecord::new(mv, branch, at);
            tx.add_plies(id, ply, &[made]).await?;
        }
    }
    Ok(record)
}

/// The error for a value that makes no sense.
fn corrupt() -> Error {
    Error::Corrupt {
        table: "games",
        column: "thought".to_owned(),
        id: 0,
        source: "a deliberate error".into(),
    }
}

/// A database in one transaction that never ends, with savepoints to go back to. SQLite keeps it in
/// memory.
pub(crate) struct Memory {
    pub(crate) tx: Tx,
}

impl Memory {
    pub(crate) async fn new() -> Self {
        sqlx::any::install_default_drivers();
        let (engine, url) = if is_on_postgres() {
            let url = pg_sandbox::database().await.expect("a server");
            let engine = Engine::Postgres;
            (engine, url.expect("PostgreSQL"))
        } else {
            (Engine::Sqlite, "sqlite::memory:".to_owned())
        };
        let mut connection = sqlx::AnyConnection::connect(&url)
            .await
            .expect("a database");
        let migrated = match engine {
            Engine::Sqlite => engine::sqlite::MIGRATIONS.run(&mut connection).await,
            Engine::Postgres => engine::postgres::MIGRATIONS.run(&mut connection).await,
        };
        migrated.expect("tables");
        let mut memory = Self {
            tx: Tx::of(
                engine::Access {
                    engine,
                    patience: engine::PATIENCE,
                },
                connection,
                Arc::new(Pseudonyms::new(b"a test")),
            ),
        };
        // The transaction begins with the first query.
        memory.tx.member(ANNA).await.expect("a member");
        if is_on_postgres() {
            // Rows that were rolled back stay until the transaction ends. They slow down index
            // lookups more than scans, so scans are allowed.
            let scan = "SET LOCAL enable_seqscan = on";
            memory.execute_outside_changes(scan).await;
        }
        memory.set_savepoint("root").await;
        memory
    }

    pub(crate) async fn set_savepoint(&mut self, name: &'static str) {
        self.execute_outside_changes(match name {
            "root" => "SAVEPOINT root",
            "state" => "SAVEPOINT state",
            _ => "SAVEPOINT repeat",
        })
        .await;
    }

    /// Rolls back to a savepoint.
    pub(crate) async fn roll_back_to(&mut self, name: &'static str) {
        self.execute_outside_changes(match name {
            "root" => "ROLLBACK TO root",
            "state" => "ROLLBACK TO state",
            _ => "ROLLBACK TO repeat",
        })
        .await;
    }

    async fn execute_outside_changes(&mut self, statement: &'static str) {
        self.tx
            .execute_outside_changes(statement)
            .await
            .expect("done");
    }

    /// Everything that is stored, as one text.
    pub(crate) async fn digest(&mut self) -> String {
        static ALL: LazyLock<String> = LazyLock::new(|| {
            let text = |column| format!("COALESCE(CAST({column} AS TEXT), '')");
            let tables = DIGESTED.map(|(table, columns, order)| {
                let row = columns.split(", ").map(text).join(" || ',' || ");
                format!(
                    "(SELECT COALESCE(string_agg({row}, ';' ORDER BY {order}), '') FROM {table})"
                )
            });
            format!("SELECT {}", tables.join(" || '/' || "))
        });
        let digest = query(AssertSqlSafe(ALL.as_str()));
        self.tx.one("games", digest).await.expect("a text")
    }
}

/// What tells states apart: the tables, their columns, and the order of their rows.
const DIGESTED: [(&str, &str, &str); 10] = [
    (
        "games",
        "id, channel, message, shown, first_player, second_player, rated, position, ply, taken_back, hinted, followed, phase, winner, since, deadline, remind, first_active, second_active, typed, typed_by, first_vote, second_vote, follows",
        "id",
    ),
    ("plies", "game, ply, mv, branch, at", "game, ply"),
    (
        "challenges",
        "id, message, challenger, invited, phase, until, rated",
        "id",
    ),
    ("notifications", "game, member, message, at", "game, member"),
    (
        "notifications_to_send",
        "game, member, kind, at",
        "game, member",
    ),
    ("messages_to_delete", "message, game", "message"),
    ("limits", "kind, pseudonym, at", "kind, pseudonym, at"),
    ("ratings", "member, finish, game, rating", "member, finish"),
    ("standings", "member, scope, games, wins", "member, scope"),
    ("interactions", "id", "id"),
];

impl Store {
    /// A connection that is not one of the store's.
    pub(crate) async fn connect(&self) -> sqlx::AnyConnection {
        let connection = match &self.database {
            Database::Sqlite(file) => file.connect_to_write().await,
            Database::Postgres(server) => server.connect_to_write().await,
        };
        connection.expect("a connection")
    }
}

impl Tx {
    /// The ids of all games.
    pub(crate) async fn all_ids(&mut self) -> Vec<GameId> {
        let ids = query("SELECT id FROM games ORDER BY id");
        self.all("games", ids).await.expect("ids")
    }

    /// The game or challenge, and the member, of each notification whose message is stored.
    pub(crate) async fn notified(&mut self) -> Vec<(GameId, MemberId)> {
        let rows = query("SELECT game, member FROM notifications");
        self.all("notifications", rows).await.expect("rows")
    }

    /// The number of mistakes in the stored ratings: a rating that is not the previous rating plus
    /// the change; a rating that differs from the leaderboard; a gap in the numbers of the rated
    /// games; and a rated game without two ratings.
    pub(crate) async fn wrong_ratings(&mut self) -> i64 {
        const WRONG: &str = "SELECT
            (SELECT COUNT(*) FROM (SELECT rating - change - LAG(rating) OVER (PARTITION BY member, variant ORDER BY finish) AS jump FROM ratings) AS jumps
              WHERE ABS(jump) > 0.000001)
            + (SELECT COUNT(*) FROM standings WHERE member > 0 AND rating <> (SELECT rating FROM ratings
              WHERE ratings.member = standings.member AND ratings.variant = standings.variant ORDER BY finish DESC LIMIT 1))
            + (SELECT COALESCE(MAX(finish), 0) - COUNT(DISTINCT finish) FROM ratings)
            + (SELECT COUNT(*) FROM games WHERE rated = 1 AND winner IS NOT NULL AND (SELECT COUNT(*) FROM ratings WHERE game = games.id) <> 2)";
        let wrong = self.one("ratings", query(WRONG)).await;
        wrong.expect("a number")
    }
}

/// An attempt at the puzzle of a day, with these moves.
pub(super) fn attempted(day: Day, moves: &[&str]) -> Attempt {
    let moves = moves.iter().map(|mv| mv.parse().expect("a move"));
    let moves: Vec<_> = moves.collect();
    day.attempt().replayed(&moves).expect("an attempt")
}

/// An attempt that solves the puzzle of a day after these slips.
pub(super) fn solved_after(day: Day, slips: &[&str]) -> Attempt {
    let mut attempt = attempted(day, slips);
    let draws = Draws {
        skill: Draw::new(0),
        choice: Draw::new(0),
    };
    while attempt.outcome().is_none() {
        let mv = attempt.now().best_move().expect("it is won");
        (attempt, _) = attempt.tried(mv, draws).expect("legal");
    }
    attempt
}
