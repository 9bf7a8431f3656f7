//! Positions for tests: random ones of any game, and those at the limits of the rules.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "the positions written here are valid"
)]

use itertools::Itertools as _;
use proptest::prelude::*;

use crate::{Draw, MAX_HEAPS, Move, Numbers, Options, Position, Variant};

/// Positions of the games that have only small ones: the game, its options, and the notation.
fn any_small_position() -> impl Strategy<Value = (Variant, String, String)> {
    let small = |variant: Variant, written: &'static [&'static str]| {
        prop::sample::select(written)
            .prop_map(move |notation| (variant, String::new(), notation.to_owned()))
    };
    let grundy = small(
        Variant::Grundy,
        &["8", "12 9 3", "1 2", "1", "17 1 2 3", "40"],
    );
    let building = small(
        Variant::Building,
        &[
            "60/2", "16/3", "4+3 0 2", "0 0 3", "0 0 0", "3 5 6", "1/7", "59/7",
        ],
    );
    let candy = small(
        Variant::Candy,
        &["3 5 6", "1 5 4 (2-3)", "0 0 (4-9)", "20 30 40", "7 6 5 4"],
    );
    let circular = small(
        Variant::Circular,
        &["3", "10", "ooo--ooooo", "---", "o-oo-ooo-o", "13"],
    );
    let tactix = small(
        Variant::TacTix,
        &[
            "3x3",
            "oooo/o--o",
            "2x2x3",
            "oo/oo o-/oo",
            "oo/-o|oo/oo",
            "2x2x2x2",
            "1x1",
            "-",
            "--/--",
            "1x5",
        ],
    );
    let graph = small(
        Variant::Graph,
        &[
            "P3+C4+S5",
            "Po-o+C4",
            "K3+So--",
            "P1+P1+P1+P1+P1+P1+P1+P1",
            "P-+C---",
        ],
    );
    prop_oneof![grundy, building, candy, circular, tactix, graph]
}

/// Positions at the limits of some game: the largest ones, those with the most parts, and the most
/// unusual ones.
pub(crate) const AT_LIMITS: [&str; 27] = [
    "18446744073709551615 18446744073709551615",
    "18446744073709551615 1 18446744073709551615 2 18446744073709551615 3 18446744073709551615 4",
    "18446744073709551615",
    "12 12 12 12",
    "8 8 8 8 8",
    "20 20 20 20",
    "5 4 3 2 1",
    "0/9999",
    "9998/9999",
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "40",
    "13 13 14",
    "60/7",
    "59/2",
    "30+5 5 5 5 5 5 0",
    "100 100 100",
    "3 5 6 (286-0)",
    "3 5 6 (300-300)",
    "0 0 1 (150-149)",
    "18",
    "oooooooooooooooooo",
    "3x6",
    "2x3x3",
    "1x18",
    "P5",
    "P8+S8",
    "P1+P1+P1+P1+P1+P1+P1+P1",
];

/// A position of any game: of any size if a formula holds at every size, otherwise one of a few
/// with default options. The tabulated forms of Moore's Nim and of Nim with a sweep are left out.
pub fn any_position() -> impl Strategy<Value = Position> {
    let sizes = |counts| prop::collection::vec(prop_oneof![0..40_u64, any::<u64>()], counts);
    let heaps = move || sizes(1..=MAX_HEAPS).prop_map(|sizes| joined(&sizes));
    let options = || prop::sample::select(vec!["", "misere"]).prop_map(str::to_owned);
    let of_heaps = prop::sample::select(vec![Variant::Nim, Variant::Greedy]);
    let of_heaps = (of_heaps, options(), heaps());
    let take = (options(), 1..=u64::MAX, heaps()).prop_map(|(options, most, heaps)| {
        (Variant::Take, format!("{options} most={most}"), heaps)
    });
    let moore = (options(), 1..=8_u64, heaps()).prop_map(|(options, at_once, heaps)| {
        (Variant::Moore, format!("{options} heaps={at_once}"), heaps)
    });
    let few_heaps = [
        (Variant::Wythoff, 2),
        (Variant::Multi, 2),
        (Variant::Multi, 3),
        (Variant::Multi, 5),
    ];
    let few_heaps =
        prop::sample::select(few_heaps.to_vec()).prop_flat_map(move |(variant, count)| {
            let heaps = sizes(count..=count).prop_map(|sizes| joined(&sizes));
            (Just(variant), options(), heaps)
        });
    let counts = prop::sample::select(vec![Variant::TwentyOne, Variant::Hundred]);
    let counts = (counts, 1..=25_u64, 1..=9_999_u64, any::<u64>());
    let counts = counts.prop_map(|(variant, most, target, count)| {
        let notation = format!("{}/{target}", count % (target + 1));
        (variant, format!("most={most}"), notation)
    });
    let heaps = prop_oneof![2 => of_heaps, 2 => take, 3 => few_heaps, 2 => counts, 2 => moore];
    prop_oneof![3 => heaps, 2 => any_small_position()].prop_map(|(variant, options, notation)| {
        Position::read(variant, options.parse().expect("options"), &notation).expect("a position")
    })
}

pub(crate) fn joined(sizes: &[u64]) -> String {
    sizes.iter().join(" ")
}

/// Games from positions at the limits, each with up to twenty moves drawn at random.
pub fn games_at_limits() -> Vec<(Position, Vec<Move>)> {
    let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
    let mut games = Vec::new();
    let options = ["", "heaps=7", "most=3", "misere"].map(str::parse::<Options>);
    for (variant, options) in Variant::ALL
        .iter()
        .flat_map(|&variant| options.map(|options| (variant, options.expect("options"))))
    {
        for written in AT_LIMITS {
            let Ok(start) = Position::read(variant, options, written) else {
                continue;
            };
            let (mut at, mut moves) = (start, Vec::new());
            while moves.len() < 20
                && let Some(mv) = at.choices().random_move(&mut numbers)
            {
                at = at.play(mv).expect("legal");
                moves.push(mv);
            }
            if !moves.is_empty() {
                games.push((start, moves));
            }
        }
    }
    games
}
