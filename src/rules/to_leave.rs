//! The positions to leave in Nim, of few and small heaps.

use std::fmt;

use itertools::Itertools as _;

use super::{Ending, Options, Position, Variant};

/// How many heaps there are, and the largest of them: as many positions as fit on a page.
const SIZES: [(usize, u64); 3] = [(2, 9), (3, 9), (4, 7)];

/// A lost position.
#[derive(Clone, Copy, Debug)]
pub struct ToLeave {
    /// Where it is lost.
    pub position: Position,
    /// One star where that is so only if the last one wins, two where it is so only if the last one loses.
    stars: &'static str,
}

/// As it stands in a table: `1 1*`.
impl fmt::Display for ToLeave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.position, self.stars)
    }
}

impl Position {
    /// The positions of Nim that are to be left: of two, three and four heaps. None of other games.
    #[must_use]
    pub fn to_leave(&self) -> Option<[Vec<ToLeave>; 3]> {
        (self.variant() == Variant::Nim).then(|| {
            SIZES.map(|(heaps, largest)| {
                let all = (1..=largest).combinations_with_replacement(heaps);
                all.filter_map(|sizes| to_leave(&sizes.iter().join(" ")))
                    .collect()
            })
        })
    }
}

fn to_leave(sizes: &str) -> Option<ToLeave> {
    let at = |ending| Position::read(Variant::Nim, Options::of_ending(ending), sizes).ok();
    let [normal, misere] = [at(Ending::Normal)?, at(Ending::Misere)?];
    let (position, stars) = match (normal.is_lost(), misere.is_lost()) {
        (true, true) => (normal, ""),
        (true, false) => (normal, "*"),
        (false, true) => (misere, "**"),
        (false, false) => return None,
    };
    Some(ToLeave { position, stars })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As published: <https://en.wikipedia.org/wiki/Nim#Winning_positions>.
    #[test]
    fn the_table_of_nim_is_the_known_one() {
        let nim: Position = "nim: 3 5 7".parse().expect("a position");
        let table = nim.to_leave().expect("a table");
        let [two, three, four] = table.map(|row| row.iter().join(", "));
        assert_eq!(two, "1 1*, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9 9");
        let known = "1 1 1**, 1 2 3, 1 4 5, 1 6 7, 1 8 9, 2 4 6, 2 5 7, 3 4 7, 3 5 6";
        assert_eq!(three, known);
        let known = [
            "1 1 1 1*", "1 1 2 2", "1 2 4 7", "1 2 5 6", "1 3 4 6", "1 3 5 7", "2 3 4 5",
            "2 3 6 7", "4 5 6 7",
        ];
        let four: Vec<&str> = four.split(", ").collect();
        assert!(known.iter().all(|known| four.contains(known)), "{four:?}");
    }
}
