//! A table of the cold positions, for a few small heaps.

use std::fmt;
use std::ops::RangeInclusive;

use itertools::Itertools as _;

use super::{Ending, OptionName, Options, Position, Variant};

/// The cold positions with a certain number of heaps.
#[derive(Clone, Debug)]
pub struct ColdPositions {
    /// How many heaps they have.
    pub heaps: usize,
    /// The largest heap in the search.
    pub largest: u64,
    /// The positions, those with small heaps first.
    pub positions: Vec<Lost>,
}

/// A lost position.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// The position, with an ending in which it is lost.
    pub position: Position,
    /// The endings in which it is lost.
    pub lost_in: LostIn,
}

/// In which endings a position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostIn {
    /// In every ending that the game has.
    All,
    /// Only if the last move wins.
    Normal,
    /// Only if the last move loses.
    Misere,
}

/// The position as written in a table, such as `1 1*`: one star if it is lost only when the last
/// move wins, two if it is lost only when the last move loses.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = match self.lost_in {
            LostIn::All => "",
            LostIn::Normal => "*",
            LostIn::Misere => "**",
        };
        write!(f, "{}{stars}", self.position)
    }
}

/// The numbers of heaps to search, each with its range of heap sizes, chosen so that the table fits
/// on a page. Empty for Building Nim, for games without heaps, and for games in which a picture
/// shows every cold position.
const fn sizes(variant: Variant) -> &'static [(usize, RangeInclusive<u64>)] {
    match variant {
        Variant::Wythoff => &[(2, 0..=40)],
        Variant::Nim | Variant::Candy => &[(2, 1..=9), (3, 1..=9), (4, 1..=7)],
        Variant::Take => &[(1, 1..=30), (2, 1..=7), (3, 1..=6)],
        Variant::Multi => &[(2, 1..=20), (3, 1..=9), (4, 1..=5)],
        Variant::Moore => &[(3, 1..=9), (4, 1..=7), (5, 1..=6)],
        Variant::Greedy => &[(2, 1..=9), (3, 1..=6), (4, 1..=4)],
        // Heaps of 1 and 2 cannot be split.
        Variant::Grundy => &[(1, 3..=40), (2, 3..=12), (3, 3..=8)],
        Variant::TwentyOne
        | Variant::Hundred
        | Variant::Building
        | Variant::Circular
        | Variant::TacTix
        | Variant::Graph => &[],
    }
}

/// How many characters the positions of a table may have, as written there. With some options there
/// are so many of them that only smaller heaps are listed.
const LONGEST_TABLE: usize = 600;

impl ColdPositions {
    /// The length of the row, as written in a table.
    fn length(&self) -> usize {
        self.positions.iter().join(", ").len()
    }

    /// Leaves out the positions with the largest heaps.
    fn shorten(&mut self) {
        self.largest = self.largest.saturating_sub(1);
        let largest = self.largest;
        self.positions
            .retain(|lost| lost.position.shape().largest() <= Some(largest));
    }
}

impl Position {
    /// The cold positions in this game, with these options and either ending.
    #[must_use]
    pub fn cold_positions(&self) -> Vec<ColdPositions> {
        let table = sizes(self.variant()).iter();
        let table = table.map(|(heaps, sizes)| {
            let all = sizes.clone().combinations_with_replacement(*heaps);
            ColdPositions {
                heaps: *heaps,
                largest: *sizes.end(),
                positions: all
                    .filter_map(|sizes| self.lost_position(&sizes.iter().join(" ")))
                    .collect(),
            }
        });
        let mut table: Vec<ColdPositions> = table.collect();
        while table.iter().map(ColdPositions::length).sum::<usize>() > LONGEST_TABLE
            && let Some(longest) = table.iter_mut().max_by_key(|row| row.length())
        {
            longest.shorten();
        }
        table.retain(|row| !row.positions.is_empty());
        table
    }

    /// The position with the given heaps in this game, if it is lost in at least one ending.
    fn lost_position(&self, heaps: &str) -> Option<Lost> {
        let with_ending = |ending| {
            let options = Options {
                ending,
                ..self.options()
            };
            Self::read(self.variant(), options, heaps).ok()
        };
        let positions = if Self::has_option(self.variant(), OptionName::Ending) {
            [Ending::Normal, Ending::Misere].map(|ending| with_ending(Some(ending)))
        } else {
            [with_ending(None); 2]
        };
        let [normal, misere] =
            positions.map(|position| position.map(|position| position.is_lost()));
        let lost_in = match (normal, misere) {
            (Some(true), Some(false)) => LostIn::Normal,
            (Some(false), Some(true)) => LostIn::Misere,
            (Some(true), _) | (_, Some(true)) => LostIn::All,
            _ => return None,
        };
        let mut positions = positions.into_iter().flatten();
        let position = positions.find(|position| position.is_lost())?;
        Some(Lost { position, lost_in })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(notation: &str) -> Vec<String> {
        let position: Position = notation.parse().expect("a position");
        let rows = position.cold_positions().into_iter();
        rows.map(|row| row.positions.iter().join(", ")).collect()
    }

    /// As published: <https://en.wikipedia.org/wiki/Nim#Winning_positions>.
    #[test]
    fn the_table_of_nim_is_the_known_one() {
        let [two, three, four] = &table("nim: 3 5 7")[..] else {
            panic!("three rows");
        };
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

    /// The cold pairs (OEIS A000201 and A001950), and the single heaps that are lost in Grundy's
    /// game (A036685).
    #[test]
    fn the_tables_of_other_games_are_the_known_ones() {
        let cold = "0 0*, 0 1**, 1 2*, 2 2**, 3 5, 4 7, 6 10, 8 13, 9 15, 11 18, 12 20, 14 23, 16 26, 17 28, 19 31, 21 34, 22 36, 24 39";
        assert_eq!(table("wythoff: 10 6"), [cold]);
        let heaps = &table("grundy: 8")[0];
        let normal = heaps.split(", ").filter(|heap| !heap.ends_with("**"));
        let normal: Vec<&str> = normal.map(|heap| heap.trim_end_matches('*')).collect();
        assert_eq!(normal, ["4", "7", "10", "20", "23", "26"]);
    }
}
