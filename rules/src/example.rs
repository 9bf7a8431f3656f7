//! An example of play for the rules of each game: short, and true, since it is played by the rules.

use super::{Ending, Move, Position, Variant};

/// A game from a small position to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position at its start.
    pub start: Position,
    /// Every move, the players in turn.
    pub moves: Vec<Move>,
}

impl Position {
    /// An example by the rules of this position. The player who starts plays perfectly, the other
    /// one takes as much as possible.
    ///
    /// ```
    /// use nim_games::{Move, Position};
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

    /// Nim from (3, 4, 5) to its end, as books tell it, where the player who starts wins. None of
    /// other games.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let misere: Position = "nim misere: 3 5 7".parse().unwrap();
    /// let worked = misere.worked_example().unwrap();
    /// assert_eq!((worked.start.to_string().as_str(), worked.moves.len()), ("3 4 5", 8));
    /// ```
    #[must_use]
    pub fn worked_example(&self) -> Option<Example> {
        if self.variant() != Variant::Nim {
            return None;
        }
        let moves = match self.ending() {
            Ending::Normal => "A2 C3 B1 B1 A1 B1 C1 B1 C1",
            Ending::Misere => "A2 C3 B1 B1 A1 B1 C2 B1",
        };
        let start = Self::read(Variant::Nim, self.options(), "3 4 5").ok()?;
        let moves: Result<Vec<Move>, _> = moves.split(' ').map(str::parse).collect();
        let moves = moves.ok()?;
        Some(Example { start, moves })
    }
}
