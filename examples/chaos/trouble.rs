//! What goes wrong with the process, the connection, Discord's answers, the disk and the clock; and
//! what others delete.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use discord_sandbox::{Fault, Id, Member, Sandbox, Server};
use futures::future::join_all;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::bot::Bot;

/// The calls that can go wrong.
const CALLS: [(&str, &str); 7] = [
    ("POST", "/callback"),
    ("POST", "/callback"),
    ("PATCH", "/messages/"),
    ("POST", "/webhooks/"),
    ("POST", "/channels/"),
    ("DELETE", "/messages/"),
    ("GET", "/messages/"),
];

/// Reasons for Discord to refuse a call permanently: the HTTP status and Discord's error code
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
const REFUSALS: [(u16, u64); 4] = [(403, 50_001), (403, 50_013), (404, 10_003), (404, 10_008)];

/// The longest pause that Discord demands. Until it is over, the boards cannot be updated.
const LONG_PAUSE: Duration = Duration::from_mins(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Kill,
    Restart,
    Freeze,
    DuplicatedEvents,
    ReorderedEvents,
    Disconnection,
    InvalidatedSessions,
    SpoiledAnswers,
    LongPause,
    Refusals,
    FullDisk,
    LockedDatabase,
    ReplacedDatabase,
    ClockJump,
    DeletedMessage,
    DeletedChannel,
    Flood,
    RevokedPermission,
}

/// The kinds of trouble in a dense round: all of them short, many of them kills.
const DENSE_KINDS: [Kind; 14] = [
    Kind::Kill,
    Kind::Kill,
    Kind::Kill,
    Kind::Kill,
    Kind::Kill,
    Kind::Kill,
    Kind::DuplicatedEvents,
    Kind::ReorderedEvents,
    Kind::Disconnection,
    Kind::SpoiledAnswers,
    Kind::LockedDatabase,
    Kind::FullDisk,
    Kind::Flood,
    Kind::RevokedPermission,
];

/// Every kind of trouble. Frequent ones are listed several times.
const KINDS: [Kind; 24] = [
    Kind::Kill,
    Kind::Kill,
    Kind::Restart,
    Kind::Freeze,
    Kind::DuplicatedEvents,
    Kind::ReorderedEvents,
    Kind::ReorderedEvents,
    Kind::Disconnection,
    Kind::InvalidatedSessions,
    Kind::SpoiledAnswers,
    Kind::SpoiledAnswers,
    Kind::SpoiledAnswers,
    Kind::LongPause,
    Kind::Refusals,
    Kind::FullDisk,
    Kind::LockedDatabase,
    Kind::LockedDatabase,
    Kind::ReplacedDatabase,
    Kind::ClockJump,
    Kind::DeletedMessage,
    Kind::DeletedMessage,
    Kind::DeletedChannel,
    Kind::Flood,
    Kind::RevokedPermission,
];

/// How far Discord's clock is advanced before a start in a dense round, so that the bot may
/// identify itself at once.
const BETWEEN_STARTS: Duration = Duration::from_secs(15);

/// How many interactions a member who floods the bot sends at once.
const FLOOD_SIZE: usize = 200;

/// After more IDENTIFYs than this, trouble that needs another one is left out. The bot may send ten
/// within two minutes.
const MAX_IDENTIFIES: u64 = 8;

/// The source of trouble.
pub(crate) struct Trouble {
    sandbox: Sandbox,
    servers: Vec<Server>,
    is_dense: bool,
    flooder: Option<Member>,
    rng: StdRng,
    counts: BTreeMap<Kind, u32>,
    /// The messages that others deleted.
    pub(crate) deleted: HashSet<i64>,
    /// Until when Discord makes the bot wait.
    pub(crate) rate_limited_until: Instant,
}

impl Trouble {
    pub(crate) fn new(sandbox: &Sandbox, servers: &[Server], seed: u64, is_dense: bool) -> Self {
        Self {
            sandbox: sandbox.clone(),
            servers: servers.to_vec(),
            is_dense,
            flooder: servers.first().map(|server| server.member("flooder")),
            rng: StdRng::seed_from_u64(seed),
            counts: BTreeMap::new(),
            deleted: HashSet::new(),
            rate_limited_until: Instant::now(),
        }
    }

    /// Waits a little, then kills the process.
    pub(crate) async fn kill(&mut self, bot: &mut Bot) -> anyhow::Result<()> {
        sleep(self.random_duration(500, 3_000)).await;
        if bot.identifies() {
            self.sandbox.clock().advance(BETWEEN_STARTS);
            bot.wait_until_identify_accepted().await?;
        }
        *self.counts.entry(Kind::Kill).or_default() += 1;
        bot.kill().await
    }

    /// Waits a little, then stops the process, and starts it again.
    pub(crate) async fn stop(&mut self, bot: &mut Bot) -> anyhow::Result<()> {
        sleep(self.random_duration(0, 500)).await;
        if bot.identifies() {
            self.sandbox.clock().advance(BETWEEN_STARTS);
            bot.wait_until_identify_accepted().await?;
        }
        *self.counts.entry(Kind::Restart).or_default() += 1;
        bot.restart().await
    }

    /// Waits a little, then makes something go wrong.
    pub(crate) async fn cause_one(&mut self, bot: &mut Bot) -> anyhow::Result<()> {
        let (kinds, pause) = if self.is_dense {
            (&DENSE_KINDS[..], self.random_duration(100, 1_800))
        } else {
            (&KINDS[..], self.random_duration(100, 1_500))
        };
        sleep(pause).await;
        let Some(&kind) = kinds.choose(&mut self.rng) else {
            return Ok(());
        };
        let needs_identify = matches!(kind, Kind::Kill | Kind::Restart | Kind::InvalidatedSessions)
            || kind == Kind::ReplacedDatabase && !bot.uses_postgres();
        if needs_identify && !self.is_dense && self.sandbox.identifies() > MAX_IDENTIFIES {
            return Ok(());
        }
        if needs_identify && self.is_dense {
            self.sandbox.clock().advance(BETWEEN_STARTS);
        }
        if needs_identify {
            bot.wait_until_identify_accepted().await?;
        }
        *self.counts.entry(kind).or_default() += 1;
        match kind {
            Kind::Kill => bot.kill().await?,
            Kind::Restart => bot.restart().await?,
            Kind::InvalidatedSessions => self.sandbox.invalidate_sessions(),
            Kind::Freeze => {
                bot.signal("STOP").await?;
                sleep(self.random_duration(200, 3_500)).await;
                bot.signal("CONT").await?;
            }
            Kind::DuplicatedEvents => self.sandbox.deliver_times(self.rng.random_range(1..=3)),
            Kind::ReorderedEvents => {
                self.sandbox.hold_events();
                sleep(self.random_duration(20, 600)).await;
                self.sandbox.release_events_backwards();
            }
            Kind::Disconnection => self.disconnect(),
            Kind::SpoiledAnswers => self.spoil_answers(),
            Kind::LongPause => self.demand_a_long_pause(),
            Kind::Refusals => self.refuse(),
            Kind::LockedDatabase if self.is_dense => {
                bot.lock_database(self.random_duration(50, 400)).await?;
            }
            Kind::LockedDatabase => bot.lock_database(self.random_duration(200, 6_500)).await?,
            Kind::ReplacedDatabase if bot.uses_postgres() => {
                if self.rng.random_bool(0.5) {
                    bot.fail_over().await?;
                } else {
                    bot.end_sessions().await?;
                }
            }
            Kind::ReplacedDatabase => bot.replace_files().await?,
            // The bot takes a jump of over a minute for a pause of the machine.
            Kind::ClockJump => {
                let jump = Duration::from_secs(self.rng.random_range(1..=400));
                self.sandbox.clock().advance(jump);
            }
            Kind::DeletedMessage => self.delete_a_message(),
            Kind::DeletedChannel => self.delete_a_channel(),
            // Instead, the database server dies or freezes.
            Kind::FullDisk if bot.uses_postgres() => {
                let (short, long) = (self.random_duration(0, 400), self.random_duration(0, 3_500));
                let time = if self.is_dense { short } else { long };
                if self.rng.random_bool(0.7) {
                    bot.interrupt_server(time).await?;
                } else {
                    bot.freeze_server(time).await?;
                }
            }
            Kind::FullDisk => {
                bot.fill_disk().await?;
                let longest = if self.is_dense { 400 } else { 2_000 };
                sleep(self.random_duration(200, longest)).await;
                bot.free_disk().await?;
            }
            Kind::Flood => self.flood(),
            // Only in the server where fewer games are played, so that not everything is refused.
            Kind::RevokedPermission => {
                if let Some(server) = self.servers.last().cloned() {
                    server.permit_bot(false);
                    sleep(self.random_duration(100, 1_000)).await;
                    server.permit_bot(true);
                }
            }
        }
        Ok(())
    }

    /// Ends all trouble.
    pub(crate) async fn end_all(&mut self, bot: &mut Bot) -> anyhow::Result<()> {
        self.sandbox.clear_faults();
        if self.counts.contains_key(&Kind::LongPause) {
            self.rate_limited_until = Instant::now() + LONG_PAUSE;
        }
        self.sandbox.deliver_times(1);
        bot.free_disk().await?;
        bot.wait_until_connected().await
    }

    /// The number of occurrences of each kind of trouble.
    pub(crate) fn summary(&self) -> String {
        let counts = self.counts.iter();
        let counts: Vec<String> = counts
            .map(|(kind, times)| format!("{kind:?} {times}"))
            .collect();
        counts.join(", ")
    }

    fn disconnect(&mut self) {
        /// Close codes after which the bot can connect again, with a new session or by resuming.
        const CODES: [u16; 6] = [1001, 4000, 4003, 4007, 4008, 4009];
        match self.rng.random_range(0..4) {
            0 => {
                let code = CODES.choose(&mut self.rng).copied();
                self.sandbox.disconnect(code.unwrap_or(4000));
            }
            1 => self.sandbox.ask_to_reconnect(),
            2 => {
                self.sandbox.repeat_on_resume(5);
                self.sandbox.drop_connections();
            }
            _ => self.sandbox.drop_connections(),
        }
    }

    fn spoil_answers(&mut self) {
        for _ in 0..self.rng.random_range(1..=4) {
            let Some(&(method, path)) = CALLS.choose(&mut self.rng) else {
                continue;
            };
            let fault = Fault::on(method, path).times(self.rng.random_range(1..=6));
            let delay = self.random_duration(100, 4_000);
            self.sandbox.inject(match self.rng.random_range(0..9) {
                0 => fault.refused(500),
                1 => fault.delayed(delay),
                2 => fault.delayed(Duration::from_millis(2_900)),
                3 => fault.without_answer(),
                4 => fault.with_lost_answer(),
                5 => fault.rate_limited(Duration::from_millis(700), false),
                6 => fault.rate_limited(Duration::from_millis(300), true),
                7 => fault.rate_limited(Duration::ZERO, false),
                _ => fault.with_html(),
            });
        }
    }

    /// One member floods the bot. The answers are not awaited.
    fn flood(&self) {
        if let Some(flooder) = self.flooder.clone() {
            tokio::spawn(async move {
                join_all((0..FLOOD_SIZE).map(|_| flooder.types("/wythoff games"))).await;
            });
        }
    }

    fn demand_a_long_pause(&mut self) {
        let Some(&(method, path)) = CALLS.choose(&mut self.rng) else {
            return;
        };
        let fault = Fault::on(method, path).rate_limited(LONG_PAUSE, false);
        self.sandbox.inject(fault);
    }

    /// Makes Discord answer a few calls with permanent errors, as if a server had revoked a
    /// permission.
    fn refuse(&mut self) {
        for method in ["PATCH", "POST", "DELETE", "GET"] {
            if let Some(&(status, code)) = REFUSALS.choose(&mut self.rng) {
                let fault = Fault::on(method, "/channels/");
                let times = self.rng.random_range(1..=3);
                self.sandbox
                    .inject(fault.times(times).refused_with(status, code));
            }
        }
    }

    fn delete_a_message(&mut self) {
        let messages = self.sandbox.messages();
        let message = messages.choose(&mut self.rng);
        if let Some(message) = message.and_then(|message| id(&message["id"])) {
            self.sandbox.delete_message(message);
            self.deleted.insert(message.0.cast_signed());
        }
    }

    fn delete_a_channel(&mut self) {
        let messages = self.sandbox.messages();
        let message = messages.choose(&mut self.rng);
        if let Some(channel) = message.and_then(|message| id(&message["channel_id"])) {
            let deleted = self.sandbox.delete_channel(channel).into_iter();
            self.deleted
                .extend(deleted.map(|message| message.0.cast_signed()));
        }
    }

    fn random_duration(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.rng.random_range(least..=most))
    }
}

fn id(value: &Value) -> Option<Id> {
    value.as_str()?.parse().ok()
}
