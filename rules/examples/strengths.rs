//! Prints how strong the animals are: `cargo run --release -p nim-games --example
//! strengths`. The tables are in `docs/ladder.md`.
//!
//! The strength of an animal is the share of won positions that it wins against the perfect
//! player, over all won positions that can be reached from a start. It is exact, since the chance
//! of each position is computed from those that follow. Where the choices are a sheet, it is
//! estimated by sampling instead, with its 95 % confidence interval.

#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a command for developers, with small numbers"
)]

use std::collections::HashMap;

use itertools::Itertools as _;
use nim_games::{
    Animal, Attention, Choices, Draw, Draws, Move, Numbers, Position, best_defences, finishes,
    finishing_move, reply,
};

/// The starts, one for each row of the table.
const STARTS: [&str; 16] = [
    "nim normal: 3 5 7",
    "nim misere: 1 3 5 7",
    "take misere: 20",
    "take normal most=4: 5 8 11",
    "21: 0/21",
    "100: 0/100",
    "greedy normal: 3 6 9",
    "moore normal: 3 4 5",
    "multi normal: 3 4 5",
    "grundy normal: 8 9",
    "building: 6/3",
    "candy: 3 4 5",
    "circular normal: 10",
    "tactix misere: 3x4",
    "graph normal: P4+C4",
    "wythoff misere: 5 20",
];

/// How many games are played where the share is estimated by sampling.
const GAMES: u64 = 4_000;

fn main() {
    let numbers = (1..=Animal::ALL.len()).join("|");
    println!("|start|{numbers}|\n|{}|", ["-"; 11].join("|"));
    println!("|Wythoff, piles to 30|{}|", row(&wythoff()));
    for start in STARTS {
        let start: Position = start.parse().expect("a start");
        println!(
            "|{:?} {} {start}|{}|",
            start.variant(),
            start.options(),
            row(&won_positions_from(start))
        );
    }
}

/// The shares of all animals, in percent.
fn row(won: &[Position]) -> String {
    let share = |animal| match won.first().map(|at| at.choices()) {
        Some(Choices::Sheet(_)) => {
            let (share, interval) = sampled_share(won, animal);
            format!("{:.1} ± {:.1}", 100.0 * share, 100.0 * interval)
        }
        Some(Choices::Lists(_) | Choices::Cells { .. }) | None => {
            format!("{:.1}", 100.0 * exact_share(won, animal))
        }
    };
    Animal::ALL.into_iter().map(share).join("|")
}

/// The won positions of Wythoff's game with piles of up to 30, the smaller pile first.
fn wythoff() -> Vec<Position> {
    let piles = (0..=30).flat_map(|left| (left..=30).map(move |right| (left, right)));
    let all = piles.filter_map(|(left, right)| format!("wythoff: {left} {right}").parse().ok());
    all.filter(|at: &Position| !at.is_lost()).collect()
}

/// The won positions that can be reached from a start. Those that differ only in the order of heaps
/// count once.
fn won_positions_from(start: Position) -> Vec<Position> {
    let mut found = HashMap::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if found.insert(at.twin(), at).is_none() {
            let choices = at.choices();
            open.extend(choices.moves().filter_map(|mv| at.play(mv).ok()));
        }
    }
    let won = found
        .into_values()
        .filter(|at| !at.is_lost() && !at.is_over());
    won.sorted_by_key(Position::to_string).collect()
}

/// The share of positions that an animal wins.
fn exact_share(won: &[Position], animal: Animal) -> f64 {
    let mut chances = Chances {
        animal,
        known: HashMap::new(),
    };
    let sum: f64 = won.iter().map(|&at| chances.chance_at(at)).sum();
    sum / won.len() as f64
}

/// The chances of an animal, by position.
struct Chances {
    animal: Animal,
    known: HashMap<String, f64>,
}

impl Chances {
    /// The chance of winning a won position. Only moves that do not give the win away matter, since
    /// the perfect player does not give it back.
    fn chance_at(&mut self, at: Position) -> f64 {
        if let Some(&known) = self.known.get(&at.twin()) {
            return known;
        }
        let winning: Vec<Move> = at.winning_moves().collect();
        let (all, best) = (at.choices().count() as f64, at.best_move());
        let Attention { far, near } = self.animal.attention();
        let [far, near] = [far, near].map(|percent| f64::from(percent) / 100.0);
        let finish = finishing_move(&at);
        let safe_chance = chance_of_safe_move(at, finish);
        let without_winning = at
            .choices()
            .moves()
            .filter(|&mv| !finishes(&at, mv))
            .count() as f64;
        let chance = winning.iter().map(|&mv| {
            if self.animal == Animal::Duckling && without_winning > 0.0 {
                let chosen = f64::from(u8::from(!finishes(&at, mv))) / without_winning;
                return chosen * self.chance_after(at.play(mv).expect("legal"));
            }
            let is_best = f64::from(u8::from(Some(mv) == best));
            let by_feel = match finish {
                Some(finish) => f64::from(u8::from(finish == mv)),
                None => safe_chance,
            };
            let chosen = far * is_best + (1.0 - far) * (near * by_feel + (1.0 - near) / all);
            chosen * self.chance_after(at.play(mv).expect("legal"))
        });
        let chance = chance.sum();
        self.known.insert(at.twin(), chance);
        chance
    }

    /// The chance of winning after a move, with the perfect player to move.
    fn chance_after(&mut self, left: Position) -> f64 {
        if left.is_over() {
            return 1.0;
        }
        let defences = best_defences(&left);
        let count = defences.len() as f64;
        let next = defences.into_iter().map(|mv| left.play(mv).expect("legal"));
        let chances = next.map(|next| {
            if next.is_over() {
                1.0
            } else {
                self.chance_at(next)
            }
        });
        chances.sum::<f64>() / count
    }
}

/// The chance that a random move is a particular safe move, if moves that let the other side win at
/// once are redrawn up to seven times. It is 0 if there is a move that wins at once.
fn chance_of_safe_move(at: Position, finish: Option<Move>) -> f64 {
    if finish.is_some() {
        return 0.0;
    }
    let choices = at.choices();
    let all = choices.count() as f64;
    let positions = choices.moves().filter_map(|mv| at.play(mv).ok());
    let unsafe_moves = positions
        .filter(|next| finishing_move(next).is_some())
        .count() as f64;
    let redraw = unsafe_moves / all;
    (0..8).map(|times| redraw.powi(times)).sum::<f64>() / all
}

/// The share of games that an animal wins from positions drawn at random, and half the width of its
/// 95 % confidence interval.
fn sampled_share(won: &[Position], animal: Animal) -> (f64, f64) {
    let mut numbers = Numbers::of([Draw::new(1), Draw::new(animal.number() as u64)]);
    let wins = (0..GAMES).filter(|_| {
        let index = usize::try_from(numbers.between(0, won.len() as u64 - 1)).expect("small");
        is_won(won[index], animal, &mut numbers)
    });
    let share = wins.count() as f64 / GAMES as f64;
    (share, 1.96 * (share * (1.0 - share) / GAMES as f64).sqrt())
}

/// Whether an animal wins a game from a won position against the perfect player.
fn is_won(mut at: Position, animal: Animal, numbers: &mut Numbers) -> bool {
    let mut animals = [animal, Animal::Penguin].into_iter().cycle().enumerate();
    loop {
        let (ply, animal) = animals.next().expect("a cycle");
        let draws = Draws {
            skill: numbers.draw(),
            choice: numbers.draw(),
        };
        let Some(mv) = reply(&at, animal, draws) else {
            // The game is over: the player to move has lost or, in misère play, won.
            return at.is_lost() == (ply % 2 == 1);
        };
        at = at.play(mv).expect("legal");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_animal_is_stronger_than_the_one_before() {
        let starts = [
            "nim normal: 3 5 7",
            "21: 0/21",
            "greedy normal: 3 6 9",
            "circular normal: 8",
        ];
        let all = starts.map(|start| won_positions_from(start.parse().expect("a start")));
        for won in all.iter().chain([&wythoff()]) {
            let shares = Animal::ALL.map(|animal| exact_share(won, animal));
            assert!(
                shares.windows(2).all(|pair| pair[0] < pair[1]),
                "{shares:?}"
            );
            assert!((shares[9] - 1.0).abs() < 1e-9, "{shares:?}");
        }
    }

    /// The strengths that the numbers in `Animal::attention` were chosen to give.
    #[test]
    fn animals_have_their_intended_strengths_in_wythoffs_game() {
        let expected = [0.6, 6.2, 11.8, 18.9, 28.0, 40.6, 52.2, 68.4, 84.5, 100.0];
        let won = wythoff();
        for (animal, expected) in Animal::ALL.into_iter().zip(expected) {
            let share = 100.0 * exact_share(&won, animal);
            assert!(
                (share - expected).abs() <= 0.5,
                "{animal:?}: {share} instead of {expected}"
            );
        }
    }

    #[test]
    fn sampling_agrees_with_the_exact_shares() {
        let won = won_positions_from("nim normal: 3 5 7".parse().expect("a start"));
        for animal in [Animal::Duckling, Animal::Otter, Animal::Penguin] {
            let (share, interval) = sampled_share(&won, animal);
            assert!(
                (share - exact_share(&won, animal)).abs() <= 2.0 * interval,
                "{animal:?}"
            );
        }
    }
}
