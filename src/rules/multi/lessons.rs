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
        name: "two-heaps",
        positions: &["0 3 5", "1 1 4", "2 5 5", "6 6 7", "0 7 2"],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "powers",
        positions: &["1 2 5", "1 3 6", "2 3 4", "4 5 6", "3 4 5"],
        knows: Knowledge::balanced(3),
    },
    Lesson {
        name: "powers",
        positions: &["1 4 7", "2 5 6", "3 5 7", "4 6 7", "1 5 7"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

pub(super) const fn of(ending: Ending) -> &'static [Lesson] {
    match ending {
        Ending::Normal => NORMAL,
        Ending::Misere => &[],
    }
}
