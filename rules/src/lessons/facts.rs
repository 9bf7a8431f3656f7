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
        let most = counting.map(|counting| counting.most).or(at.options().most);
        let form = if counting.is_some() { "count" } else { "heap" };
        facts.push(("form", form.to_owned().into()));
        facts.push(("most", most.unwrap_or(0).into()));
        facts.push(("step", most.map_or(0, |most| most + 1).into()));
        match self.knowledge.lost {
            Known::Pairs(count) => facts.push(("pairs", listed_pairs(at.ending(), count).into())),
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
}

/// `(0, 0), (1, 2)`.
fn listed_pairs(ending: Ending, count: usize) -> String {
    let known = pairs(ending).take(count.min(MAX_LISTED));
    let texts = known.map(|[smaller, larger]| format!("({smaller}, {larger})"));
    itertools::join(texts, ", ")
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
