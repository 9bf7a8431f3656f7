//! The installation: its application, key, servers and connection, and the processes that share it.

use std::collections::HashSet;
use std::time::Duration;

use futures::FutureExt;

use super::Service;
use crate::game::Timestamp;
use crate::records::Identify;
use crate::store::{self, Pending, Read};
use nim_games::Position;

/// How long the settings of a server are kept after the bot has left it.
const SERVER_RETENTION: Duration = Duration::from_hours(24 * 90);

/// How long finding the starts of running games may take. Nobody waits for it.
const STARTS_TIMEOUT: Duration = Duration::from_secs(30);

impl Service {
    /// Whether the latest changes, several in a row, could not be saved.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.store.is_failing()
    }

    /// Tries to save something while nothing can be saved.
    pub fn try_to_save(&self) -> Pending<()> {
        self.store.change(|tx| tx.touch().boxed())
    }

    /// Waits for another process that shares the database to die.
    pub async fn death(&self) {
        self.store.death().await;
    }

    /// The distinct start positions of running games, at most `limit`, those of the latest games
    /// first.
    pub async fn running_starts(&self, limit: i64) -> store::Result<Vec<Position>> {
        let starts = |mut view: Read| async move { view.running_starts(limit).await };
        self.store.long_read(STARTS_TIMEOUT, starts).await
    }

    /// Notes the bot's application. If the games belong to another one, returns that one.
    pub async fn note_application(&self, ours: i64) -> store::Result<Option<i64>> {
        self.store
            .change_later(move |tx| tx.note_application(ours).boxed())
            .await
    }

    /// The key that verifies Discord's requests, if it is known.
    pub async fn verify_key(&self) -> store::Result<Option<String>> {
        let key = |mut view: Read| async move { view.verify_key().await };
        self.store.read(key).await
    }

    /// Notes the key that verifies Discord's requests.
    pub async fn note_verify_key(&self, key: String) -> store::Result<()> {
        let note = self
            .store
            .change(move |tx| async move { tx.note_verify_key(&key).await }.boxed());
        note.done().await
    }

    /// Every IDENTIFY after `since`, the oldest first.
    pub async fn identifies(&self, since: Timestamp) -> store::Result<Vec<Identify>> {
        let sent = |mut view: Read| async move { view.identifies(since).await };
        self.store.read(sent).await
    }

    /// Records an IDENTIFY about to be sent, or marks its shard's earlier ones as accepted. Deletes
    /// records older than `oldest`.
    pub fn note_identify(&self, identify: Identify, oldest: Timestamp) -> Pending<()> {
        self.store
            .change(move |tx| tx.note_identify(identify, oldest).boxed())
    }

    /// Compares the known servers of a shard with those that Discord lists, and deletes the data
    /// about servers that have been missing for 90 days.
    pub fn compare_servers(
        &self,
        present: HashSet<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Pending<()> {
        self.store.change_alone(move |tx| {
            async move {
                tx.compare_servers(&present, shard, now, SERVER_RETENTION)
                    .await
            }
            .boxed()
        })
    }
}
