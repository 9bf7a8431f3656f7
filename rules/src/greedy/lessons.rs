//! Learning Greedy Nim: how many heaps have the largest size.

use crate::lessons::{Knowledge, Known, Lesson, Reach, lessons};

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "one-heap", Knowledge::of(Known::End).at_sight() => "5", "9", "2";
    "greedy-level", Knowledge::of(Known::LargestEven(2)).reached_by(Reach::Levelling) => "3 8", "3 6 9", "2 5 9", "2 3 6 6",
        "1 4 5 7";
    "greedy-below", Knowledge::of(Known::LargestEven(2)) => "5 5 9", "3 3 8", "1 6 6 9", "2 4 4 7";
    "greedy-even", Knowledge::of(Known::LargestEven(usize::MAX)) => "2 2 2 7", "5 5 5 8", "3 3 3 9", "4 4 4 4",
        "4 4 4 6";
};

pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "5", "1 7", "9", "1 3";
    "misere-ones", Knowledge::of(Known::Ones) => "1 1 2", "1 1 6", "1 1 1 5", "1 1 1", "1 1 1 9";
    "greedy-pair", Knowledge::of(Known::LargestEven(2)) => "2 4", "3 5", "2 2 5", "3 4 5 5", "1 4 8", "3 3 6";
    "greedy-even", Knowledge::of(Known::LargestEven(usize::MAX)) => "2 2 2 7", "5 5 5 8", "3 3 3 9", "3 3 3 3",
        "4 4 4 6";
};
