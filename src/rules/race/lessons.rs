//! Learning 21 and the race to 100: count down from the end.

use crate::rules::lessons::{Knowledge, Known, Lesson};
use crate::rules::{Ending, Variant};

const fn steps(count: u64) -> Knowledge {
    Knowledge::of(Known::Steps(count))
}

const TWENTY_ONE: &[Lesson] = &[
    Lesson {
        name: "steps-end",
        positions: &["19/21", "18/21", "17/21"],
        knows: steps(0).at_sight(),
    },
    Lesson {
        name: "steps-next",
        positions: &["15/21", "14/21", "16/21", "13/21"],
        knows: steps(1),
    },
    Lesson {
        name: "steps-all",
        positions: &["9/21", "6/21", "8/21", "1/21"],
        knows: steps(u64::MAX),
    },
];

const HUNDRED: &[Lesson] = &[
    Lesson {
        name: "steps-end",
        positions: &["90/100", "96/100"],
        knows: steps(0).at_sight(),
    },
    Lesson {
        name: "steps-next",
        positions: &["88/100", "85/100", "89/100", "79/100"],
        knows: steps(1),
    },
    Lesson {
        name: "steps-all",
        positions: &["0/100", "5/100", "50/100", "67/100", "70/100"],
        knows: steps(u64::MAX),
    },
];

/// The game decides what its last move does.
pub(super) const fn of(variant: Variant, ending: Ending) -> &'static [Lesson] {
    match (variant, ending) {
        (Variant::Hundred, Ending::Normal) => HUNDRED,
        (Variant::TwentyOne, Ending::Misere) => TWENTY_ONE,
        (_, _) => &[],
    }
}
