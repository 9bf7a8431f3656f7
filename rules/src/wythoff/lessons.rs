//! Learning Wythoff's game: the squares that are lost, one pair after the other, and how the list
//! goes on.

use crate::lessons::{Knowledge, Known, Lesson, Reach, lessons};

const fn pairs(count: usize) -> Knowledge {
    Knowledge::of(Known::Pairs(count))
}

/// Wythoff's game in which the last move wins.
pub(crate) const NORMAL: &[Lesson] = lessons! {
    "wythoff-all", pairs(1).at_sight() => "0 5", "3 0", "1 1", "4 4", "9 9", "0 17";
    "wythoff-doors", pairs(2).reached_by(Reach::OneHeap) => "1 3", "1 5", "4 1", "1 2", "2 6", "9 2", "1 20";
    "wythoff-difference", pairs(2) => "4 5", "5 6", "8 9", "12 11", "16 17", "7 8";
    "wythoff-crossing-out", pairs(3) => "3 7", "8 3", "5 9", "5 3", "5 14", "9 11", "14 16";
    "wythoff-again", pairs(4) => "4 9", "12 4", "7 11", "4 7", "7 16", "9 12", "16 19";
    "wythoff-list", pairs(5) => "6 14", "6 16", "15 10", "6 10", "10 19", "11 15", "20 16";
    "wythoff-any", pairs(usize::MAX) => "8 15", "9 17", "11 16", "8 13", "19 11", "12 18", "25 30", "14 29";
    "wythoff-lost", pairs(usize::MAX).holding_out() => "9 15", "11 18", "12 20", "14 23";
};

/// Wythoff's game in which the last move loses: the list of lost pairs begins differently, and from
/// (3, 5) on is the same as in normal play.
pub(crate) const MISERE: &[Lesson] = lessons! {
    "wythoff-step", pairs(1).at_sight() => "0 4", "1 1", "0 9", "2 1", "5 1", "7 0";
    "wythoff-two-twos", pairs(2) => "2 5", "3 3", "4 4", "2 2", "7 2", "6 6", "2 11";
    "wythoff-crossing-out", pairs(3) => "3 7", "8 3", "5 9", "3 5", "6 8", "9 11", "5 12";
    "wythoff-list", pairs(5) => "4 9", "12 4", "6 14", "10 6", "15 10", "7 11", "16 19";
    "wythoff-any", pairs(usize::MAX) => "8 15", "9 17", "11 16", "13 8", "19 11", "12 18", "25 30";
};
