//! Texts that people type, and control ids that come back from Discord: parsing them must neither
//! panic nor take too long.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use nim_games::{Move, Options, Position, Variant};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use wythoff::solve::{Question, Wanted};
use wythoff_discord::is_control;

use super::mutate;

/// How long reading and solving one text may take. Without optimisation, tabulating a board takes
/// twenty times as long.
const MAX_DURATION: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 100 });

/// How many faults are printed.
const MAX_PRINTED: usize = 20;

/// Well-formed texts.
const WELL_FORMED: [&str; 42] = [
    "10 6",
    "3 5 7",
    "18446744073709551615 18446744073709551614",
    "1 2 3 4 5 6 7 8",
    "5/21",
    "99/100",
    "12,345 7",
    "marienbad",
    "wythoff: 3 5",
    "nim: 0 5 0",
    "A3",
    "A2B2",
    "+3",
    "b18446744073709551615",
    "three from a",
    "2 from both",
    "w2:g:1174109849387008000:4.1:p:A3",
    "w2:g:1174109849387008000:0:o",
    "w2:g:1174109849387008000:0:r",
    "w2:c:1174109849387008000:a",
    "w2:p:e",
    "w2:l:wythoff:s:r:1",
    "nim 3 5 7",
    "race 5",
    "8/3",
    "4+3 0 2",
    "1 5 4 (2-3)",
    "7=2+5",
    "A2C1",
    "2 from a and 3 from c",
    "+B",
    "12 9 20 20",
    "7 7 7 7",
    "0 0",
    "ooo--ooo",
    "2x3",
    "oo/o-",
    "oo/oo oo/--",
    "P3+C4",
    "Po-o+S4",
    "5.6.7",
    "5 to 7",
];

/// The results of reading the texts.
#[derive(Default)]
pub(crate) struct Report {
    inputs: u64,
    duration: Duration,
    /// The number of accepted texts, by what they were accepted as.
    accepted: BTreeMap<&'static str, u64>,
    slowest: (Duration, String),
    pub(crate) faults: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = f64::from(u32::try_from(self.inputs).unwrap_or(u32::MAX))
            / self.duration.as_secs_f64().max(0.001);
        let (slowest, input) = &self.slowest;
        writeln!(f, "texts: {}, {per_second:.0} a second", self.inputs)?;
        writeln!(f, "  accepted: {:?}", self.accepted)?;
        writeln!(f, "  slowest: {slowest:?}, {input:?}")?;
        for fault in self.faults.iter().take(MAX_PRINTED) {
            writeln!(f, "  FAULT: {fault}")?;
        }
        write!(f, "  faults: {}", self.faults.len())
    }
}

/// Reads `inputs` random texts.
pub(crate) fn read_all(inputs: u64, seed: u64) -> Report {
    let mut random = StdRng::seed_from_u64(seed);
    let well_formed = WELL_FORMED.map(str::to_owned);
    let mut report = Report {
        inputs,
        ..Report::default()
    };
    // Tables are filled first, as when the bot starts, so that filling them is not measured.
    Position::positions_to_tabulate_first().for_each(|position| position.tabulate());
    let solved = Position::read_to_solve(Variant::Grundy, Options::default(), "10000");
    let _is_lost = solved.map(|position| position.is_lost());
    let started_at = Instant::now();
    for _ in 0..inputs {
        let mut text = well_formed[random.random_range(0..well_formed.len())].clone();
        for _ in 0..random.random_range(0..4) {
            text = mutate::text(&text, &well_formed, &mut random);
        }
        text.truncate(text.floor_char_boundary(4_000));
        let variant = Variant::ALL[random.random_range(0..Variant::ALL.len())];
        let read_at = Instant::now();
        match catch_unwind(|| accepted_as(&text, variant)) {
            Ok(accepted) => {
                for what in accepted {
                    *report.accepted.entry(what).or_default() += 1;
                }
            }
            Err(_panic) => report.faults.push(format!("panic: {text:?}, {variant:?}")),
        }
        let duration = read_at.elapsed();
        if duration > MAX_DURATION {
            report
                .faults
                .push(format!("{duration:?}: {text:?}, {variant:?}"));
        }
        if duration > report.slowest.0 {
            report.slowest = (duration, text);
        }
    }
    report.duration = started_at.elapsed();
    report
}

/// Everything that a text is accepted as.
fn accepted_as(text: &str, variant: Variant) -> Vec<&'static str> {
    let mut accepted = Vec::new();
    let mut note = |is_accepted: bool, what| {
        if is_accepted {
            accepted.push(what);
        }
    };
    note(is_control(text), "control");
    note(text.parse::<Move>().is_ok(), "move");
    let options = Options::default();
    note(text.parse::<Position>().is_ok(), "stored position");
    let position = Position::read(variant, options, text);
    note(position.is_ok(), "position");
    if let Ok(position) = position {
        let reread = Position::read(variant, position.options(), &position.to_string());
        assert_eq!(
            reread,
            Ok(position),
            "a position is read back from its own notation"
        );
        if let (Ok(mv), false) = (text.parse::<Move>(), position.is_over()) {
            note(position.play(mv).is_ok(), "legal move");
        }
        note(position.best_move().is_some(), "best move");
    }
    let question = Question {
        variant,
        options,
        wanted: Wanted::Best,
    };
    let answered = question.answer_lines(text.as_bytes(), Vec::new(), Vec::new());
    note(matches!(answered, Ok(true)), "solved");
    accepted
}
