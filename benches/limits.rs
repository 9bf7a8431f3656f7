//! Times the slowest positions of each game at its limits: the first query, which may have to fill
//! a table, and later ones.
//!
//! This does not use criterion: filling a table can take long, so each query is measured only
//! once. It prints one line per entry of `LARGEST`.

#![expect(clippy::print_stdout, reason = "the figures are for a person")]
#![expect(clippy::expect_used, reason = "the positions are known to be valid")]

use std::time::{Duration, Instant};

use nim_games::{
    Animal, Draw, Draws, Explanation, Numbers, Options, Position, Variant, forget_tables, reply,
};

/// Each game, its options, and positions at its limits.
const LARGEST: [(Variant, &str, &[&str]); 22] = [
    (
        Variant::Wythoff,
        "",
        &["18446744073709551615 18446744073709551614"],
    ),
    (Variant::Nim, "", &["1 2 3 4 5 6 7 18446744073709551615"]),
    (
        Variant::Take,
        "misere most=9",
        &["18446744073709551615 2 3 4 5 6 7 8"],
    ),
    (Variant::Hundred, "most=25", &["0/9999"]),
    (
        Variant::Greedy,
        "",
        &["18446744073709551615 18446744073709551615 7"],
    ),
    (
        Variant::Moore,
        "",
        &[
            "1 2 3 4 5 6 7 18446744073709551615",
            "18446744073709551615 18446744073709551614 99 98 97 96 95 94",
        ],
    ),
    (
        Variant::Moore,
        "misere heaps=4",
        &["18446744073709551615 18446744073709551614 99 98 97 96 95 94"],
    ),
    (
        Variant::Moore,
        "most=12 heaps=4",
        &["12 12 12 12", "12 11 10 9"],
    ),
    (
        Variant::Moore,
        "misere most=8 heaps=5",
        &["8 8 8 8 8", "8 7 6 5 4"],
    ),
    (
        Variant::Multi,
        "",
        &["18446744073709551615 18446744073709551614 7 9 8"],
    ),
    (Variant::Multi, "misere", &["20 20 20 20", "20 19 18 17"]),
    (Variant::Grundy, "", &["40", "20 20", "13 14 13"]),
    (Variant::Grundy, "misere", &["40", "20 20", "13 14 13"]),
    (
        Variant::Grundy,
        "",
        &["10000 9999 9998 9997 9996 9995 9994 9993 9992 9991"],
    ),
    (
        Variant::Building,
        "",
        &["60/7", "60/5", "60/3", "50+5 3 2 0 0 0 0"],
    ),
    (
        Variant::Candy,
        "",
        &["100 99 98", "20 19 18 17", "96 67 35"],
    ),
    (Variant::Circular, "", &["18", "ooooooo-oooooooooo"]),
    (Variant::Circular, "misere", &["18", "ooooooo-oooooooooo"]),
    (Variant::TacTix, "normal", &["4x4", "3x6", "2x9", "2x3x3"]),
    (Variant::TacTix, "", &["4x4", "3x6", "2x9", "2x3x3"]),
    (Variant::Graph, "", &["K8+K8", "P8+C8", "S8+S8"]),
    (Variant::Graph, "misere", &["K8+K8", "P8+C8", "S8+S8"]),
];

fn main() {
    for (variant, options, positions) in LARGEST {
        let mut numbers = Numbers::of([Draw::new(1), Draw::new(2)]);
        let (mut first, mut later) = (Duration::ZERO, Duration::ZERO);
        for notation in positions {
            let options: Options = options.parse().expect("options");
            let position = Position::read_to_solve(variant, options, notation).expect("a position");
            forget_tables();
            first = first.max(time_queries(&position, &mut numbers));
            later = later.max(time_queries(&position, &mut numbers));
        }
        println!("{variant:10} {options:24} first {first:>12.3?}  later {later:>12.3?}");
    }
}

/// How long it takes to find a move and to compute what a board and a hint need.
fn time_queries(position: &Position, numbers: &mut Numbers) -> Duration {
    let started_at = Instant::now();
    let draws = Draws {
        skill: numbers.draw(),
        choice: numbers.draw(),
    };
    let best_reply = reply(position, Animal::Penguin, draws);
    let winning_moves: Vec<_> = position.winning_moves().take(11).collect();
    let explanation = Explanation::of(*position);
    std::hint::black_box((
        best_reply,
        (explanation, winning_moves),
        position.is_lost(),
        position.moves_to_end(),
        position.margin(),
    ));
    started_at.elapsed()
}
