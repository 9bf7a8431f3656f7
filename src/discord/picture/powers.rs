//! What has to cancel: numbers as sums of powers of two, with how often each power occurs; and heaps of which only the largest matter.

use super::svg::{Anchor, Sheet, Spot, colour, pixels};
use crate::rules::{Powers, letter};

/// The largest number with a column for each of its powers, and the most numbers with a row each.
const LARGEST: u64 = 127;
const MOST_ROWS: usize = 12;

const CELL: f64 = 46.0;
const MARGIN: f64 = 18.0;
/// The width of a letter.
const LETTER: f64 = 10.0;
const SIZE: f64 = 16.0;

/// The largest heap that is drawn counter by counter.
const LARGEST_HEAP: u64 = 25;

/// Whether there is room for each number, and something to see.
pub(super) fn fits(powers: &Powers) -> bool {
    let worths = powers.terms.iter().map(|term| term.worth);
    let largest = worths.max().unwrap_or(0);
    powers.terms.len() <= MOST_ROWS && (1..=LARGEST).contains(&largest)
}

/// Whether each counter has room.
pub(super) fn fit(heaps: &[u64]) -> bool {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    (1..=LARGEST_HEAP).contains(&largest)
}

/// A row for each number and a column for each power. Below, how often the power occurs: blue if that balances.
pub(super) fn table(powers: &Powers) -> String {
    let counts = powers.counts();
    let longest = powers.terms.iter().map(|term| term.name.len()).max();
    let names = pixels(longest.unwrap_or(0) as u64) * LETTER + 2.0 * MARGIN;
    let (columns, rows) = (counts.len() as u64, powers.terms.len() as u64);
    let mut sheet = Sheet::new(
        (names + pixels(columns) * CELL + MARGIN).max(180.0),
        pixels(rows + 1) * CELL + 2.0 * MARGIN,
    );
    let middle = |column: u64, row: u64| Spot {
        x: names + (pixels(column) + 0.5) * CELL,
        y: MARGIN + (pixels(row) + 0.5) * CELL,
    };
    for (row, term) in (0..).zip(&powers.terms) {
        let name = Spot {
            x: MARGIN,
            y: middle(0, row).y + 5.0,
        };
        sheet.text(name, Anchor::Start, SIZE, &term.name);
        for (column, &(power, _)) in (0..).zip(&counts) {
            let at = middle(column, row);
            if term.worth & power == 0 {
                sheet.circle(at, 3.0, &format!(r#"fill="{}""#, colour::LINE));
            } else {
                cell(&mut sheet, at, (colour::SQUARE, power));
            }
        }
    }
    let below = MARGIN + pixels(rows) * CELL;
    let stroke = format!(r#"stroke="{}" stroke-width="2""#, colour::INK);
    let [from, to] = [MARGIN, names + pixels(columns) * CELL].map(|x| Spot { x, y: below });
    sheet.line(from, to, &stroke);
    for (column, &(_, count)) in (0..).zip(&counts) {
        let ink = if count.is_multiple_of(powers.cycle) {
            colour::COLD
        } else {
            colour::LAST_COUNTED
        };
        let at = middle(column, rows);
        sheet.circle(at, CELL * 0.36, &format!(r#"fill="{ink}""#));
        let text = Spot {
            y: at.y + 5.0,
            ..at
        };
        sheet.text(text, Anchor::Middle, SIZE, &count.to_string());
    }
    sheet.finished()
}

fn cell(sheet: &mut Sheet, at: Spot, (fill, number): (&str, u64)) {
    let side = CELL - 8.0;
    let corner = Spot {
        x: at.x - side / 2.0,
        y: at.y - side / 2.0,
    };
    let edge = colour::LINE;
    let drawn = format!(r#"rx="6" fill="{fill}" stroke="{edge}" stroke-width="1""#);
    sheet.rectangle(corner, (side, side), &drawn);
    let text = Spot {
        y: at.y + 5.0,
        ..at
    };
    sheet.text(text, Anchor::Middle, SIZE, &number.to_string());
}

/// A row of counters for each heap. The largest are blue if their number is even, else orange.
pub(super) fn largest(heaps: &[u64]) -> String {
    const UNIT: f64 = 20.0;
    const ROW: f64 = 30.0;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let count = heaps.iter().filter(|&&heap| heap == largest).count();
    let ink = if count.is_multiple_of(2) {
        colour::REACH
    } else {
        colour::LAST
    };
    let names = 5.0 * LETTER + 2.0 * MARGIN;
    let filled = || (0..).zip(heaps).filter(|(_, heap)| **heap > 0);
    let rows = filled().count() as u64;
    let mut sheet = Sheet::new(
        (names + pixels(largest) * UNIT + MARGIN).max(180.0),
        pixels(rows) * ROW + 2.0 * MARGIN,
    );
    for (row, (heap, &size)) in (0..).zip(filled()) {
        let y = MARGIN + (pixels(row) + 0.5) * ROW;
        let name = format!("{} {size}", letter(heap));
        let text = Spot {
            x: MARGIN,
            y: y + 5.0,
        };
        sheet.text(text, Anchor::Start, SIZE, &name);
        for counter in 0..size {
            let at = Spot {
                x: names + (pixels(counter) + 0.5) * UNIT,
                y,
            };
            let drawn = if size == largest {
                format!(r#"fill="{ink}""#)
            } else {
                format!(r#"fill="none" stroke="{}" stroke-width="2""#, colour::LINE)
            };
            sheet.circle(at, UNIT * 0.36, &drawn);
        }
    }
    sheet.finished()
}
