//! All games at a glance: a small board of each, with its name below.

use super::svg::{Anchor, MARGIN, Sheet, TYPE, colour, pixels, spot};

const COLUMNS: usize = 4;

/// The space that a board and its name take up.
const WIDTH: f64 = 196.0;
const HEIGHT: f64 = 156.0;
const GAP: f64 = 12.0;

/// The boards in rows.
pub(super) fn sheet(games: &[(String, &str)]) -> String {
    let count = |count: usize| pixels(u64::try_from(count).unwrap_or(1));
    let rows = games.len().div_ceil(COLUMNS);
    let (mut sheet, left) = Sheet::centred(
        count(COLUMNS) * (WIDTH + GAP) - GAP,
        count(rows) * (HEIGHT + GAP) - GAP,
    );
    for (place, (svg, name)) in games.iter().enumerate() {
        // The last row is centred.
        let in_row = (games.len() - place / COLUMNS * COLUMNS).min(COLUMNS);
        let indent = count(COLUMNS - in_row) * (WIDTH + GAP) / 2.0;
        let at = spot(
            left + indent + count(place % COLUMNS) * (WIDTH + GAP),
            MARGIN + count(place / COLUMNS) * (HEIGHT + GAP),
        );
        let ground = format!(r#"rx="10" fill="{}""#, colour::SQUARE);
        sheet.rectangle(at, (WIDTH, HEIGHT), &ground);
        let inside = at.by(6.0, 6.0);
        let room = (WIDTH - 12.0, HEIGHT - TYPE - 18.0);
        sheet.inset(inside, room, svg);
        let below = at.by(WIDTH / 2.0, HEIGHT - 9.0);
        sheet.text(below, Anchor::Middle, TYPE, name);
    }
    sheet.finished()
}
