//! Pictures: the board as a queen on a grid, the way of a whole game, a rating over time. Values in, SVG out, PNG at the edge.
//!
//! A picture says nothing that the text beside it does not say. What is drawn is a value, by which finished pictures are kept.

mod board;
mod chart;
mod path;
mod render;
mod svg;

pub use render::PictureCache;

use crate::game::Game;
use crate::rules::wythoff::{Move, Position};

/// The largest pile that is drawn on a grid; beyond, squares would be too small to see.
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
    /// The whole way of a finished game.
    Path {
        /// Every position, the first one first.
        positions: Vec<Position>,
        /// The place among them at which a win had been thrown away for good.
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

    /// Piles with which nobody has done anything yet.
    pub(super) const fn of_start(start: Position) -> Self {
        Self::Board {
            start,
            now: start,
            before: None,
        }
    }

    /// The way of a finished game; none where it does not fit on a grid.
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
