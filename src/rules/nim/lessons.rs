//! Learning Nim and Take at most: equal heaps, then powers of two.

use crate::rules::lessons::{Knowledge, Known, Lesson};
use crate::rules::{Ending, Variant};

/// Nim where the last one wins.
const NIM: &[Lesson] = &[
    Lesson {
        name: "one-heap",
        positions: &["5", "2", "12", "20"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "two-heaps",
        positions: &["1 4", "7 2", "10 11", "6 6", "3 20", "6 5"],
        knows: Knowledge::of(Known::Equal { heaps: 2 }),
    },
    Lesson {
        name: "twins",
        positions: &[
            "2 2 7 9",
            "8 3 8 11",
            "5 5 1 4",
            "2 2 5 5",
            "6 6 6 9",
            "1 10 1 12",
        ],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "powers",
        positions: &["1 2 6", "7 1 3", "2 3 9", "1 2 3", "1 2 3 5", "3 2 20"],
        knows: Knowledge::balanced(3),
    },
    Lesson {
        name: "powers",
        positions: &[
            "1 4 8", "2 4 11", "3 6 8", "2 4 6", "3 4 10", "1 3 5 12", "6 7 9",
        ],
        knows: Knowledge::balanced(7),
    },
    Lesson {
        name: "powers",
        positions: &[
            "8 11 17", "9 10 20", "5 12 16", "4 9 13", "4 9 17", "1 2 8 16",
        ],
        knows: Knowledge::balanced(15),
    },
    Lesson {
        name: "powers",
        positions: &["3 17 20", "9 18 20", "16 17 18", "3 17 18", "3 10 16 20"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

/// Nim where the last one loses.
const NIM_MISERE: &[Lesson] = &[
    Lesson {
        name: "misere-one",
        positions: &["3", "5", "1 4", "12", "1 9"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "misere-ones",
        positions: &["1 1 5", "1 1 9", "1 1 1 7", "1 1 1", "1 1 1 3", "1 1 2"],
        knows: Knowledge::of(Known::Ones),
    },
    Lesson {
        name: "twins",
        positions: &["2 4", "3 8", "5 5 3", "3 3 4 4", "7 7 4 1", "2 2 6 13"],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "misere-powers",
        positions: &["1 2 5", "3 5 7", "4 8 14", "1 4 5", "1 3 4 15", "2 5 8"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

/// One heap with a limit.
const fn steps(count: u64) -> Knowledge {
    Knowledge::of(Known::Steps(count))
}

const TAKE: &[Lesson] = &[
    Lesson {
        name: "steps-end",
        positions: &["2", "3"],
        knows: steps(0).at_sight(),
    },
    Lesson {
        name: "steps-next",
        positions: &["5", "6", "4", "7"],
        knows: steps(1),
    },
    Lesson {
        name: "steps-all",
        positions: &["19", "11", "13", "24", "30", "39"],
        knows: steps(u64::MAX),
    },
    Lesson {
        name: "take-zeros",
        positions: &["4 8 3", "8 6", "4 8 6", "4 8 8", "8 12 5", "7 16"],
        knows: Knowledge::of(Known::Zeros),
    },
    Lesson {
        name: "take-rests",
        positions: &["5 8 11", "6 6 3", "1 2 6", "5 8 9", "5 9 6"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

const TAKE_MISERE: &[Lesson] = &[
    Lesson {
        name: "steps-end",
        positions: &["2", "3", "4"],
        knows: steps(0).at_sight(),
    },
    Lesson {
        name: "steps-next",
        positions: &["6", "7", "5", "8"],
        knows: steps(1),
    },
    Lesson {
        name: "steps-all",
        positions: &["20", "12", "14", "21", "31", "39"],
        knows: steps(u64::MAX),
    },
    Lesson {
        name: "take-rests",
        positions: &["4 8 3", "1 5 6", "5 8 11", "3 5 10", "6 6 3", "4 9 2"],
        knows: Knowledge::balanced(u64::MAX),
    },
];

pub(super) const fn of(variant: Variant, ending: Ending) -> &'static [Lesson] {
    match (variant, ending) {
        (Variant::Take, Ending::Normal) => TAKE,
        (Variant::Take, Ending::Misere) => TAKE_MISERE,
        (_, Ending::Normal) => NIM,
        (_, Ending::Misere) => NIM_MISERE,
    }
}
