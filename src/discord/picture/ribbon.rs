//! The moves of a finished game as a ribbon: a square for each position, above the line while it was won for the player who began.

use super::svg::{Anchor, MARGIN, Mark, Sheet, Spot, colour, pixels};

/// How many moves fit on a ribbon.
pub(super) const MAX_MOVES: usize = 200;

const SQUARES_PER_ROW: usize = 20;
const SQUARE: f64 = 26.0;
/// A row: two squares, the line between them, and the numbers.
const ROW: f64 = 2.0 * SQUARE + 34.0;

/// The ribbon, with the turning point among the positions.
pub(super) fn ribbon(won_by_first: &[bool], turning_point: Option<usize>) -> String {
    let columns = won_by_first.len().clamp(5, SQUARES_PER_ROW);
    let rows = won_by_first.len().div_ceil(SQUARES_PER_ROW).max(1);
    let width = length(columns) * SQUARE;
    let mut sheet = Sheet::new(
        width + 2.0 * MARGIN,
        length(rows) * ROW + 2.0 * MARGIN - 10.0,
    );
    for row in 0..rows {
        let y = MARGIN + length(row) * ROW + SQUARE;
        let stroke = format!(r#"stroke="{}" stroke-width="2""#, colour::INK);
        sheet.line(
            Spot { x: MARGIN, y },
            Spot {
                x: MARGIN + width,
                y,
            },
            &stroke,
        );
    }
    for (ply, &is_above) in won_by_first.iter().enumerate() {
        let x = MARGIN + length(ply % SQUARES_PER_ROW) * SQUARE;
        let line = MARGIN + length(ply / SQUARES_PER_ROW) * ROW + SQUARE;
        let corner = Spot {
            x: x + 2.0,
            y: if is_above {
                line - SQUARE + 2.0
            } else {
                line + 2.0
            },
        };
        let side = SQUARE - 4.0;
        let ink = if is_above {
            colour::REACH
        } else {
            colour::LAST
        };
        sheet.rectangle(corner, (side, side), &format!(r#"rx="4" fill="{ink}""#));
        if turning_point == Some(ply) {
            let middle = Spot {
                x: corner.x + side / 2.0,
                y: corner.y + side / 2.0,
            };
            sheet.ring(middle, SQUARE * 0.62, Mark::Made);
        }
        let below = Spot {
            x: x + SQUARE / 2.0,
            y: line + SQUARE + 18.0,
        };
        sheet.text(below, Anchor::Middle, 11.0, &ply.to_string());
    }
    sheet.finished()
}

fn length(count: usize) -> f64 {
    pixels(u64::try_from(count).unwrap_or(u64::MAX))
}
