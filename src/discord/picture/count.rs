//! A count and its target: a strip of numbered squares, those that were counted last in another colour. For far targets, a bar.

use super::heaps;
use super::svg::{Anchor, Point, Sheet, colour, pixels};
use crate::rules::Counting;

/// The farthest target with a square for each number, and how many stand in a row.
const MAX_SQUARES: u64 = 150;
const SQUARES_PER_ROW: u64 = 10;

const SQUARE: f64 = 40.0;
const MARGIN: f64 = 18.0;

/// The numbers from 1 to the target, as far as they have been counted.
pub(super) fn strip(now: Option<Counting>, before: Option<Counting>) -> String {
    let Some(Counting { count, target, .. }) = now else {
        return String::new();
    };
    if target > MAX_SQUARES {
        return heaps::bars(&[target], &[count]);
    }
    let was = before.map_or(count, |before| before.count);
    let rows = target.div_ceil(SQUARES_PER_ROW);
    let mut sheet = Sheet::new(
        pixels(target.min(SQUARES_PER_ROW)) * SQUARE + 2.0 * MARGIN,
        pixels(rows) * SQUARE + 2.0 * MARGIN,
    );
    for number in 1..=target {
        let (row, column) = (
            (number - 1) / SQUARES_PER_ROW,
            (number - 1) % SQUARES_PER_ROW,
        );
        let corner = Point {
            x: MARGIN + pixels(column) * SQUARE,
            y: MARGIN + pixels(row) * SQUARE,
        };
        let fill = match number {
            _ if number > count => colour::SQUARE,
            _ if number > was => colour::LAST_COUNTED,
            _ => colour::COLD,
        };
        let (edge, width) = if number == target {
            (colour::HOME, 4)
        } else {
            (colour::LINE, 1)
        };
        let drawn = format!(r#"rx="4" fill="{fill}" stroke="{edge}" stroke-width="{width}""#);
        let inner = Point {
            x: corner.x + 2.0,
            y: corner.y + 2.0,
        };
        sheet.rectangle(inner, (SQUARE - 4.0, SQUARE - 4.0), &drawn);
        let middle = Point {
            x: corner.x + 0.5 * SQUARE,
            y: corner.y + 0.5 * SQUARE + 5.0,
        };
        sheet.text(middle, Anchor::Middle, 14.0, &number.to_string());
    }
    sheet.finished()
}
