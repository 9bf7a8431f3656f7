//! An example of play for the rules of each game: short, and true, since it is played by the rules.

use super::{Move, Position};

/// A game from a small position to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position at its start.
    pub start: Position,
    /// Every move, the players in turn.
    pub moves: Vec<Move>,
}

impl Position {
    /// An example by the rules of this position. The player who starts plays perfectly, the other one takes as much as possible.
    ///
    /// ```
    /// use wythoff::rules::{Move, Position};
    ///
    /// let nim: Position = "nim: 3 5 7".parse().unwrap();
    /// let moves: Vec<String> = nim.example().moves.iter().map(Move::to_string).collect();
    /// assert_eq!(moves, ["A1", "C2", "B2"]);
    /// ```
    #[must_use]
    pub fn example(&self) -> Example {
        /// The longest example has four moves.
        const LONGEST: usize = 8;
        let start = self.example_start();
        let (mut at, mut moves) = (start, Vec::new());
        while moves.len() < LONGEST {
            let best = at.best_move().filter(|_| moves.len().is_multiple_of(2));
            let Some(mv) = best.or_else(|| at.choices().largest()) else {
                break;
            };
            let Ok(next) = at.play(mv) else { break };
            at = next;
            moves.push(mv);
        }
        Example { start, moves }
    }
}
