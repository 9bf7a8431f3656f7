//! All games at a glance: a small board of each, with its name below.

use super::svg::{Anchor, MARGIN, Sheet, Spot, TYPE, colour, pixels};

const COLUMNS: usize = 4;

/// The room of a game, with its name.
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
        // The last row stands in the middle.
        let in_row = (games.len() - place / COLUMNS * COLUMNS).min(COLUMNS);
        let indent = count(COLUMNS - in_row) * (WIDTH + GAP) / 2.0;
        let at = Spot {
            x: left + indent + count(place % COLUMNS) * (WIDTH + GAP),
            y: MARGIN + count(place / COLUMNS) * (HEIGHT + GAP),
        };
        let ground = format!(r#"rx="10" fill="{}""#, colour::SQUARE);
        sheet.rectangle(at, (WIDTH, HEIGHT), &ground);
        let inside = Spot {
            x: at.x + 6.0,
            y: at.y + 6.0,
        };
        let room = (WIDTH - 12.0, HEIGHT - TYPE - 18.0);
        sheet.inset(inside, room, svg);
        let below = Spot {
            x: at.x + WIDTH / 2.0,
            y: at.y + HEIGHT - 9.0,
        };
        sheet.text(below, Anchor::Middle, TYPE, name);
    }
    sheet.finished()
}
