//! Learning Building Nim: it is Nim once all stones are placed. Before that, no rule is known if
//! the number of stones is even, except with stacks in equal pairs.

use crate::lessons::{Knowledge, Known, Lesson, lessons};

pub(crate) const LESSONS: &[Lesson] = lessons! {
    "one-heap", Knowledge::of(Known::End).at_sight() => "0 0 5", "0 3 0", "0 0 2";
    "building-copy", Knowledge::balanced(0) => "0 1 5", "0 2 6", "1 1 4", "0 3 3", "1+0 2 3", "4+2 2", "1+0 3 4",
        "2 3 3", "3+2 1", "5+0 1", "3+2 1 1 1";
    "building-powers", Knowledge::balanced(u64::MAX) => "1 2 5", "1 3 4", "1 3 6", "1 2 3", "2 3 5", "1 4 6";
};
