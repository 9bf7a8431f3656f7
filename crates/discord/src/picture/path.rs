//! The path of a game on the board: every position in order; and maps of the cold squares.

use itertools::Itertools as _;

use super::squares::{Grid, piles};
use super::svg::{Anchor, NUMBER_SIZE, Sheet, Spot, colour, edged, fill, stroke};
use nim_games::wythoff::{Pair, Wythoff};
use nim_games::{Ending, Position, Rules};

/// The path, each position with its number.
pub(super) fn path(positions: &[Position], names: &[String]) -> String {
    let Some(Position::Wythoff(game)) = positions.first().copied() else {
        return String::new();
    };
    let mut grid = Grid::board(game.piles(), game.ending());
    let sheet = grid.sheet(names);
    draw_path((sheet, grid), positions, |_| false)
}

/// Where the queen is, and where the winning move leads, on a map of the cold squares.
pub(super) fn map(positions: &[Position], names: &[String]) -> String {
    let Some(Position::Wythoff(game)) = positions.first().copied() else {
        return String::new();
    };
    let map = cold_squares(game, names);
    draw_path(map, positions, |position| is_cold(game, position))
}

fn draw_path(
    (mut sheet, grid): (Sheet, Grid),
    positions: &[Position],
    is_marked: impl Fn(Pair) -> bool,
) -> String {
    let positions: Vec<Pair> = positions.iter().copied().map(piles).collect();
    let centres: Vec<Spot> = positions
        .iter()
        .map(|&position| grid.at(position))
        .collect();
    let stroke = format!(
        r#"fill="none" stroke="{}" stroke-width="3" stroke-linejoin="round" opacity="0.8""#,
        colour::LAST
    );
    sheet.polyline(&centres, &stroke);
    for (ply, &position) in positions.iter().enumerate() {
        draw_position(&mut sheet, &grid, position, ply, is_marked(position));
    }
    sheet.into_svg()
}

/// A board with its cold squares.
fn cold_squares(game: Wythoff, names: &[String]) -> (Sheet, Grid) {
    let mut grid = Grid::map(game.piles(), game.ending());
    let [max_left, max_right] = game.piles();
    let mut sheet = grid.sheet(names);
    for left in 0..=max_left {
        for right in 0..=max_right {
            if is_cold(game, [left, right]) {
                draw_cold_square(&mut sheet, &grid, [left, right]);
            }
        }
    }
    (sheet, grid)
}

/// The cold squares, and the lines from home that rise by the golden ratio and by its inverse.
pub(super) fn golden_ratio(ending: Ending, names: &[String]) -> String {
    const SIDE: u64 = 34;
    let (mut sheet, grid) = cold_squares(Wythoff::of([SIDE; 2]).with_ending(ending), names);
    let (home, end) = (grid.at([0, 0]), grid.at([SIDE; 2]));
    // The squares are exact; the lines are accurate to a pixel.
    let phi = f64::midpoint(1.0, 5.0_f64.sqrt());
    let (dx, dy) = (end.x - home.x, end.y - home.y);
    for (right, down) in [(dx / phi, dy), (dx, dy / phi)] {
        sheet.line(home, home.offset(right, down), &stroke(colour::LAST, 2.5));
    }
    sheet.into_svg()
}

/// The given cold squares, each in both orders, on an empty board.
pub(super) fn given_cold_squares(pairs: &[Pair], names: &[String]) -> String {
    const SIDE: u64 = 20;
    let game = Wythoff::of([SIDE; 2]);
    let mut grid = Grid::map(game.piles(), game.ending());
    let mut sheet = grid.sheet(names);
    for &[left, right] in pairs.iter().filter(|[_, larger]| *larger <= SIDE) {
        draw_cold_square(&mut sheet, &grid, [left, right]);
        draw_cold_square(&mut sheet, &grid, [right, left]);
    }
    sheet.into_svg()
}

/// The cold squares left of and below a square, as text: `(1, 2), (2, 1)`. Nothing in other games.
pub(crate) fn cold_squares_in_words(at: Position) -> String {
    let Position::Wythoff(game) = at else {
        return String::new();
    };
    let [left, down] = game.piles();
    let squares = (0..=left).cartesian_product(0..=down);
    let cold = squares.filter(|&(x, y)| is_cold(game, [x, y]));
    cold.map(|(x, y)| format!("({x}, {y})")).join(", ")
}

/// Whether a position is lost in `game`. Home does not count.
fn is_cold(game: Wythoff, position: Pair) -> bool {
    game.with_piles(position).is_lost() && position != [0, 0]
}

/// A cold square, filled up to its edges, so that its corners show around a circle drawn on it.
fn draw_cold_square(sheet: &mut Sheet, grid: &Grid, position: Pair) {
    let side = grid.square() - 1.0;
    let corner = grid.at(position).offset(-side / 2.0, -side / 2.0);
    sheet.rectangle(corner, (side, side), &fill(colour::COLD));
}

/// A position on the path, with its number if there is room.
fn draw_position(sheet: &mut Sheet, grid: &Grid, position: Pair, ply: usize, is_cold: bool) {
    let (at, square) = (grid.at(position), grid.square());
    let background = if is_cold { colour::COLD } else { colour::SHEET };
    // Blue are the moves of who began, as in a story.
    let edge = if ply % 2 == 1 {
        colour::REACH
    } else {
        colour::LAST
    };
    let attributes = edged(background, edge, 2.5);
    // As large as the numbers of a board, if there is room.
    let size = NUMBER_SIZE.max(0.34 * square);
    let has_room = square >= 1.4 * size;
    let radius = if has_room { 0.72 * size } else { 0.34 * square };
    sheet.circle(at, radius.max(4.0), &attributes);
    if has_room {
        let below = at.offset(0.0, 0.35 * size);
        sheet.text(below, Anchor::Middle, size, &ply.to_string());
    }
}
