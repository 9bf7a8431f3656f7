//! A table: who sits there in the order of play, around the board; once it is over, the winner with a crown.

use super::board::Board;
use super::board_svg;
use super::frames::{confetti, portrait, size};
use super::svg::{Anchor, Sheet, Spot, colour, edged, fill, pixels, spot, stroke};
use nim_games::Animal;

/// A seat, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableSeatDrawn {
    /// The member's name. Empty for an animal, and for who has left.
    pub name: String,
    pub animal: Option<Animal>,
    pub is_out: bool,
    /// Whether it is on turn, or has won.
    pub is_marked: bool,
    /// How many rounds it has won.
    pub won: u32,
}

const WIDTH: f64 = 600.0;
const GAP: f64 = 16.0;
const RADIUS: f64 = 34.0;
const NAME_SIZE: f64 = 20.0;

/// The height of a row of seats with their names.
const ROW: f64 = 2.0 * RADIUS + NAME_SIZE + 3.0 * GAP;

/// The most that the board takes up.
const BOARD: (f64, f64) = (420.0, 240.0);

/// The radius of the winner, and how much room the crown takes.
const WINNER: f64 = 64.0;
const CROWN: f64 = 64.0;

/// How many letters of a name are shown.
const LETTERS: usize = 9;

/// The seats around the board, clockwise from the upper left.
pub(super) fn around(seats: &[TableSeatDrawn], board: &Board) -> String {
    let board = board_svg(board);
    let (width, height) = size(&board);
    let scale = (BOARD.0 / width.max(1.0)).min(BOARD.1 / height.max(1.0));
    let (width, height) = (width * scale, height * scale);
    let (above, below) = seats.split_at(seats.len().div_ceil(2));
    let mut sheet = Sheet::new(WIDTH, 2.0 * ROW + height);
    row(&mut sheet, GAP, above.iter().enumerate());
    let corner = spot((WIDTH - width) / 2.0, ROW);
    sheet.inset(corner, (width, height), &board);
    let backwards = below.iter().enumerate().rev();
    let backwards = backwards.map(|(place, seat)| (place + above.len(), seat));
    row(&mut sheet, ROW + height, backwards);
    sheet.into_svg()
}

/// The winner among confetti, and the others below.
pub(super) fn ended(seats: &[TableSeatDrawn]) -> String {
    // Now all have done well.
    let seats = seats.iter().cloned().map(|seat| TableSeatDrawn {
        is_out: false,
        ..seat
    });
    let seats: Vec<TableSeatDrawn> = seats.collect();
    let others = || seats.iter().enumerate().filter(|(_, seat)| !seat.is_marked);
    let top = GAP + CROWN + 2.0 * WINNER + NAME_SIZE + 2.0 * GAP;
    let rows = others().count().div_ceil(IN_A_ROW);
    let rows = pixels(u64::try_from(rows).unwrap_or(0));
    let mut sheet = Sheet::new(WIDTH, top + rows * ROW);
    confetti(&mut sheet, WIDTH);
    let middle = spot(WIDTH / 2.0, GAP + CROWN + WINNER);
    for (place, seat) in seats.iter().enumerate().filter(|(_, seat)| seat.is_marked) {
        disc(&mut sheet, middle, WINNER, (place, seat));
        crown(&mut sheet, middle.offset(0.0, 6.0 - WINNER));
        let below = middle.offset(0.0, WINNER + NAME_SIZE + 6.0);
        sheet.text(below, Anchor::Middle, 1.2 * NAME_SIZE, &shortened(seat));
    }
    let others: Vec<_> = others().collect();
    for (number, few) in (0..).zip(others.chunks(IN_A_ROW)) {
        let top = top + pixels(number) * ROW;
        row(&mut sheet, top, few.iter().copied());
    }
    sheet.into_svg()
}

const IN_A_ROW: usize = 6;

/// Seats beside each other, each with its place in the order of play.
fn row<'s>(
    sheet: &mut Sheet,
    top: f64,
    seats: impl ExactSizeIterator<Item = (usize, &'s TableSeatDrawn)>,
) {
    let width = WIDTH / pixels(u64::try_from(seats.len()).unwrap_or(1).max(1));
    for (number, (place, seat)) in (0..).zip(seats) {
        let middle = spot((pixels(number) + 0.5) * width, top + GAP + RADIUS);
        disc(sheet, middle, RADIUS, (place, seat));
        let below = middle.offset(0.0, RADIUS + NAME_SIZE + 4.0);
        let colour = if seat.is_out {
            colour::LINE
        } else {
            colour::INK
        };
        sheet.text_in(below, Anchor::Middle, NAME_SIZE, colour, &shortened(seat));
        if seat.won > 0 {
            let at = middle.offset(RADIUS * 0.8, -RADIUS * 0.6);
            sheet.circle(at, 13.0, &edged(colour::GOLD, colour::INK, 2.0));
            let foot = at.offset(0.0, 6.0);
            sheet.text(foot, Anchor::Middle, 17.0, &seat.won.to_string());
        }
    }
}

/// A member's disc with the first letter of the name, or an animal: on turn in a ring, out with a cross.
fn disc(sheet: &mut Sheet, middle: Spot, radius: f64, (place, seat): (usize, &TableSeatDrawn)) {
    const COLOURS: [&str; 6] = [
        colour::REACH,
        colour::QUEEN,
        colour::HOME,
        colour::BROWN,
        colour::WRONG,
        colour::INK,
    ];
    let own = COLOURS.get(place % COLOURS.len());
    let inside = if seat.is_out {
        colour::SQUARE
    } else {
        own.unwrap_or(&colour::INK)
    };
    if let Some(animal) = seat.animal {
        let corner = middle.offset(-radius, -radius);
        portrait(sheet, corner, 2.0 * radius, animal);
    } else {
        sheet.circle(middle, radius, &fill(inside));
        let letter = drawable(&seat.name).next();
        let letter = letter.map_or_else(
            || (place + 1).to_string(),
            |letter| letter.to_uppercase().to_string(),
        );
        let foot = middle.offset(0.0, 0.36 * radius);
        sheet.text_in(foot, Anchor::Middle, radius, colour::SHEET, &letter);
    }
    if seat.is_out {
        let line = format!("{} stroke-linecap=\"round\"", stroke(colour::LAST, 5.0));
        let arm = 0.6 * radius;
        sheet.line(middle.offset(-arm, -arm), middle.offset(arm, arm), &line);
        sheet.line(middle.offset(-arm, arm), middle.offset(arm, -arm), &line);
    } else if seat.is_marked {
        sheet.circle(middle, radius + 5.0, &edged("none", colour::LAST, 5.0));
    }
}

/// A crown whose foot is at this point.
fn crown(sheet: &mut Sheet, foot: Spot) {
    let corners = [
        (-34.0, 0.0),
        (-38.0, -40.0),
        (-18.0, -22.0),
        (0.0, -50.0),
        (18.0, -22.0),
        (38.0, -40.0),
        (34.0, 0.0),
    ];
    sheet.polygon(
        &foot.shape(1.0, corners),
        &edged(colour::GOLD, colour::INK, 3.0),
    );
}

/// The beginning of a name, or nothing for an animal, which one recognises.
fn shortened(seat: &TableSeatDrawn) -> String {
    let letters: Vec<char> = drawable(&seat.name).collect();
    if letters.len() <= LETTERS + 1 {
        letters.into_iter().collect()
    } else {
        letters.into_iter().take(LETTERS).chain(['…']).collect()
    }
}

/// The letters of a name that the font has, and that mean nothing in SVG.
fn drawable(name: &str) -> impl Iterator<Item = char> {
    let has_glyph = |c: &char| matches!(c, ' ' | '-' | '_' | '.' | '0'..='9' | 'A'..='Z' | 'a'..='z' | 'À'..='ɏ' | 'Α'..='ω' | 'А'..='я');
    name.chars().filter(has_glyph)
}
