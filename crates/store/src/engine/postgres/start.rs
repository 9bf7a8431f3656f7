//! What is checked at the start: that the server can be reached and suits the bot, and whose the database is.

use std::collections::HashMap;
use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};
use tokio::time::{Instant, sleep};

use super::super::Peers;
use super::super::catalogue::{NO_PRIVILEGE, latest_version};
use super::process::{self, Process};
use super::{
    DEAD_AFTER, Database, MIGRATING, MIGRATIONS, NO_SUCH_DATABASE, NOT_AUTHORIZED, OLDEST,
    PATIENCE, START_PAUSE, START_TIMEOUT, answer, ask, begin, hang_up,
};
use crate::OpenError;
use wythoff_game::chain::chain;

impl Database {
    pub(super) async fn connect_at_the_start(&self) -> Result<AnyConnection, OpenError> {
        let until = Instant::now() + START_TIMEOUT;
        loop {
            let source = match self.connect_to_write().await {
                Ok(connection) => return Ok(connection),
                Err(error) => error,
            };
            let name = self.name();
            // A retry does not help against a wrong password, a missing database or a bad
            // certificate.
            let is_bad_certificate =
                matches!(&source, sqlx::Error::Io(error) if error.kind() == ErrorKind::InvalidData);
            let is_denied = source.as_database_error().is_some_and(|error| {
                let code = error.code().unwrap_or_default();
                code.starts_with(NOT_AUTHORIZED) || code == NO_SUCH_DATABASE || code == NO_PRIVILEGE
            });
            let has_no_tls = matches!(&source, sqlx::Error::Tls(_));
            if is_denied || is_bad_certificate || has_no_tls {
                return Err(OpenError::Denied { name, source });
            }
            if Instant::now() >= until {
                return Err(self.unreachable(source));
            }
            tracing::warn!(error = chain(&source), "the database cannot be reached yet");
            sleep(START_PAUSE).await;
        }
    }

    /// Refuses a pooler in transaction mode. Each transaction may get another connection to the server
    /// from it, on which the statements do not exist that this program has prepared.
    pub(super) async fn check_pooler(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<(), OpenError> {
        const PROCESS: &str = "SELECT CAST(pg_backend_pid() AS BIGINT)";
        let other = self.connect_to_write().await;
        let mut other = other.map_err(|source| self.unreachable(source))?;
        // Poolers that use the connection used last, and those that use them in turn, are caught.
        for _ in 0..3 {
            let first: i64 = ask(connection, PROCESS).await?;
            let next: i64 = ask(connection, PROCESS).await?;
            answer(PATIENCE, other.execute("BEGIN")).await?;
            let others: i64 = ask(&mut other, PROCESS).await?;
            answer(PATIENCE, other.execute("ROLLBACK")).await?;
            if next != first || others == next {
                let why = "a pooler in transaction mode is in front of it; it has to use another";
                return Err(self.unfit(why));
            }
        }
        hang_up(other).await;
        Ok(())
    }

    fn unfit(&self, why: &str) -> OpenError {
        OpenError::Unfit {
            name: self.name(),
            why: why.to_owned(),
        }
    }

    pub(super) fn unreachable(&self, source: sqlx::Error) -> OpenError {
        OpenError::Unreachable {
            name: self.name(),
            source,
        }
    }

    /// Refuses a server that is too old or that loses what it has confirmed.
    pub(super) async fn check_server(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<(), OpenError> {
        let unfit = |why| self.unfit(why);
        let version = "SELECT CAST(current_setting('server_version_num') AS BIGINT)";
        let version: i64 = ask(connection, version).await?;
        if version < OLDEST {
            return Err(unfit("its server is older than PostgreSQL 14"));
        }
        let fsync: String = ask(connection, "SELECT current_setting('fsync')").await?;
        if fsync != "on" {
            return Err(unfit("with fsync = off, a power cut can destroy it"));
        }
        let encoding = "SELECT current_setting('server_encoding')";
        let encoding: String = ask(connection, encoding).await?;
        if encoding != "UTF8" {
            return Err(unfit("its encoding is not UTF8"));
        }
        let schema = "SELECT COUNT(current_schema())";
        if ask::<i64>(connection, schema).await? == 0 {
            return Err(unfit("no schema in its search_path exists"));
        }
        let read_only = "SELECT current_setting('default_transaction_read_only')";
        let read_only: String = ask(connection, read_only).await?;
        if read_only == "on" {
            return Err(unfit(
                "its role or database has default_transaction_read_only",
            ));
        }
        let bytes = "SELECT current_setting('bytea_output')";
        let bytes: String = ask(connection, bytes).await?;
        if bytes != "hex" {
            return Err(unfit("its role or database has bytea_output = escape"));
        }
        if connection.execute("BEGIN").await.is_err() {
            return Err(unfit(
                "a pooler in statement mode is in front of it; it has to use another",
            ));
        }
        connection.execute("ROLLBACK").await?;
        let commit = "SELECT current_setting('synchronous_commit')";
        let commit: String = ask(connection, commit).await?;
        if matches!(commit.as_str(), "off" | "local" | "remote_write") {
            tracing::warn!(
                synchronous_commit = commit,
                "if the server crashes or fails over, confirmed moves can be lost"
            );
        }
        Ok(())
    }

    /// Carries out the missing migrations, one process at a time. It waits for another process for as
    /// long as that takes, but not for a table: others would queue behind it. A role that may not create
    /// tables is fine if none are missing.
    pub(super) async fn migrate(
        &self,
        connection: &mut AnyConnection,
        version: Option<i64>,
    ) -> Result<(), OpenError> {
        if version >= latest_version(&MIGRATIONS) {
            return Ok(());
        }
        let alone =
            "SET statement_timeout = 0; SELECT pg_advisory_lock($1); SET lock_timeout = 2000";
        let alone = alone.replace("$1", &MIGRATING.to_string());
        connection.execute(AssertSqlSafe(alone)).await?;
        let migrated = MIGRATIONS.run(&mut *connection).await;
        let over = "SELECT pg_advisory_unlock_all(); RESET lock_timeout; RESET statement_timeout";
        connection.execute(over).await?;
        migrated.map_err(|error| {
            let (MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _)) =
                &error
            else {
                return error.into();
            };
            let code = source.as_database_error().and_then(DatabaseError::code);
            match code {
                Some(code) if code == NO_PRIVILEGE => OpenError::MayNotMigrate(self.name()),
                Some(_) | None => error.into(),
            }
        })
    }

    /// Becomes the process that uses the database, or one of those that share it. Fails if another
    /// process still renews its row.
    pub(super) async fn take_over(
        &self,
        connection: &mut AnyConnection,
        shares: bool,
    ) -> Result<(Process, Peers), OpenError> {
        // Several that share the database take turns as the latest.
        let mut first_looks: HashMap<String, (i64, Instant)> = HashMap::new();
        loop {
            let looks = Instant::now();
            answer(PATIENCE, begin(connection, PATIENCE)).await?;
            let latest = process::latest(connection, shares);
            if let Some((other, seen)) = answer(PATIENCE, latest).await? {
                let first_look = first_looks.entry(other.clone());
                let &mut (first_seen, looked) = first_look.or_insert((seen, Instant::now()));
                let is_dead = seen == first_seen && looks.duration_since(looked) >= DEAD_AFTER;
                if !is_dead {
                    connection.execute("ROLLBACK").await?;
                    if seen != first_seen {
                        return Err(OpenError::InUse(format!("{} (by {other})", self.name())));
                    }
                    sleep(START_PAUSE).await;
                    continue;
                }
            }
            return Ok(Process::sign_on(self.clone(), connection, shares).await?);
        }
    }
}
