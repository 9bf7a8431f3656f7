//! What a picture of a board shows.

use super::svg::Mark;
use nim_games::{Move, Position, Shape};

/// A position on its board, and moves that are marked on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The position that the game began with, which gives the size of the board.
    pub start: Position,
    pub now: Position,
    /// The position before the last move, if there was one.
    pub before: Option<Position>,
    /// The part of the next move that has been chosen.
    pub chosen: Option<Move>,
    /// A winning move to mark.
    pub winning_move: Option<Move>,
    /// A move to mark as wrong: it was made instead of a winning one.
    pub wrong_move: Option<Move>,
    /// The names of the heaps, as shown in the text.
    pub names: Vec<String>,
}

impl Board {
    /// A position without marked moves.
    #[must_use]
    pub const fn at(now: Position, names: Vec<String>) -> Self {
        Self {
            start: now,
            now,
            before: None,
            chosen: None,
            winning_move: None,
            wrong_move: None,
            names,
        }
    }

    /// The moves that are marked, each with its mark.
    pub(super) fn marked(&self) -> impl Iterator<Item = (Mark, Move)> {
        let marks = [
            (Mark::Wrong, self.wrong_move),
            (Mark::Winning, self.winning_move),
            (Mark::Chosen, self.chosen),
        ];
        marks
            .into_iter()
            .filter_map(|(mark, mv)| mv.map(|mv| (mark, mv)))
    }

    /// The sizes of the heaps that the last move created.
    pub(super) fn new_sizes(&self) -> Vec<u64> {
        let sizes = |position: &Position| match position.shape() {
            Shape::Sizes(sizes) => sizes.to_vec(),
            Shape::Heaps(_)
            | Shape::Candies(..)
            | Shape::Stacks(..)
            | Shape::Count(_)
            | Shape::Cells(..) => Vec::new(),
        };
        let mut new = sizes(&self.now);
        let before = self.before.as_ref().map(sizes);
        // Without a previous position, no heap is new.
        for size in before.unwrap_or_else(|| new.clone()) {
            if let Some(index) = new.iter().position(|&other| other == size) {
                new.swap_remove(index);
            }
        }
        new.into_iter().map(u64::from).collect()
    }
}
