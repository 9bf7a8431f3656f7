//! All games at a glance: a small board of each, with its name below.

use super::svg::{Anchor, FONT_SIZE, MARGIN, Sheet, colour, pixels, spot};

const COLUMNS: usize = 4;

/// The space that a board and its name take up.
const WIDTH: f64 = 196.0;
const HEIGHT: f64 = 156.0;
const GAP: f64 = 12.0;

/// The boards in rows.
pub(super) fn sheet(games: &[(String, &str)]) -> String {
    let as_f64 = |count: usize| pixels(u64::try_from(count).unwrap_or(1));
    let rows = games.len().div_ceil(COLUMNS);
    let (mut sheet, left) = Sheet::centred(
        as_f64(COLUMNS) * (WIDTH + GAP) - GAP,
        as_f64(rows) * (HEIGHT + GAP) - GAP,
    );
    for (index, (svg, name)) in games.iter().enumerate() {
        // The last row is centred.
        let games_in_row = (games.len() - index / COLUMNS * COLUMNS).min(COLUMNS);
        let indent = as_f64(COLUMNS - games_in_row) * (WIDTH + GAP) / 2.0;
        let at = spot(
            left + indent + as_f64(index % COLUMNS) * (WIDTH + GAP),
            MARGIN + as_f64(index / COLUMNS) * (HEIGHT + GAP),
        );
        let background = format!(r#"rx="10" fill="{}""#, colour::SQUARE);
        sheet.rectangle(at, (WIDTH, HEIGHT), &background);
        let inside = at.offset(6.0, 6.0);
        let room = (WIDTH - 12.0, HEIGHT - FONT_SIZE - 18.0);
        sheet.inset(inside, room, svg);
        let below = at.offset(WIDTH / 2.0, HEIGHT - 9.0);
        sheet.text(below, Anchor::Middle, FONT_SIZE, name);
    }
    sheet.into_svg()
}
