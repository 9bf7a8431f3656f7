//! A count and its target: a strip of numbered squares, those that were counted last in another colour. For far targets, a bar. Where it
//! teaches, the numbers that are good to say are marked.

use super::heaps;
use super::svg::{Anchor, Sheet, Spot, colour, pixels};
use crate::rules::Counting;

/// The farthest target with a square for each number, and how many stand in a row.
const MAX_SQUARES: u64 = 150;
const SQUARES_PER_ROW: u64 = 10;

const SQUARE: f64 = 40.0;
const MARGIN: f64 = 18.0;

/// Whether there is a square for each number.
pub(super) const fn fits(counting: Counting) -> bool {
    counting.target <= MAX_SQUARES
}

/// The numbers from 1 to the target, as far as they have been counted.
pub(super) fn board(now: Option<Counting>, before: Option<Counting>) -> String {
    let Some(counting) = now else {
        return String::new();
    };
    let Counting { count, target, .. } = counting;
    if !fits(counting) {
        return heaps::bars(&[target], &[count], |_| String::new());
    }
    let was = before.map_or(count, |before| before.count);
    let mut sheet = sheet(target);
    for number in 1..=target {
        let fill = match number {
            _ if number > count => colour::SQUARE,
            _ if number > was => colour::LAST_COUNTED,
            _ => colour::COLD,
        };
        square(&mut sheet, (number, counting), fill);
    }
    sheet.finished()
}

/// The numbers from 1 to the target. Those that are good to say are blue and have a dot. Each number that was said has a frame, and the number
/// of its move; where no move is shown, the count has a frame.
pub(super) fn good_numbers(
    counting: Counting,
    said: &[u64],
    turning_point: Option<usize>,
) -> String {
    let target = counting.target;
    let mut sheet = sheet(target);
    for number in 1..=target {
        let is_good = counting.is_good(number);
        let fill = if is_good {
            colour::COLD
        } else {
            colour::SQUARE
        };
        square(&mut sheet, (number, counting), fill);
        if is_good {
            let dot = within(number, (0.5, 0.84));
            sheet.circle(dot, 3.0, &format!(r#"fill="{}""#, colour::REACH));
        }
    }
    // Where the moves are shown, the number at the start, which nobody has said, has no frame.
    let framed = usize::from(said.len() > 1);
    let shown = said.iter().enumerate().skip(framed);
    for (ply, &number) in shown.filter(|(_, number)| **number > 0) {
        let frame = format!(
            r#"rx="4" fill="none" stroke="{}" stroke-width="3""#,
            colour::LAST
        );
        sheet.rectangle(
            within(number, (0.08, 0.08)),
            (SQUARE * 0.84, SQUARE * 0.84),
            &frame,
        );
        if ply > 0 {
            sheet.text(
                within(number, (0.14, 0.3)),
                Anchor::Start,
                8.0,
                &ply.to_string(),
            );
        }
        if turning_point == Some(ply) {
            let ring = format!(
                r#"fill="none" stroke="{}" stroke-width="4" stroke-dasharray="7 4""#,
                colour::WRONG
            );
            sheet.circle(within(number, (0.5, 0.5)), SQUARE * 0.62, &ring);
        }
    }
    sheet.finished()
}

/// A sheet with room for the numbers up to the target.
fn sheet(target: u64) -> Sheet {
    let rows = target.div_ceil(SQUARES_PER_ROW);
    Sheet::new(
        pixels(target.min(SQUARES_PER_ROW)) * SQUARE + 2.0 * MARGIN,
        pixels(rows) * SQUARE + 2.0 * MARGIN,
    )
}

/// The square of a number. That of the target has a thick edge, whose colour says whether saying it wins or loses.
fn square(sheet: &mut Sheet, (number, counting): (u64, Counting), fill: &str) {
    let (edge, width) = match number {
        _ if number != counting.target => (colour::LINE, 1),
        _ if counting.is_good(number) => (colour::HOME, 4),
        _ => (colour::WRONG, 4),
    };
    let drawn = format!(r#"rx="4" fill="{fill}" stroke="{edge}" stroke-width="{width}""#);
    let side = SQUARE - 4.0;
    sheet.rectangle(within(number, (0.05, 0.05)), (side, side), &drawn);
    let middle = within(number, (0.5, 0.66));
    sheet.text(middle, Anchor::Middle, 14.0, &number.to_string());
}

/// A point in the square of a number: (0, 0) is its upper left corner, (1, 1) its lower right one.
fn within(number: u64, (right, down): (f64, f64)) -> Spot {
    let index = number.saturating_sub(1);
    let (row, column) = (index / SQUARES_PER_ROW, index % SQUARES_PER_ROW);
    Spot {
        x: MARGIN + (pixels(column) + right) * SQUARE,
        y: MARGIN + (pixels(row) + down) * SQUARE,
    }
}
