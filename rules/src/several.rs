//! Games of three or more, who move in turn, and a computer player among them. In misère play whoever makes the last move is out,
//! in normal play they win.
//!
//! With three players, nobody can force much alone: whoever is last in a round may be chosen by the two others
//! (Propp, "Three-player impartial games", 2000, <https://arxiv.org/abs/math/9903153>). So this player only looks
//! one round ahead.

use std::collections::HashMap;

use thiserror::Error;

use super::{Ending, Move, Numbers, Options, Position, Result, Variant};
use itertools::Itertools as _;

/// What is played at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableGame {
    /// Whoever has to say the target is out.
    TwentyOne,
    /// Whoever says 100 wins a round.
    Hundred,
    /// Whoever takes the last object is out.
    Nim,
}

/// The rules of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// What is played.
    pub game: TableGame,
    /// The most that one may add to a count.
    pub most: Option<u64>,
    /// The number that ends a count. In 21 it is drawn for each round unless it is given.
    pub target: Option<u64>,
}

/// Why there is no such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadTable {
    /// Only counts have a target and a limit.
    #[error("nothing is counted in Nim")]
    NothingCounted,
    /// The limit of a move is out of range.
    #[error("from {least} to {most} can be added at most")]
    Most {
        /// The smallest limit.
        least: u64,
        /// The largest limit.
        most: u64,
    },
    /// The target is out of range.
    #[error("the target is from {least} to {most}")]
    Target {
        /// The smallest target.
        least: u64,
        /// The largest target.
        most: u64,
    },
}

impl TableRules {
    /// The usual limit of a move in a count.
    #[must_use]
    pub fn usual_most(self) -> u64 {
        match self.game {
            TableGame::Hundred => 10,
            TableGame::TwentyOne | TableGame::Nim => 3,
        }
    }

    /// What the last move of a round means for whoever makes it.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self.game {
            TableGame::Hundred => Ending::Normal,
            TableGame::TwentyOne | TableGame::Nim => Ending::Misere,
        }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`BadTable`] says what they can be.
    pub fn check(self) -> std::result::Result<(), BadTable> {
        if self.game == TableGame::Nim {
            let is_counted = self.most.is_some() || self.target.is_some();
            return if is_counted {
                Err(BadTable::NothingCounted)
            } else {
                Ok(())
            };
        }
        let (mosts, targets) = match self.game {
            TableGame::Hundred => (2..=10, 30..=150),
            TableGame::TwentyOne | TableGame::Nim => (2..=5, 10..=60),
        };
        if self.most.is_some_and(|most| !mosts.contains(&most)) {
            let (least, most) = mosts.into_inner();
            return Err(BadTable::Most { least, most });
        }
        if self.target.is_some_and(|target| !targets.contains(&target)) {
            let (least, most) = targets.into_inner();
            return Err(BadTable::Target { least, most });
        }
        Ok(())
    }

    /// Where a round begins.
    ///
    /// # Errors
    /// [`BadPosition`](crate::BadPosition) if the numbers were not checked.
    pub fn drawn(self, numbers: &mut Numbers) -> Result<Position> {
        let counting = Options {
            most: self.most,
            ..Options::NONE
        };
        let (variant, options, notation) = match self.game {
            TableGame::TwentyOne => {
                let target = self.target.unwrap_or_else(|| numbers.between(15, 27));
                (Variant::TwentyOne, counting, format!("0/{target}"))
            }
            TableGame::Hundred => {
                let target = self.target.unwrap_or(100);
                (Variant::Hundred, counting, format!("0/{target}"))
            }
            TableGame::Nim => {
                let heaps = 0..numbers.between(3, 5);
                let heaps = heaps.map(|_| numbers.between(2, 5)).join(" ");
                (Variant::Nim, Options::of_ending(Ending::Misere), heaps)
            }
        };
        Position::read(variant, options, &notation)
    }
}

/// The move of a computer player before whose next turn `others` players move. It never makes the last move where
/// that puts it out, if there is another one, and makes it where that wins. Then it prefers moves with which it is
/// safe for a round, whatever the others do: they cannot make it put itself out, or win before its next turn.
/// Among these it chooses by lot. `None` at the end.
///
/// ```
/// use nim_games::{Draw, Numbers, Position, reply_among};
///
/// // Three are left. After 19, the two others could say 20 and 21 only by being out themselves; after 17,
/// // they could say 18 and 20, so that nothing but 21 is left.
/// let count: Position = "21: 16/21".parse().unwrap();
/// let mut numbers = Numbers::of([Draw::new(0), Draw::new(0)]);
/// assert_eq!(reply_among(&count, 2, &mut numbers).unwrap().to_string(), "+3");
/// ```
#[must_use]
pub fn reply_among(position: &Position, others: usize, numbers: &mut Numbers) -> Option<Move> {
    let choices = position.choices();
    let after = choices
        .moves()
        .filter_map(|mv| Some((mv, position.play(mv).ok()?)));
    let after: Vec<(Move, Position)> = after.collect();
    let is_last = |(_, next): &&(Move, Position)| next.is_over();
    let best: Vec<Move> = match position.ending() {
        Ending::Normal if after.iter().any(|it| is_last(&it)) => {
            after.iter().filter(is_last).map(|&(mv, _)| mv).collect()
        }
        Ending::Normal | Ending::Misere => {
            let going_on = after.iter().filter(|it| !is_last(it));
            let mut known = Known::new();
            let safe = going_on
                .clone()
                .filter(|(_, next)| !can_harm(next, others, &mut known));
            let safe: Vec<Move> = safe.map(|&(mv, _)| mv).collect();
            if safe.is_empty() {
                going_on.map(|&(mv, _)| mv).collect()
            } else {
                safe
            }
        }
    };
    let among = if best.is_empty() {
        after.iter().map(|&(mv, _)| mv).collect()
    } else {
        best
    };
    let chosen = numbers.draw().below(among.len() as u128);
    among.get(usize::try_from(chosen).ok()?).copied()
}

/// What is known of positions up to symmetry, and the number of moves that others make from there: whether they
/// can harm the player who moves then.
type Known = HashMap<(String, usize), bool>;

/// Whether `others` who move from this position can make the player after them put itself out, or can win before.
fn can_harm(at: &Position, others: usize, known: &mut Known) -> bool {
    let next = || {
        let moves = at.choices().moves().collect::<Vec<_>>().into_iter();
        moves.filter_map(|mv| at.play(mv).ok())
    };
    if others == 0 {
        return at.ending() == Ending::Misere && next().all(|it| it.is_over());
    }
    let key = (at.twin(), others);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let harms = next().any(|it| {
        if it.is_over() {
            // In misère play, the one who has made that move is out, and a new count begins.
            it.ending() == Ending::Normal
        } else {
            can_harm(&it, others - 1, known)
        }
    });
    known.insert(key, harms);
    harms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    fn replies(position: &str, others: usize) -> Vec<String> {
        let position: Position = position.parse().expect("a position");
        let draws = (0..64).map(|number| Draw::new(number << 58));
        let replies = draws.filter_map(|draw| {
            let mut numbers = Numbers::of([draw, draw]);
            reply_among(&position, others, &mut numbers)
        });
        replies.map(|mv| mv.to_string()).sorted().dedup().collect()
    }

    #[test]
    fn the_last_move_is_avoided_or_made() {
        assert_eq!(replies("21: 20/21", 2), ["+1"]);
        assert_eq!(replies("21: 19/21", 2), ["+1"]);
        assert_eq!(replies("21: 18/21", 3), ["+1", "+2"]);
        assert_eq!(replies("100: 90/100", 3), ["+10"]);
        assert_eq!(replies("nim misere: 3 0 0", 2), ["A1", "A2"]);
        assert_eq!(replies("21: 21/21", 2), Vec::<String>::new());
    }

    #[test]
    fn it_is_safe_for_a_round_where_it_can_be() {
        // From 17 on the other one could say 20.
        assert_eq!(replies("21: 14/21", 1), ["+1", "+2"]);
        // From 17 and 18 two others could come to 20.
        assert_eq!(replies("21: 16/21", 2), ["+3"]);
        assert_eq!(replies("21: 0/21", 2), ["+1", "+2", "+3"]);
        // From three left, two others could leave one.
        assert_eq!(replies("nim misere: 4 0 0", 2), ["A2", "A3"]);
        // From 79 two others come to 99 at most.
        assert_eq!(replies("100: 75/100", 2), ["+1", "+2", "+3", "+4"]);
    }

    /// With three players nobody can be sure to stay in alone: two who work together can make any third one say
    /// the target, wherever it is from 15 to 27 and whoever begins.
    #[test]
    fn nobody_can_force_it_alone() {
        for target in 15..=27_u64 {
            // Whether the player can avoid saying the target, by how many numbers are left and by whose turn it is
            // (0: theirs).
            let rest = usize::try_from(target).expect("small");
            let mut avoids = vec![[false, true, true]];
            for left in 1..=rest {
                let after = |turn: usize| {
                    let next = (turn + 1) % 3;
                    let moves = 1..=left.min(3);
                    let last = turn != 0;
                    let mut all = moves.map(move |take| (left == take, left - take, next, last));
                    let fine = |avoids: &[[bool; 3]], (is_last, rest, next, by_other): (bool, usize, usize, bool)| {
                        if is_last { by_other } else { avoids[rest][next] }
                    };
                    if turn == 0 {
                        all.any(|it| fine(&avoids, it))
                    } else {
                        all.all(|it| fine(&avoids, it))
                    }
                };
                let row = [after(0), after(1), after(2)];
                avoids.push(row);
            }
            assert!(avoids[rest].iter().all(|it| !it), "{target}");
        }
    }
}
