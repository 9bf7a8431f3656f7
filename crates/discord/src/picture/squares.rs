//! The board of Wythoff's game: a queen on a grid, who moves left, down, or diagonally. A square that
//! she can reach has the number of her steps, like the button that takes her there; only maps have
//! coordinates. Large piles are drawn by `heaps`, as bars.

use super::board::Board;
use super::svg::{
    Anchor, FONT_SIZE, MARGIN, Mark, NUMBER_SIZE, Sheet, Spot, WIDTH, colour, fill, pixels, spot,
    stroke,
};
use nim_games::wythoff::Pair;
use nim_games::{Ending, Position};

/// The room beside the grid for its coordinates, and for the names of its sides.
const NUMBER_ROOM: f64 = 32.0;
const NAME_ROOM: f64 = 26.0;

/// A grid of squares, (0, 0) in the lower left corner.
pub(super) struct Grid {
    columns: u64,
    rows: u64,
    square: f64,
    ending: Ending,
    /// Whether its rows and columns have numbers, and its sides names.
    has_coordinates: bool,
    /// The horizontal position of the grid's left edge.
    left: f64,
}

impl Grid {
    /// The map of all positions that can be reached from the given one.
    pub(super) fn map(piles: Pair, ending: Ending) -> Self {
        Self {
            has_coordinates: true,
            ..Self::with_squares(44.0, piles, ending)
        }
    }

    /// The board on which one plays from the given position.
    pub(super) fn board(piles: Pair, ending: Ending) -> Self {
        Self::with_squares(58.0, piles, ending)
    }

    /// Small boards get large squares.
    fn with_squares(largest: f64, [left, right]: Pair, ending: Ending) -> Self {
        let square = (WIDTH / pixels(left.max(right) + 1))
            .clamp(13.0, largest)
            .floor();
        Self {
            columns: left + 1,
            rows: right + 1,
            square,
            ending,
            has_coordinates: false,
            left: 0.0,
        }
    }

    /// A sheet with the empty grid, the names of its sides, and the house or cross on (0, 0). Also
    /// sets where the grid lies on the sheet, which [`Grid::at`] needs.
    pub(super) fn sheet(&mut self, names: &[String]) -> Sheet {
        let (width, height) = self.size();
        let (beside, below) = if self.has_coordinates {
            (NUMBER_ROOM, NUMBER_ROOM + 2.0 * NAME_ROOM)
        } else {
            (0.0, 0.0)
        };
        let (mut sheet, left) = Sheet::centred(width + beside, height + below);
        self.left = left + beside;
        if self.has_coordinates {
            self.draw_names(&mut sheet, names);
            self.draw_coordinates(&mut sheet);
        }
        let fill = fill(colour::SQUARE);
        let corner = spot(self.left, self.top());
        sheet.rectangle(corner, (width, height), &fill);
        // Lines on pixel boundaries need no antialiasing, which would take time.
        let stroke = format!(
            r#"stroke="{}" stroke-width="1" shape-rendering="crispEdges""#,
            colour::LINE
        );
        for column in 0..=self.columns {
            let x = self.left + pixels(column) * self.square;
            let (top, bottom) = (corner.y, corner.y + height);
            sheet.line(spot(x, top), spot(x, bottom), &stroke);
        }
        for row in 0..=self.rows {
            let y = corner.y + pixels(row) * self.square;
            let (left, right) = (self.left, self.left + width);
            sheet.line(spot(left, y), spot(right, y), &stroke);
        }
        match self.ending {
            Ending::Normal => self.draw_house(&mut sheet),
            Ending::Misere => self.draw_cross(&mut sheet),
        }
        sheet
    }

    /// The middle of the square that stands for the given piles.
    pub(super) fn at(&self, [left, right]: Pair) -> Spot {
        let (_, height) = self.size();
        spot(
            self.left + (pixels(left) + 0.5) * self.square,
            self.top() + height - (pixels(right) + 0.5) * self.square,
        )
    }

    /// The side of a square.
    pub(super) const fn square(&self) -> f64 {
        self.square
    }

    fn size(&self) -> (f64, f64) {
        (
            pixels(self.columns) * self.square,
            pixels(self.rows) * self.square,
        )
    }

    /// The vertical position of the grid's upper edge.
    fn top(&self) -> f64 {
        MARGIN + if self.has_coordinates { NAME_ROOM } else { 0.0 }
    }

    fn draw_names(&self, sheet: &mut Sheet, names: &[String]) {
        let (width, height) = self.size();
        if let [horizontal, vertical] = names {
            let above = spot(self.left - NUMBER_ROOM, MARGIN + FONT_SIZE - 6.0);
            sheet.text(above, Anchor::Start, FONT_SIZE, &format!("↓ {vertical}"));
            let below = spot(
                self.left + width,
                MARGIN + 2.0 * NAME_ROOM + height + NUMBER_ROOM - 2.0,
            );
            sheet.text(below, Anchor::End, FONT_SIZE, &format!("← {horizontal}"));
        }
    }

    fn draw_coordinates(&self, sheet: &mut Sheet) {
        let size = NUMBER_SIZE;
        // If a number is wider than a square, only every fifth row and column has one.
        let step = if self.square < 27.0 { 5 } else { 1 };
        for column in (0..self.columns).step_by(step) {
            let Spot { x, .. } = self.at([column, 0]);
            let y = self.at([0, 0]).y + 0.5 * self.square + size + 4.0;
            sheet.text(spot(x, y), Anchor::Middle, size, &column.to_string());
        }
        for row in (0..self.rows).step_by(step) {
            let y = self.at([0, row]).y + 0.35 * size;
            let x = self.left - 6.0;
            sheet.text(spot(x, y), Anchor::End, size, &row.to_string());
        }
    }

    /// A cross on (0, 0): the player who moves there loses.
    fn draw_cross(&self, sheet: &mut Sheet) {
        let corners = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)];
        let [from, to, other_from, other_to] = self.at([0, 0]).shape(self.square * 0.28, corners);
        let stroke = stroke(colour::WRONG, 4.0) + r#" stroke-linecap="round""#;
        sheet.line(from, to, &stroke);
        sheet.line(other_from, other_to, &stroke);
    }

    /// A house on (0, 0): the player who moves there wins.
    fn draw_house(&self, sheet: &mut Sheet) {
        let house = [
            (-1.0, 0.0),
            (0.0, -1.0),
            (1.0, 0.0),
            (0.7, 0.0),
            (0.7, 1.0),
            (-0.7, 1.0),
            (-0.7, 0.0),
        ];
        let house = self.at([0, 0]).shape(self.square * 0.32, house);
        sheet.polygon(&house, &fill(colour::HOME));
    }
}

/// The queen on her square, the squares that she can reach, the last move, and the marked moves.
pub(super) fn queens_board(board: &Board) -> String {
    let Board { now, before, .. } = *board;
    let mut grid = Grid::board(piles(board.start), now.ending());
    let mut sheet = grid.sheet(&board.names);
    for mv in now.choices().moves() {
        if let (Ok(reached), Some((_, steps))) = (now.play(mv), mv.taken()) {
            mark_reachable(&mut sheet, &grid, piles(reached), steps);
        }
    }
    let at = grid.at(piles(now));
    if let Some(before) = before {
        sheet.arrow(grid.at(piles(before)), at, 0.5 * grid.square(), Mark::New);
    }
    for (mark, mv) in board.marked() {
        if let Ok(to) = now.play(mv) {
            sheet.ring(grid.at(piles(to)), 0.46 * grid.square(), mark);
        }
    }
    draw_queen(&mut sheet, at, grid.square());
    sheet.into_svg()
}

/// Marks a square that can be reached: with the number of steps, or, if it is home, with a ring.
fn mark_reachable(sheet: &mut Sheet, grid: &Grid, reached: Pair, steps: u64) {
    let at = grid.at(reached);
    if reached == [0, 0] {
        let ring = format!(r#"fill="none" {}"#, stroke(colour::REACH, 4.0));
        return sheet.circle(at, 0.46 * grid.square(), &ring);
    }
    let size = NUMBER_SIZE.max(0.34 * grid.square());
    sheet.circle(at, 0.72 * size, &fill(colour::REACH));
    let middle = at.offset(0.0, 0.35 * size);
    sheet.text_in(
        middle,
        Anchor::Middle,
        size,
        colour::SHEET,
        &steps.to_string(),
    );
}

/// A crown on a disc.
fn draw_queen(sheet: &mut Sheet, at: Spot, square: f64) {
    sheet.circle(at, square * 0.46, &fill(colour::QUEEN));
    let crown = [
        (-1.0, 0.8),
        (-1.1, -0.6),
        (-0.5, 0.1),
        (0.0, -1.0),
        (0.5, 0.1),
        (1.1, -0.6),
        (1.0, 0.8),
    ];
    sheet.polygon(&at.shape(square * 0.26, crown), &fill(colour::SHEET));
}

/// The two piles of a position.
pub(super) fn piles(position: Position) -> Pair {
    match position.shape().lettered() {
        Some(&[left, right]) => [left, right],
        _ => [0, 0],
    }
}
