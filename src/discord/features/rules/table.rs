//! The positions to leave, of few and small heaps.

use itertools::Itertools as _;

use crate::rules::{Ending, Options, Position};

/// How many heaps there are, and the largest of them: as many positions as fit on a page.
const SIZES: [(usize, u64); 3] = [(2, 9), (3, 9), (4, 7)];

/// Those that are lost by the rules of that position, for each number of heaps: with a star where that is so only if the last one wins, with two
/// only if it loses.
pub(super) fn lost(by: Position) -> [String; 3] {
    SIZES.map(|(heaps, largest)| {
        let all = (1..=largest).combinations_with_replacement(heaps);
        let lost = all.filter_map(|sizes| {
            let sizes = sizes.iter().join(" ");
            let is_lost = |ending| {
                let options = Options::of_ending(ending).or(by.options());
                let position = Position::read(by.variant(), options, &sizes);
                position.is_ok_and(|position| position.is_lost())
            };
            let star = match (is_lost(Ending::Normal), is_lost(Ending::Misere)) {
                (true, true) => "",
                (true, false) => "*",
                (false, true) => "**",
                (false, false) => return None,
            };
            Some(sizes + star)
        });
        itertools::join(lost, ", ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As published: <https://en.wikipedia.org/wiki/Nim#Winning_positions>.
    #[test]
    fn the_table_of_nim_is_the_known_one() {
        let nim = "nim: 3 5 7".parse().expect("a position");
        let [two, three, four] = lost(nim);
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
