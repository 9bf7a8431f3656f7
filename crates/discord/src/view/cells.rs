//! Boards of cells: as text, in words, and the order of their buttons.

use std::fmt::Write;

use itertools::Itertools as _;

use crate::text::{Language, key, tell};
use nim_games::Cells;
use nim_games::clearing::{Layout, Part};

/// How many rows and columns of buttons a message can have
/// (<https://discord.com/developers/docs/components/reference#action-row>), not counting the row
/// for other actions.
const ROWS: usize = 4;
pub(super) const COLUMNS: usize = 5;

/// Cells in words: `dots 5, 6 and 7`.
pub(crate) fn in_words(language: Language<'_>, cells: Cells) -> String {
    let mut numbers: Vec<String> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
    let count = numbers.len();
    let last = numbers.pop().unwrap_or_default();
    let enumeration = if numbers.is_empty() {
        last
    } else {
        tell!(language, key!("and"), "first" => numbers.join(", "), "last" => last)
    };
    tell!(language, key!("cells"), "count" => count, "cells" => enumeration)
}

/// A place in a row of a board.
#[derive(Clone, Copy)]
enum Place {
    Dot(usize),
    /// A dot that is gone.
    Gap,
    /// Between two layers that are drawn side by side.
    NextLayer,
}

/// A board in words, so that one can play without seeing it: for each row, circle or star, which
/// dots are left, in order, and where dots are missing between them.
pub(super) fn board_in_words(language: Language<'_>, layout: Layout, remaining: Cells) -> String {
    if remaining.is_empty() {
        return language.say(key!("picture-no-cells"));
    }
    let words = |cells: &[Place]| {
        let word = |place: &Place| match place {
            Place::Dot(cell) => (cell + 1).to_string(),
            Place::Gap => language.say(key!("picture-gap")),
            Place::NextLayer => language.say(key!("picture-next-layer")),
        };
        cells.iter().map(word).join(", ")
    };
    let parts = layout.parts().flat_map(|(part, first)| {
        let left = |cell: Option<usize>| match cell.map(|cell| cell + first) {
            Some(cell) if remaining.has(cell) => Place::Dot(cell),
            Some(_) => Place::Gap,
            None => Place::NextLayer,
        };
        let is_dot = |place: &Place| matches!(place, Place::Dot(_));
        let rows = match part {
            Part::Grid(_) => part.rows(),
            Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_) => {
                vec![(0..part.cells()).map(Some).collect()]
            }
        };
        let rows = rows.into_iter().filter(|row| !row.is_empty()).enumerate();
        let in_words = rows.filter_map(|(index, row)| {
            let row: Vec<Place> = row.into_iter().map(left).collect();
            let Some(from) = row.iter().position(is_dot) else {
                let none = language.say(key!("picture-no-dots"));
                let is_grid = matches!(part, Part::Grid(_));
                return is_grid.then(|| tell!(
                    language, key!("picture-part"), "kind" => "grid", "row" => index + 1, "center" => 0,
                    "cells" => none
                ));
            };
            let to = row.iter().rposition(is_dot)?;
            let any: Vec<Place> = row.iter().copied().filter(is_dot).collect();
            let (kind, cells) = match part {
                Part::Grid(_) => ("grid", row.as_slice()),
                Part::Row(_) => ("row", row.get(from..=to)?),
                // A gap at an end of the list is one between the last dot and the first.
                Part::Ring(_) => ("ring", row.as_slice()),
                Part::Full(_) => ("full", any.as_slice()),
                Part::Star(_) if remaining.has(first) => ("star", any.as_slice()),
                // Without its center, a star falls apart.
                Part::Star(_) => ("apart", any.as_slice()),
            };
            Some(tell!(
                language, key!("picture-part"), "kind" => kind, "row" => index + 1, "center" => first + 1,
                "cells" => words(cells)
            ))
        });
        in_words.collect::<Vec<_>>()
    });
    itertools::join(parts, " ")
}

/// The numbers of the cells in their places, with `·` for those that are taken. If there are
/// several parts, each starts with its name.
pub(crate) fn board(language: Language<'_>, layout: Layout, remaining: Cells) -> String {
    let names: Vec<String> = layout
        .parts()
        .map(|(part, _)| name(language, part))
        .collect();
    let longest = names.iter().map(|name| name.chars().count()).max();
    let indent = longest.filter(|_| names.len() > 1).unwrap_or(0);
    let width = layout.cells().to_string().len();
    let mut block = "```\n".to_owned();
    for ((part, first), name) in layout.parts().zip(&names) {
        for (index, row) in part.rows().into_iter().enumerate() {
            let row: Vec<Option<usize>> = row.iter().map(|cell| Some((*cell)? + first)).collect();
            let name = if index == 0 && indent > 0 { name } else { "" };
            let line = line(part, &row, remaining, width);
            let line = if indent > 0 {
                format!("{name:indent$}  {line}")
            } else {
                line
            };
            // Writing to a string cannot fail.
            let _ = writeln!(block, "{}", line.trim_end());
        }
    }
    block + "```"
}

/// One row: the characters between two cells show whether they are joined.
fn line(part: Part, row: &[Option<usize>], remaining: Cells, width: usize) -> String {
    let mut line = String::new();
    for (index, cell) in row.iter().enumerate() {
        let previous = index
            .checked_sub(1)
            .and_then(|previous| row.get(previous).copied().flatten());
        if index > 0 {
            let are_both_remaining = [previous, *cell]
                .iter()
                .all(|cell| cell.is_some_and(|cell| remaining.has(cell)));
            line.push(match part {
                Part::Row(_) | Part::Ring(_) if are_both_remaining => '-',
                Part::Star(_) if index == 1 => ':',
                Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_) | Part::Grid(_) => ' ',
            });
        }
        let text = match cell {
            Some(cell) if remaining.has(*cell) => (cell + 1).to_string(),
            Some(_) => "·".to_owned(),
            None => String::new(),
        };
        // Writing to a string cannot fail.
        let _ = write!(line, "{text:>width$}");
    }
    line
}

fn name(language: Language<'_>, part: Part) -> String {
    language.say(match part {
        Part::Row(_) => key!("part-row"),
        Part::Ring(_) => key!("part-ring"),
        Part::Full(_) => key!("part-full"),
        Part::Star(_) => key!("part-star"),
        Part::Grid(_) => key!("part-grid"),
    })
}

/// The cells for each row of buttons: arranged as on the board if that fits; otherwise with rows
/// and columns swapped, or layers stacked, if that fits; otherwise in reading order.
pub(super) fn keypad(layout: Layout) -> Vec<Vec<usize>> {
    let parts: Vec<(Part, usize)> = layout.parts().collect();
    let as_on_board = rows_of(&parts);
    let fits =
        |rows: &Vec<Vec<usize>>| rows.len() <= ROWS && rows.iter().all(|row| row.len() <= COLUMNS);
    let rearranged = || match *parts.as_slice() {
        [(Part::Grid([1, 1, ..]), _)] => Some(transposed(&as_on_board)),
        [(Part::Grid([blocks, layers, rows, columns]), _)] => {
            let layer = Part::Grid([1, 1, rows, columns]);
            let layers =
                (0..usize::from(blocks * layers)).map(|index| (layer, index * layer.cells()));
            Some(rows_of(&layers.collect::<Vec<_>>()))
        }
        _ => None,
    };
    if fits(&as_on_board) {
        return as_on_board;
    }
    if let Some(rows) = rearranged().filter(fits) {
        return rows;
    }
    let all: Vec<usize> = (0..layout.cells()).collect();
    all.chunks(COLUMNS).map(<[usize]>::to_vec).collect()
}

fn rows_of(parts: &[(Part, usize)]) -> Vec<Vec<usize>> {
    let rows_of_part = |&(part, first): &(Part, usize)| {
        let rows = part.rows().into_iter();
        rows.map(move |row| row.into_iter().flatten().map(|cell| cell + first).collect())
    };
    let mut rows: Vec<Vec<usize>> = parts.iter().flat_map(rows_of_part).collect();
    rows.retain(|row| !row.is_empty());
    rows
}

/// The columns of `rows`, as rows.
fn transposed(rows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column).copied())
            .collect()
    };
    (0..columns).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_games::{Options, Position, Shape, Variant};

    fn keypad_of(variant: Variant, notation: &str) -> Vec<Vec<usize>> {
        let position = Position::read(variant, Options::default(), notation).expect("a position");
        let Shape::Cells(layout, _) = position.shape() else {
            panic!("not cells");
        };
        keypad(layout)
    }

    #[test]
    fn buttons_are_arranged_as_on_the_board_if_they_fit() {
        assert_eq!(keypad_of(Variant::TacTix, "2x3"), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(
            keypad_of(Variant::TacTix, "5x2"),
            [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]
        );
        assert_eq!(
            keypad_of(Variant::TacTix, "2x2x2"),
            [[0, 1, 4, 5], [2, 3, 6, 7]]
        );
        assert_eq!(
            keypad_of(Variant::TacTix, "2x2x3"),
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
        );
        assert_eq!(keypad_of(Variant::TacTix, "3x6").len(), 4);
        assert_eq!(
            keypad_of(Variant::Circular, "7"),
            [vec![0, 1, 2, 3], vec![6, 5, 4]]
        );
        assert_eq!(keypad_of(Variant::Circular, "12")[1], [5, 6, 7, 8, 9]);
        let graph = [vec![0, 1, 2], vec![3, 4], vec![6, 5], vec![7, 8, 9, 10, 11]];
        assert_eq!(keypad_of(Variant::Graph, "P3+C4+S5"), graph);
    }

    #[test]
    fn a_keypad_has_every_cell_and_room_for_one_more_button() {
        for variant in [Variant::Circular, Variant::TacTix, Variant::Graph] {
            for notation in [
                "3",
                "10",
                "18",
                "4x4",
                "3x6",
                "1x18",
                "2x9",
                "2x2x2x2",
                "2x3x3",
                "P8+P8",
                "S4+S4+S4+S4",
                "C8+K8",
                "P1+P1+P1+P1+P1+P1+P1+P1",
            ] {
                let Ok(position) = Position::read(variant, Options::default(), notation) else {
                    continue;
                };
                let Shape::Cells(layout, _) = position.shape() else {
                    panic!("not cells");
                };
                let rows = keypad(layout);
                let mut cells: Vec<usize> = rows.iter().flatten().copied().collect();
                cells.sort_unstable();
                assert_eq!(cells, (0..layout.cells()).collect::<Vec<_>>(), "{notation}");
                let has_room = rows.len() < ROWS || rows.iter().any(|row| row.len() < COLUMNS);
                assert!(rows.len() <= ROWS && has_room, "{notation}");
            }
        }
    }
}
