//! One connection from serenity: what happens on it, and what that means for its shard. A shard may
//! get another connection at any time; what happens on the old one then means nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::session::Session;
use super::shards::{Shard, State};
use super::watch::Watch;

pub(super) struct Connection {
    watch: Arc<Watch>,
    number: u64,
    shard: Option<u32>,
    interval: Option<Duration>,
    /// Its session, once that has begun, or serenity resumes it.
    pub(super) session: Option<Arc<Session>>,
    /// Whether Discord has still to answer a RESUME.
    pub(super) is_resuming: bool,
    /// When its session began, or was resumed.
    pub(super) session_began: Option<Instant>,
    /// Cancelled once its shard is on another connection.
    pub(super) replaced: CancellationToken,
}

impl Connection {
    pub(super) fn new(watch: Arc<Watch>, number: u64) -> Self {
        Self {
            watch,
            number,
            shard: None,
            interval: None,
            session: None,
            is_resuming: false,
            session_began: None,
            replaced: CancellationToken::new(),
        }
    }

    /// Its shard, once serenity has named it.
    pub(super) const fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// Serenity has named the connection's shard. The shard's previous connection is over.
    pub(super) fn assign_shard(&mut self, shard: u32) {
        self.shard = Some(shard);
        self.watch.change_shards(|shards, now| {
            shards.take_over(shard, self.number, self.replaced.clone(), now);
        });
        // The status is changed here: when the previous connection ends, perhaps later, it no
        // longer changes the status of its shard.
        self.watch.mark_disconnected(shard);
    }

    /// Changes its shard, and returns whether it did: not if the shard is on another connection.
    fn change(&self, change: impl FnOnce(&mut Shard, Instant)) -> bool {
        self.watch.change_shards(|shards, now| {
            let shard = self.shard.and_then(|shard| shards.on(shard, self.number));
            shard.map(|shard| change(shard, now)).is_some()
        })
    }

    /// Discord has sent the heartbeat interval.
    pub(super) const fn greeted(&mut self, interval: Duration) {
        self.interval = Some(interval);
    }

    /// A heartbeat has been answered.
    pub(super) fn acknowledged(&self) {
        self.change(|shard, now| shard.heard(self.interval, now));
    }

    /// If an IDENTIFY may be sent now, counts and saves it. Otherwise fails with the time to wait.
    pub(super) async fn try_identify(&self) -> Result<(), Duration> {
        self.watch.try_identify(self.shard.unwrap_or(0)).await?;
        self.asked();
        Ok(())
    }

    /// It waits on purpose before it identifies itself.
    pub(super) fn parked(&self) {
        self.change(|shard, now| shard.enter(State::Parked, now));
    }

    /// It asks for a session, or to resume one.
    pub(super) fn asked(&self) {
        self.change(|shard, now| shard.enter(State::Asked, now));
    }

    /// A session has begun, or has been resumed.
    pub(super) fn connected(&mut self) {
        let Some(shard) = self.shard else { return };
        self.is_resuming = false;
        self.session_began = Some(Instant::now());
        self.change(|shard, now| shard.enter(State::Connected, now));
        self.watch.accepted(shard);
    }

    /// Its session has been resumed. The status of a shard whose session has begun changes later,
    /// when the servers in its READY have been compared.
    pub(super) fn resumed(&mut self) {
        self.connected();
        self.session.iter().for_each(|session| session.resumed());
        self.shard
            .into_iter()
            .for_each(|shard| self.watch.mark_connected(shard));
    }

    /// Discord has declared its session invalid.
    pub(super) fn invalidated(&mut self) {
        self.is_resuming = false;
        self.change(|shard, now| shard.enter(State::Disconnected, now));
    }

    /// Discord has closed the connection, with the given code.
    pub(super) fn closed(&self, code: Option<u16>) {
        tracing::debug!(code, shard = self.shard, "discord closed the connection");
        if let Some(code) = code {
            self.watch.closed(code);
        }
    }

    /// The connection has been ended by either side.
    pub(super) fn ended(&self) {
        let is_latest = self.change(|shard, now| shard.enter(State::Disconnected, now));
        if let Some(shard) = self.shard.filter(|_| is_latest) {
            self.watch.mark_disconnected(shard);
        }
    }
}
