//! Published tables: the lost positions of Nim, the openings, and single positions whose answer is known.

use crate::rules::{Ending, Options, Position, Variant};

fn at(variant: Variant, options: &str, notation: &str) -> Position {
    let options = options.parse().expect("options");
    Position::read(variant, options, notation).expect("a position")
}

/// Lost in normal and in misère play (Bouton 1901, and teaching tables of Nim).
const COLD_NIM: [&str; 22] = [
    "1 2 3", "1 4 5", "1 6 7", "1 8 9", "2 4 6", "2 5 7", "3 4 7", "3 5 6", "4 8 12", "4 9 13",
    "5 8 13", "5 9 12", "1 2 4 7", "1 2 5 6", "1 3 4 6", "1 3 5 7", "2 3 4 5", "2 3 6 7",
    "2 3 8 9", "4 5 6 7", "4 5 8 9", "1 1 6 6",
];

#[test]
fn the_published_cold_positions_of_nim_are_lost_in_both_endings() {
    for ending in ["", "misere"] {
        for cold in COLD_NIM {
            assert!(at(Variant::Nim, ending, cold).is_lost(), "{ending} {cold}");
        }
        for n in 2..50 {
            assert!(at(Variant::Nim, ending, &format!("{n} {n}")).is_lost());
            assert!(at(Variant::Nim, ending, &format!("1 1 {n} {n}")).is_lost());
            assert!(at(Variant::Nim, ending, &format!("{n} {n} 7 7")).is_lost());
        }
    }
    for (ones, is_lost_normally) in [
        ("1", false),
        ("1 1", true),
        ("1 1 1", false),
        ("1 1 1 1", true),
    ] {
        assert_eq!(
            at(Variant::Nim, "", ones).is_lost(),
            is_lost_normally,
            "{ones}"
        );
        assert_eq!(
            at(Variant::Nim, "misere", ones).is_lost(),
            !is_lost_normally,
            "{ones}"
        );
    }
}

#[test]
fn single_positions_have_the_known_answers() {
    for (variant, options, position, answers) in [
        (Variant::Nim, "", "1 2 4", "1 2 3"),
        (Variant::Nim, "misere", "1 2 4", "1 2 3"),
        (Variant::Nim, "", "1 5", "1 1"),
        (Variant::Nim, "misere", "1 5", "1 0"),
        (Variant::Nim, "", "3 5 7", "2 5 7; 3 4 7; 3 5 6"),
        (Variant::Nim, "misere", "1", ""),
        (Variant::Take, "misere", "20", "17"),
        (Variant::Take, "most=4", "5 8 11", "2 8 11; 5 6 11; 5 8 8"),
        (Variant::TwentyOne, "", "0/21", ""),
        (Variant::TwentyOne, "", "1/21", "4/21"),
        (Variant::TwentyOne, "most=5", "0/34", "3/34"),
        (Variant::Hundred, "", "0/100", "1/100"),
        (Variant::Hundred, "", "90/100", "100/100"),
        (Variant::Greedy, "", "3 6 9", "3 6 6"),
        (Variant::Greedy, "", "3 5 5", ""),
        (
            Variant::Greedy,
            "",
            "2 2 2",
            "0 2 2; 1 2 2; 2 0 2; 2 1 2; 2 2 0; 2 2 1",
        ),
        (Variant::Greedy, "misere", "1 1 4", "1 1 1"),
        (Variant::Wythoff, "", "13 9", "10 6; 13 8"),
        (Variant::Wythoff, "misere", "1 2", "0 1; 1 0"),
        (Variant::Wythoff, "misere", "5 5", "2 2; 3 5; 5 3"),
    ] {
        let position = at(variant, options, position);
        let mut found: Vec<String> = position
            .winning_moves()
            .map(|mv| position.play(mv).expect("legal").to_string())
            .collect();
        found.sort();
        let mut answers: Vec<&str> = answers
            .split("; ")
            .filter(|answer| !answer.is_empty())
            .collect();
        answers.sort_unstable();
        assert_eq!(found, answers, "{variant} {options} {position}");
    }
}

#[test]
fn openings_and_their_names_are_positions_of_their_game() {
    for &variant in Variant::ALL {
        for opening in Position::openings(variant) {
            let position =
                Position::read(variant, opening.options, opening.position).expect("an opening");
            assert_eq!(
                (position.variant(), position.to_string().as_str()),
                (variant, opening.position)
            );
        }
    }
    let marienbad = at(Variant::Nim, "", "marienbad");
    assert_eq!(
        (marienbad.to_string().as_str(), marienbad.ending()),
        ("1 3 5 7", Ending::Misere)
    );
    assert!(marienbad.is_lost());
}

#[test]
fn what_is_no_position_is_refused() {
    let refused = |variant, options: Options, notation| {
        Position::read(variant, options, notation).expect_err(notation)
    };
    for (variant, notations) in [
        (
            Variant::Nim,
            [
                "",
                "x",
                "3 -1",
                "1 2 3 4 5 6 7 8 9",
                "18446744073709551616",
                "0/21",
                "3,5;7",
            ]
            .as_slice(),
        ),
        (Variant::Wythoff, ["3", "3 5 7", "3 x"].as_slice()),
        (
            Variant::TwentyOne,
            ["21", "5/4", "0/0", "0/10000", "-1/21", "0/x", "0/21/3"].as_slice(),
        ),
        (Variant::Greedy, ["marienbad"].as_slice()),
    ] {
        for notation in notations {
            refused(variant, Options::default(), notation);
        }
    }
    for (variant, options) in [
        (Variant::Nim, "most=3"),
        (Variant::Greedy, "most=3"),
        (Variant::Hundred, "misere"),
        (Variant::Hundred, "most=26"),
        (Variant::TwentyOne, "most=0"),
        (Variant::Take, "most=0"),
        (Variant::Wythoff, "most=2"),
    ] {
        let notation = if matches!(variant, Variant::Hundred | Variant::TwentyOne) {
            "0/21"
        } else {
            "3 5"
        };
        refused(variant, options.parse().expect("options"), notation);
    }
}
