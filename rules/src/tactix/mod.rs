//! TacTix, also called Bulo (P. Hein, around 1950): Nim in two or more dimensions. Misère play
//! unless the options choose normal play.
//!
//! Two players take turns on a rectangular board with a stone in every cell. A move takes any
//! number of adjacent cells, with no gap between them, from one row, one column, or (where there
//! are layers) one pillar. Gaps stay open. The player who takes the last stone loses, or wins
//! in normal play.
//!
//! In normal play a board that looks the same when rotated by 180 degrees is lost if no move can
//! take both a cell and the cell opposite it: whatever one player takes, the opponent takes the
//! cells opposite. Rows that do not touch are heaps of Nim. Every board is tabulated.

pub(super) mod lessons;

use itertools::Itertools as _;

use super::clearing::{
    Clearing, ClearingGame, Layout, Part, cells_of, marks_of, read_marks, thinned,
};
use super::map::{Powers, Term};
use super::play::{in_powers, reason};
use super::{
    BadPosition, Cells, Ending, MAX_CELLS, Numbers, Opening, OptionName, Options, Reason, Result,
    Rules, Variant,
};

/// A board.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, tactix::TacTix};
///
/// let read = |notation| TacTix::read(Variant::TacTix, Options::default(), notation).unwrap();
/// assert!(read("4x4").is_lost());
/// assert_eq!(read("oo/o.").to_string(), "oo/o-");
/// ```
pub type TacTix = Clearing<Grid>;

/// The rules of TacTix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid;

/// The error for a board of a size that is not allowed.
const BAD_SIZE: BadPosition = BadPosition::Cells {
    least: 1,
    most: MAX_CELLS,
};

impl ClearingGame for Grid {
    const VARIANT: Variant = Variant::TacTix;
    const ENDING: Ending = Ending::Misere;
    const OPTIONS: &'static [OptionName] = &[OptionName::Ending];
    const MOST: usize = MAX_CELLS;
    const OPENINGS: &'static [Opening] = &[
        Opening::plain("4x4"),
        Opening::plain("3x3"),
        Opening::plain("3x4"),
        Opening::plain("2x2x3"),
    ];
    const EXAMPLES: &'static [&'static str] = &["2x3"];

    fn read(_: Options, notation: &str) -> Result<(Layout, Cells)> {
        if notation.starts_with(|c: char| c.is_ascii_digit()) {
            let layout = read_sides(notation)?;
            return Ok((layout, layout.all()));
        }
        let blocks: Vec<Vec<Vec<Vec<bool>>>> = notation
            .split('|')
            .map(|block| block.split_whitespace().map(read_layer).collect())
            .collect::<Option<_>>()
            .ok_or(BadPosition::NotABoard)?;
        let layers: Vec<&Vec<Vec<bool>>> = blocks.iter().flatten().collect();
        let rows: Vec<&Vec<bool>> = layers.iter().copied().flatten().collect();
        let marks: Vec<bool> = rows.iter().copied().flatten().copied().collect();
        let is_regular = blocks.iter().map(Vec::len).all_equal()
            && layers.iter().map(|layer| layer.len()).all_equal()
            && rows.iter().map(|row| row.len()).all_equal();
        let or_zero = |count: Option<usize>| count.unwrap_or(0);
        let sides = [
            blocks.len(),
            or_zero(blocks.first().map(Vec::len)),
            or_zero(layers.first().map(|layer| layer.len())),
            or_zero(rows.first().map(|row| row.len())),
        ];
        if marks.is_empty() || !is_regular {
            return Err(BadPosition::NotABoard);
        }
        Ok((grid(&sides)?, cells_of(&marks)))
    }

    fn notation(layout: Layout, left: Cells) -> String {
        let [blocks, layers, rows, columns] = sides(layout);
        if left == layout.all() {
            let sides = [blocks, layers, rows, columns];
            let first_long = sides.iter().position(|&side| side > 1);
            let skipped = first_long.unwrap_or(2).min(2);
            let sides = sides.iter().skip(skipped).join("x");
            return sides;
        }
        let row = |index: usize| marks_of(left, index * columns, columns);
        let layer = |index: usize| joined(index * rows, rows, "/", &row);
        let block = |index: usize| joined(index * layers, layers, " ", &layer);
        joined(0, blocks, "|", &block)
    }

    /// A board of two dimensions, sometimes with gaps.
    fn drawn(numbers: &mut Numbers) -> Option<(Layout, Cells)> {
        let rows = usize::try_from(numbers.between(2, 4)).ok()?;
        let columns = usize::try_from(numbers.between(3, 4)).ok()?;
        let layout = grid(&[rows, columns]).ok()?;
        Some((layout, thinned(layout, 10, numbers)))
    }

    fn law(at: &TacTix) -> Option<Reason> {
        if Self::moves_can_be_copied(at) {
            return Some(reason!("lost-tactix-turn"));
        }
        let rows = Self::pieces(at)?;
        let sizes: Vec<u64> = rows.terms.iter().map(|row| row.value).collect();
        Some(reason!("lost-tactix-rows", "sums" => in_powers(&sizes), "ending" => at.ending()))
    }

    fn moves_can_be_copied(at: &TacTix) -> bool {
        at.ending() == Ending::Normal && at.layout().moves_can_be_copied(at.left(), &at.sets())
    }

    /// Rows that do not touch. A move may break a row in two, but a row is still worth its number
    /// of cells.
    fn pieces(at: &TacTix) -> Option<Powers> {
        let pieces = at.layout().pieces(at.left());
        let are_rows = pieces
            .iter()
            .all(|&row| at.layout().may_take(row, MAX_CELLS));
        let sizes = pieces.iter().map(|row| u64::from(row.count()));
        let terms = sizes.map(|size| Term::new(size.to_string(), size));
        are_rows.then(|| Powers::of(terms.collect(), 2))
    }
}

/// The notation of `count` parts of a board from `first` on, joined.
fn joined(
    first: usize,
    count: usize,
    separator: &str,
    text_of: &dyn Fn(usize) -> String,
) -> String {
    (first..first + count).map(text_of).join(separator)
}

fn read_layer(written: &str) -> Option<Vec<Vec<bool>>> {
    written.split('/').map(str::trim).map(read_marks).collect()
}

/// Reads `4x4` or, with more sides, `2x2x3`.
fn read_sides(notation: &str) -> Result<Layout> {
    let side = |side: &str| match side.trim().parse() {
        _ if side.trim().starts_with(['0', '+']) => Err(BadPosition::NotABoard),
        Ok(side) => Ok(side),
        Err(_) if !side.trim().is_empty() && side.trim().bytes().all(|c| c.is_ascii_digit()) => {
            Err(BAD_SIZE)
        }
        Err(_) => Err(BadPosition::NotABoard),
    };
    let sides: Vec<usize> = notation
        .split(['x', 'X', '×', '*'])
        .map(side)
        .collect::<Result<_, _>>()?;
    if sides.len() < 2 {
        return Err(BadPosition::NotABoard);
    }
    grid(&sides)
}

/// A board with the given sides. Sides of 1 are dropped, so that each board has only one notation.
fn grid(sides: &[usize]) -> Result<Layout> {
    let long_sides = sides.iter().copied().filter(|&side| side > 1);
    let mut long_sides: Vec<u8> = long_sides
        .map(|side| u8::try_from(side).map_err(|_| BAD_SIZE))
        .collect::<Result<_, _>>()?;
    while long_sides.len() < 4 {
        long_sides.insert(0, 1);
    }
    let sides: [u8; 4] = long_sides.try_into().map_err(|_| BAD_SIZE)?;
    Layout::of(&[Part::Grid(sides)]).ok_or(BAD_SIZE)
}

fn sides(layout: Layout) -> [usize; 4] {
    match layout.parts().next() {
        Some((Part::Grid(sides), _)) => sides.map(usize::from),
        Some((Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_), _)) | None => [1; 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[test]
    fn rows_that_do_not_touch_are_heaps_of_nim() {
        let layout = read_sides("3x4").expect("a board");
        for ending in [Ending::Normal, Ending::Misere] {
            let options = Options::of_ending(ending);
            for left in 1..1 << 12 {
                let written = Grid::notation(layout, Cells(left));
                let at = TacTix::read(Variant::TacTix, options, &written).expect("a board");
                if let Some(powers) = at.pieces() {
                    assert_eq!(at.is_lost(), powers.are_lost(ending), "{at}, {ending}");
                }
            }
        }
    }
}
