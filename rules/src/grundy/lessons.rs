//! Learning Grundy's game: equal heaps cancel, and what single heaps are worth.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

/// What heaps are worth. Up to 12 they follow a pattern of threes; beyond that, no rule is known.
const VALUES: &[&str] = &[
    "3:1", "4:0", "5:2", "6:1", "7:0", "8:2", "9:1", "10:0", "11:2", "12:1",
];

const fn first_values(count: usize) -> Knowledge {
    Knowledge::of(Known::Values(VALUES.split_at(count).0))
}

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "grundy-copy", first_values(0) => "5 6", "4 6", "7 9", "6 6", "6 7", "8 10", "3 4 7";
    "grundy-small", first_values(2) => "6", "4 4 6", "3 4 5", "4 5 5", "4 5 6", "4 8 9", "5 9";
    "grundy-more", first_values(5) => "9", "11", "3 8", "4 7", "5 6 7", "4 9", "7 7 9";
    "grundy-threes", first_values(VALUES.len()) => "3 5 10", "5 8 9", "3 9 11", "5 8 10", "5 6 12", "8 9 10", "10 11 12";
};

/// In misère play the values are the same up to 12, but the endgame differs.
pub(crate) const MISERE: &[Lesson] = lessons! {
    "grundy-misere-small", first_values(5) => "4", "5", "3 4", "5 5", "3 5", "5 7", "3 3 5";
    "grundy-misere", first_values(VALUES.len()) => "8 9", "3 5 12", "6 8 12", "10 12", "5 8 9", "9", "5 6 12", "10 11 12";
};
