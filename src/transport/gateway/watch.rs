//! The connections to the gateway, as the relay sees them: which shards are connected, whether the
//! bot is stuck, when it may send an IDENTIFY, and which close codes are final.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use metrics::gauge;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::budget::{self, Budget};
use super::session::Session;
use super::watchdog::{Stuck, Watchdog};
use crate::chain::chain;
use crate::discord::Bot;
use crate::game::Timestamp;
use crate::records::Identify;
use crate::store::Read;
use crate::transport::error::ConnectionError;
use crate::transport::rest::SessionStartLimit;
use crate::transport::shard_status::ShardStatus;
use crate::transport::time::DiscordTime;

/// How often to check whether the bot is stuck.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// How long Discord's allowance of IDENTIFYs lasts.
const ALLOWANCE_LASTS: Duration = Duration::from_hours(24);

/// Final close codes
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>).
const AUTHENTICATION_FAILED: u16 = 4004;
const INVALID_SHARD: u16 = 4010;
const SHARDING_REQUIRED: u16 = 4011;
const INVALID_INTENTS: u16 = 4013;
const DISALLOWED_INTENTS: u16 = 4014;

/// The connections to the gateway.
pub(super) struct Watch {
    bot: Arc<Bot>,
    shard_status: Arc<ShardStatus>,
    time: Arc<DiscordTime>,
    budget: Budget,
    known: Mutex<Known>,
    close_code: watch::Sender<Option<u16>>,
}

struct Known {
    watchdog: Watchdog,
    /// Every IDENTIFY of the last day.
    sent: Vec<Identify>,
    allowance: Allowance,
    /// The latest connection of each shard.
    connections: HashMap<u32, LatestConnection>,
}

/// How many IDENTIFYs Discord allows
/// (<https://discord.com/developers/docs/events/gateway#session-start-limit-object>).
#[derive(Clone, Copy)]
struct Allowance {
    total: u32,
    remaining: u32,
    /// When the allowance is back at the total.
    resets_at: Timestamp,
}

impl Allowance {
    /// The allowance at `now`.
    fn at(self, now: Timestamp) -> Self {
        if now < self.resets_at {
            return self;
        }
        Self {
            remaining: self.total,
            resets_at: now.plus(ALLOWANCE_LASTS),
            ..self
        }
    }
}

struct LatestConnection {
    number: u64,
    is_connected: bool,
    replaced: CancellationToken,
}

pub(super) struct Connection {
    watch: Arc<Watch>,
    number: u64,
    shard: Option<u32>,
    interval: Option<Duration>,
    /// Its session, once that has begun, or serenity resumes it.
    pub(super) session: Option<Arc<Session>>,
    /// When its session began, or was resumed.
    pub(super) session_began: Option<Instant>,
    /// Cancelled once its shard is on another connection.
    pub(super) replaced: CancellationToken,
}

impl Watch {
    /// Watches from now on. Earlier IDENTIFYs are read from the database.
    pub(super) async fn new(
        bot: Arc<Bot>,
        shard_status: Arc<ShardStatus>,
        time: Arc<DiscordTime>,
        limit: &SessionStartLimit,
        shards: u32,
    ) -> Self {
        let now = time.now();
        let allowance = Allowance {
            total: limit.total,
            remaining: limit.remaining,
            resets_at: now.plus(Duration::from_millis(limit.reset_after)),
        };
        let known = Known {
            watchdog: Watchdog::new(Instant::now()),
            sent: identifies_since(&bot, now.minus(budget::REMEMBERED)).await,
            allowance,
            connections: HashMap::new(),
        };
        Self {
            bot,
            shard_status,
            time,
            budget: Budget::new(limit, shards),
            known: Mutex::new(known),
            close_code: watch::Sender::new(None),
        }
    }

    /// A connection has been made.
    pub(super) fn connection(self: &Arc<Self>, number: u64) -> Connection {
        Connection {
            watch: self.clone(),
            number,
            shard: None,
            interval: None,
            session: None,
            session_began: None,
            replaced: CancellationToken::new(),
        }
    }

    /// A session has begun or been resumed: the shard is connected, unless the connection is lost
    /// again already.
    pub(super) fn mark_connected(&self, shard: u32) {
        let known = self.known.lock();
        if known
            .connections
            .get(&shard)
            .is_some_and(|connection| connection.is_connected)
        {
            self.shard_status.mark_connected(shard);
        }
    }

    /// Renews the allowance once its day is over.
    fn renew_allowance(&self) {
        let mut known = self.known.lock();
        known.allowance = known.allowance.at(self.time.now());
        gauge!("wythoff_identifies_left").set(f64::from(known.allowance.remaining));
    }

    /// Waits until the connection cannot go on, and returns why.
    pub(super) async fn broken(&self) -> ConnectionError {
        let mut close_code = self.close_code.subscribe();
        loop {
            self.renew_allowance();
            if let Some(stuck) = self.known.lock().watchdog.verdict(Instant::now()) {
                return ConnectionError::Stuck(stuck);
            }
            let code = *close_code.borrow_and_update();
            match code {
                Some(AUTHENTICATION_FAILED) => return ConnectionError::TokenRefused,
                Some(code @ (INVALID_SHARD | SHARDING_REQUIRED)) => {
                    return ConnectionError::Stuck(Stuck::Shards(code));
                }
                Some(INVALID_INTENTS | DISALLOWED_INTENTS) => return ConnectionError::Intents,
                Some(_) | None => {}
            }
            tokio::select! {
                () = sleep(CHECK_INTERVAL) => {}
                _ = close_code.changed() => {}
            }
        }
    }
}

impl Connection {
    /// Its shard, once serenity has named it.
    pub(super) const fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// Serenity has named the connection's shard. A shard has only one connection, so the previous
    /// one is over.
    pub(super) fn assign_shard(&mut self, shard: u32) {
        self.shard = Some(shard);
        let connection = LatestConnection {
            number: self.number,
            is_connected: false,
            replaced: self.replaced.clone(),
        };
        let previous = self
            .watch
            .known
            .lock()
            .connections
            .insert(shard, connection);
        if let Some(previous) = previous.filter(|previous| previous.number != self.number) {
            previous.replaced.cancel();
        }
        // The status is changed here: when the previous connection ends, perhaps later, it no
        // longer changes the status of its shard.
        self.watch.shard_status.mark_disconnected(shard);
    }

    /// Discord has sent the heartbeat interval.
    pub(super) const fn greeted(&mut self, interval: Duration) {
        self.interval = Some(interval);
    }

    /// A heartbeat has been answered.
    pub(super) fn acknowledged(&self) {
        self.tell_watchdog(|watchdog, shard, now| watchdog.heard(shard, self.interval, now));
    }

    fn tell_watchdog(&self, tell: impl FnOnce(&mut Watchdog, u32, Instant)) {
        if let Some(shard) = self.shard {
            tell(&mut self.watch.known.lock().watchdog, shard, Instant::now());
        }
    }

    /// A session has begun, or has been resumed.
    pub(super) fn connected(&mut self) {
        let Some(shard) = self.shard else { return };
        self.session_began = Some(Instant::now());
        {
            let mut known = self.watch.known.lock();
            if let Some(connection) = known.connections.get_mut(&shard)
                && connection.number == self.number
            {
                connection.is_connected = true;
            }
            known.watchdog.connected(shard, Instant::now());
            let of_shard = known.sent.iter_mut().filter(|sent| sent.shard == shard);
            of_shard.for_each(|sent| sent.accepted = true);
        }
        let bot = self.watch.bot.clone();
        let accepted = Identify {
            at: self.watch.time.now(),
            shard,
            accepted: true,
        };
        tokio::spawn(async move { note_identify(&bot, accepted, accepted.at).await });
    }

    /// The connection waits on purpose before it identifies itself.
    pub(super) fn parked(&self) {
        self.tell_watchdog(Watchdog::parked);
    }

    /// The connection resumes its session.
    pub(super) fn resumes(&self) {
        self.tell_watchdog(Watchdog::asked);
    }

    /// Discord has declared its session invalid.
    pub(super) fn invalidated(&self) {
        self.tell_watchdog(Watchdog::disconnected);
    }

    /// If an IDENTIFY may be sent now, counts and saves it. Otherwise fails with the time to wait.
    pub(super) async fn try_identify(&self) -> Result<(), Duration> {
        let identify = Identify {
            at: self.watch.time.now(),
            shard: self.shard.unwrap_or(0),
            accepted: false,
        };
        let oldest = identify.at.minus(budget::REMEMBERED);
        {
            let mut known = self.watch.known.lock();
            known.allowance = known.allowance.at(identify.at);
            let budget = self.watch.budget;
            let by_discord = match known.allowance {
                // The waiting shards connect one after the other.
                Allowance {
                    remaining: 0,
                    resets_at,
                    ..
                } => resets_at.since(identify.at) + budget.turn_of(identify.shard),
                Allowance { .. } => Duration::ZERO,
            };
            let wait = budget.time_to_wait(&known.sent, identify.shard, identify.at);
            let wait = wait.max(by_discord);
            if !wait.is_zero() {
                return Err(wait);
            }
            known.sent.retain(|sent| sent.at > oldest);
            known.sent.push(identify);
            known.allowance.remaining = known.allowance.remaining.saturating_sub(1);
            known.watchdog.asked(identify.shard, Instant::now());
        }
        note_identify(&self.watch.bot, identify, oldest).await;
        Ok(())
    }

    /// Discord has closed the connection, with the given code.
    pub(super) fn closed(&self, code: Option<u16>) {
        tracing::debug!(code, shard = self.shard, "discord closed the connection");
        if code.is_some() {
            self.watch.close_code.send_replace(code);
        }
    }

    /// The connection has been ended by either side. The shard may be on another connection
    /// already.
    pub(super) fn ended(&self) {
        let Some(shard) = self.shard else { return };
        let mut known = self.watch.known.lock();
        if let Some(connection) = known.connections.get_mut(&shard)
            && connection.number == self.number
        {
            connection.is_connected = false;
            known.watchdog.disconnected(shard, Instant::now());
            self.watch.shard_status.mark_disconnected(shard);
        }
    }
}

/// The IDENTIFYs since `then`. If they cannot be read, the bot counts from zero.
async fn identifies_since(bot: &Bot, then: Timestamp) -> Vec<Identify> {
    let sent = |mut view: Read| async move { view.identifies(then).await };
    let known = bot.store().read(sent).await;
    known.unwrap_or_else(|error| {
        let error = chain(&error);
        tracing::error!(error, "earlier IDENTIFYs cannot be read");
        Vec::new()
    })
}

/// Saves an IDENTIFY, and deletes those up to `oldest`. For one that was accepted, only marks the
/// saved ones of its shard as accepted.
async fn note_identify(bot: &Bot, identify: Identify, oldest: Timestamp) {
    let note = bot
        .store()
        .change(move |tx| tx.note_identify(identify, oldest).boxed());
    let noted = note.done().await;
    if let Err(error) = noted {
        let error = chain(&error);
        tracing::error!(error, "an IDENTIFY was not saved");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowance_is_renewed_after_a_day() {
        let at = |hours| Timestamp(1_700_000_000_000).plus(Duration::from_hours(hours));
        let spent = Allowance {
            total: 1000,
            remaining: 3,
            resets_at: at(2),
        };
        assert_eq!([0, 1].map(|hours| spent.at(at(hours)).remaining), [3, 3]);
        let renewed = spent.at(at(2));
        assert_eq!((renewed.remaining, renewed.resets_at), (1000, at(26)));
    }
}
