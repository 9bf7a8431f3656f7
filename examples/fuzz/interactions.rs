//! Mutates interactions that people have sent, and carries them out.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use discord_sandbox::{judge_message, judge_response};
use futures::{FutureExt, StreamExt};
use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};
use wythoff_discord::{
    Bot, FollowUp, Interaction, PublicMessage, Reply, Response, Texts, handle, read_as,
};
use wythoff_game::records::InteractionId;
use wythoff_service::{Chance, Service};
use wythoff_store::{Database, Store};

use super::mutate;
use super::tour::Tour;

/// How many interactions are in flight at the same time.
const AT_ONCE: usize = 64;

/// The deadline for an answer: what Discord's own deadline leaves for the handler.
const DEADLINE: Duration = Duration::from_secs(2);

/// How long an interaction may take on a busy machine before it counts as hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(20);

/// How many controls from answers are kept for use in later inputs.
const MAX_CONTROLS: usize = 512;

/// How many kinds of faults are printed, and how many leading characters distinguish one kind from
/// another.
const MAX_PRINTED: usize = 10;
const KIND_LENGTH: usize = 150;

/// The token of every interaction. It must never appear in the log.
pub(crate) const TOKEN: &str = "interaction.secret";

/// The results of all interactions.
#[derive(Default)]
pub(crate) struct Report {
    inputs: u64,
    duration: Duration,
    /// The number of interactions, by what they were parsed as.
    read_as: BTreeMap<&'static str, u64>,
    /// The number of answers, by kind.
    answered: BTreeMap<&'static str, u64>,
    slowest: (Duration, String),
    pub(crate) faults: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = f64::from(u32::try_from(self.inputs).unwrap_or(u32::MAX))
            / self.duration.as_secs_f64().max(0.001);
        writeln!(f, "interactions: {}, {per_second:.0} a second", self.inputs)?;
        let reach = self.count_reaching_service();
        writeln!(f, "  read as: {:?}; {reach} reach a use case", self.read_as)?;
        writeln!(f, "  answered: {:?}", self.answered)?;
        let (slowest, input) = &self.slowest;
        writeln!(f, "  slowest: {slowest:?}, {input}")?;
        // Only one fault of each kind is printed.
        let mut kinds: BTreeMap<String, (u64, &str)> = BTreeMap::new();
        for fault in &self.faults {
            let kind: String = fault.chars().take(KIND_LENGTH).collect();
            kinds.entry(kind).or_insert((0, fault)).0 += 1;
        }
        for (times, fault) in kinds.values().take(MAX_PRINTED) {
            writeln!(f, "  FAULT, {times} times: {fault}")?;
        }
        write!(f, "  faults: {}", self.faults.len())
    }
}

impl Report {
    /// How many interactions were parsed as something that a use case handles.
    pub(crate) fn count_reaching_service(&self) -> u64 {
        let known = ["command", "click", "form", "completion"];
        known
            .iter()
            .filter_map(|known| self.read_as.get(known))
            .sum()
    }
}

/// The result of one interaction.
struct Outcome {
    read_as: &'static str,
    answered: &'static str,
    duration: Duration,
    /// The interaction's `data`, for the report.
    data: String,
    controls: Vec<String>,
    fault: Option<String>,
}

/// Mutates and carries out `inputs` interactions.
pub(crate) async fn feed(tour: &Tour, inputs: u64, seed: u64) -> anyhow::Result<Report> {
    let database = tour.folder.path().join("fuzz.db");
    let store = Store::open(Database::at(&format!("sqlite://{}", database.display()))?).await?;
    let store = Arc::new(store);
    let service = Service::new(store.clone(), Chance::from_system()?);
    service.enforce_deadlines(true);
    let bot = Arc::new(Bot::new(service, Texts::load()?));
    let mut words = Vec::new();
    for sent in &tour.sent {
        mutate::collect_texts(&sent["data"], &mut words);
        mutate::collect_texts(&sent["channel_id"], &mut words);
    }
    let first = InteractionId::first_at(tour.now).0;
    let controls = Mutex::new(Vec::new());
    let ids = AtomicU64::new(first.cast_unsigned());
    let mut random = StdRng::seed_from_u64(seed);
    let mut report = Report {
        inputs,
        ..Report::default()
    };
    let started_at = Instant::now();
    let tasks = futures::stream::iter(0..inputs).map(|_| {
        let id = ids.fetch_add(1 << 18, Ordering::Relaxed);
        let known = controls.lock();
        let input = mutated_interaction(
            &tour.sent,
            (&words, &known),
            id,
            mutate::draw_seed(&mut random),
        );
        drop(known);
        tokio::spawn(carry_out(bot.clone(), input))
    });
    let mut outcomes = tasks.buffer_unordered(AT_ONCE);
    while let Some(outcome) = outcomes.next().await {
        let outcome = outcome?;
        *report.read_as.entry(outcome.read_as).or_default() += 1;
        *report.answered.entry(outcome.answered).or_default() += 1;
        if outcome.duration > report.slowest.0 {
            report.slowest = (outcome.duration, outcome.data);
        }
        report.faults.extend(outcome.fault);
        let mut known = controls.lock();
        known.extend(outcome.controls);
        let too_many = known.len().saturating_sub(MAX_CONTROLS);
        known.drain(..too_many);
    }
    drop(outcomes);
    report.duration = started_at.elapsed();
    store.close().await;
    Ok(report)
}

/// An interaction that was sent, with a new id, usually a control id from a recent answer, and up
/// to three changes.
fn mutated_interaction(
    sent: &[Value],
    (words, controls): (&[String], &[String]),
    id: u64,
    seed: u64,
) -> String {
    let mut random = StdRng::seed_from_u64(seed);
    // Every kind is equally likely, although people click more often than they type.
    let kind = random.random_range(2..=5);
    let of_kind: Vec<&Value> = sent.iter().filter(|sent| sent["type"] == kind).collect();
    let mut input = match of_kind.get(random.random_range(0..of_kind.len().max(1))) {
        Some(&sent) => sent.clone(),
        None => sent[random.random_range(0..sent.len())].clone(),
    };
    input["id"] = json!(id.to_string());
    input["token"] = json!(TOKEN);
    if input["data"]["custom_id"].is_string() && !controls.is_empty() && random.random_ratio(3, 4) {
        let control = &controls[random.random_range(0..controls.len())];
        input["data"]["custom_id"] = json!(control);
    }
    for _ in 0..random.random_range(0..=3) {
        // Mostly in the data, which people control; Discord sets the rest.
        let data = &mut input["data"];
        if random.random_ratio(4, 5) {
            *data = mutate::value(data, words, &mut random);
        } else {
            input = mutate::value(&input, words, &mut random);
            if !input.is_object() {
                break;
            }
        }
    }
    let serialised = input.to_string();
    if random.random_ratio(1, 50) {
        return mutate::with_duplicate_field(&serialised, &mut random);
    }
    serialised
}

async fn carry_out(bot: Arc<Bot>, input: String) -> Outcome {
    let mut outcome = Outcome {
        read_as: "nothing",
        answered: "not read",
        duration: Duration::ZERO,
        data: String::new(),
        controls: Vec::new(),
        fault: None,
    };
    let Ok(interaction) = Interaction::read(&input) else {
        return outcome;
    };
    outcome.read_as = read_as(&interaction, bot.texts());
    let started_at = Instant::now();
    let answer = AssertUnwindSafe(handle(&bot, &interaction, started_at + DEADLINE)).catch_unwind();
    let result = timeout(HANG_TIMEOUT, answer).await;
    outcome.duration = started_at.elapsed();
    let read: Value = serde_json::from_str(&input).unwrap_or_default();
    let kind = read["type"].as_u64();
    let kind = kind.and_then(|kind| u8::try_from(kind).ok()).unwrap_or(0);
    outcome.data = read["data"].to_string();
    let verdict = match result {
        Ok(Ok(reply)) => {
            outcome.answered = name(&reply.first);
            judge(kind, &reply, &mut outcome.controls)
        }
        Ok(Err(_panic)) => Err("a panic".to_owned()),
        Err(_elapsed) => Err("no answer".to_owned()),
    };
    if let Err(why) = verdict {
        outcome.fault = Some(format!("{why}\n    {input}"));
    }
    outcome
}

const fn name(response: &Response) -> &'static str {
    match response {
        Response::NewBoard(_) | Response::Public(_) | Response::Private(_) => "message",
        Response::Board { .. } | Response::Update(_) => "update",
        Response::Acknowledge => "acknowledged",
        Response::Defer => "deferred",
        Response::Form(_) => "form",
        Response::Choices(_) => "choices",
    }
}

/// Checks that Discord would accept a reply, and collects its controls.
fn judge(kind: u8, reply: &Reply, controls: &mut Vec<String>) -> Result<(), String> {
    let serialised = |value: serde_json::Result<Value>| value.map_err(|error| error.to_string());
    let response = serialised(serde_json::to_value(&reply.first))?;
    let files = reply.first.attachments().iter();
    let files: Vec<(String, Vec<u8>)> = files
        .map(|file| (file.name.clone(), file.bytes.clone()))
        .collect();
    judge_response(kind, &response, &files)
        .map_err(|refusal| format!("{refusal:?}: {response}"))?;
    note_controls(&response, controls);
    for follow_up in &reply.follow_ups {
        let (FollowUp::SendPrivate(message)
        | FollowUp::EditResponse { message, .. }
        | FollowUp::PostMessage(PublicMessage { message, .. })) = follow_up
        else {
            continue;
        };
        let message = serialised(serde_json::to_value(message))?;
        judge_message(&message).map_err(|refusal| format!("{refusal:?}: {message}"))?;
        note_controls(&message, controls);
    }
    Ok(())
}

fn note_controls(value: &Value, controls: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let id = fields.get("custom_id").and_then(Value::as_str);
            controls.extend(id.map(str::to_owned));
            for value in fields.values() {
                note_controls(value, controls);
            }
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| note_controls(value, controls)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
