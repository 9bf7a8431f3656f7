//! Learning Circular Nim: what is copied, and what rows are worth.

use crate::rules::Ending;
use crate::rules::lessons::{Knowledge, Known, Lesson};

/// What rows are worth, by their length.
const WORTHS: &[(&str, u64)] = &[
    ("1", 1),
    ("2", 2),
    ("3", 3),
    ("4", 4),
    ("5", 1),
    ("6", 6),
    ("7", 3),
    ("8", 2),
    ("9", 1),
];

const fn first(count: usize) -> Knowledge {
    Knowledge::of(Known::Worths(WORTHS.split_at(count).0))
}

const NORMAL: &[Lesson] = &[
    Lesson {
        name: "circular-end",
        positions: &["oo------", "--ooo---", "-ooo-"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "circular-copy",
        positions: &[
            "oooo---",
            "o-oo--",
            "ooooo-",
            "ooo-ooo-",
            "oo-oooo-",
            "o-o-ooo-",
            "ooo-ooooo-",
        ],
        knows: first(0),
    },
    Lesson {
        name: "circular-short",
        positions: &[
            "ooooooo-oo-",
            "oooooooo-o-",
            "oooo-ooo-oo-",
            "oo-ooo-o-",
            "oo-ooo-oooo-",
            "oooooo-oo--",
        ],
        knows: first(3),
    },
    Lesson {
        name: "circular-long",
        positions: &[
            "oo-oooo-ooooo-",
            "ooo-oooo-ooooo-",
            "oooooo-oooo-ooo-",
            "oo-oooo-oooooo-",
            "oooooo-ooooo-oo-",
            "oooooo-ooooo-o-",
        ],
        knows: first(WORTHS.len()),
    },
];

/// Where the last one loses, of short rows the same holds but at the end; of longer ones nothing is known.
const MISERE: &[Lesson] = &[
    Lesson {
        name: "misere-one",
        positions: &["oo------", "--ooo---", "oooo----", "ooo-o---"],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "tactix-ones",
        positions: &[
            "o-o-oo--",
            "ooo-o-o-",
            "oo-o-o-o-",
            "o-o-o-",
            "o-oooo-o-",
            "ooo-o-o-o-",
        ],
        knows: Knowledge::of(Known::Ones),
    },
    Lesson {
        name: "circular-misere",
        positions: &[
            "oo-oooo-",
            "oooo-oo-",
            "oo-oo-ooo-",
            "oo-oo-",
            "o-oo-oooo-",
            "o-oo-ooo-",
            "ooo-oooo-o-",
        ],
        knows: first(4),
    },
];

pub(super) const fn of(ending: Ending) -> &'static [Lesson] {
    match ending {
        Ending::Normal => NORMAL,
        Ending::Misere => MISERE,
    }
}
