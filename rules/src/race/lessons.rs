//! Learning 21 and the race to 100: count down from the end.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

const fn steps(count: u64) -> Knowledge {
    Knowledge::of(Known::Steps(count))
}

pub(crate) const TWENTY_ONE: &[Lesson] = lessons! {
    "steps-end", steps(0).at_sight() => "19/21", "18/21", "17/21";
    "steps-next", steps(1) => "15/21", "14/21", "16/21", "13/21";
    "steps-all", steps(u64::MAX) => "9/21", "6/21", "8/21", "1/21";
};

pub(crate) const HUNDRED: &[Lesson] = lessons! {
    "steps-end", steps(0).at_sight() => "90/100", "96/100";
    "steps-next", steps(1) => "88/100", "85/100", "89/100", "79/100";
    "steps-all", steps(u64::MAX) => "0/100", "5/100", "50/100", "67/100", "70/100";
};
