//! Pictures: the board as a queen on a grid, the path of a game, a rating over time. Values in, SVG out, PNG at the edge.
//!
//! A picture shows nothing that the text beside it does not say. What is drawn is a value, which is the key in the cache.

mod board;
mod chart;
mod path;
mod render;
mod svg;

pub use render::PictureCache;

use crate::game::Game;
use crate::rules::wythoff::{Move, Position};

/// The largest pile that is drawn on a grid. Squares would be too small beyond.
pub(super) const LARGEST_GRID: u64 = 40;

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// A game as it stands.
    Board {
        /// The piles that it began with, which are the size of the board.
        start: Position,
        /// The piles now.
        now: Position,
        /// The piles before the last move, if there was one.
        before: Option<Position>,
    },
    /// The path of a finished game.
    Path {
        /// Every position, in order.
        positions: Vec<Position>,
        /// The index of the position after the turning point.
        turning_point: Option<usize>,
    },
    /// A rating over time: after each rated game the rating and its deviation, in whole points.
    Chart(Vec<(i64, i64)>),
}

impl Picture {
    /// The board of a game.
    pub(super) fn of_game(game: &Game) -> Self {
        let before = game
            .latest()
            .last()
            .and_then(|(_, mv)| game.position().undo(mv));
        Self::Board {
            start: game.start_position(),
            now: game.position(),
            before,
        }
    }

    /// Piles before the first move.
    pub(super) const fn of_start(start: Position) -> Self {
        Self::Board {
            start,
            now: start,
            before: None,
        }
    }

    /// The path of a finished game. Returns `None` if it does not fit on a grid.
    pub(super) fn of_way(
        start: Position,
        moves: &[Move],
        turning_point: Option<usize>,
    ) -> Option<Self> {
        let mut positions = vec![start];
        for &mv in moves {
            positions.push(positions.last()?.play(mv).ok()?);
        }
        (start.larger() <= LARGEST_GRID).then_some(Self::Path {
            positions,
            turning_point,
        })
    }

    /// Its file's name.
    pub(super) const fn file_name(&self) -> &'static str {
        match self {
            Self::Board { .. } => "board.png",
            Self::Path { .. } => "game.png",
            Self::Chart(_) => "rating.png",
        }
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Board { start, now, before } if start.larger() <= LARGEST_GRID => {
                board::queens_board(*start, *now, *before)
            }
            Self::Board { start, now, .. } => board::bars(*start, *now),
            Self::Path {
                positions,
                turning_point,
            } => path::way(positions, *turning_point),
            Self::Chart(ratings) => chart::chart(ratings),
        }
    }
}

#[cfg(test)]
mod tests;
