//! Learning TacTix: the end, rows that do not touch, and positions in which the opponent's moves
//! can be mirrored. No rule is known for blocks.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

const ROWS: Knowledge = Knowledge::of(Known::Balanced { largest: u64::MAX });

pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "oooo/----/----", "oo--/o---/----", "ooo-/o---/----",
        "-oo-/-o--/----";
    "single-dots", Knowledge::of(Known::Ones) => "o-o/oo-/---", "oo-/--o/o--", "o-o/o--/o-o", "o-o/---/o--",
        "-oo/-o-/o--", "o--/ooo/o--";
    "tactix-copy", Knowledge::balanced(0) => "3x3", "oooo/----/ooo-", "ooo/ooo/---", "oo--/----/oo--", "oo-/o-o/o-o",
        "oo--/-o-o/-o-o";
    "tactix-rows", ROWS => "oooo/o---/oo-o", "ooo-/o--o/ooo-", "o--o/ooo-/ooo-", "ooo-/----/oo-o", "oooo/--o-/ooo-",
        "oo-o/oo--/ooo-";
};

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "tactix-end", Knowledge::of(Known::End).at_sight() => "ooo/---/---", "---/oo-/---", "o--/o--/---", "----/oooo/----";
    "tactix-copy", Knowledge::balanced(0) => "o--/o-o/---", "oo-/-o-/---", "3x3", "oo-/---/oo-", "ooo/--o/o--",
        "-o-/ooo/o-o";
    "tactix-turn", Knowledge::of(Known::Opposite { largest: 0 }) => "oooo/oooo/oooo/ooo-", "oooo/-ooo/oooo/oooo",
        "-oo-/oooo/oooo/-ooo", "4x4", "oooo/o--o/oo--", "--oo/o-oo/oo--";
    "tactix-rows", Knowledge::of(Known::Opposite { largest: u64::MAX }) => "oooo/o---/oo-o", "oooo/--o-/ooo-",
        "o--o/ooo-/ooo-", "oo-o/----/ooo-", "ooo-/o--o/oo-o";
};
