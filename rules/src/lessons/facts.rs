//! The facts in the sentence of a lesson, taken from the same data that describe what a learner
//! knows.

use itertools::Itertools as _;

use super::{Known, Lesson, pairs};
use crate::{Ending, Fact, Position};

/// The most pairs or numbers that are listed.
const MOST: usize = 5;

impl Lesson {
    /// The facts in the lesson's sentence. `at` is one of the lesson's positions, `before` the
    /// preceding lesson.
    #[must_use]
    pub fn facts(&self, before: Option<&Self>, at: Position) -> Vec<(&'static str, Fact)> {
        let mut facts = vec![("ending", at.ending().into())];
        let counting = at.shape().counting();
        let most = counting.map(|counting| counting.most).or(at.options().most);
        let form = if counting.is_some() { "count" } else { "heap" };
        facts.push(("form", form.to_owned().into()));
        facts.push(("most", most.unwrap_or(0).into()));
        facts.push(("step", most.map_or(0, |most| most + 1).into()));
        match self.knows.lost {
            Known::Pairs(count) => facts.push(("pairs", listed_pairs(at.ending(), count).into())),
            Known::Balanced { largest } | Known::Opposite { largest } => {
                // With a limit, the values are remainders modulo `most` + 1, so at most `most`.
                facts.push((
                    "powers",
                    powers(most.unwrap_or(u64::MAX).min(largest)).into(),
                ));
            }
            Known::Values(table) => {
                let known = match before.map(|before| before.knows.lost) {
                    Some(Known::Values(known)) => known.len(),
                    Some(_) | None => 0,
                };
                let news = table.get(known..).unwrap_or(table);
                facts.push(("values", news.join(", ").into()));
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
    let known = pairs(ending).take(count.min(MOST));
    let told = known.map(|[smaller, larger]| format!("({smaller}, {larger})"));
    itertools::join(told, ", ")
}

/// `4, 2, 1`.
fn powers(largest: u64) -> String {
    if largest == u64::MAX {
        return "1, 2, 4, 8, …".to_owned();
    }
    let told = (0..u64::BITS)
        .map(|bit| 1_u64 << bit)
        .take_while(|&power| power <= largest);
    told.map(|power| power.to_string()).join(", ")
}

/// The numbers that are good to leave or to say, starting from the end.
fn good_numbers(at: Position, step: u64, steps: u64) -> Vec<String> {
    let last = u64::from(at.ending() == Ending::Misere);
    let away = (0..=steps).take(MOST).map(|steps| last + steps * step);
    let number = |away: u64| match at.shape().counting() {
        Some(counting) => counting.target.checked_sub(away),
        None => Some(away),
    };
    away.map_while(number)
        .map(|number| number.to_string())
        .collect()
}
