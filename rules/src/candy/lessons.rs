//! Learning Candy Nim: who gets the last candy is a matter of Nim.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

pub(crate) const LESSONS: &[Lesson] = lessons! {
    "one-heap", Knowledge::of(Known::End).at_sight() => "5", "9", "3";
    "two-heaps", Knowledge::balanced(0) => "3 5", "7 2", "1 1 4", "5 5", "6 6 2", "4 9";
    "powers", Knowledge::balanced(3) => "1 2 5", "2 3 4", "1 3 6", "1 2 3", "1 2 7", "1 3 5";
    "powers", Knowledge::balanced(u64::MAX) => "1 4 7", "3 4 5", "2 5 6", "3 5 6", "4 5 6", "3 5 7";
    "candy-most", Knowledge::balanced(u64::MAX).eating_most() => "9 13 14", "4 6 7", "8 9 11", "4 5 7";
};
