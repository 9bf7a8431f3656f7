//! Learning Nim and Sticks: equal heaps, then powers of two.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

/// Nim in which the last move wins.
pub(crate) const NIM: &[Lesson] = lessons! {
    "one-heap", Knowledge::of(Known::End).at_sight() => "5", "2", "12", "20";
    "two-heaps", Knowledge::of(Known::Equal { heaps: 2 }) => "1 4", "7 2", "10 11", "6 6", "3 20", "6 5";
    "twins", Knowledge::balanced(0) => "2 2 7 9", "8 3 8 11", "5 5 1 4", "2 2 5 5", "6 6 6 9", "1 10 1 12";
    "powers", Knowledge::balanced(3) => "1 2 6", "7 1 3", "2 3 9", "1 2 3", "1 2 3 5", "3 2 20";
    "powers", Knowledge::balanced(7) => "1 4 8", "2 4 11", "3 6 8", "2 4 6", "3 4 10", "1 3 5 12", "6 7 9";
    "powers", Knowledge::balanced(15) => "8 11 17", "9 10 20", "5 12 16", "4 9 13", "4 9 17", "1 2 8 16";
    "powers", Knowledge::balanced(u64::MAX) => "3 17 20", "9 18 20", "16 17 18", "3 17 18", "3 10 16 20";
};

/// Nim in which the last move loses.
pub(crate) const NIM_MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "3", "5", "1 4", "12", "1 9";
    "misere-ones", Knowledge::of(Known::Ones) => "1 1 5", "1 1 9", "1 1 1 7", "1 1 1", "1 1 1 3", "1 1 2";
    "twins", Knowledge::balanced(0) => "2 4", "3 8", "5 5 3", "3 3 4 4", "7 7 4 1", "2 2 6 13";
    "misere-powers", Knowledge::balanced(u64::MAX) => "1 2 5", "3 5 7", "4 8 14", "1 4 5", "1 3 4 15", "2 5 8";
};

/// What a player knows of one heap with a limit, up to `count` steps before the end.
const fn steps(count: u64) -> Knowledge {
    Knowledge::of(Known::Steps(count))
}

pub(crate) const TAKE: &[Lesson] = lessons! {
    "steps-end", steps(0).at_sight() => "2", "3";
    "steps-next", steps(1) => "5", "6", "4", "7";
    "steps-all", steps(u64::MAX) => "19", "11", "13", "24", "30", "39";
    "take-zeros", Knowledge::of(Known::Zeros) => "4 8 3", "8 6", "4 8 6", "4 8 8", "8 12 5", "7 16";
    "take-rests", Knowledge::balanced(u64::MAX) => "5 8 11", "6 6 3", "1 2 6", "5 8 9", "5 9 6";
};

pub(crate) const TAKE_MISERE: &[Lesson] = lessons! {
    "steps-end", steps(0).at_sight() => "2", "3", "4";
    "steps-next", steps(1) => "6", "7", "5", "8";
    "steps-all", steps(u64::MAX) => "20", "12", "14", "21", "31", "39";
    "take-rests", Knowledge::balanced(u64::MAX) => "4 8 3", "1 5 6", "5 8 11", "3 5 10", "6 6 3", "4 9 2";
};
