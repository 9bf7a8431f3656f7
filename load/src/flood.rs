//! How other members are affected when one member floods the bot or when somebody forges
//! signatures, and what happens when more people come at once than the bot admits.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use discord_sandbox::Id;
use futures::future::join_all;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, timeout};

use crate::bot::Bot;
use crate::drive::{RULES, START};
use crate::lean::{Act, Answer, LeanDiscord};

/// How long each round lasts.
const ROUND_TIME: Duration = Duration::from_secs(10);

/// How many games the others start per second, each in a new channel.
const OTHERS_PER_SECOND: u32 = 100;

/// How many games the members start per second in `forge`, with and without forged signatures.
const MEMBERS_PER_SECOND: u32 = 200;

/// How many people start a game at once after the flood.
const CROWD: usize = 2_000;

/// How long until an interaction counts as unanswered.
const PATIENCE: Duration = Duration::from_secs(3);

/// The outcomes of interactions.
#[derive(Default)]
struct Answers {
    times_ms: Vec<f64>,
    turned_away: usize,
    unanswered: usize,
}

/// Measures the other members with and without a flood, then lets a crowd start games at once.
#[expect(clippy::print_stdout, reason = "the figures are for a person")]
pub(crate) async fn flood(bot: &(String, PathBuf), per_second: u32) -> anyhow::Result<()> {
    let bot = Bot::start(bot, Duration::ZERO).await?;
    let flooder = bot.lean.new_id();
    for round in 0..4 {
        let is_flood = round % 2 == 1;
        let others = send(&bot.lean, OTHERS_PER_SECOND, || (bot.lean.new_id(), START));
        let (others, flood) = if is_flood {
            let flood = send(&bot.lean, per_second, || (flooder, RULES));
            let (others, flood) = tokio::join!(others, flood);
            (others, Some(flood))
        } else {
            (others.await, None)
        };
        println!("the others, {}", describe(others));
        if let Some(flood) = flood {
            println!("  the flooder, {}", describe(flood));
        }
        println!("  {:.1} MiB", bot.memory("VmRSS")?);
    }
    let crowd = (0..CROWD).map(|_| act(bot.lean.clone(), bot.lean.new_id(), START));
    let mut answers = Answers::default();
    for answer in join_all(crowd).await {
        answers.add(answer);
    }
    println!("{CROWD} at once: {}", describe(answers));
    println!("  {:.1} MiB at most", bot.memory("VmHWM")?);
    let (answer, _) = act(bot.lean.clone(), bot.lean.new_id(), START).await;
    answer.context("the bot does not answer after the crowd")?;
    Ok(())
}

/// Measures the members without forged signatures, and with the given number of forged signatures
/// per second.
#[expect(clippy::print_stdout, reason = "the figures are for a person")]
pub(crate) async fn forge(bot: &(String, PathBuf), per_second: u32) -> anyhow::Result<()> {
    let bot = Bot::start(bot, Duration::ZERO).await?;
    for round in 0..4 {
        let members = send(&bot.lean, MEMBERS_PER_SECOND, || (bot.lean.new_id(), START));
        if round % 2 == 0 {
            println!("the members, {}", describe(members.await));
            continue;
        }
        let (members, refused) = tokio::join!(members, send_forgeries(&bot.lean, per_second));
        println!("the members, {}", describe(members));
        println!("  {refused} false signatures were refused");
    }
    Ok(())
}

/// Sends false signatures at the given pace. Returns how many were refused.
async fn send_forgeries(lean: &Arc<LeanDiscord>, per_second: u32) -> usize {
    let mut pace = interval(Duration::from_secs(1) / per_second);
    let mut sent = JoinSet::new();
    let started_at = Instant::now();
    while started_at.elapsed() < ROUND_TIME {
        pace.tick().await;
        let lean = lean.clone();
        sent.spawn(async move { lean.forge(Id(1), Id(2), Act::Command(START)).await });
    }
    let answers = sent.join_all().await;
    answers
        .iter()
        .filter(|answer| **answer == Some(true))
        .count()
}

/// Sends interactions at the given pace, whether or not they are answered.
async fn send(
    lean: &Arc<LeanDiscord>,
    per_second: u32,
    next: impl Fn() -> (Id, &'static str),
) -> Answers {
    let mut pace = interval(Duration::from_secs(1) / per_second);
    let mut sent = JoinSet::new();
    let started_at = Instant::now();
    while started_at.elapsed() < ROUND_TIME {
        pace.tick().await;
        let (member, command) = next();
        sent.spawn(act(lean.clone(), member, command));
    }
    let mut answers = Answers::default();
    for answer in sent.join_all().await {
        answers.add(answer);
    }
    answers
}

async fn act(lean: Arc<LeanDiscord>, member: Id, command: &str) -> (Option<Answer>, Duration) {
    let started_at = Instant::now();
    let channel = lean.new_id();
    let answer = timeout(
        PATIENCE,
        lean.interact(member, channel, Act::Command(command)),
    )
    .await;
    (answer.ok().flatten(), started_at.elapsed())
}

impl Answers {
    fn add(&mut self, (answer, duration): (Option<Answer>, Duration)) {
        self.times_ms.push(duration.as_secs_f64() * 1000.0);
        match answer {
            Some(answer) if answer.says("changed nothing") || answer.says("too busy") => {
                self.turned_away += 1;
            }
            Some(_) => {}
            None => self.unanswered += 1,
        }
    }
}

fn describe(mut answers: Answers) -> String {
    answers.times_ms.sort_by(f64::total_cmp);
    let count = answers.times_ms.len();
    let quantile = |per_mille: usize| {
        let index = (count * per_mille / 1000).min(count.saturating_sub(1));
        answers.times_ms.get(index).copied().unwrap_or_default()
    };
    format!(
        "{count} sent, {} turned away, {} unanswered: p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms",
        answers.turned_away,
        answers.unanswered,
        quantile(500),
        quantile(990),
        quantile(1000)
    )
}
