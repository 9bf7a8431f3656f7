//! Makes the list of puzzles of the day:
//! `cargo run -p nim-games --example daily > rules/src/daily/list.txt`.
//!
//! A puzzle is a position that the player to move can win, but not with the next move, in which at
//! most a third of the moves win and at least four do not, and in which every move can be tapped. Its
//! difficulty is the chance that a model player solves it (`model`), and each day of the week has a
//! range of chances. Wythoff's game is on two days of each week, and the other games take turns on the
//! other days, so that no two days in a row look alike (`schedule`).

#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a command for developers, with small numbers"
)]

mod games;
mod model;
mod schedule;

fn main() {
    for puzzle in schedule::schedule() {
        let at = puzzle.position;
        println!("{}", schedule::written(&at));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use itertools::Itertools as _;
    use nim_games::Position;
    use sha2::{Digest as _, Sha256};

    use super::model::Model;
    use super::schedule::{Kind, schedule, suits, written};

    /// The checksum of the list. If it changes, so do the puzzles of the coming days.
    const SHA256: &str = "433c9c9bad5ef70ed3595b8f5f57dde6d2adebd9c578238df96c70da68d1b2e4";

    #[test]
    fn the_list_is_what_this_program_makes() {
        let committed = include_str!("../../src/daily/list.txt");
        assert_eq!(format!("{:x}", Sha256::digest(committed)), SHA256);
        let puzzles = schedule();
        let made = puzzles.iter().map(|puzzle| written(&puzzle.position));
        assert!(
            made.eq(committed.lines().map(str::to_owned)),
            "list.txt is out of date"
        );
        let mut chances: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (day, puzzle) in puzzles.iter().enumerate() {
            assert!(suits(puzzle, day), "{}", puzzle.position);
            if Kind::of(puzzle.position) != Kind::Count {
                chances.entry(day % 7).or_default().push(puzzle.chance);
            }
        }
        let kinds = puzzles.iter().map(|puzzle| Kind::of(puzzle.position));
        assert!(kinds.tuple_windows().all(|(one, next)| one != next));
        let means = chances
            .values()
            .map(|all| all.iter().sum::<f64>() / all.len() as f64);
        let means = means.map(|mean| format!("{mean:.2}")).join(" ");
        assert_eq!(means, "0.98 0.69 0.58 0.48 0.38 0.28 0.12");
    }

    #[test]
    fn known_positions_have_their_known_difficulty() {
        for (puzzle, chance) in [
            ("wythoff: 3 8", 1.0),
            ("wythoff: 14 11", 0.25),
            ("wythoff: 14 8", 0.04),
        ] {
            let at: Position = puzzle.parse().expect("a position");
            let solved = Model::naive().solves(at);
            assert!((solved - chance).abs() < 0.005, "{puzzle}: {solved}");
        }
    }
}
