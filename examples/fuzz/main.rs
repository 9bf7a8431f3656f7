//! Fuzz: feeds the bot what nobody should send. Interactions that people have sent in the sandbox
//! are mutated in every way and carried out on a real database; control ids, positions, moves and
//! lines of `wythoff solve` are mutated and parsed.
//!
//! Discord has to accept every answer, nothing may panic or hang, and no token may get into the
//! log. Violations are printed with their input. `tests/fuzz.rs` runs a small part of this.

#![expect(
    clippy::indexing_slicing,
    reason = "a JSON value without such a field gives null, and indices are drawn in range"
)]

mod interactions;
mod log;
mod mutate;
mod texts;
mod tour;

use clap::Parser;

/// Feeds the bot what nobody should send.
#[derive(Parser)]
struct Arguments {
    /// How many interactions
    #[arg(long, default_value_t = 100_000)]
    interactions: u64,
    /// How many texts
    #[arg(long, default_value_t = 1_000_000)]
    texts: u64,
    /// The seed of the mutations; with the same seed the texts are the same, but not the
    /// interactions, which also depend on what the bot draws and on which answer comes first
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the report is for a person")]
async fn main() -> anyhow::Result<()> {
    let Arguments {
        interactions,
        texts,
        seed,
    } = Arguments::parse();
    let log = log::Log::watch();
    let text_report = texts::read_all(texts, seed);
    println!("{text_report}");
    let tour = tour::tour().await?;
    let counts = [2, 3, 4, 5].map(|kind| {
        let sent = tour.sent.iter();
        sent.filter(|sent| sent["type"] == kind).count()
    });
    println!("people sent commands, clicks, completions and forms: {counts:?}");
    let interaction_report = interactions::feed(&tour, interactions, seed).await?;
    println!("{interaction_report}");
    anyhow::ensure!(log.is_clean(), "a token is in the log");
    anyhow::ensure!(
        text_report.faults.is_empty() && interaction_report.faults.is_empty(),
        "faults were found"
    );
    Ok(())
}
