//! A game move by move: its boards in two columns, read like a comic.

use super::board::Board;
use super::board_svg;
use super::frames::size;
use super::svg::{Anchor, NUMBER_SIZE, Sheet, colour, edged, pixels, spot};
use itertools::Itertools as _;

/// The most boards. More would be too tall for a phone.
pub(super) const MOST: usize = 8;

const COLUMN: f64 = 320.0;
const GAP: f64 = 20.0;
const RADIUS: f64 = 15.0;

/// The boards, each with the number of its move. A blue number is that of who moves first.
pub(super) fn story(boards: &[(usize, Board)]) -> String {
    let panels = boards.iter().map(|(ply, board)| {
        let svg = board_svg(board);
        let (width, height) = size(&svg);
        let height = height * COLUMN / width.max(1.0);
        (*ply, svg, height)
    });
    let panels: Vec<_> = panels.collect();
    let rows: Vec<_> = panels.chunks(2).collect();
    let height_of = |row: &[(usize, String, f64)]| {
        let heights = row.iter().map(|(.., height)| *height);
        heights.fold(0.0, f64::max)
    };
    let gaps = GAP * pixels(u64::try_from(rows.len()).unwrap_or(0) + 1);
    let height = rows.iter().map(|row| height_of(row)).sum::<f64>() + gaps;
    let mut sheet = Sheet::new(2.0 * COLUMN + 3.0 * GAP, height);
    let mut corner = spot(GAP, GAP);
    for row in rows {
        let corners = [corner, corner.offset(COLUMN + GAP, 0.0)];
        for ((ply, svg, height), corner) in row.iter().zip_eq(corners.iter().take(row.len())) {
            sheet.rectangle(
                *corner,
                (COLUMN, *height),
                &edged("none", colour::LINE, 1.5),
            );
            sheet.inset(*corner, (COLUMN, *height), svg);
            if *ply > 0 {
                // On the edge, where the board has its margin.
                let middle = corner.offset(COLUMN / 2.0, 0.0);
                let by_first = ply % 2 == 1;
                let edge = if by_first {
                    colour::REACH
                } else {
                    colour::LAST
                };
                sheet.circle(middle, RADIUS, &edged(colour::SHEET, edge, 3.0));
                let below = middle.offset(0.0, 0.35 * NUMBER_SIZE);
                sheet.text(below, Anchor::Middle, NUMBER_SIZE, &ply.to_string());
            }
        }
        corner = corner.offset(0.0, height_of(row) + GAP);
    }
    sheet.into_svg()
}
