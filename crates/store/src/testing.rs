//! A temporary store, and a look at what is stored, for the tests of this crate and of those above.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test cannot go on without a database"
)]

use std::sync::{Arc, LazyLock};

use itertools::Itertools as _;
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;
use wythoff_game::{GameId, MemberId};

use crate::engine::{self, Engine};
use crate::statement::query;
use crate::{Database, Store, Tx};
use wythoff_game::records::Pseudonyms;

/// Whether the tests run on PostgreSQL.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "which engine is tested")]
pub fn is_on_postgres() -> bool {
    std::env::var_os("TEST_ENGINE").is_some_and(|engine| engine == "postgres")
}

/// A store with a new database: on a server if `TEST_ENGINE=postgres` is set, otherwise a file in a
/// folder of its own.
pub async fn temporary_store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let url = if is_on_postgres() {
        let database = pg_sandbox::database().await.expect("a server");
        database.expect("PostgreSQL")
    } else {
        format!("sqlite://{}", folder.path().join("wythoff.db").display())
    };
    let database = Database::at(&url).expect("an address");
    let store = Store::open(database).await.expect("a database");
    (folder, store)
}

/// A database in one transaction that never ends, with savepoints to go back to. SQLite keeps it in
/// memory.
#[derive(Debug)]
pub struct Memory {
    pub tx: Tx,
}

impl Memory {
    pub async fn new() -> Self {
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
        memory.tx.member(MemberId(10)).await.expect("a member");
        if is_on_postgres() {
            // Rows that were rolled back stay until the transaction ends. They slow down index
            // lookups more than scans, so scans are allowed.
            let scan = "SET LOCAL enable_seqscan = on";
            memory.execute_outside_changes(scan).await;
        }
        memory.set_savepoint("root").await;
        memory
    }

    pub async fn set_savepoint(&mut self, name: &'static str) {
        self.execute_outside_changes(match name {
            "root" => "SAVEPOINT root",
            "state" => "SAVEPOINT state",
            _ => "SAVEPOINT repeat",
        })
        .await;
    }

    /// Rolls back to a savepoint.
    pub async fn roll_back_to(&mut self, name: &'static str) {
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
    pub async fn digest(&mut self) -> String {
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
    pub async fn connect(&self) -> sqlx::AnyConnection {
        let connection = match &self.database {
            Database::Sqlite(file) => file.connect_to_write().await,
            Database::Postgres(server) => server.connect_to_write().await,
        };
        connection.expect("a connection")
    }
}

impl Tx {
    /// The ids of all games.
    pub async fn all_ids(&mut self) -> Vec<GameId> {
        let ids = query("SELECT id FROM games ORDER BY id");
        self.all("games", ids).await.expect("ids")
    }

    /// The game or challenge, and the member, of each notification whose message is stored.
    pub async fn notified(&mut self) -> Vec<(GameId, MemberId)> {
        let rows = query("SELECT game, member FROM notifications");
        self.all("notifications", rows).await.expect("rows")
    }

    /// The number of mistakes in the stored ratings: a rating that is not the previous rating plus
    /// the change; a rating that differs from the leaderboard; a gap in the numbers of the rated
    /// games; and a rated game without two ratings.
    pub async fn wrong_ratings(&mut self) -> i64 {
        const WRONG: &str = "SELECT
            (SELECT COUNT(*) FROM (SELECT rating - change - LAG(rating) OVER (PARTITION BY member, variant ORDER BY finish) AS jump FROM ratings) AS jumps
              WHERE ABS(jump) > 0.000001)
            + (SELECT COUNT(*) FROM standings WHERE member > 0 AND rating <> (SELECT rating FROM ratings
              WHERE ratings.member = standings.member AND ratings.variant = standings.variant ORDER BY finish DESC LIMIT 1))
            + (SELECT COALESCE(MAX(finish), 0) - COUNT(DISTINCT finish) FROM ratings)
            + (SELECT COUNT(*) FROM games WHERE rated = 1 AND winner IS NOT NULL AND pair IS NULL AND (SELECT COUNT(*) FROM ratings WHERE game = games.id) <> 2)
            + (SELECT COUNT(*) FROM games WHERE rated = 1 AND winner IS NOT NULL AND pair = 'first'
              AND (SELECT COUNT(*) FROM ratings WHERE game = games.id OR game IN (SELECT id FROM games AS second WHERE follows = games.id AND pair LIKE '%_ahead'))
              <> CASE WHEN EXISTS (SELECT 1 FROM games AS second WHERE follows = games.id AND pair LIKE '%_ahead' AND phase = 'running') THEN 0 ELSE 2 END)";
        let wrong = self.one("ratings", query(WRONG)).await;
        wrong.expect("a number")
    }
}
