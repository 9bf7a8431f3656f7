//! Pictures: the board of each game, the moves of a finished one, a rating over time. Values in, SVG out, PNG at the edge.
//!
//! A picture shows nothing that the text beside it does not say. What is drawn is a value, which is the key in the cache.

mod board;
mod chart;
mod count;
mod dots;
mod heaps;
mod path;
mod powers;
mod render;
mod ribbon;
mod svg;

pub use render::PictureCache;

use crate::game::Game;
use crate::rules::{Counting, Explanation, Map, Move, Position, Powers, Shape};

/// The largest heap that is drawn object by object. They would be too small beyond.
pub(super) const LARGEST_GRID: u64 = 40;

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// A game as it stands.
    Board {
        /// The position that it began with, which gives the size of the board.
        start: Position,
        /// The position now.
        now: Position,
        /// The position before the last move, if there was one.
        before: Option<Position>,
    },
    /// The path of a finished game.
    Path {
        /// Every position, in order.
        positions: Vec<Position>,
        /// The index of the position after the turning point.
        turning_point: Option<usize>,
    },
    /// The cold squares, the queen, and where the winning move leads.
    Squares {
        /// Where the queen is.
        at: Position,
        /// Where to.
        target: Option<Position>,
    },
    /// Who could win at each point of a finished game.
    Ribbon {
        /// For every position, in order: whether it was won for the player who began.
        won_by_first: Vec<bool>,
        /// The index of the position after the turning point.
        turning_point: Option<usize>,
    },
    /// A count up to its target, with the numbers marked that are good to say.
    Strip {
        /// What is counted.
        counting: Counting,
        /// The number at the start, and those that have been said, in order. Empty where no count is shown.
        said: Vec<u64>,
        /// The index of the number after the turning point.
        turning_point: Option<usize>,
    },
    /// Numbers as sums of powers of two, and how often each occurs.
    Powers(Powers),
    /// Heaps, with the largest marked.
    Largest(Vec<u64>),
    /// A rating over time: after each rated game the rating and its deviation, in whole points.
    Chart(Vec<(i64, i64)>),
}

impl Picture {
    /// The board of a game.
    pub(super) fn of_game(game: &Game) -> Self {
        Self::Board {
            start: game.start_position(),
            now: game.position(),
            before: game.position_before(),
        }
    }

    /// A position before the first move.
    pub(super) const fn of_start(start: Position) -> Self {
        Self::Board {
            start,
            now: start,
            before: None,
        }
    }

    /// The numbers that are good to say in a game of counting, if they fit on a picture.
    pub(super) fn of_good_numbers(position: Position) -> Option<Self> {
        let counting = position.shape().counting().filter(|it| count::fits(*it))?;
        Some(Self::Strip {
            counting,
            said: Vec::new(),
            turning_point: None,
        })
    }

    /// The same, with a mark on how far the count has come.
    pub(super) fn of_count(now: Position) -> Option<Self> {
        let counting = now.shape().counting().filter(|it| count::fits(*it))?;
        Some(Self::Strip {
            counting,
            said: vec![counting.count],
            turning_point: None,
        })
    }

    /// The map of a position: what its law looks like there, with the winning move on a board of squares. Returns `None` if there is none, or it
    /// is too large for a picture.
    pub(super) fn of_map(explanation: &Explanation) -> Option<Self> {
        let at = explanation.at;
        if at.is_over() {
            return None;
        }
        match at.map()? {
            Map::Squares => {
                let target = explanation.winning.map(|_| explanation.lost);
                is_small(at).then_some(Self::Squares { at, target })
            }
            Map::GoodNumbers => Self::of_count(at),
            Map::Powers(powers) => powers::fits(&powers).then_some(Self::Powers(powers)),
            Map::Largest(heaps) => powers::fit(&heaps).then_some(Self::Largest(heaps)),
        }
    }

    /// The moves of a finished game. Returns `None` if they do not fit on a picture.
    pub(super) fn of_moves(
        start: Position,
        moves: &[Move],
        turning_point: Option<usize>,
    ) -> Option<Self> {
        let mut positions = vec![start];
        for &mv in moves {
            positions.push(positions.last()?.play(mv).ok()?);
        }
        match start {
            Position::Wythoff(_) => is_small(start).then_some(Self::Path {
                positions,
                turning_point,
            }),
            Position::Race(_) if Self::of_good_numbers(start).is_some() => {
                let counts = positions
                    .iter()
                    .filter_map(|position| position.shape().counting());
                Some(Self::Strip {
                    counting: start.shape().counting()?,
                    said: counts.map(|counting| counting.count).collect(),
                    turning_point,
                })
            }
            Position::Nim(_)
            | Position::Race(_)
            | Position::Greedy(_)
            | Position::Moore(_)
            | Position::Multi(_)
            | Position::Grundy(_)
            | Position::Building(_)
            | Position::Candy(_)
            | Position::Circular(_)
            | Position::TacTix(_)
            | Position::Graph(_) => {
                let by_first = |(ply, position): (usize, &Position)| {
                    position.is_lost() != ply.is_multiple_of(2)
                };
                (moves.len() <= ribbon::MAX_MOVES).then(|| Self::Ribbon {
                    won_by_first: positions.iter().enumerate().map(by_first).collect(),
                    turning_point,
                })
            }
        }
    }

    /// Its file's name.
    pub(super) const fn file_name(&self) -> &'static str {
        match self {
            Self::Board { .. } => "board.png",
            Self::Path { .. } | Self::Ribbon { .. } | Self::Strip { .. } => "game.png",
            Self::Squares { .. } | Self::Powers(_) | Self::Largest(_) => "map.png",
            Self::Chart(_) => "rating.png",
        }
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Board { start, now, before } => board_of(*start, *now, *before),
            Self::Path {
                positions,
                turning_point,
            } => path::way(positions, *turning_point),
            Self::Ribbon {
                won_by_first,
                turning_point,
            } => ribbon::ribbon(won_by_first, *turning_point),
            Self::Strip {
                counting,
                said,
                turning_point,
            } => count::good_numbers(*counting, said, *turning_point),
            Self::Squares { at, target } => {
                let way: Vec<Position> = [*at].into_iter().chain(*target).collect();
                path::way(&way, None)
            }
            Self::Powers(powers) => powers::table(powers),
            Self::Largest(heaps) => powers::largest(heaps),
            Self::Chart(ratings) => chart::chart(ratings),
        }
    }
}

/// The board of each game.
fn board_of(start: Position, now: Position, before: Option<Position>) -> String {
    let shape_before = before.as_ref().map(|before| before.shape());
    match (now, now.shape()) {
        (Position::Wythoff(_), _) if is_small(start) => board::queens_board(start, now, before),
        (_, Shape::Heaps(sizes) | Shape::Candies(sizes, _)) if is_small(start) => {
            let before = shape_before.and_then(Shape::lettered);
            heaps::heaps(lettered(&start), sizes, before)
        }
        (_, Shape::Heaps(sizes) | Shape::Candies(sizes, _)) => {
            heaps::named_bars(lettered(&start), sizes)
        }
        (_, Shape::Sizes(sizes)) => heaps::sizes(sizes),
        (_, Shape::Stacks(sizes, in_hand)) => {
            heaps::stacks(sizes, shape_before.and_then(Shape::lettered), in_hand)
        }
        (_, Shape::Cells(layout, left)) => {
            let was = match shape_before {
                Some(Shape::Cells(_, was)) => was,
                _ => left,
            };
            dots::dots(layout, left, was)
        }
        (_, Shape::Count(counting)) => {
            count::board(Some(counting), shape_before.and_then(Shape::counting))
        }
    }
}

fn is_small(start: Position) -> bool {
    lettered(&start).iter().all(|&heap| heap <= LARGEST_GRID)
}

fn lettered(position: &Position) -> &[u64] {
    position.shape().lettered().unwrap_or_default()
}

#[cfg(test)]
mod tests;
