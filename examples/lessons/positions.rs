//! The positions on which a learner is measured, each with its weight.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use nim_games::{Ending, OptionName, Options, Position, Variant};

/// The positions of a game up to a certain size. With `is_small`, so few that a test can solve them
/// in a debug build. Empty if the game cannot have that ending.
pub(crate) fn of(variant: Variant, ending: Ending, is_small: bool) -> Vec<(Position, f64)> {
    let largest = |usual: u64, small: u64| if is_small { small } else { usual };
    let notations = match variant {
        Variant::Wythoff => pairs(20),
        Variant::Nim => {
            let groups = (1..=4).map(|count| multisets(count, 1..=largest(20, 7)));
            groups.flatten().collect()
        }
        // Positions with one heap and with three, each group with half of the weight.
        Variant::Take => {
            let one = multisets(1, 1..=40).into_iter();
            let three = multisets(3, 1..=largest(20, 10));
            one.chain(three).collect()
        }
        // Heaps may be empty.
        Variant::Greedy => multisets(4, 0..=9),
        Variant::Moore => multisets(4, 0..=largest(7, 5)),
        Variant::Multi | Variant::Candy => multisets(3, 0..=largest(15, 7)),
        Variant::Grundy => {
            let groups = (1..=3).map(|count| multisets(count, 3..=12));
            groups.flatten().collect()
        }
        Variant::TwentyOne => counts(21),
        Variant::Hundred => counts(100),
        Variant::Building => {
            return reachable(
                variant,
                ending,
                if is_small { &["7/3"] } else { &["7/3", "8/3"] },
            );
        }
        Variant::Circular if is_small && ending == Ending::Misere => {
            let few = [
                "ooo-", "o-oo-", "o-o-oo-", "o-oooo-", "oo-ooo-", "oo-oooo-", "o-oo-oo-",
            ];
            few.iter().map(|circle| (circle.to_string(), 1.0)).collect()
        }
        // In misère play nothing is known about longer rows.
        Variant::Circular if ending == Ending::Misere => rows(4),
        Variant::Circular if is_small => {
            let few = [
                "ooo-",
                "oooo-",
                "oo-oo-o-",
                "oo-ooo-oooo-",
                "o-oooo-ooooo-",
                "oo-oooo-ooooo-",
            ];
            few.iter().map(|circle| (circle.to_string(), 1.0)).collect()
        }
        Variant::Circular => rows(5),
        Variant::TacTix => {
            let few = match ending {
                Ending::Normal => "--oo/o-oo/oo--",
                Ending::Misere => "ooo-/o---/oo-o",
            };
            return reachable(variant, ending, &[if is_small { few } else { "3x4" }]);
        }
        Variant::Graph => parts(if is_small { 2 } else { 3 }),
    };
    let positions = notations.into_iter();
    let positions = positions
        .filter_map(|(notation, weight)| Some((read(variant, ending, &notation)?, weight)));
    positions.collect()
}

/// A position of a game with the given ending.
pub(crate) fn read(variant: Variant, ending: Ending, notation: &str) -> Option<Position> {
    let options = Options {
        ending: Position::has_option(variant, OptionName::Ending).then_some(ending),
        ..Options::default()
    };
    let position = Position::read(variant, options, notation).ok()?;
    (position.ending() == ending).then_some(position)
}

/// Every position that can be reached from one of `starts`, all with the same weight. Positions
/// that are equal under the game's symmetries count once.
fn reachable(variant: Variant, ending: Ending, starts: &[&str]) -> Vec<(Position, f64)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut to_visit: Vec<Position> = starts
        .iter()
        .filter_map(|start| read(variant, ending, start))
        .collect();
    while let Some(at) = to_visit.pop() {
        if seen.insert(at.twin()) {
            found.push((at, 1.0));
            let moves = at.choices();
            to_visit.extend(moves.moves().filter_map(|mv| at.play(mv).ok()));
        }
    }
    found
}

/// Every count below the target.
fn counts(target: u64) -> Vec<(String, f64)> {
    (0..target)
        .map(|count| (format!("{count}/{target}"), 1.0))
        .collect()
}

/// Circles with one to three rows of up to `largest` objects.
fn rows(largest: u64) -> Vec<(String, f64)> {
    let sequences = (1..=3).flat_map(|count| sequences(count, 1..=largest));
    let row = |length: u64| format!("{}-", "o".repeat(usize::try_from(length).unwrap_or(0)));
    let circle = |sequence: Vec<u64>| sequence.into_iter().map(row).collect::<String>();
    sequences.map(|sequence| (circle(sequence), 1.0)).collect()
}

/// Graphs of two to `max_parts` parts.
fn parts(max_parts: usize) -> Vec<(String, f64)> {
    const PARTS: [&str; 8] = ["P1", "P3", "P4", "C3", "C4", "K4", "S4", "S5"];
    let name = |part: u64| PARTS.get(usize::try_from(part).ok()?).copied();
    let sequences = (2..=max_parts).flat_map(|count| sequences(count, 0..=7));
    let with_weight = |sequence: Vec<u64>| {
        let names: Vec<&str> = sequence.into_iter().filter_map(name).collect();
        (names.join("+"), 1.0)
    };
    sequences.map(with_weight).collect()
}

/// Every pair of piles up to the given size.
fn pairs(largest: u64) -> Vec<(String, f64)> {
    let pairs = (0..=largest).flat_map(|left| (0..=largest).map(move |right| (left, right)));
    let notations = pairs.map(|(left, right)| (format!("{left} {right}"), 1.0));
    notations.collect()
}

/// Every non-decreasing sequence of `count` numbers.
fn sequences(count: usize, numbers: RangeInclusive<u64>) -> Vec<Vec<u64>> {
    let (smallest, largest) = (*numbers.start(), *numbers.end());
    let mut found = vec![Vec::new()];
    for _ in 0..count {
        let longer = |sequence: Vec<u64>| {
            let least = sequence.last().copied().unwrap_or(smallest);
            (least..=largest).map(move |number| [sequence.clone(), vec![number]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// Every multiset of `count` heaps of the given sizes, in order, with its probability if each size
/// is drawn uniformly.
fn multisets(count: usize, sizes: RangeInclusive<u64>) -> Vec<(String, f64)> {
    let kinds = f64::from(u32::try_from(sizes.end() - sizes.start() + 1).unwrap_or(u32::MAX));
    let all = kinds.powi(i32::try_from(count).unwrap_or(0));
    let chance = |sequence: &[u64]| {
        let orders = (1..=sequence.len()).product::<usize>();
        let runs = sequence.chunk_by(|one, other| one == other);
        let repetitions = runs.map(|run| (1..=run.len()).product::<usize>());
        let orders = orders / repetitions.product::<usize>();
        f64::from(u32::try_from(orders).unwrap_or(u32::MAX)) / all
    };
    let with_weight = |sequence: Vec<u64>| {
        let heaps: Vec<String> = sequence.iter().map(ToString::to_string).collect();
        (heaps.join(" "), chance(&sequence))
    };
    sequences(count, sizes)
        .into_iter()
        .map(with_weight)
        .collect()
}
