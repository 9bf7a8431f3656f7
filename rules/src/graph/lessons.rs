//! Learning Graph Nim: copying moves, and the values of the connected parts.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

/// The values of parts.
const VALUES: &[&str] = &[
    "P1:1", "P2:2", "P3:3", "P4:4", "P5:5", "C3:3", "C4:4", "C5:5", "K3:3", "K4:4", "K5:5", "S4:2",
    "S5:3", "S6:2", "S7:3", "S8:2",
];

const fn first_values(count: usize) -> Knowledge {
    Knowledge::of(Known::Values(VALUES.split_at(count).0))
}

pub(crate) const NORMAL: &[Lesson] = lessons! {
    "graph-copy", first_values(0) => "P1+P3", "C4+C4+P2", "P2+P5", "C3+C3", "P3+P3+K4", "K3+K4", "S5+S6";
    "graph-rows", first_values(5) => "P2+P3+P4", "P1+P3+C4", "P2+P4+P5", "P1+P2+P3", "P3+P4+P5", "P4+P5+C3";
    "graph-rings", first_values(11) => "P5+C3", "C5+K4", "P2+C3+C4", "P3+C3", "P3+C5+K4", "P4+C3+C5";
    "graph-stars", first_values(VALUES.len()) => "P4+S5", "C5+S4", "P2+S4+S5", "P3+S5", "K4+S6", "C3+C4+S6";
};

/// In misère play the values are the same, but the endgame differs.
pub(crate) const MISERE: &[Lesson] = lessons! {
    "misere-one", Knowledge::of(Known::End).at_sight() => "P1+P3", "P1+S4", "C4+P1", "P1+K5";
    "single-dots", Knowledge::of(Known::Ones) => "P1+P1+P3", "P1+P1+C4", "P1+P1+P1+P2", "P1+P1+P1", "P1+P1+K3",
        "P3+P1+P1";
    "graph-misere", first_values(VALUES.len()) => "P3+P4", "P2+P5", "C3+C4", "P3+C3", "P2+P3+P4", "P4+S5", "P2+C3+C4", "K4+S6";
};
