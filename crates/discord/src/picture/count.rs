//! A count and its target: a strip of numbered squares, those of the last move in another colour.
//! Large targets get a bar instead. In an explanation, the numbers that are good to say are
//! marked.

use super::board::Board;
use super::heaps;
use super::svg::{Anchor, MARGIN, Mark, NUMBER_SIZE, Sheet, Spot, colour, fill, pixels, spot};
use nim_games::{Counting, Move};

/// The largest target for which each number has a square, and the number of squares in a row.
const MAX_SQUARES: u64 = 150;
const SQUARES_PER_ROW: u64 = 10;

/// The number of squares in a row on the way to the target of 21, which fill three rows.
const THIRD_OF_21: u64 = 7;

/// The width and height of a number's square. The height is smaller, so that a hundred squares fit
/// on a phone together with the buttons.
const WIDTH: f64 = 42.0;
const HEIGHT: f64 = 33.0;

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
    let mut strip = Strip::to(target);
    for number in 1..=target {
        let (fill, mark) = match number {
            _ if number > count => (colour::SQUARE, None),
            _ if number > previous => (colour::LIGHT_ORANGE, Some(Mark::New)),
            _ => (colour::COLD, None),
        };
        strip.square(number, counting, fill);
        if let Some(mark) = mark {
            strip.frame(number, mark);
        }
    }
    for (mark, mv) in board.marked() {
        if let Move::Count(amount) = mv {
            strip.frame(count.saturating_add(amount).min(target), mark);
        }
    }
    strip.sheet.into_svg()
}

/// The numbers from 1 to the target. Those that are good to say are blue and have a dot. The count
/// has a frame, and so has `winning`, the number to say next.
pub(super) fn good_numbers(counting: Counting, winning: Option<u64>) -> String {
    let target = counting.target;
    let mut strip = Strip::to(target);
    for number in 1..=target {
        if counting.is_good(number) {
            strip.square(number, counting, colour::COLD);
            let dot = strip.point_in_square(number, (0.5, 0.86));
            strip.sheet.circle(dot, 2.5, &fill(colour::REACH));
        } else {
            strip.square(number, counting, colour::SQUARE);
        }
    }
    if counting.count > 0 {
        strip.frame(counting.count, Mark::New);
    }
    if let Some(number) = winning {
        strip.frame(number, Mark::Winning);
    }
    strip.sheet.into_svg()
}

/// Numbered squares in rows.
struct Strip {
    sheet: Sheet,
    /// The left edge of the first column.
    left: f64,
    columns: u64,
}

impl Strip {
    /// A sheet with room for the numbers up to the target.
    fn to(target: u64) -> Self {
        let columns = if target == 3 * THIRD_OF_21 {
            THIRD_OF_21
        } else {
            target.clamp(1, SQUARES_PER_ROW)
        };
        let rows = target.div_ceil(columns);
        let (sheet, left) = Sheet::centred(pixels(columns) * WIDTH, pixels(rows) * HEIGHT);
        Self {
            sheet,
            left,
            columns,
        }
    }

    /// The square of a number. The target's square has a thick outline, whose colour shows whether
    /// saying the target wins or loses.
    fn square(&mut self, number: u64, counting: Counting, fill: &str) {
        let (outline, width) = match number {
            _ if number != counting.target => (colour::LINE, 1),
            _ if counting.is_good(number) => (colour::HOME, 4),
            _ => (colour::WRONG, 4),
        };
        let attributes =
            format!(r#"rx="4" fill="{fill}" stroke="{outline}" stroke-width="{width}""#);
        let corner = self.point_in_square(number, (0.05, 0.05));
        self.sheet
            .rectangle(corner, (WIDTH - 4.0, HEIGHT - 3.0), &attributes);
        let middle = self.point_in_square(number, (0.5, 0.68));
        self.sheet
            .text(middle, Anchor::Middle, NUMBER_SIZE, &number.to_string());
    }

    /// A frame in the square of a number.
    fn frame(&mut self, number: u64, mark: Mark) {
        let attributes = format!(r#"rx="4" fill="none" {}"#, mark.stroke());
        let corner = self.point_in_square(number, (0.08, 0.08));
        self.sheet
            .rectangle(corner, (WIDTH * 0.84, HEIGHT * 0.84), &attributes);
    }

    /// A point in the square of a number: (0, 0) is its upper left corner, (1, 1) its lower right
    /// one.
    fn point_in_square(&self, number: u64, (right, down): (f64, f64)) -> Spot {
        let index = number.saturating_sub(1);
        let (row, column) = (index / self.columns, index % self.columns);
        spot(
            self.left + (pixels(column) + right) * WIDTH,
            MARGIN + (pixels(row) + down) * HEIGHT,
        )
    }
}
