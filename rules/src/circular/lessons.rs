//! Learning Circular Nim: copying moves, and what rows are worth.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

/// What rows are worth, by their length.
const VALUES: &[&str] = &[
    "1:1", "2:2", "3:3", "4:4", "5:1", "6:6", "7:3", "8:2", "9:1",
];

const fn first_values(count: usize) -> Knowledge {
    Knowledge::of(Known::Values(VALUES.split_at(count).0))
}

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "circular-end", Knowledge::of(Known::End).at_sight() => "oo------", "--ooo---", "-ooo-";
    "circular-copy", first_values(0) => "oooo---", "o-oo--", "ooooo-", "ooo-ooo-", "oo-oooo-", "o-o-ooo-", "ooo-ooooo-";
    "circular-short", first_values(3) => "ooooooo-oo-", "oooooooo-o-", "oooo-ooo-oo-", "oo-ooo-o-", "oo-ooo-oooo-",
        "oooooo-oo--";
    "circular-long", first_values(VALUES.len()) => "oo-oooo-ooooo-", "ooo-oooo-ooooo-", "oooooo-oooo-ooo-", "oo-oooo-oooooo-",
        "oooooo-ooooo-oo-", "oooooo-ooooo-o-";
};

/// In misère play short rows have the same values as in normal play, except at the end of a game;
/// no rule is known for longer ones.
pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "oo------", "--ooo---", "oooo----", "ooo-o---";
    "single-dots", Knowledge::of(Known::Ones) => "o-o-oo--", "ooo-o-o-", "oo-o-o-o-", "o-o-o-", "o-oooo-o-",
        "ooo-o-o-o-";
    "circular-misere", first_values(4) => "oo-oooo-", "oooo-oo-", "oo-oo-ooo-", "oo-oo-", "o-oo-oooo-", "o-oo-ooo-",
        "ooo-oooo-o-";
};
