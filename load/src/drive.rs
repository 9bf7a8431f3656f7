//! What members do, and how long it takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use tokio::time::{Instant, sleep};

use crate::bot::Bot;
use crate::lean::{Act, Answer, LeanDiscord};

pub(crate) const START: &str = r#"{"type":1,"name":"wythoff","id":"1100000000000000003","options":[{"type":1,"name":"start","options":[{"type":4,"name":"a","value":10},{"type":4,"name":"b","value":6}]}]}"#;
const START_MOVING_FIRST: &str = r#"{"type":1,"name":"wythoff","id":"1100000000000000003","options":[{"type":1,"name":"start","options":[{"type":4,"name":"a","value":10},{"type":4,"name":"b","value":6},{"type":3,"name":"first","value":"me"}]}]}"#;
const START_NIM: &str = r#"{"type":1,"name":"nim","id":"1100000000000000004","options":[{"type":1,"name":"start","options":[{"type":3,"name":"position","value":"3 5 7"}]}]}"#;
const START_NIM_MOVING_FIRST: &str = r#"{"type":1,"name":"nim","id":"1100000000000000004","options":[{"type":1,"name":"start","options":[{"type":3,"name":"position","value":"3 5 7"},{"type":3,"name":"first","value":"me"}]}]}"#;
pub(crate) const RULES: &str = r#"{"type":1,"name":"wythoff","id":"1100000000000000003","options":[{"type":1,"name":"rules","options":[]}]}"#;

/// The maximum number of clicks in a game, since the peer's games never end.
const MAX_CLICKS: u32 = 4;

/// How long a bot is under load before it is measured.
const WARM_UP: Duration = Duration::from_millis(500);

/// What the members do.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Scenario {
    /// A new member starts a game in a new channel.
    Start,
    /// A new member plays a game in a new channel.
    Play,
    /// A new member starts a game of Nim in a new channel.
    StartNim,
    /// A new member plays a game of Nim in a new channel.
    PlayNim,
    /// A member reads the rules.
    Rules,
}

/// What was measured: response times in milliseconds, and the CPU time of an interaction in
/// microseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measurement {
    pub(crate) per_second: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) max: f64,
    pub(crate) cpu_us: f64,
    pub(crate) peak_mib: f64,
}

impl Measurement {
    /// The run with the median throughput.
    pub(crate) fn median(mut runs: Vec<Self>) -> Self {
        runs.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
        runs.swap_remove(runs.len() / 2)
    }
}

/// Acts as one new member after another.
struct Driver {
    lean: Arc<LeanDiscord>,
    stop: Arc<AtomicBool>,
    is_counting: Arc<AtomicBool>,
    done_count: Arc<AtomicU64>,
    times_us: Vec<u32>,
}

impl Driver {
    async fn drive(mut self, scenario: Scenario) -> Vec<u32> {
        while !self.stop.load(Ordering::Relaxed) {
            let member_and_channel = (self.lean.new_id(), self.lean.new_id());
            match scenario {
                Scenario::Start => drop(self.act(member_and_channel, Act::Command(START)).await),
                Scenario::Rules => drop(self.act(member_and_channel, Act::Command(RULES)).await),
                Scenario::StartNim => {
                    drop(self.act(member_and_channel, Act::Command(START_NIM)).await);
                }
                Scenario::Play => self.play(member_and_channel, START_MOVING_FIRST).await,
                Scenario::PlayNim => self.play(member_and_channel, START_NIM_MOVING_FIRST).await,
            }
        }
        self.times_us
    }

    async fn play(
        &mut self,
        member_and_channel: (discord_sandbox::Id, discord_sandbox::Id),
        start: &str,
    ) {
        let mut board = self.act(member_and_channel, Act::Command(start)).await;
        for _ in 0..MAX_CLICKS {
            let Some(answer) = &board else { return };
            let Some((id, is_select)) = answer.control() else {
                return;
            };
            let data = if is_select {
                format!(r#"{{"values":["1"],"id":2,"custom_id":"{id}","component_type":3}}"#)
            } else {
                format!(r#"{{"id":2,"custom_id":"{id}","component_type":2}}"#)
            };
            board = self
                .act(member_and_channel, Act::Click(answer, &data))
                .await;
        }
    }

    async fn act(
        &mut self,
        (member, channel): (discord_sandbox::Id, discord_sandbox::Id),
        act: Act<'_>,
    ) -> Option<Answer> {
        let started_at = Instant::now();
        let answer = self.lean.interact(member, channel, act).await?;
        if self.is_counting.load(Ordering::Relaxed) {
            let duration = u32::try_from(started_at.elapsed().as_micros());
            self.times_us.push(duration.unwrap_or(u32::MAX));
        }
        self.done_count.fetch_add(1, Ordering::Relaxed);
        Some(answer)
    }
}

/// Drivers that run at the same time.
struct Crowd {
    stop: Arc<AtomicBool>,
    is_counting: Arc<AtomicBool>,
    done_count: Arc<AtomicU64>,
    drivers: Vec<tokio::task::JoinHandle<Vec<u32>>>,
}

impl Crowd {
    fn gather(lean: &Arc<LeanDiscord>, scenarios: &[Scenario], in_flight: usize) -> Self {
        let (stop, is_counting, done_count) = (Arc::default(), Arc::default(), Arc::default());
        let kinds = scenarios.iter().copied().cycle().take(in_flight);
        let drivers = kinds
            .map(|scenario| {
                let driver = Driver {
                    lean: lean.clone(),
                    stop: Arc::clone(&stop),
                    is_counting: Arc::clone(&is_counting),
                    done_count: Arc::clone(&done_count),
                    times_us: Vec::new(),
                };
                tokio::spawn(driver.drive(scenario))
            })
            .collect();
        Self {
            stop,
            is_counting,
            done_count,
            drivers,
        }
    }

    /// Stops the drivers. Returns the duration of each counted act in microseconds.
    async fn end(self) -> anyhow::Result<Vec<u32>> {
        self.stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for driver in self.drivers {
            times.extend(driver.await?);
        }
        Ok(times)
    }
}

/// Puts a bot under load for `time`, and measures it.
pub(crate) async fn measure(
    bot: Bot,
    scenario: Scenario,
    in_flight: usize,
    time: Duration,
) -> anyhow::Result<Measurement> {
    let crowd = Crowd::gather(&bot.lean, &[scenario], in_flight * bot.processes());
    sleep(WARM_UP).await;
    let (started_at, cpu) = (Instant::now(), bot.cpu()?);
    crowd.is_counting.store(true, Ordering::Relaxed);
    sleep(time).await;
    crowd.is_counting.store(false, Ordering::Relaxed);
    let (duration, cpu) = (started_at.elapsed(), bot.cpu()? - cpu);
    let mut times = crowd.end().await?;
    times.sort_unstable();
    let quantile = |per_mille: usize| {
        let index = (times.len() * per_mille / 1000).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |&us| f64::from(us) / 1000.0)
    };
    let count = f64::from(u32::try_from(times.len())?);
    Ok(Measurement {
        per_second: count / duration.as_secs_f64(),
        p50: quantile(500),
        p99: quantile(990),
        max: quantile(1000),
        cpu_us: cpu * 1e6 / count,
        peak_mib: bot.memory("VmHWM")?,
    })
}

/// Lets a bot answer the given number of interactions (starts, games and rules), and prints its
/// memory use and open descriptors ten times along the way.
#[expect(clippy::print_stdout, reason = "the figures are for a person")]
pub(crate) async fn soak(
    bot: &(String, std::path::PathBuf),
    interactions: u64,
) -> anyhow::Result<()> {
    let bot = Bot::start(bot, Duration::ZERO).await?;
    println!(
        "idle: {:.1} MiB, {} descriptors",
        bot.memory("VmRSS")?,
        bot.descriptors()?
    );
    let kinds = [
        Scenario::Start,
        Scenario::Play,
        Scenario::Play,
        Scenario::Rules,
    ];
    let started_at = Instant::now();
    let crowd = Crowd::gather(&bot.lean, &kinds, 64);
    for tenth in 1..=10 {
        while crowd.done_count.load(Ordering::Relaxed) < interactions * tenth / 10 {
            sleep(Duration::from_millis(50)).await;
        }
        println!(
            "{:>9} after {:>4} s: {:.1} MiB, {} descriptors",
            crowd.done_count.load(Ordering::Relaxed),
            started_at.elapsed().as_secs(),
            bot.memory("VmRSS")?,
            bot.descriptors()?
        );
    }
    crowd.end().await.context("a driver panicked")?;
    sleep(Duration::from_secs(5)).await;
    println!(
        "at rest: {:.1} MiB, {:.1} at most",
        bot.memory("VmRSS")?,
        bot.memory("VmHWM")?
    );
    Ok(())
}
