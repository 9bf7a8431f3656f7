//! Makes the table of `docs/lessons.md`: `cargo run --release --example lessons`. It takes a few
//! minutes. To run only some games, pass their names after `--`.

#![expect(clippy::print_stdout, reason = "it prints a table")]

mod learner;
mod positions;

use nim_games::lessons::Aim;
use nim_games::lessons::{Knowledge, Lesson};
use nim_games::{Ending, Position, Variant};

use self::learner::Learner;

/// How often the good player finds a winning move.
const GOOD: f64 = 0.8;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted =
        |variant: Variant| names.is_empty() || names.iter().any(|name| name == variant.key());
    println!("| game | before | after each lesson |");
    println!("| --- | --- | --- |");
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        for ending in [Ending::Normal, Ending::Misere] {
            let lessons = Position::lessons(variant, ending);
            let positions = positions::of(variant, ending, false);
            if lessons.is_empty() || positions.is_empty() {
                continue;
            }
            let before = Learner::new(None).share_won(&positions);
            let mut results = Vec::new();
            let mut known: Option<Knowledge> = None;
            for lesson in lessons {
                results.push(result_after(lesson, known, &positions));
                known = Some(lesson.knowledge);
            }
            println!(
                "| {variant}, {ending} | {before:.1} | {} |",
                results.join(", ")
            );
        }
    }
}

/// The share of won positions in which the learner beats the perfect player after a lesson. After a
/// lesson on holding out: the share of lost positions in which it beats the good player.
fn result_after(
    lesson: &Lesson,
    before: Option<Knowledge>,
    positions: &[(Position, f64)],
) -> String {
    if lesson.knowledge.aim != Aim::HoldOut {
        let share = Learner::new(Some(lesson.knowledge)).share_won(positions);
        return format!("{} {share:.1}", lesson.name);
    }
    let [before, after] = [before, Some(lesson.knowledge)].map(|knowledge| {
        let mut learner = Learner::new(knowledge).against(GOOD);
        learner.share_won_from_lost(positions)
    });
    format!(
        "{}: from lost positions against the good player {before:.1}, then {after:.1}",
        lesson.name
    )
}
