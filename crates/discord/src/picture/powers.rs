//! The powers that have to cancel: numbers as sums of powers of two, and how often each power
//! occurs.

use super::svg::{Anchor, FONT_SIZE, MARGIN, Sheet, Spot, colour, fill, pixels, spot, stroke};
use nim_games::Powers;

/// The largest number that the table can show, and the most rows that it can have.
const MAX_NUMBER: u64 = 127;
const MAX_ROWS: usize = 12;

const CELL: f64 = 46.0;
const LETTER_WIDTH: f64 = 0.6 * FONT_SIZE;

/// Whether every number fits in the table, and at least one is not 0.
pub(super) fn fits(powers: &Powers) -> bool {
    let values = powers.terms.iter().map(|term| term.value);
    let largest = values.max().unwrap_or(0);
    powers.terms.len() <= MAX_ROWS && (1..=MAX_NUMBER).contains(&largest)
}

/// A row for each number and a column for each power. Below each column is the number of times that
/// its power occurs, in blue if these occurrences cancel.
pub(super) fn table(powers: &Powers) -> String {
    let counts = powers.counts();
    let longest = powers.terms.iter().map(|term| term.name.len()).max();
    let names_width = pixels(longest.unwrap_or(0) as u64) * LETTER_WIDTH + 2.0 * MARGIN;
    let (columns, rows) = (counts.len() as u64, powers.terms.len() as u64);
    let mut sheet = Sheet::new(
        (names_width + pixels(columns) * CELL + MARGIN).max(180.0),
        pixels(rows + 1) * CELL + 2.0 * MARGIN,
    );
    let middle = |column: u64, row: u64| {
        spot(
            names_width + (pixels(column) + 0.5) * CELL,
            MARGIN + (pixels(row) + 0.5) * CELL,
        )
    };
    for (row, term) in (0..).zip(&powers.terms) {
        let name = spot(MARGIN, middle(0, row).y + 5.0);
        sheet.text(name, Anchor::Start, FONT_SIZE, &term.name);
        for (column, &(power, _)) in (0..).zip(&counts) {
            let at = middle(column, row);
            if term.value & power == 0 {
                sheet.circle(at, 3.0, &fill(colour::LINE));
            } else {
                draw_cell(&mut sheet, at, colour::SQUARE, power);
            }
        }
    }
    let below = MARGIN + pixels(rows) * CELL;
    let stroke = stroke(colour::INK, 2.0);
    let [from, to] = [MARGIN, names_width + pixels(columns) * CELL].map(|x| spot(x, below));
    sheet.line(from, to, &stroke);
    for (column, &(_, count)) in (0..).zip(&counts) {
        let colour = if count.is_multiple_of(powers.cycle) {
            colour::COLD
        } else {
            colour::LIGHT_ORANGE
        };
        let at = middle(column, rows);
        sheet.circle(at, CELL * 0.36, &fill(colour));
        let text = at.offset(0.0, 5.0);
        sheet.text(text, Anchor::Middle, FONT_SIZE, &format!("{count}×"));
    }
    sheet.into_svg()
}

fn draw_cell(sheet: &mut Sheet, at: Spot, fill: &str, number: u64) {
    let side = CELL - 8.0;
    let corner = at.offset(-side / 2.0, -side / 2.0);
    let edge = colour::LINE;
    let attributes = format!(r#"rx="6" fill="{fill}" stroke="{edge}" stroke-width="1""#);
    sheet.rectangle(corner, (side, side), &attributes);
    let text = at.offset(0.0, 5.0);
    sheet.text(text, Anchor::Middle, FONT_SIZE, &number.to_string());
}
