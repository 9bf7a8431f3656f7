//! Learning Candy Nim: who gets the last candy is a matter of Nim.

use crate::rules::lessons::{Knowledge, Known, Lesson};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "one-heap",
        positions: &["5", "9", "3"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "two-heaps",
        positions: &["3 5", "7 2", "1 1 4", "5 5", "6 6 2", "4 9"],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "powers",
        positions: &["1 2 5", "2 3 4", "1 3 6", "1 2 3", "1 2 7", "1 3 5"],
        knows: Knowledge::balanced(3),
    },
    Lesson {
        name: "powers",
        positions: &["1 4 7", "3 4 5", "2 5 6", "3 5 6", "4 5 6", "3 5 7"],
        knows: Knowledge::balanced(u64::MAX),
    },
    Lesson {
        name: "candy-most",
        positions: &["9 13 14", "4 6 7", "8 9 11", "4 5 7"],
        knows: Knowledge::balanced(u64::MAX).eating_most(),
    },
];
