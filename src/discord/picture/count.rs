//! A count and its target: a strip of numbered squares, those of the last move in another colour.
//! Large targets get a bar instead. In an explanation, the numbers that are good to say are
//! marked.

use super::board::Board;
use super::heaps;
use super::svg::{Anchor, FONT_SIZE, MARGIN, Mark, Sheet, Spot, colour, fill, pixels, spot};
use nim_games::{Counting, Move};

/// The largest target for which each number has a square, and the number of squares in a row.
const MAX_SQUARES: u64 = 150;
const SQUARES_PER_ROW: u64 = 10;

/// The width and height of a number's square. The height is smaller, so that a hundred squares fit
/// on a phone together with the buttons.
const WIDTH: f64 = 40.0;
const HEIGHT: f64 = 30.0;

/// Whether there is a square for each number.
pub(super) const fn fits(counting: Counting) -> bool {
    counting.target <= MAX_SQUARES
}

/// The numbers from 1 to the target. Those already counted are coloured, and those of the last move
/// have a frame.
pub(super) fn board(board: &Board, counting: Counting) -> String {
    let Counting { count, target, .. } = counting;
    let before = board.before.and_then(|before| before.shape().counting());
    let previous = before.map_or(count, |before| before.count);
    if !fits(counting) {
        return heaps::count_bar(board, counting, previous);
    }
    let (mut sheet, left) = sheet(target);
    for number in 1..=target {
        let (fill, mark) = match number {
            _ if number > count => (colour::SQUARE, None),
            _ if number > previous => (colour::LIGHT_ORANGE, Some(Mark::New)),
            _ => (colour::COLD, None),
        };
        square(&mut sheet, left, number, counting, fill);
        if let Some(mark) = mark {
            frame(&mut sheet, left, number, mark);
        }
    }
    for (mark, mv) in board.marked() {
        if let Move::Count(amount) = mv {
            frame(
                &mut sheet,
                left,
                count.saturating_add(amount).min(target),
                mark,
            );
        }
    }
    sheet.into_svg()
}

/// A frame in the square of a number.
fn frame(sheet: &mut Sheet, left: f64, number: u64, mark: Mark) {
    let attributes = format!(r#"rx="4" fill="none" {}"#, mark.stroke());
    let corner = point_in_square(left, number, (0.08, 0.08));
    sheet.rectangle(corner, (WIDTH * 0.84, HEIGHT * 0.84), &attributes);
}

/// The numbers from 1 to the target. Those that are good to say are blue and have a dot. The count
/// has a frame, and so has `winning`, the number to say next.
pub(super) fn good_numbers(counting: Counting, winning: Option<u64>) -> String {
    let target = counting.target;
    let (mut sheet, left) = sheet(target);
    for number in 1..=target {
        let is_good = counting.is_good(number);
        if is_good {
            square(&mut sheet, left, number, counting, colour::COLD);
            let dot = point_in_square(left, number, (0.5, 0.86));
            sheet.circle(dot, 2.5, &fill(colour::REACH));
        } else {
            square(&mut sheet, left, number, counting, colour::SQUARE);
        }
    }
    if counting.count > 0 {
        frame(&mut sheet, left, counting.count, Mark::New);
    }
    if let Some(number) = winning {
        frame(&mut sheet, left, number, Mark::Winning);
    }
    sheet.into_svg()
}

/// A sheet with room for the numbers up to the target, and the left edge of the first column.
fn sheet(target: u64) -> (Sheet, f64) {
    let rows = target.div_ceil(SQUARES_PER_ROW);
    let columns = target.min(SQUARES_PER_ROW);
    Sheet::centred(pixels(columns) * WIDTH, pixels(rows) * HEIGHT)
}

/// The square of a number. The target's square has a thick outline, whose colour shows whether
/// saying the target wins or loses.
fn square(sheet: &mut Sheet, left: f64, number: u64, counting: Counting, fill: &str) {
    let (outline, width) = match number {
        _ if number != counting.target => (colour::LINE, 1),
        _ if counting.is_good(number) => (colour::HOME, 4),
        _ => (colour::WRONG, 4),
    };
    let attributes = format!(r#"rx="4" fill="{fill}" stroke="{outline}" stroke-width="{width}""#);
    let sides = (WIDTH - 4.0, HEIGHT - 3.0);
    sheet.rectangle(
        point_in_square(left, number, (0.05, 0.05)),
        sides,
        &attributes,
    );
    let middle = point_in_square(left, number, (0.5, 0.66));
    sheet.text(middle, Anchor::Middle, FONT_SIZE - 3.0, &number.to_string());
}

/// A point in the square of a number: (0, 0) is its upper left corner, (1, 1) its lower right one.
fn point_in_square(left: f64, number: u64, (right, down): (f64, f64)) -> Spot {
    let index = number.saturating_sub(1);
    let (row, column) = (index / SQUARES_PER_ROW, index % SQUARES_PER_ROW);
    spot(
        left + (pixels(column) + right) * WIDTH,
        MARGIN + (pixels(row) + down) * HEIGHT,
    )
}
