//! Published tables: the lost positions of Nim, the openings, and single positions whose answer is
//! known.

use itertools::Itertools as _;
use std::collections::{BTreeSet, HashSet};

use super::{heap_values, joined};
use crate::{BadPosition, Ending, Explanation, Map, Move, Options, Position, Variant};

fn read(variant: Variant, options: &str, notation: &str) -> Position {
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
            assert!(
                read(Variant::Nim, ending, cold).is_lost(),
                "{ending} {cold}"
            );
        }
        for n in 2..50 {
            assert!(read(Variant::Nim, ending, &format!("{n} {n}")).is_lost());
            assert!(read(Variant::Nim, ending, &format!("1 1 {n} {n}")).is_lost());
            assert!(read(Variant::Nim, ending, &format!("{n} {n} 7 7")).is_lost());
        }
    }
    for ones in 1..=4 {
        let (heaps, is_even) = (vec!["1"; ones].join(" "), ones % 2 == 0);
        assert_eq!(read(Variant::Nim, "", &heaps).is_lost(), is_even, "{heaps}");
        let misere = read(Variant::Nim, "misere", &heaps);
        assert_eq!(misere.is_lost(), !is_even, "{heaps}");
    }
}

/// The answers are the positions that the winning moves leave.
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
        (Variant::Moore, "", "3 4 5 6", "1 4 5 5"),
        (Variant::Moore, "", "3 5 6 7", ""),
        (Variant::Multi, "", "1 3 5 8", ""),
        (Variant::Multi, "", "3 3 3", "0 0 0; 0 3 3; 3 0 3; 3 3 0"),
        (Variant::Multi, "", "2 2 0", ""),
        (Variant::Grundy, "", "20", ""),
        (Variant::Grundy, "misere", "18", ""),
        (Variant::Building, "", "6/3", ""),
        (
            Variant::Candy,
            "",
            "4 5 6",
            "3 5 6 (0-1); 4 2 6 (0-3); 4 5 1 (0-5)",
        ),
        (Variant::Circular, "", "7", ""),
        (
            Variant::Circular,
            "",
            "ooo-ooooo-",
            "--o-ooooo-; o---ooooo-; ooo---ooo-; ooo-o--oo-; ooo-oo--o-; ooo-ooo---",
        ),
        (Variant::TacTix, "normal", "1x3", "---; o-o"),
        (Variant::TacTix, "", "1x1", ""),
        (Variant::TacTix, "", "1x3", "--o; o--"),
        (Variant::TacTix, "normal", "4x4", ""),
        (Variant::TacTix, "", "4x4", ""),
        (Variant::TacTix, "normal", "2x2x3", ""),
        (Variant::Graph, "", "C4+P6+S4", ""),
        (Variant::Graph, "", "P2+C3", "P2+C-oo; P2+Co-o; P2+Coo-"),
        (Variant::Graph, "misere", "P1+P2", "P1+P--"),
        (Variant::Wythoff, "", "13 9", "10 6; 13 8"),
        (Variant::Wythoff, "misere", "1 2", "0 1; 1 0"),
        (Variant::Wythoff, "misere", "5 5", "2 2; 3 5; 5 3"),
    ] {
        let position = read(variant, options, position);
        let mut winning: Vec<String> = position
            .winning_moves()
            .map(|mv| position.play(mv).expect("legal").to_string())
            .collect();
        winning.sort();
        let mut answers: Vec<&str> = answers
            .split("; ")
            .filter(|answer| !answer.is_empty())
            .collect();
        answers.sort_unstable();
        assert_eq!(winning, answers, "{variant} {options} {position}");
    }
}

/// The values of heaps of 0, 1, 2, … in Grundy's game (OEIS A002188).
const VALUES: [u16; 40] = [
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1,
    2, 4, 1, 2, 4, 1, 2, 4,
];

/// A position is the sum of its heaps: two heaps cancel exactly when their values are equal.
#[test]
fn the_published_values_of_grundys_game_tell_who_wins() {
    for (heap, &value) in VALUES.iter().enumerate().skip(1) {
        let alone = Position::read_to_solve(Variant::Grundy, Options::default(), &heap.to_string());
        assert_eq!(alone.expect("a position").is_lost(), value == 0, "{heap}");
        for (other, &other_value) in VALUES.iter().enumerate().skip(1) {
            let both = format!("{heap} {other}");
            let both = Position::read_to_solve(Variant::Grundy, Options::default(), &both);
            let both = both.expect("a position");
            assert_eq!(both.is_lost(), value == other_value, "{both}");
        }
    }
}

/// The heaps that are worth nothing (OEIS A036685; computed up to 2^35 by Flammenkamp).
const WORTH_NOTHING: [usize; 41] = [
    1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359,
    362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
];

/// Checks every heap, up to the largest size that can be solved.
#[test]
fn grundy_values_follow_from_the_splits() {
    let values = heap_values(10_000);
    let worth_nothing: Vec<usize> = (1..values.len())
        .filter(|&heap| values[heap] == 0)
        .collect();
    assert_eq!(worth_nothing, WORTH_NOTHING);
    assert!(
        VALUES
            .iter()
            .zip(&values)
            .all(|(&known, &value)| u64::from(known) == value)
    );
    let heaps: Vec<u64> = (3..10_001).collect();
    let value = |&heap: &u64| values[usize::try_from(heap).expect("small")];
    // `read_to_solve` accepts at most 20 heaps.
    for heaps in heaps.chunks(20) {
        let position = Position::read_to_solve(Variant::Grundy, Options::default(), &joined(heaps));
        let position = position.expect("a position");
        let Some(Map::Powers(powers)) = position.map() else {
            panic!("{position} should have values");
        };
        let shown: Vec<(String, u64)> = powers
            .terms
            .into_iter()
            .map(|term| (term.name, term.value))
            .collect();
        let expected: Vec<(String, u64)> = heaps
            .iter()
            .map(|heap| (heap.to_string(), value(heap)))
            .collect();
        assert_eq!(shown, expected);
        let sum = heaps.iter().map(value).fold(0, |sum, value| sum ^ value);
        assert_eq!(position.is_lost(), sum == 0, "{position}");
    }
}

#[test]
fn a_large_grundy_position_is_won_by_the_right_splits() {
    for heaps in ["1223", "923 700 41", "365 1222", "50 87 87 2"] {
        let position = Position::read_to_solve(Variant::Grundy, Options::default(), heaps);
        let position = position.expect("a position");
        let choices = position.choices();
        let expected = choices
            .moves()
            .filter(|&mv| position.play(mv).expect("legal").is_lost());
        let winning: HashSet<Move> = position.winning_moves().collect();
        assert_eq!(winning, expected.collect(), "{heaps}");
        assert_eq!(position.is_lost(), winning.is_empty(), "{heaps}");
    }
}

/// With an odd number of stones, or an even number of both stones and stacks, the second player
/// wins (Duchêne and others, 2016).
#[test]
fn the_published_results_of_building_nim_hold() {
    for stacks in 2..=7 {
        for stones in 1..=24 {
            let start = read(Variant::Building, "", &format!("{stones}/{stacks}"));
            if stones % 2 == 1 || stacks % 2 == 0 {
                assert!(start.is_lost(), "{start}");
            }
        }
    }
}

/// With an even number of stones on an odd number of stacks, whoever begins wins, with few
/// exceptions (computed by this program, as far as its range goes).
#[test]
fn few_starts_of_building_nim_on_odd_stacks_are_lost() {
    for (stacks, losing) in [
        (3, vec![2, 6, 14, 30]),
        (5, vec![2, 4, 6, 8]),
        (7, vec![2, 4, 6, 8, 10]),
    ] {
        let lost = (2..=60).step_by(2).filter(|stones| {
            let start = read(Variant::Building, "", &format!("{stones}/{stacks}"));
            assert!(Explanation::of(start).law.is_some(), "{start}");
            start.is_lost()
        });
        assert_eq!(lost.collect::<Vec<u64>>(), losing, "{stacks} stacks");
    }
}

/// With a limit and up to one heap more than a move takes from, the lost positions of Moore's Nim
/// are those whose remainders are all equal, and the bot says so.
#[test]
fn limited_moore_nim_with_few_heaps_goes_by_remainders() {
    for (at_once, most) in (1..=3_u64).cartesian_product(1..=3_u64) {
        let options = format!("most={most} heaps={at_once}");
        for count in 1..=usize::try_from(at_once).expect("small") + 1 {
            for sizes in (1..=6_u64).combinations_with_replacement(count) {
                let at = read(Variant::Moore, &options, &sizes.iter().join(" "));
                let missing = (count as u64 <= at_once).then_some(0);
                let mut rests = sizes.iter().map(|size| size % (most + 1)).chain(missing);
                assert_eq!(rests.all_equal(), at.is_lost(), "{options}: {at}");
                if at.is_lost() {
                    assert!(Explanation::of(at).law.is_some(), "{options}: {at}");
                }
            }
        }
    }
}

/// The move that gets the most candies is almost always the one that takes the most, and a loser
/// who takes the whole largest heap each time ends ahead, unless the heaps pair up.
#[test]
fn what_the_bot_says_about_candies_holds() {
    let heaps = || (1..=20_u64).combinations_with_replacement(3);
    let at = |sizes: &[u64]| read(Variant::Candy, "", &sizes.iter().join(" "));
    let mut exceptions = Vec::new();
    for sizes in heaps() {
        let start = at(&sizes);
        let moves: Vec<Move> = start.winning_moves().collect();
        let amount = |mv: &Move| mv.taken().expect("candies").1;
        let largest = moves.iter().map(amount).max();
        let differ = moves.iter().map(amount).collect::<BTreeSet<_>>().len() > 1;
        if differ && moves.first().map(amount) != largest {
            exceptions.push(sizes.clone());
        }
        if start.is_lost() {
            let pair_up = sizes.iter().counts().values().all(|count| count % 2 == 0);
            let ahead = worst_margin(&sizes);
            assert!(
                if pair_up { ahead >= 0 } else { ahead > 0 },
                "{start}: {ahead}"
            );
        }
    }
    assert_eq!(exceptions, [[6, 14, 15], [8, 14, 15]]);
}

/// The margin of a player who takes the whole largest heap each time from a lost position, against
/// the best of the replies that win.
fn worst_margin(sizes: &[u64]) -> i64 {
    let mut left = sizes.to_vec();
    left.sort_unstable();
    let Some(taken) = left.pop().filter(|&size| size > 0) else {
        return 0;
    };
    let now = read(Variant::Candy, "", &left.iter().join(" "));
    let replies = now.winning_moves().map(|mv| {
        let (heap, amount) = mv.taken().expect("candies");
        let mut after = left.clone();
        after[heap.iter().next().expect("a heap")] -= amount;
        worst_margin(&after) - i64::try_from(amount).expect("small")
    });
    i64::try_from(taken).expect("small") + replies.min().unwrap_or(0)
}

/// From (1, 2m, 2m + 1) the player to move loses, but eats more candies than the opponent. This
/// checks the difference, and the margins of the published example (Mani and others, 2018).
#[test]
fn the_published_margins_of_candy_nim_hold() {
    for m in 1..=49 {
        let lost = read(Variant::Candy, "", &format!("1 {} {}", 2 * m, 2 * m + 1));
        assert_eq!(lost.margin(), Some(2 * m), "{lost}");
    }
    // From 3 5 6 the player to move loses, but eats 10 of the 14 candies. From 4 5 6 the player to
    // move wins, and eats 8 of the 15.
    assert_eq!(read(Variant::Candy, "", "3 5 6").margin(), Some(6));
    assert_eq!(read(Variant::Candy, "", "4 5 6").margin(), Some(1));
}

/// A full circle is lost if it has four or more dots, in misère play five or more. A circle of
/// three can be taken in one move.
#[test]
fn full_circles_are_lost() {
    for cells in 3..=18 {
        let is_full_circle_lost =
            |options| read(Variant::Circular, options, &cells.to_string()).is_lost();
        assert_eq!(is_full_circle_lost(""), cells >= 4, "{cells}");
        assert_eq!(is_full_circle_lost("misere"), cells >= 5, "misere {cells}");
    }
}

/// Rows in a circle, each with a gap on both sides, play like the octal game 0.777 (Guy and Smith,
/// 1956): two rows cancel exactly when their values are equal.
#[test]
fn the_published_values_of_rows_tell_who_wins() {
    const VALUES: [u8; 15] = [0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8];
    for (row, value) in VALUES.iter().enumerate().skip(1) {
        for (other, other_value) in VALUES
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(other, _)| row + other <= 16)
        {
            let rows = format!("{}-{}-", "o".repeat(row), "o".repeat(other));
            let rows = read(Variant::Circular, "", &rows);
            assert_eq!(rows.is_lost(), value == other_value, "{rows}");
        }
    }
}

/// The values of rows if a move takes one dot or two adjacent dots (Kayles, A002186), and of stars
/// if a move takes any connected dots: 2 if the star has an even number of dots, else 3. With such
/// moves, a row is worth its number of dots.
#[test]
fn the_published_values_of_parts_tell_who_wins() {
    const KAYLES: [u8; 9] = [0, 1, 2, 3, 1, 4, 3, 2, 1];
    for (dots, value) in KAYLES.iter().enumerate().skip(1) {
        for (other, other_value) in KAYLES.iter().enumerate().skip(1) {
            let rows = read(Variant::Graph, "most=2", &format!("P{dots}+P{other}"));
            assert_eq!(rows.is_lost(), value == other_value, "{rows}");
            if dots >= 4 {
                let star = read(Variant::Graph, "", &format!("S{dots}+P{other}"));
                assert_eq!(star.is_lost(), 2 + dots % 2 == other, "{star}");
            }
        }
    }
    // A complete part plays like a heap of Nim with as many objects as it has dots.
    for heaps in COLD_NIM.iter().filter(|heaps| {
        heaps
            .split(' ')
            .all(|heap| heap.parse::<u8>().is_ok_and(|heap| heap <= 8))
    }) {
        let parts = heaps.split(' ').map(|heap| format!("K{heap}")).join("+");
        if let Ok(full) = Position::read(Variant::Graph, Options::default(), &parts) {
            assert!(full.is_lost(), "{full}");
        }
    }
}

/// In normal play, the second player wins a board of TacTix with two even sides by mirroring each
/// move (HAKMEM 74 for 4x4).
#[test]
fn boards_with_two_even_sides_are_lost_in_normal_play() {
    for board in ["2x2", "2x4", "2x6", "2x8", "4x4", "2x2x3", "2x2x4"] {
        assert!(read(Variant::TacTix, "normal", board).is_lost(), "{board}");
    }
    for board in ["3x3", "3x4", "1x2x3"] {
        assert!(!read(Variant::TacTix, "normal", board).is_lost(), "{board}");
    }
}

/// With a limit, the published rule, which looks at the remainders of the heaps, is wrong.
#[test]
fn the_published_rule_of_moores_nim_fails_with_a_limit() {
    assert!(!read(Variant::Moore, "heaps=2 most=1", "1 1 1 2").is_lost());
}

#[test]
fn openings_and_named_positions_can_be_read() {
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
    let marienbad = read(Variant::Nim, "", "marienbad");
    assert_eq!(
        (marienbad.to_string().as_str(), marienbad.ending()),
        ("1 3 5 7", Ending::Misere)
    );
    assert!(marienbad.is_lost());
}

#[test]
fn invalid_positions_are_refused() {
    let expect_refusal = |variant, options: Options, notation| {
        Position::read(variant, options, notation).expect_err(notation)
    };
    // A game, followed by notations that it refuses.
    for line in [
        "nim~~x~3 -1~1 2 3 4 5 6 7 8 9~18446744073709551616~0/21~3,5;7",
        "wythoff~3~3 5 7~3 x",
        "21~21~5/4~0/0~0/10000~-1/21~0/x~0/21/3",
        "greedy~marienbad",
        "circular~2~19~~oo~o x o~ooooooooooooooooooo~010~99999999999999999999~3 5",
        "tactix~4~4x~0x4~5x4~oooo/ooo~oo oo|oo~4x4x4~99999999999999999999x1~x~4 4~ooooo/ooooo/ooooo/ooooo",
        "graph~P3~P9+P1~C2+P1~S2+P1~X3+P1~P3+~P8+P8+P1~P1+P1+P1+P1+P1+P1+P1+P1+P1~P+P~P0+P1~3+4",
    ] {
        let (variant, notations) = line.split_once('~').expect("a game first");
        let variant = Variant::from_key(variant).expect("a game");
        for notation in notations.split('~') {
            expect_refusal(variant, Options::default(), notation);
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
        expect_refusal(variant, options.parse().expect("options"), notation);
    }
}

#[test]
fn every_move_from_many_heaps_of_grundys_game_can_be_made() {
    let reads = |ones: usize| {
        let heaps = [vec!["51"], vec!["1"; ones]].concat();
        Position::read_to_solve(Variant::Grundy, Options::default(), &heaps.join(" "))
    };
    let most = reads(37).expect("38 heaps");
    let winning: Vec<Move> = most.winning_moves().collect();
    assert!(!winning.is_empty());
    for mv in winning {
        let after = most.play(mv).expect("a legal move");
        assert!(
            after
                .choices()
                .moves()
                .all(|reply| after.play(reply).is_ok())
        );
    }
    let too_many = BadPosition::HeapCount { least: 1, most: 38 };
    assert_eq!(reads(38), Err(too_many));
}
