//! Learning Moore's Nim with two heaps at once: three equal heaps, then powers of two in
//! groups of three.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "moore-two", Knowledge::of(Known::End).at_sight() => "3 5", "7 2", "4", "6 6";
    "moore-triplets", Knowledge::balanced(0) => "2 2 5", "1 3 4", "3 7 9", "4 4 4", "2 5 6", "1 1 1 4";
    "moore-powers", Knowledge::balanced(3) => "1 2 3 5", "1 2 4 4", "1 3 5 6", "1 2 3 3", "2 3 6 7", "1 2 6 7";
    "moore-powers", Knowledge::balanced(u64::MAX) => "1 4 5 7", "2 4 6 7", "3 4 5 6", "1 4 5 5", "4 5 7 7", "1 5 6 7";
};

pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "3 5", "7 2", "4", "1 6";
    "moore-misere-ones", Knowledge::balanced(0) => "2 2 5", "1 1 1 4", "3 7 9", "1 1 1 1", "1 1 2 3", "3 3 3", "2 3 4",
        "1 1 1 1 6";
    "moore-powers", Knowledge::balanced(u64::MAX) => "1 2 3 5", "1 2 4 4", "1 3 5 6", "1 4 5 5", "2 4 6 7", "3 4 5 6",
        "1 5 6 7";
};
