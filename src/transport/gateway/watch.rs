//! The connections to the gateway, as the relay sees them: which shards are connected, whether the bot is stuck, when it may send an IDENTIFY,
//! and which closes are final.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::GatewayError;
use super::budget;
use super::watchdog::{Stuck, Watchdog};
use crate::discord::Bot;
use crate::game::Timestamp;
use crate::records::Identify;
use crate::transport::rest::SessionStartLimit;
use crate::transport::shard_status::ShardStatus;
use crate::transport::time::DiscordTime;

/// How often to check whether the bot is stuck.
const GLANCE: Duration = Duration::from_secs(1);

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
    known: Mutex<Known>,
    refused: watch::Sender<Option<u16>>,
}

struct Known {
    dog: Watchdog,
    /// Every IDENTIFY of the last day.
    sent: Vec<Identify>,
    /// How many more IDENTIFYs Discord allows, and when it allows more.
    limit: (u32, Timestamp),
    /// The connection of each shard.
    lines: HashMap<u32, OnLine>,
}

#[derive(Clone, Copy)]
struct OnLine {
    number: u64,
    is_connected: bool,
}

/// One connection.
pub(super) struct Line {
    watch: Arc<Watch>,
    number: u64,
    shard: Option<u32>,
    interval: Option<Duration>,
}

impl Watch {
    /// Watches from now on. Earlier IDENTIFYs are read from the database.
    pub(super) async fn new(
        bot: Arc<Bot>,
        shard_status: Arc<ShardStatus>,
        time: Arc<DiscordTime>,
        limit: &SessionStartLimit,
    ) -> Self {
        let now = time.now();
        let reset = now.after(Duration::from_millis(limit.reset_after));
        let known = Known {
            dog: Watchdog::new(Instant::now()),
            sent: identifies_since(&bot, now.before(budget::REMEMBERED)).await,
            limit: (limit.remaining, reset),
            lines: HashMap::new(),
        };
        Self {
            bot,
            shard_status,
            time,
            known: Mutex::new(known),
            refused: watch::Sender::new(None),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection has been made.
    pub(super) fn line(self: &Arc<Self>, number: u64) -> Line {
        Line {
            watch: self.clone(),
            number,
            shard: None,
            interval: None,
        }
    }

    /// A new session has been prepared: the shard is connected, unless its connection is already lost again.
    pub(super) fn is_back(&self, shard: u32) {
        let known = self.known();
        if known
            .lines
            .get(&shard)
            .is_some_and(|line| line.is_connected)
        {
            self.shard_status.is_back(shard);
        }
    }

    /// Waits until only a new start helps.
    pub(super) async fn broken(&self) -> GatewayError {
        let mut refused = self.refused.subscribe();
        loop {
            if let Some(stuck) = self.known().dog.verdict(Instant::now()) {
                return GatewayError::Stuck(stuck);
            }
            let code = *refused.borrow_and_update();
            match code {
                Some(AUTHENTICATION_FAILED) => return GatewayError::TokenRefused,
                Some(code @ (INVALID_SHARD | SHARDING_REQUIRED)) => {
                    return GatewayError::Stuck(Stuck::Shards(code));
                }
                Some(INVALID_INTENTS | DISALLOWED_INTENTS) => return GatewayError::Intents,
                Some(_) | None => {}
            }
            tokio::select! {
                () = sleep(GLANCE) => {}
                _ = refused.changed() => {}
            }
        }
    }
}

impl Line {
    /// Its shard, once serenity has told it.
    pub(super) const fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// Serenity has told its shard.
    pub(super) fn belongs_to(&mut self, shard: u32) {
        self.shard = Some(shard);
        let line = OnLine {
            number: self.number,
            is_connected: false,
        };
        self.watch.known().lines.insert(shard, line);
        // The connection before may end after this one begins.
        self.watch.shard_status.is_gone(shard);
    }

    /// Discord has told the heartbeat interval.
    pub(super) const fn greeted(&mut self, interval: Duration) {
        self.interval = Some(interval);
    }

    /// A heartbeat has been answered.
    pub(super) fn heard(&self) {
        if let Some(shard) = self.shard {
            let dog = &mut self.watch.known().dog;
            dog.heard(shard, self.interval, Instant::now());
        }
    }

    /// A session has begun, or has been resumed.
    pub(super) fn connected(&self) {
        let Some(shard) = self.shard else { return };
        {
            let mut known = self.watch.known();
            if let Some(line) = known.lines.get_mut(&shard)
                && line.number == self.number
            {
                line.is_connected = true;
            }
            known.dog.connected(shard, Instant::now());
            let of_shard = known.sent.iter_mut().filter(|sent| sent.shard == shard);
            of_shard.for_each(|sent| sent.taken = true);
        }
        let bot = self.watch.bot.clone();
        let taken = Identify {
            at: self.watch.time.now(),
            shard,
            taken: true,
        };
        tokio::spawn(async move { note_identify(&bot, taken, taken.at).await });
    }

    /// It waits on purpose.
    pub(super) fn parked(&self) {
        if let Some(shard) = self.shard {
            self.watch.known().dog.parked(shard, Instant::now());
        }
    }

    /// It resumes its session.
    pub(super) fn resumes(&self) {
        if let Some(shard) = self.shard {
            self.watch.known().dog.asked(shard, Instant::now());
        }
    }

    /// Discord has declared its session invalid.
    pub(super) fn invalidated(&self) {
        if let Some(shard) = self.shard {
            self.watch.known().dog.disconnected(shard, Instant::now());
        }
    }

    /// It wants to send an IDENTIFY, which is saved before. Fails with the time to wait until it may.
    pub(super) async fn identifies(&self) -> Result<(), Duration> {
        let identify = Identify {
            at: self.watch.time.now(),
            shard: self.shard.unwrap_or(0),
            taken: false,
        };
        let oldest = identify.at.before(budget::REMEMBERED);
        {
            let mut known = self.watch.known();
            let by_discord = match known.limit {
                (0, reset) => reset.since(identify.at),
                (_, _) => Duration::ZERO,
            };
            let wait = budget::wait(&known.sent, identify.shard, identify.at).max(by_discord);
            if !wait.is_zero() {
                return Err(wait);
            }
            known.sent.retain(|sent| sent.at > oldest);
            known.sent.push(identify);
            known.limit.0 = known.limit.0.saturating_sub(1);
            known.dog.asked(identify.shard, Instant::now());
        }
        note_identify(&self.watch.bot, identify, oldest).await;
        Ok(())
    }

    /// Discord has closed it, with that code.
    pub(super) fn closed(&self, code: Option<u16>) {
        tracing::debug!(code, shard = self.shard, "discord closed the connection");
        if code.is_some() {
            self.watch.refused.send_replace(code);
        }
    }

    /// It has ended, by either side. The shard may be on another connection already.
    pub(super) fn ended(&self) {
        let Some(shard) = self.shard else { return };
        let mut known = self.watch.known();
        if let Some(line) = known.lines.get_mut(&shard)
            && line.number == self.number
        {
            line.is_connected = false;
            known.dog.disconnected(shard, Instant::now());
            self.watch.shard_status.is_gone(shard);
        }
    }
}

/// The IDENTIFYs since then. Without them the bot counts from zero.
async fn identifies_since(bot: &Bot, then: Timestamp) -> Vec<Identify> {
    let known = bot.service().identifies(then).await;
    known.unwrap_or_else(|error| {
        let error = &error as &dyn std::error::Error;
        tracing::error!(error, "what was sent to the gateway before is not known");
        Vec::new()
    })
}

/// Saves an IDENTIFY, or that one was taken. Those before `oldest` are deleted.
async fn note_identify(bot: &Bot, identify: Identify, oldest: Timestamp) {
    let noted = bot.service().note_identify(identify, oldest).done().await;
    if let Err(error) = noted {
        let error = &error as &dyn std::error::Error;
        tracing::error!(error, "what was sent to the gateway was not noted");
    }
}
