//! Makes the table of `docs/lessons.md`: `cargo run --release --example lessons`. It takes some minutes.

#![expect(clippy::print_stdout, reason = "it prints a table")]

mod learner;
mod positions;

use wythoff::rules::{Ending, Position, Variant};

use self::learner::Learner;

fn main() {
    println!("| game | before | after each lesson |");
    println!("| --- | --- | --- |");
    for &variant in Variant::ALL {
        for ending in [Ending::Normal, Ending::Misere] {
            let lessons = Position::lessons(variant, ending);
            if lessons.is_empty() {
                continue;
            }
            let positions = positions::of(variant, ending, false);
            if positions.is_empty() {
                continue;
            }
            let before = Learner::new(None).share(&positions);
            let after = lessons.iter().map(|lesson| {
                let share = Learner::new(Some(lesson.knows)).share(&positions);
                format!("{} {share:.1}", lesson.name)
            });
            let after: Vec<String> = after.collect();
            println!(
                "| {variant}, {ending} | {before:.1} | {} |",
                after.join(", ")
            );
        }
    }
}
