//! Learning TacTix: the end, rows that do not touch, and what can be copied. Of blocks no rule is known.

use crate::rules::Ending;
use crate::rules::lessons::{Knowledge, Known, Lesson};

const ROWS: Knowledge = Knowledge::of(Known::Balanced { largest: u64::MAX });

const MISERE: &[Lesson] = &[
    Lesson {
        name: "misere-one",
        positions: &[
            "oooo/----/----",
            "oo--/o---/----",
            "ooo-/o---/----",
            "-oo-/-o--/----",
        ],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "tactix-ones",
        positions: &[
            "o-o/oo-/---",
            "oo-/--o/o--",
            "o-o/o--/o-o",
            "o-o/---/o--",
            "-oo/-o-/o--",
            "o--/ooo/o--",
        ],
        knows: Knowledge::of(Known::Ones),
    },
    Lesson {
        name: "tactix-copy",
        positions: &[
            "3x3",
            "oooo/----/ooo-",
            "ooo/ooo/---",
            "oo--/----/oo--",
            "oo-/o-o/o-o",
            "oo--/-o-o/-o-o",
        ],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "tactix-rows",
        positions: &[
            "oooo/o---/oo-o",
            "ooo-/o--o/ooo-",
            "o--o/ooo-/ooo-",
            "ooo-/----/oo-o",
            "oooo/--o-/ooo-",
            "oo-o/oo--/ooo-",
        ],
        knows: ROWS,
    },
];

const NORMAL: &[Lesson] = &[
    Lesson {
        name: "tactix-end",
        positions: &[
            "ooo/---/---",
            "---/oo-/---",
            "o--/o--/---",
            "----/oooo/----",
        ],
        knows: Knowledge::of(Known::End).at_sight(),
    },
    Lesson {
        name: "tactix-copy",
        positions: &[
            "o--/o-o/---",
            "oo-/-o-/---",
            "3x3",
            "oo-/---/oo-",
            "ooo/--o/o--",
            "-o-/ooo/o-o",
        ],
        knows: Knowledge::balanced(0),
    },
    Lesson {
        name: "tactix-turn",
        positions: &[
            "oooo/oooo/oooo/ooo-",
            "oooo/-ooo/oooo/oooo",
            "-oo-/oooo/oooo/-ooo",
            "4x4",
            "oooo/o--o/oo--",
            "--oo/o-oo/oo--",
        ],
        knows: Knowledge::of(Known::Opposite { largest: 0 }),
    },
    Lesson {
        name: "tactix-rows",
        positions: &[
            "oooo/o---/oo-o",
            "oooo/--o-/ooo-",
            "o--o/ooo-/ooo-",
            "oo-o/----/ooo-",
            "ooo-/o--o/oo-o",
        ],
        knows: Knowledge::of(Known::Opposite { largest: u64::MAX }),
    },
];

pub(super) const fn of(ending: Ending) -> &'static [Lesson] {
    match ending {
        Ending::Normal => NORMAL,
        Ending::Misere => MISERE,
    }
}
