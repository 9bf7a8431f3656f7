//! Pictures: the board of each game, the moves of a finished game, a rating over time. They are
//! drawn as SVG, and `render` turns the SVG into PNG.
//!
//! A picture shows nothing that the text beside it does not say. A [`Picture`] is a value that says
//! what to draw; it is also the key in the cache.

mod board;
mod chart;
mod coins;
mod count;
mod dots;
mod frames;
mod heaps;
mod path;
mod powers;
mod render;
mod squares;
mod story;
mod streak;
mod svg;
mod table;

pub use board::Board;
pub(super) use frames::{Climbed, Frame};
pub(super) use path::cold_squares_in_words;
pub use render::PictureCache;
pub use table::TableSeatDrawn;

use nim_games::{Counting, Ending, Explanation, Map, Move, Position, Powers, Shape, Variant};

/// The largest heap that is drawn object by object, and the largest coordinate on a map. In larger
/// ones the objects would be too small.
const LARGEST_GRID: u64 = 40;

/// The largest coordinate on the board of Wythoff's game, so that its squares can be counted on a
/// phone. Larger ones are drawn as bars.
const LARGEST_BOARD: u64 = 14;

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// A position on its board.
    Board(Box<Board>),
    /// A picture with an animal, or only the animal.
    Framed(Frame, Option<Box<Self>>),
    /// The path of a finished game: every position, in order, with the names of the heaps.
    Path(Vec<Position>, Vec<String>),
    /// The boards of a game, each with the number of its move.
    Story(Vec<(usize, Board)>),
    /// The cold squares, and the two lines near which they lie, with the names of the heaps.
    Ratio(Ending, Vec<String>),
    /// The given cold squares, each in both orders, with the names of the heaps.
    ColdSquares(Vec<[u64; 2]>, Vec<String>),
    /// The cold squares, the queen, and where the winning move leads.
    Squares {
        /// Where the queen is.
        at: Position,
        /// Where the winning move leads, if there is one.
        target: Option<Position>,
        /// The names of the heaps.
        names: Vec<String>,
    },
    /// A count up to its target, with marks on the numbers that are good to say.
    Strip {
        /// What is counted, and how far.
        counting: Counting,
        /// The number that the winning move says.
        winning_number: Option<u64>,
    },
    /// Numbers as sums of powers of two, and how often each power occurs.
    Powers(Powers),
    /// A rating over time: the rating and its deviation, in whole points, after rated games. If
    /// there are very many games, some are left out.
    Chart(Vec<(i64, i64)>),
    /// The ten animals in a row, for each of the named games.
    Animals(Vec<(String, Climbed)>),
    /// The coin of a Nim Champ, for each of the named games.
    Coins(Vec<String>),
    /// A table: its seats in the order of play, around the board; without one, the winner.
    Table {
        seats: Vec<TableSeatDrawn>,
        board: Option<Box<Board>>,
    },
    /// The days of a streak.
    Streak(u64),
}

impl Picture {
    /// The numbers that are good to say in a game of counting, with marks on the current count and
    /// on the number that wins. Returns `None` in other games, or if the numbers do not fit on a
    /// picture.
    fn of_count(now: Position, target: Option<Position>) -> Option<Self> {
        let counting = now
            .shape()
            .counting()
            .filter(|&counting| count::fits(counting))?;
        let reached = target.and_then(|target| target.shape().counting());
        Some(Self::Strip {
            counting,
            winning_number: reached.map(|reached| reached.count),
        })
    }

    /// The pictures of an explanation: the board with the winning move, drawn so that it shows the
    /// game's law where possible; below it, the table of powers that have to cancel, if the law is
    /// about them.
    pub(super) fn of_explanation(explanation: &Explanation, names: Vec<String>) -> Vec<Self> {
        let at = explanation.at;
        let target = explanation.winning.map(|_| explanation.lost_position);
        let board = |names| {
            Self::Board(Box::new(Board {
                winning_move: explanation.winning,
                ..Board::at(at, names)
            }))
        };
        // The map shows what the law of the lost position speaks of.
        let lost = explanation.lost_position;
        let has_map = !lost.is_over() && lost.map().is_some();
        let map = at.map().filter(|_| has_map);
        match map {
            Some(Map::Squares) if has_heaps_up_to(LARGEST_GRID, at) => {
                vec![Self::Squares { at, target, names }]
            }
            Some(Map::GoodNumbers) => {
                let strip = Self::of_count(at, target);
                vec![strip.unwrap_or_else(|| board(names))]
            }
            // What is left shows that all powers pair up.
            Some(Map::Powers(_)) => {
                let left = match lost.map() {
                    Some(Map::Powers(powers)) if powers::fits(&powers) => Some(powers),
                    _ => None,
                };
                let table = left.map(Self::Powers);
                [board(names)].into_iter().chain(table).collect()
            }
            Some(Map::Squares) | None => vec![board(names)],
        }
    }

    /// The path of a finished game. Returns `None` if it does not fit on a picture, or if the game is
    /// not Wythoff's.
    pub(super) fn of_moves(start: Position, moves: &[Move], names: Vec<String>) -> Option<Self> {
        if start.map() != Some(Map::Squares) || !is_small(start) {
            return None;
        }
        let mut positions = vec![start];
        for &mv in moves {
            positions.push(positions.last()?.play(mv).ok()?);
        }
        Some(Self::Path(positions, names))
    }

    /// A game move by move. Of a long one, the boards before the last one are left out.
    pub(super) fn story(start: Position, moves: &[Move], names: &[String]) -> Option<Self> {
        let mut boards = vec![Board::at(start, names.to_vec())];
        for &mv in moves {
            let before = boards.last()?.now;
            let now = before.play(mv).ok()?;
            boards.push(Board {
                start,
                before: Some(before),
                ..Board::at(now, names.to_vec())
            });
        }
        let last = boards.len() - 1;
        let shown = boards.into_iter().enumerate();
        let shown = shown.filter(|&(ply, _)| ply + 1 < story::MOST || ply == last);
        Some(Self::Story(shown.collect()))
    }

    /// The picture with something around it.
    #[must_use]
    pub(super) fn with(self, frame: Frame) -> Self {
        Self::Framed(frame, Some(Box::new(self)))
    }

    /// Its file's name.
    pub(super) fn file_name(&self) -> &'static str {
        match self {
            Self::Board(_) => "board.png",
            Self::Framed(_, Some(inside)) => inside.file_name(),
            Self::Framed(_, None) | Self::Path(..) | Self::Story(_) => "game.png",
            Self::ColdSquares(..)
            | Self::Ratio(..)
            | Self::Squares { .. }
            | Self::Strip { .. }
            | Self::Powers(_) => "map.png",
            Self::Chart(_) => "rating.png",
            Self::Animals(_) => "animals.png",
            Self::Coins(_) => "coins.png",
            Self::Table { .. } => "table.png",
            Self::Streak(_) => "streak.png",
        }
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Board(board) => board_svg(board),
            Self::Framed(frame, inside) => {
                let inside = inside.as_ref().map(|inside| inside.svg());
                frames::framed(*frame, inside.as_deref())
            }
            Self::Path(positions, names) => path::path(positions, names),
            Self::Story(boards) => story::story(boards),
            Self::Strip {
                counting,
                winning_number,
            } => count::good_numbers(*counting, *winning_number),
            Self::Ratio(ending, names) => path::golden_ratio(*ending, names),
            Self::ColdSquares(pairs, names) => path::given_cold_squares(pairs, names),
            Self::Squares { at, target, names } => {
                let positions: Vec<Position> = [*at].into_iter().chain(*target).collect();
                path::map(&positions, names)
            }
            Self::Powers(powers) => powers::table(powers),
            Self::Chart(ratings) => chart::chart(ratings),
            Self::Animals(games) => frames::animals(games),
            Self::Coins(games) => coins::coins(games),
            Self::Table { seats, board } => match board {
                Some(board) => table::around(seats, board),
                None => table::ended(seats),
            },
            Self::Streak(days) => streak::streak(*days),
        }
    }
}

/// A position on its board.
fn board_svg(board: &Board) -> String {
    match (board.now, board.now.shape()) {
        (Position::Wythoff(_), _) if is_small(board.start) => squares::queens_board(board),
        (_, Shape::Heaps(_) | Shape::Candies(..)) if is_small(board.start) => heaps::heaps(board),
        (_, Shape::Heaps(_) | Shape::Candies(..)) => heaps::bars(board),
        (_, Shape::Sizes(sizes)) => heaps::sizes(board, sizes),
        (_, Shape::Stacks(_, in_hand)) => heaps::stacks(board, in_hand),
        (_, Shape::Cells(layout, remaining)) => {
            let before = match board.before.as_ref().map(|before| before.shape()) {
                Some(Shape::Cells(_, before)) => before,
                _ => remaining,
            };
            dots::dots(board, layout, remaining, before)
        }
        (_, Shape::Count(counting)) => count::board(board, counting),
    }
}

/// Whether the board of a game from this start shows single squares or counters, not bars.
pub(super) fn is_small(start: Position) -> bool {
    let largest = if start.variant() == Variant::Wythoff {
        LARGEST_BOARD
    } else {
        LARGEST_GRID
    };
    has_heaps_up_to(largest, start)
}

fn has_heaps_up_to(largest: u64, position: Position) -> bool {
    lettered_heaps(&position)
        .iter()
        .all(|&heap| heap <= largest)
}

fn lettered_heaps(position: &Position) -> &[u64] {
    position.shape().lettered().unwrap_or_default()
}

#[cfg(test)]
mod tests;
