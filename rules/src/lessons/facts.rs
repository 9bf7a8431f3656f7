//! The facts in the sentence of a lesson, taken from the same data that describe what a learner
//! knows after it.

use itertools::Itertools as _;

use super::{Known, Lesson, pairs};
use crate::{Ending, Fact, Position};

/// The most pairs or numbers that are listed.
const MAX_LISTED: usize = 5;

impl Lesson {
    /// The facts in the lesson's sentence. `at` is one of the lesson's positions, `previous` the
    /// lesson before this one.
    #[must_use]
    pub fn facts(&self, previous: Option<&Self>, at: Position) -> Vec<(&'static str, Fact)> {
        let mut facts = vec![("ending", at.ending().into())];
        let counting = at.shape().counting();
        let most = most(at);
        let form = if counting.is_some() { "count" } else { "heap" };
        facts.push(("form", form.to_owned().into()));
        facts.push(("most", most.unwrap_or(0).into()));
        facts.push(("step", most.map_or(0, |most| most + 1).into()));
        match self.knowledge.lost {
            Known::Pairs(count) => {
                let pairs = listed_pairs(at.ending(), count);
                let pairs = pairs.map(|[smaller, larger]| format!("({smaller}, {larger})"));
                let pairs: Vec<String> = pairs.collect();
                facts.push(("pairs", pairs.join(", ").into()));
            }
            Known::Balanced { largest } | Known::Opposite { largest } => {
                // With a limit, the values are remainders modulo `most` + 1, so none exceeds
                // `most`.
                facts.push((
                    "powers",
                    powers(most.unwrap_or(u64::MAX).min(largest)).into(),
                ));
            }
            Known::Values(table) => {
                let known = match previous.map(|previous| previous.knowledge.lost) {
                    Some(Known::Values(known)) => known.len(),
                    Some(_) | None => 0,
                };
                let added = table.get(known..).unwrap_or(table);
                facts.push(("values", added.join(", ").into()));
            }
            Known::Steps(steps) => {
                let numbers = good_numbers(at, most.map_or(1, |most| most + 1), steps);
                let last = numbers.last().cloned().unwrap_or_default();
                facts.push(("last", last.into()));
                let end = numbers.first().cloned().unwrap_or_default();
                facts.push(("end", end.into()));
                facts.push(("numbers", numbers.join(", ").into()));
            }
            Known::End
            | Known::Equal { .. }
            | Known::Ones
            | Known::Zeros
            | Known::LargestEven(_) => {}
        }
        facts
    }

    /// The positions that the lesson's sentence lists.
    #[must_use]
    pub fn listed(&self, at: Position) -> Vec<Position> {
        let target = at.shape().counting().map(|counting| counting.target);
        let listed: Vec<String> = match self.knowledge.lost {
            Known::Pairs(count) => listed_pairs(at.ending(), count)
                .map(|[smaller, larger]| format!("{smaller} {larger}"))
                .collect(),
            Known::Steps(steps) => {
                let step = most(at).map_or(1, |most| most + 1);
                let numbers = good_numbers(at, step, steps).into_iter();
                let written = |number: String| match target {
                    Some(target) => format!("{number}/{target}"),
                    None => number,
                };
                numbers.map(written).collect()
            }
            Known::End
            | Known::Equal { .. }
            | Known::Ones
            | Known::Zeros
            | Known::Balanced { .. }
            | Known::Opposite { .. }
            | Known::Values(_)
            | Known::LargestEven(_) => vec![],
        };
        let read = |written: &String| Position::read(at.variant(), at.options(), written).ok();
        listed.iter().filter_map(read).collect()
    }
}

/// The most that a move takes or adds, if there is a limit.
fn most(at: Position) -> Option<u64> {
    let counting = at.shape().counting();
    counting.map(|counting| counting.most).or(at.options().most)
}

fn listed_pairs(ending: Ending, count: usize) -> impl Iterator<Item = [u64; 2]> {
    pairs(ending).take(count.min(MAX_LISTED))
}

/// `4, 2, 1`.
fn powers(largest: u64) -> String {
    if largest == u64::MAX {
        return "1, 2, 4, 8, …".to_owned();
    }
    let powers = (0..u64::BITS)
        .map(|bit| 1_u64 << bit)
        .take_while(|&power| power <= largest);
    powers.map(|power| power.to_string()).join(", ")
}

/// The numbers that are good to leave or to say, starting from the end.
fn good_numbers(at: Position, step: u64, steps: u64) -> Vec<String> {
    let nearest = u64::from(at.ending() == Ending::Misere);
    let distances = (0..=steps)
        .take(MAX_LISTED)
        .map(|steps| nearest + steps * step);
    let number = |distance: u64| match at.shape().counting() {
        Some(counting) => counting.target.checked_sub(distance),
        None => Some(distance),
    };
    distances
        .map_while(number)
        .map(|number| number.to_string())
        .collect()
}
