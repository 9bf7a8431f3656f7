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

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use itertools::Itertools as _;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::time::Instant;

use super::testing::is_on_postgres;
use super::*;
use nim_games::{Animal, Draw, Draws, Move, Variant};
use wythoff_game::records::{
    ChannelId, CountsTowards, GameRecord, InteractionId, MessageId, MoveRecord, Place,
};
use wythoff_game::{
    Action, Attempt, BySeat, Day, Event, Game, GameId, MemberId, Player, PlayerId, Players, Terms,
    Timestamp,
};

const ANNA: MemberId = MemberId(10);
const HERE: ChannelId = ChannelId(20);

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
