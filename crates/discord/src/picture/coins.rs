//! The coins of a Nim Champ, each with the name of its game below.

use super::svg::{Anchor, FONT_SIZE, MARGIN, Sheet, Spot, colour, edged, fill, pixels, spot};

const COLUMNS: usize = 4;
const RADIUS: f64 = 58.0;

/// The space that a coin and its name take up.
const WIDTH: f64 = 196.0;
const HEIGHT: f64 = 2.0 * RADIUS + 2.0 * FONT_SIZE + 8.0;

/// What the coin of the Nimatron said (<https://en.wikipedia.org/wiki/Nimatron>).
const INSCRIPTION: [&str; 2] = ["NIM", "CHAMP"];

/// A coin for each of the given games.
pub(super) fn coins(games: &[String]) -> String {
    let as_f64 = |count: usize| pixels(u64::try_from(count).unwrap_or(1));
    let (columns, rows) = (games.len().min(COLUMNS), games.len().div_ceil(COLUMNS));
    let (mut sheet, left) = Sheet::centred(as_f64(columns) * WIDTH, as_f64(rows) * HEIGHT);
    for (index, name) in games.iter().enumerate() {
        let column = as_f64(index % COLUMNS) + 0.5;
        let middle = spot(
            left + column * WIDTH,
            MARGIN + as_f64(index / COLUMNS) * HEIGHT + RADIUS,
        );
        coin(&mut sheet, middle);
        let below = middle.offset(0.0, RADIUS + FONT_SIZE + 6.0);
        sheet.text(below, Anchor::Middle, FONT_SIZE, name);
    }
    sheet.into_svg()
}

fn coin(sheet: &mut Sheet, middle: Spot) {
    let rim = edged(colour::LIGHT_ORANGE, colour::LAST, 4.0);
    sheet.circle(middle, RADIUS - 2.0, &rim);
    let inner = format!(
        "{} stroke-dasharray=\"2 4\"",
        edged("none", colour::LAST, 2.0)
    );
    sheet.circle(middle, RADIUS - 9.0, &inner);
    // Heaps of 1, 2 and 3: leaving them to the opponent wins.
    for heap in 1_u8..=3 {
        for object in 0..heap {
            let (along, up) = (f64::from(heap) - 2.0, f64::from(object));
            let at = middle.offset(14.0 * along, -12.0 - 11.0 * up);
            sheet.circle(at, 4.5, &fill(colour::INK));
        }
    }
    for (line, word) in (1_u8..).zip(INSCRIPTION) {
        let at = middle.offset(0.0, -2.0 + 17.0 * f64::from(line));
        sheet.text(at, Anchor::Middle, 17.0, word);
    }
}
