//! Every question and every change on a real database file, and what the writer promises when things go wrong.

mod corrupt;
mod files;
mod games;
mod groups;
mod limits;
mod members;
mod migrations;
mod opening;
pub(crate) mod values;
mod waiting;

use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::time::Instant;

use super::*;
use crate::game::{
    Action, BySeat, Game, GameId, MemberId, Player, PlayerId, Players, Terms, Timestamp,
};
use crate::records::{ChannelId, CountsTowards, GameRecord, InteractionId, MessageId, Place};
use crate::rules::{Level, Move, Variant};

const ANNA: MemberId = MemberId(10);
const HERE: ChannelId = ChannelId(20);

/// A store over a new database file in a folder of its own.
pub(crate) async fn temporary() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::open(database(&folder)).await.expect("a database");
    (folder, store)
}

struct Bench {
    folder: tempfile::TempDir,
    store: Store,
}

impl Bench {
    async fn new() -> Self {
        let (folder, store) = temporary().await;
        Self { folder, store }
    }

    /// Opens or creates the database of a folder.
    async fn open(folder: tempfile::TempDir) -> Self {
        let store = Store::open(database(&folder)).await.expect("a database");
        Self { folder, store }
    }

    /// The same with a game.
    async fn with_a_game() -> Self {
        let bench = Self::new().await;
        bench.add(&record(1, HERE)).done().await.expect("added");
        bench
    }

    /// Stops the store and opens the same file again.
    async fn reopened(self) -> Self {
        self.store.close().await;
        let Self { folder, store } = self;
        drop(store);
        Self::open(folder).await
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
        self.store.change(Vec::new(), job)
    }

    /// How the database would answer: one line for each step of its plan.
    async fn plan(&self, statement: String) -> String {
        let statement = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let mut connection = self.connect().await;
        let rows = sqlx::query(statement).fetch_all(&mut connection).await;
        let steps = rows.expect("a plan");
        let steps = steps.iter().map(|row| row.get::<String, _>("detail"));
        itertools::join(steps, "\n")
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
    async fn cache_is_fresh(&self) {
        let stale = self.store.stale().await.expect("compared");
        assert!(stale.is_empty(), "{stale:#?}");
    }
}

fn database(folder: &tempfile::TempDir) -> Database {
    Database::at(&format!(
        "sqlite://{}",
        folder.path().join("test.db").display()
    ))
    .expect("an address")
}

/// A game of a member against the bot.
fn game_of(member: MemberId, id: i64) -> Game {
    let players = Players::against_the_bot(Player::Member(member), Level::Good, true);
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
fn take_one(work: &mut Work<'_>, id: i64) -> Result<GameRecord> {
    let action = Action::Move {
        mv: Move::take([1]),
        seen: None,
    };
    act(work, id, action, Timestamp(9))
}

fn act(work: &mut Work<'_>, id: i64, action: Action, at: Timestamp) -> Result<GameRecord> {
    let mut record = work.game(GameId(id))?.expect("it was added");
    let acted = record.game.apply(PlayerId::Member(ANNA), action, at);
    let (game, events) = acted.expect("it is possible");
    record.game = game;
    if record.game.outcome().is_some() {
        record.end(work.moves(GameId(id))?);
    }
    work.save_game(&mut record, &events, at)?;
    Ok(record)
}
