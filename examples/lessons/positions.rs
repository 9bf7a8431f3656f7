//! The positions over which a learner is measured, each with its weight.

use std::ops::RangeInclusive;

use wythoff::rules::{Ending, Options, Position, Variant};

/// Positions of a game up to a size. `is_small`: as few as a test can count out in a debug build.
pub(crate) fn of(variant: Variant, ending: Ending, is_small: bool) -> Vec<(Position, f64)> {
    let options = Options {
        ending: Some(ending),
        ..Options::default()
    };
    let read = |notation: &str| Position::read(variant, options, notation);
    let heaps = |heaps: &[u64], weight: f64| {
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let read = read(&heaps.join(" ")).ok();
        read.map(|position| (position, weight))
    };
    match variant {
        Variant::Wythoff => squares(20).filter_map(|pair| heaps(&pair, 1.0)).collect(),
        Variant::Nim => {
            let largest = if is_small { 7 } else { 20 };
            let sets = (1..=4).flat_map(|count| multisets(count, 1..=largest));
            sets.filter_map(|(set, weight)| heaps(&set, weight))
                .collect()
        }
        Variant::Greedy => {
            // Empty heaps count, too.
            let all = multisets(4, 0..=9).into_iter();
            all.filter_map(|(set, weight)| heaps(&set, weight))
                .collect()
        }
        Variant::Take => (1..=40).filter_map(|size| heaps(&[size], 1.0)).collect(),
        Variant::TwentyOne | Variant::Hundred => {
            let target = if variant == Variant::Hundred { 100 } else { 21 };
            let count = |count: u64| {
                let notation = format!("{count}/{target}");
                Position::read(variant, Options::default(), &notation).ok()
            };
            // The game decides what its last move does.
            let counts = (0..target).filter_map(count);
            let counts = counts.filter(|position| position.ending() == ending);
            counts.map(|position| (position, 1.0)).collect()
        }
        Variant::Moore
        | Variant::Multi
        | Variant::Grundy
        | Variant::Building
        | Variant::Candy
        | Variant::Circular
        | Variant::TacTix
        | Variant::Graph => Vec::new(),
    }
}

fn squares(largest: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..=largest).flat_map(move |left| (0..=largest).map(move |right| [left, right]))
}

/// So many heaps of those sizes in order, each with its chance if every heap is drawn alike.
fn multisets(count: usize, sizes: RangeInclusive<u64>) -> Vec<(Vec<u64>, f64)> {
    let (smallest, largest) = (*sizes.start(), *sizes.end());
    let mut found = vec![Vec::new()];
    for _ in 0..count {
        let longer = |set: Vec<u64>| {
            let least = set.last().copied().unwrap_or(smallest);
            (least..=largest).map(move |heap| [set.clone(), vec![heap]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    let weight = |set: &Vec<u64>| {
        let orders = (1..=set.len()).product::<usize>();
        let same = set.chunk_by(|one, other| one == other);
        let same = same.map(|run| (1..=run.len()).product::<usize>());
        let orders = orders / same.product::<usize>();
        f64::from(u32::try_from(orders).unwrap_or(u32::MAX))
    };
    let all = f64::from(u32::try_from(largest - smallest + 1).unwrap_or(u32::MAX))
        .powi(i32::try_from(count).unwrap_or(0));
    found
        .into_iter()
        .map(|set| (weight(&set) / all, set))
        .map(|(weight, set)| (set, weight))
        .collect()
}
