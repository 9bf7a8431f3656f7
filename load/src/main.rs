//! Load: how many interactions the real bot answers, how quickly and at what cost, compared with a
//! minimal bot (`peer`).
//!
//! Both run alternately, on loopback, against a Discord without validation, so that variations in
//! the machine's speed affect both. The measured time is from the event to the arrival of the first
//! response. CPU and memory are those of the bot's process. See `docs/performance.md` for how to
//! build both and for the figures.

mod bot;
mod drive;
mod flood;
mod lean;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;

use self::bot::Bot;
use self::drive::{Measurement, Scenario};

/// Measures how many interactions a bot answers, and how quickly.
#[derive(Parser)]
struct Arguments {
    /// What members do: start (a new member starts a game in a new channel), play (a start and up
    /// to four clicks), start-nim, play-nim, rules (nothing is stored)
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "start,play,start-nim,play-nim,rules"
    )]
    scenarios: Vec<Scenario>,
    /// How many interactions are in flight at the same time, for each process
    #[arg(long, value_delimiter = ',', default_value = "1,16,64,256")]
    in_flight: Vec<usize>,
    /// How many seconds each measurement takes
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// How many milliseconds each of a bot's callbacks takes
    #[arg(long, default_value_t = 0)]
    callback_ms: u64,
    /// How many times each measurement is repeated, alternating between the bots
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// The bots to measure, each as name=path; the others are compared with the first. Words
    /// in a name, after a hyphen, choose how the bot runs: -full with full synchronisation of its
    /// database, -postgres with its own PostgreSQL server, -http with signed requests, -replicas
    /// with PostgreSQL, signed requests and two processes
    #[arg(long, value_delimiter = ',', value_parser = parse_bot, default_value = "peer=target/release/peer,wythoff=target/release/wythoff")]
    bots: Vec<(String, PathBuf)>,
    /// Instead, measure the memory of the last bot that is not the peer while it answers this many
    /// interactions (starts, games and rules)
    #[arg(long)]
    soak: Option<u64>,
    /// Instead, let one member send this many interactions per second for ten seconds to the last
    /// bot that is not the peer, and measure the effect on the other members
    #[arg(long)]
    flood: Option<u32>,
    /// Instead, send this many requests with false signatures per second for ten seconds to the
    /// last bot that is not the peer, and measure the effect on the members
    #[arg(long)]
    forge: Option<u32>,
}

fn parse_bot(argument: &str) -> Result<(String, PathBuf), String> {
    let parts = argument.split_once('=');
    let (name, path) = parts.ok_or("a bot is written as name=path")?;
    let path = PathBuf::from(path).canonicalize();
    Ok((name.to_owned(), path.map_err(|error| error.to_string())?))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let our_bot = || {
        let mut bots = arguments.bots.iter();
        let bot = bots.rfind(|(name, _)| !name.starts_with("peer"));
        bot.context("there is no bot but the peer")
    };
    if let Some(interactions) = arguments.soak {
        return drive::soak(our_bot()?, interactions).await;
    }
    if let Some(per_second) = arguments.flood {
        return flood::flood(our_bot()?, per_second).await;
    }
    if let Some(per_second) = arguments.forge {
        return flood::forge(our_bot()?, per_second).await;
    }
    for &scenario in &arguments.scenarios {
        for &in_flight in &arguments.in_flight {
            compare(&arguments, scenario, in_flight).await?;
        }
    }
    Ok(())
}

/// Measures every bot in alternation, and prints the medians.
#[expect(clippy::print_stdout, reason = "the figures are for a person")]
async fn compare(
    arguments: &Arguments,
    scenario: Scenario,
    in_flight: usize,
) -> anyhow::Result<()> {
    let mut measurements: Vec<Vec<Measurement>> =
        arguments.bots.iter().map(|_| Vec::new()).collect();
    for _ in 0..arguments.runs {
        for (bot, runs) in arguments.bots.iter().zip(&mut measurements) {
            let delay = Duration::from_millis(arguments.callback_ms);
            let bot = Bot::start(bot, delay).await?;
            let time = Duration::from_secs(arguments.seconds);
            runs.push(drive::measure(bot, scenario, in_flight, time).await?);
        }
    }
    let medians: Vec<Measurement> = measurements.into_iter().map(Measurement::median).collect();
    let base = medians.first().map_or(0.0, |first| first.per_second);
    println!("{scenario:?}, {in_flight} in flight");
    println!(
        "  {:<14} {:>7} {:>6} {:>8} {:>8} {:>8} {:>9} {:>9}",
        "", "a second", "ratio", "p50 ms", "p99 ms", "max ms", "CPU us", "peak MiB"
    );
    for ((name, _), median) in arguments.bots.iter().zip(&medians) {
        println!(
            "  {name:<14} {:>8.0} {:>6.2} {:>8.2} {:>8.2} {:>8.2} {:>9.1} {:>9.1}",
            median.per_second,
            median.per_second / base,
            median.p50,
            median.p99,
            median.max,
            median.cpu_us,
            median.peak_mib
        );
    }
    Ok(())
}
