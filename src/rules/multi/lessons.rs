//! Learning Nim with a sweep, with three heaps: Nim, and one more way to take all.

use crate::rules::Ending;
use crate::rules::lessons::{Knowledge, Known, Lesson};

const NORMAL: &[Lesson] = &[
    Lesson {
        name: "multi-sweep",
        positions: &["5 5 5", "0 4 0", "7 7 7", "0 0 6"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "multi-two",
        positions: &["0 3 5", "1 1 4", "2 5 5", "0 4 4", "6 6 7", "0 7 2"],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "multi-powers",
        positions: &["1 2 5", "1 3 6", "2 3 4", "1 2 3", "4 5 6", "3 4 5"],
        knows: Knowledge::balanced(3),
    },
    Lesson {
        name: "multi-powers",
        positions: &["1 4 7", "2 5 6", "3 5 7", "3 5 6", "4 6 7", "1 5 7"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

const MISERE: &[Lesson] = &[
    Lesson {
        name: "misere-one",
        positions: &["0 0 5", "1 0 7", "0 4 0", "0 9 1"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "multi-misere-ones",
        positions: &["1 1 5", "1 1 9", "3 3 3", "1 1 1", "2 2 2", "1 1 3"],
        knows: Knowledge::of(Known::Ones),
    },
    Lesson {
        name: "twins",
        positions: &["0 2 4", "3 8 0", "5 5 3", "0 5 5", "2 2 7", "4 0 9"],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "misere-powers",
        positions: &["1 2 5", "3 5 7", "4 8 14", "2 4 6", "1 3 6", "2 5 8"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

pub(super) const fn of(ending: Ending) -> &'static [Lesson] {
    match ending {
        Ending::Normal => NORMAL,
        Ending::Misere => MISERE,
    }
}
