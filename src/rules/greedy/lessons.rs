//! Learning Greedy Nim: how many of the heaps are the largest.

use crate::rules::Ending;
use crate::rules::lessons::{Knowledge, Known, Lesson, Reach};

const NORMAL: &[Lesson] = &[
    Lesson {
        name: "one-heap",
        positions: &["5", "9", "2"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "greedy-level",
        positions: &["3 8", "3 6 9", "2 5 9", "2 3 6 6", "1 4 5 7"],
        knows: Knowledge::of(Known::LargestEven(2)).by(Reach::Levelling),
    },
    Lesson {
        name: "greedy-below",
        positions: &["5 5 9", "3 3 8", "1 6 6 9", "2 4 4 7"],
        knows: Knowledge::of(Known::LargestEven(2)),
    },
    Lesson {
        name: "greedy-even",
        positions: &["2 2 2 7", "5 5 5 8", "3 3 3 9", "4 4 4 4", "4 4 4 6"],
        knows: Knowledge::of(Known::LargestEven(usize::MAX)),
    },
];

const MISERE: &[Lesson] = &[
    Lesson {
        name: "misere-one",
        positions: &["5", "1 7", "9", "1 3"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "misere-ones",
        positions: &["1 1 2", "1 1 6", "1 1 1 5", "1 1 1", "1 1 1 9"],
        knows: Knowledge::of(Known::Ones),
    },
    Lesson {
        name: "greedy-pair",
        positions: &["2 4", "3 5", "2 2 5", "3 4 5 5", "1 4 8", "3 3 6"],
        knows: Knowledge::of(Known::LargestEven(2)),
    },
    Lesson {
        name: "greedy-even",
        positions: &["2 2 2 7", "5 5 5 8", "3 3 3 9", "3 3 3 3", "4 4 4 6"],
        knows: Knowledge::of(Known::LargestEven(usize::MAX)),
    },
];

pub(super) const fn of(ending: Ending) -> &'static [Lesson] {
    match ending {
        Ending::Normal => NORMAL,
        Ending::Misere => MISERE,
    }
}
