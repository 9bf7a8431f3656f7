//! What the connections to the gateway have in common: which shards are connected, how many IDENTIFYs
//! are left, and when the bot cannot go on.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use metrics::gauge;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::budget::{self, Budget};
use super::shards::{Shards, Stuck};
use crate::error::ConnectionError;
use crate::rest::SessionStartLimit;
use crate::shard_status::ShardStatus;
use crate::time::DiscordTime;
use wythoff_discord::Bot;
use wythoff_game::Timestamp;
use wythoff_game::chain::chain;
use wythoff_game::records::Identify;
use wythoff_store::Read;

/// How often to check whether the bot is stuck.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// If a check comes this late, the process was frozen.
const FROZEN: Duration = Duration::from_secs(30);

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
    shards: Shards,
    /// Every IDENTIFY of the last day.
    sent: Vec<Identify>,
    allowance: Allowance,
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
            shards: Shards::new(Instant::now()),
            sent: identifies_since(&bot, now.minus(budget::REMEMBERED)).await,
            allowance,
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

    /// Changes what is known about the shards.
    pub(super) fn change_shards<T>(&self, change: impl FnOnce(&mut Shards, Instant) -> T) -> T {
        change(&mut self.known.lock().shards, Instant::now())
    }

    /// The shard has lost its connection, or has got another one.
    pub(super) fn mark_disconnected(&self, shard: u32) {
        self.shard_status.mark_disconnected(shard);
    }

    /// A session has begun or been resumed: the shard is connected, unless the connection is lost
    /// again already.
    pub(super) fn mark_connected(&self, shard: u32) {
        let known = self.known.lock();
        if known.shards.is_connected(shard) {
            self.shard_status.mark_connected(shard);
        }
    }

    /// If the shard may send an IDENTIFY now, counts and saves it. Otherwise fails with the time to
    /// wait.
    pub(super) async fn try_identify(&self, shard: u32) -> Result<(), Duration> {
        let identify = Identify {
            at: self.time.now(),
            shard,
            accepted: false,
        };
        let oldest = identify.at.minus(budget::REMEMBERED);
        {
            let mut known = self.known.lock();
            known.allowance = known.allowance.at(identify.at);
            let by_discord = match known.allowance {
                // The waiting shards connect one after the other.
                Allowance {
                    remaining: 0,
                    resets_at,
                    ..
                } => resets_at.since(identify.at) + self.budget.turn_of(shard),
                Allowance { .. } => Duration::ZERO,
            };
            let wait = self.budget.time_to_wait(&known.sent, shard, identify.at);
            let wait = wait.max(by_discord);
            if !wait.is_zero() {
                return Err(wait);
            }
            known.sent.retain(|sent| sent.at > oldest);
            known.sent.push(identify);
            known.allowance.remaining = known.allowance.remaining.saturating_sub(1);
        }
        note_identify(&self.bot, identify, oldest).await;
        Ok(())
    }

    /// Discord has accepted the shard: its IDENTIFYs no longer lengthen the pauses.
    pub(super) fn accepted(&self, shard: u32) {
        {
            let mut known = self.known.lock();
            let of_shard = known.sent.iter_mut().filter(|sent| sent.shard == shard);
            of_shard.for_each(|sent| sent.accepted = true);
        }
        let accepted = Identify {
            at: self.time.now(),
            shard,
            accepted: true,
        };
        let bot = self.bot.clone();
        tokio::spawn(async move { note_identify(&bot, accepted, accepted.at).await });
    }

    /// Discord has closed a connection with the given code, which may be final.
    pub(super) fn closed(&self, code: u16) {
        self.close_code.send_replace(Some(code));
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
            if let Some(stuck) = self.known.lock().shards.verdict(Instant::now()) {
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
            let asleep = Instant::now();
            tokio::select! {
                () = sleep(CHECK_INTERVAL) => {}
                _ = close_code.changed() => {}
            }
            if asleep.elapsed() > FROZEN {
                // What has come in meanwhile is yet to be read.
                self.change_shards(Shards::forgive);
            }
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
