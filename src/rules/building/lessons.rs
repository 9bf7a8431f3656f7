//! Learning Building Nim: Nim, once all stones lie. Of the building no rule is known.

use crate::rules::lessons::{Knowledge, Known, Lesson};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "one-heap",
        positions: &["0 0 5", "0 3 0", "0 0 2"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "building-copy",
        positions: &[
            "0 1 5",
            "0 2 6",
            "1 1 4",
            "0 3 3",
            "1+0 2 3",
            "4+2 2",
            "1+0 3 4",
            "2 3 3",
            "3+2 1",
            "5+0 1",
            "3+2 1 1 1",
        ],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "building-powers",
        positions: &["1 2 5", "1 3 4", "1 3 6", "1 2 3", "2 3 5", "1 4 6"],
        knows: Knowledge::balanced(u64::MAX),
    },
];
