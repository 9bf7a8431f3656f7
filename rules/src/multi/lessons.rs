//! Lessons on Nim with a sweep, for three heaps. A move is a move of Nim, or takes the same number
//! from every heap.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "multi-sweep", Knowledge::of(Known::End).at_sight() => "5 5 5", "0 4 0", "7 7 7", "0 0 6";
    "multi-two", Knowledge::balanced(0) => "0 3 5", "1 1 4", "2 5 5", "0 4 4", "6 6 7", "0 7 2";
    "multi-powers", Knowledge::balanced(3) => "1 2 5", "1 3 6", "2 3 4", "1 2 3", "4 5 6", "3 4 5";
    "multi-powers", Knowledge::balanced(u64::MAX) => "1 4 7", "2 5 6", "3 5 7", "3 5 6", "4 6 7", "1 5 7";
};

pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "0 0 5", "1 0 7", "0 4 0", "0 9 1";
    "multi-misere-ones", Knowledge::of(Known::Ones) => "1 1 5", "1 1 9", "3 3 3", "1 1 1", "2 2 2", "1 1 3";
    "multi-misere-twins", Knowledge::balanced(0) => "0 2 4", "3 8 0", "5 5 3", "0 5 5", "2 2 7", "4 0 9";
    "multi-misere-powers", Knowledge::balanced(u64::MAX) => "1 2 5", "3 5 7", "4 8 14", "2 4 6", "1 3 6", "2 5 8";
};
