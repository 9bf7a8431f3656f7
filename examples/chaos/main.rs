//! Chaos: members play against the real binary while everything that can go wrong does. At the end
//! nothing may be lost.
//!
//! A round takes a minute. Ten members play in a sandbox, in two servers and in direct messages,
//! while the process is killed and stopped, events are doubled and reordered, sockets drop,
//! Discord's answers fail, stall and are late, Discord refuses or makes the bot wait for a minute,
//! messages and channels are deleted, the clock jumps, the disk is full, and the database is locked
//! or its files are replaced. Then the trouble ends, every board has to be up to date within ten
//! seconds, and the database is checked (`boards`, `verdict`).
//!
//! With `--postgres` the games are on a PostgreSQL server. Instead of trouble with files, that
//! server is killed, frozen or replaced by a standby, or its sessions are ended.
//!
//! With an even seed, or with `--replicas 2`, interactions come in over HTTP.
//!
//! In a dense round a hundred members act as quickly as the bot allows, trouble is short, and the
//! process is killed every few seconds; Discord's clock is advanced before each start, so that the
//! bot may identify itself.
//!
//! With `--kills 100` the process is killed a hundred times under the load of a dense round, and
//! nothing else happens. With `--stops 100` it is stopped and started again instead. With
//! `--replicas 2` there are two processes behind `HAProxy`, which are killed or stopped in turn.
//! With `--stops` as well, no interaction may fail. With `--before`, a round begins with another
//! program, the previous version, which the restarts replace.
//!
//! The seed decides who does what and what goes wrong, but not exactly when. Build the bot first:
//! `cargo build && cargo run --example chaos`.

mod boards;
mod bot;
#[path = "../../tests/support/front.rs"]
mod front;
mod moves;
mod people;
mod ratings;
mod trouble;
mod verdict;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Parser, value_parser};
use discord_sandbox::Sandbox;
use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::boards::Boards;
use self::bot::{Bot, Database, Deployment};
use self::people::Person;
use self::trouble::Trouble;

/// Makes everything go wrong that can, and checks whether anything was lost.
#[derive(Parser)]
struct Arguments {
    /// The seed that decides who does what and what goes wrong; random if omitted
    #[arg(long)]
    seed: Option<u64>,
    /// How many rounds, each with the next seed
    #[arg(long, default_value_t = 1)]
    rounds: u64,
    /// How many seconds the members play in a round
    #[arg(long, default_value_t = 45)]
    seconds: u64,
    /// The program to test; by default, the one built beside this program
    #[arg(long)]
    bot: Option<PathBuf>,
    /// A hundred members who act as quickly as the bot allows, short trouble, and a kill every few
    /// seconds
    #[arg(long)]
    dense: bool,
    /// How many members there are in a dense round, and with --kills and --stops
    #[arg(long, default_value_t = 100)]
    members: usize,
    /// How many times to kill the process in a round under dense load, with no other trouble
    #[arg(long)]
    kills: Option<u32>,
    /// How many times to restart the process in a round under dense load, with no other trouble
    #[arg(long, conflicts_with = "kills")]
    stops: Option<u32>,
    /// How many processes; two share a PostgreSQL database, and get HTTP requests from `HAProxy`
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u8).range(1..=2))]
    replicas: u8,
    /// The program that each round begins with; the restarts replace it
    #[arg(long, requires = "stops")]
    before: Option<PathBuf>,
    /// Keep the games in PostgreSQL, on a server that this program starts
    #[arg(long)]
    postgres: bool,
    /// Do not check the boards; for a bot that was broken on purpose in another respect
    #[arg(long)]
    blind: bool,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "what was found is for a person")]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let program = match &arguments.bot {
        Some(program) => program.clone(),
        None => built_program()?,
    };
    let missing = || format!("there is no {}; run `cargo build` first", program.display());
    let program = program.canonicalize().with_context(missing)?;
    let random_seed = StdRng::try_from_rng(&mut SysRng)?.next_u64() % 1_000_000;
    let first = arguments.seed.unwrap_or(random_seed);
    let mut violations = 0;
    for seed in first..first + arguments.rounds {
        let round = round(&program, seed, &arguments).await?;
        println!("seed {seed}: {}", round.summary);
        for violation in &round.violations {
            println!("    {violation}");
        }
        violations += round.violations.len();
    }
    if violations > 0 {
        bail!("{violations} violations");
    }
    println!("nothing was lost, nothing counted twice");
    Ok(())
}

/// The program that is built beside the examples.
fn built_program() -> anyhow::Result<PathBuf> {
    let example = std::env::current_exe()?;
    let folder = example.parent().and_then(|examples| examples.parent());
    Ok(folder
        .context("this program is in no folder")?
        .join("wythoff"))
}

/// The result of a round.
struct Round {
    summary: String,
    violations: Vec<String>,
}

async fn round(
    program: &std::path::Path,
    seed: u64,
    arguments: &Arguments,
) -> anyhow::Result<Round> {
    let mut folder = tempfile::tempdir()?;
    // The folder is kept if something goes wrong.
    folder.disable_cleanup(true);
    let sandbox = Sandbox::start().await?;
    let servers = [sandbox.server("Chaos"), sandbox.server("Disorder")];
    let database = if arguments.postgres || arguments.replicas > 1 {
        Some(Database::new(folder.path()).await?)
    } else {
        None
    };
    let deployment = if arguments.replicas > 1 {
        Deployment::Replicas
    } else if seed.is_multiple_of(2) {
        Deployment::Http
    } else {
        Deployment::Gateway
    };
    let first = match &arguments.before {
        Some(before) => before.canonicalize()?,
        None => program.to_owned(),
    };
    let mut bot = Bot::launch(&first, &sandbox, folder.path(), database, deployment)?;
    sandbox.ready().await;
    bot.set_program(program);
    if bot.has_replicas() {
        bot.wait_until_all_connected().await?;
    }

    let stop = CancellationToken::new();
    let is_dense = arguments.dense || arguments.kills.is_some() || arguments.stops.is_some();
    let dense_members = is_dense.then_some(arguments.members);
    let people = Person::all(&sandbox, &servers, seed, dense_members);
    let players: Vec<_> = people
        .into_iter()
        .map(|person| tokio::spawn(person.play(stop.clone())))
        .collect();
    let pause = Duration::from_millis(if is_dense { 1_000 } else { 50 });
    let boards = tokio::spawn(Boards::watch(sandbox.clone(), pause, stop.clone()));
    let limits = tokio::spawn(verdict::watch(
        sandbox.clone(),
        bot.database(),
        bot.files_lock(),
        stop.clone(),
    ));

    let mut trouble = Trouble::new(&sandbox, &servers, seed, is_dense);
    disturb(&mut trouble, &mut bot, arguments).await?;
    trouble.end_all(&mut bot).await?;
    stop.cancel();

    let mut attempts = Vec::new();
    for player in players {
        attempts.extend(player.await?);
    }
    let mut violations = limits.await?;
    let unanswered = sandbox.unanswered();
    if arguments.stops.is_some() && bot.has_replicas() {
        let failed = unanswered.iter();
        violations.extend(failed.map(|id| format!("interaction {} was not answered", id.0)));
        violations.extend(sandbox.endpoint_failures());
    }
    let boards_seen = boards.await?;
    if !arguments.blind {
        let mut problems =
            boards::wait_until_up_to_date(&sandbox, &bot.database(), &trouble).await?;
        // A new process has no memory of the refusals, and knows how far back it has to check
        // boards.
        if !problems.is_empty() && bot.has_been_refused_too_much()? {
            bot.restart().await?;
            problems = boards::wait_until_up_to_date(&sandbox, &bot.database(), &trouble).await?;
        }
        violations.extend(problems);
    }
    bot.stop().await?;
    let verdict = verdict::judge(&sandbox, &bot.database(), &attempts, &boards_seen).await?;
    violations.extend(verdict.violations);
    violations.extend(bot.panics()?);
    let location = if violations.is_empty() {
        String::new()
    } else {
        std::fs::write(folder.path().join("calls"), calls(&sandbox))?;
        format!("; its files are in {}", folder.path().display())
    };
    folder.disable_cleanup(!location.is_empty());
    let summary = format!(
        "{}, {} interactions unanswered, {}{location}",
        verdict.summary,
        unanswered.len(),
        trouble.summary()
    );
    Ok(Round {
        summary,
        violations,
    })
}

/// Makes things go wrong, as the arguments say.
async fn disturb(
    trouble: &mut Trouble,
    bot: &mut Bot,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    if let Some(kills) = arguments.kills {
        for _ in 0..kills {
            trouble.kill(bot).await?;
        }
    } else if let Some(stops) = arguments.stops {
        for _ in 0..stops {
            trouble.stop(bot).await?;
        }
    } else {
        while Instant::now() < end {
            trouble.cause_one(bot).await?;
        }
    }
    Ok(())
}

/// Every call that the bot has made, one per line.
fn calls(sandbox: &Sandbox) -> String {
    let calls = sandbox.calls().into_iter();
    let lines = calls.map(|call| {
        let body = call.body.map(|body| body.to_string()).unwrap_or_default();
        let status = call
            .status
            .map_or_else(String::new, |status| status.to_string());
        format!(
            "{} {status} {} {} {body}\n",
            call.at_ms, call.method, call.path
        )
    });
    lines.collect()
}
