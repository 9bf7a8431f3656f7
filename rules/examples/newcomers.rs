//! Prints how often somebody new to a game beats the Duckling, from each of its starts: `cargo run
//! --release -p nim-games --example newcomers`. The chances are exact.

#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a command for developers, with small numbers"
)]

use std::collections::HashMap;

use nim_games::{Animal, Move, Position, Variant, finishes, finishing_move};

/// How a newcomer moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newcomer {
    /// At random, but takes a win in one move.
    Naive,
    /// Like that, and avoids moves after which the other side can win in one.
    Careful,
}

/// The chances of a newcomer before each move, by position: the newcomer's own and the Duckling's.
struct Chances {
    newcomer: Newcomer,
    own: HashMap<String, f64>,
    ducklings: HashMap<String, f64>,
}

impl Chances {
    fn of(newcomer: Newcomer) -> Self {
        Self {
            newcomer,
            own: HashMap::new(),
            ducklings: HashMap::new(),
        }
    }

    /// The chance to win a game from its start.
    fn at_start(&mut self, start: Position) -> f64 {
        if start.is_lost() {
            self.before_duckling(start)
        } else {
            self.before_own(start)
        }
    }

    fn before_own(&mut self, at: Position) -> f64 {
        if at.is_over() {
            return f64::from(u8::from(!at.is_lost()));
        }
        if let Some(&known) = self.own.get(&at.to_string()) {
            return known;
        }
        let all: Vec<Move> = at.choices().moves().collect();
        let is_safe = |mv: &Move| {
            let next = at.play(*mv).expect("legal");
            finishing_move(&next).is_none()
        };
        let finishing = some_of(&all, |mv| finishes(&at, *mv));
        let moves = match (finishing, self.newcomer) {
            (Some(finishing), _) => finishing,
            (None, Newcomer::Careful) => some_of(&all, is_safe).unwrap_or(all),
            (None, Newcomer::Naive) => all,
        };
        let after = moves
            .iter()
            .map(|&mv| self.before_duckling(at.play(mv).expect("legal")));
        let chance = after.sum::<f64>() / moves.len() as f64;
        self.own.insert(at.to_string(), chance);
        chance
    }

    fn before_duckling(&mut self, at: Position) -> f64 {
        if at.is_over() {
            return f64::from(u8::from(at.is_lost()));
        }
        if let Some(&known) = self.ducklings.get(&at.to_string()) {
            return known;
        }
        let all: Vec<Move> = at.choices().moves().collect();
        let moves = some_of(&all, |mv| !finishes(&at, *mv)).unwrap_or(all);
        let after = moves
            .iter()
            .map(|&mv| self.before_own(at.play(mv).expect("legal")));
        let chance = after.sum::<f64>() / moves.len() as f64;
        self.ducklings.insert(at.to_string(), chance);
        chance
    }
}

/// The moves for which a condition holds, if there are any.
fn some_of(all: &[Move], holds: impl Fn(&Move) -> bool) -> Option<Vec<Move>> {
    let some: Vec<Move> = all.iter().copied().filter(holds).collect();
    (!some.is_empty()).then_some(some)
}

/// The chances to win from a start, in percent.
fn chances(start: Position) -> [f64; 2] {
    [Newcomer::Naive, Newcomer::Careful]
        .map(|newcomer| 100.0 * Chances::of(newcomer).at_start(start))
}

fn main() {
    println!("|start|moves|naive|careful|\n|-|-|-|-|");
    for &variant in Variant::ALL {
        for start in Animal::Duckling.starts(variant) {
            let [naive, careful] = chances(start);
            let moves = start.choices().count();
            println!(
                "|{variant} {} {start}|{moves}|{naive:.0}|{careful:.0}|",
                start.options()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 100 games a naive and a careful newcomer win at least.
    const fn least(variant: Variant) -> [f64; 2] {
        if matches!(variant, Variant::Greedy | Variant::Grundy | Variant::Multi) {
            [70.0, 75.0]
        } else {
            [80.0, 84.5]
        }
    }

    #[test]
    fn newcomers_beat_the_duckling_from_each_of_its_starts() {
        for &variant in Variant::ALL {
            for start in Animal::Duckling.starts(variant) {
                let [naive, careful] = chances(start);
                let [naive_least, careful_least] = least(variant);
                assert!(
                    naive >= naive_least && careful >= careful_least,
                    "{variant} {start}: {naive} {careful}"
                );
            }
        }
    }

    #[test]
    fn the_first_moves_against_the_duckling_fit_on_buttons() {
        for &variant in Variant::ALL {
            for start in Animal::Duckling.starts(variant) {
                let moves = start.choices().count();
                // Dots are tapped one by one.
                let fits = start.shape().cells() > 0 || moves <= 12;
                assert!(fits, "{variant} {start}: {moves}");
            }
        }
    }
}
