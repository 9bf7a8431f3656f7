//! Questions with a few answers: a winning move among others that do not win.

use crate::{Choices, Move, Position};

/// How many moves a question offers.
pub const OFFERED: usize = 3;

/// How many moves are searched for wrong answers.
const MOVES_SEARCHED: usize = 1_000;

impl Position {
    /// The winning move `best` among others that do not win and are not in `tried`: at most [`OFFERED`] in all, each
    /// of which leaves another position. Their order does not give the winning one away.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let position: Position = "nim: 3 5 7".parse()?;
    /// let best = position.best_move().expect("it can be won");
    /// let offered = position.offered_moves(best, &[]);
    /// assert_eq!(offered.len(), 3);
    /// assert!(offered.contains(&best));
    /// # Ok::<(), nim_games::BadPosition>(())
    /// ```
    #[must_use]
    pub fn offered_moves(&self, best: Move, tried: &[Move]) -> Vec<Move> {
        let is_wrong =
            |mv: &Move| !tried.contains(mv) && self.play(*mv).is_ok_and(|left| !left.is_lost());
        let choices = self.choices();
        let others = choices
            .moves()
            .take(MOVES_SEARCHED)
            .step_by(stride(&choices));
        let telling = self.telling_moves().into_iter();
        let left_by = |mv: Move| self.play(mv).map(|left| left.twin()).ok();
        let mut offered = vec![best];
        for mv in telling.chain(others).filter(is_wrong) {
            let is_new = offered.iter().all(|&other| left_by(other) != left_by(mv));
            if offered.len() < OFFERED && is_new {
                offered.push(mv);
            }
        }
        offered.sort_by_key(|mv| self.play(*mv).map(|left| left.to_string()).ok());
        offered
    }
}

/// The stride through the moves, chosen so that the wrong answers are spread over those that are searched.
fn stride(choices: &Choices) -> usize {
    let fifth = choices.count().min(MOVES_SEARCHED as u128) / 5;
    usize::try_from(fifth).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::samples::any_position;

    /// The positions that the offered moves leave.
    fn positions_after_offered_moves(position: Position, best: Move) -> Vec<Position> {
        let offered = position.offered_moves(best, &[]).into_iter();
        offered
            .map(|mv| position.play(mv).expect("legal"))
            .collect()
    }

    fn is_valid_offer(position: Position, best: Move) -> bool {
        let left = positions_after_offered_moves(position, best);
        let twins: HashSet<String> = left.iter().map(|left| left.twin()).collect();
        let lost = left.iter().filter(|left| left.is_lost());
        twins.len() == left.len() && lost.count() == 1 && left.len() <= OFFERED
    }

    proptest! {
        #[test]
        fn one_offered_move_wins_and_all_leave_different_positions(position in any_position()) {
            if let Some(best) = position.best_move() {
                prop_assert!(is_valid_offer(position, best), "{position:?}");
            }
        }
    }

    #[test]
    fn equal_moves_are_offered_only_once() {
        for (position, count) in [
            ("nim: 2 2 2", 2),
            ("circular: ooo-oo-", 3),
            ("nim: 3 5 7", 3),
        ] {
            let position: Position = position.parse().expect("a position");
            let best = position.best_move().expect("it can be won");
            assert!(is_valid_offer(position, best), "{position}");
            assert_eq!(
                positions_after_offered_moves(position, best).len(),
                count,
                "{position}"
            );
        }
    }

    #[test]
    fn what_was_tried_is_not_offered() {
        let position: Position = "nim: 3 5 7".parse().expect("a position");
        let best = position.best_move().expect("it can be won");
        let first = position.offered_moves(best, &[]);
        let tried: Vec<Move> = first.into_iter().filter(|&mv| mv != best).collect();
        let second = position.offered_moves(best, &tried);
        assert!(second.contains(&best) && tried.iter().all(|mv| !second.contains(mv)));
    }
}
