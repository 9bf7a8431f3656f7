//! What a member has solved in the lessons of a game.

use nim_games::Position;
use nim_games::lessons::Exercise;

/// The positions that a member has solved in the lessons of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved(pub Vec<Position>);

impl Solved {
    /// Whether `exercise` has been solved. Solved exercises are stored as positions, so that they
    /// can be moved within the lessons.
    #[must_use]
    pub fn has(&self, exercise: Exercise) -> bool {
        exercise.position().is_some_and(|at| self.0.contains(&at))
    }
}
