//! Dares: a game against an animal that a member has won, and that others try to win from the same start.
//! Each has one try, which only they see; the results gather below the dare.

use std::time::Duration;

use itertools::Itertools as _;

use super::daily::draws_of;
use super::{InteractionId, MessageId, Place};
use crate::{MemberId, Timestamp};
use nim_games::{Animal, Draws, IllegalMove, Move, Position, reply};

/// How long a dare is open.
pub const DARE_OPEN_FOR: Duration = Duration::from_hours(72);

/// A dare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dare {
    /// The interaction that made it.
    pub id: InteractionId,
    /// Who dares. `None` if they have erased everything.
    pub by: Option<MemberId>,
    pub place: Place,
    /// Its message, once it is known.
    pub message: Option<MessageId>,
    pub start: Position,
    pub animal: Animal,
    /// Whether the member moves first, not the animal. It was the animal only in dares of earlier versions.
    pub begins: bool,
    /// In how many moves of theirs the one who dares has won.
    pub moves: u32,
}

/// A member's try at a dare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DareTry {
    pub dare: InteractionId,
    pub member: MemberId,
    /// The moves of both, in order.
    pub moves: Vec<Move>,
    /// Whether it was won. `None` while it runs.
    pub is_won: Option<bool>,
}

/// How a try has ended, as the dare shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DareResult {
    pub member: MemberId,
    pub is_won: bool,
    /// How many moves the member has made.
    pub moves: u32,
    /// Whether they never let a win slip.
    pub is_flawless: bool,
}

impl Dare {
    /// How a try has ended.
    #[must_use]
    pub fn result(&self, tried: &DareTry) -> DareResult {
        DareResult {
            member: tried.member,
            is_won: tried.is_won == Some(true),
            moves: self.own_moves(tried),
            is_flawless: self.missed(tried).is_none(),
        }
    }

    /// When it closes.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        self.id.at().plus(DARE_OPEN_FOR)
    }

    #[must_use]
    pub fn is_over(&self, at: Timestamp) -> bool {
        at >= self.ends()
    }

    /// What decides the animal's reply to these moves. Everybody who plays the same moves gets the same replies, so
    /// that results can be compared.
    fn draws(&self, moves: &[Move]) -> Draws {
        let path = moves.iter().join(" ");
        draws_of([&self.id.0.to_string(), &path])
    }

    /// A try that begins. If the animal begins, it has made its first move.
    #[must_use]
    pub fn begun(&self, member: MemberId) -> DareTry {
        let first = (!self.begins).then(|| reply(&self.start, self.animal, self.draws(&[])));
        let begun = DareTry {
            dare: self.id,
            member,
            moves: first.flatten().into_iter().collect(),
            is_won: None,
        };
        // The animal's first move may be the last one.
        let at = self.position(&begun);
        DareTry {
            is_won: at.is_over().then(|| !at.is_lost()),
            ..begun
        }
    }

    /// The position of a try.
    #[must_use]
    pub fn position(&self, tried: &DareTry) -> Position {
        let moves = tried.moves.iter();
        moves.fold(self.start, |at, &mv| at.play(mv).unwrap_or(at))
    }

    /// The latest move of the animal in a try, with the position before it.
    #[must_use]
    pub fn latest_reply(&self, tried: &DareTry) -> Option<(Position, Move)> {
        let (&mv, before) = tried.moves.split_last()?;
        let is_members = before.len().is_multiple_of(2) == self.begins;
        let at = before
            .iter()
            .try_fold(self.start, |at, &mv| at.play(mv).ok());
        at.filter(|_| !is_members).map(|at| (at, mv))
    }

    /// The latest position in which the member could have won, and did not.
    #[must_use]
    pub fn missed(&self, tried: &DareTry) -> Option<Position> {
        let mut at = self.start;
        let mut missed = None;
        for (ply, &mv) in tried.moves.iter().enumerate() {
            let left = at.play(mv).ok()?;
            let is_members = ply.is_multiple_of(2) == self.begins;
            if is_members && !at.is_lost() && !left.is_lost() {
                missed = Some(at);
            }
            at = left;
        }
        missed
    }

    /// How many of the moves of a try are the member's.
    #[must_use]
    pub fn own_moves(&self, tried: &DareTry) -> u32 {
        let all = tried.moves.len();
        let own = if self.begins {
            all.div_ceil(2)
        } else {
            all / 2
        };
        u32::try_from(own).unwrap_or(u32::MAX)
    }

    /// The try after a move of the member and the animal's reply.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid the move.
    pub fn played(&self, tried: &DareTry, mv: Move) -> Result<DareTry, IllegalMove> {
        let mut tried = tried.clone();
        let mut at = self.position(&tried).play(mv)?;
        tried.moves.push(mv);
        // If the game is over and the position is lost, the animal has lost: it would have to move.
        if at.is_over() {
            tried.is_won = Some(at.is_lost());
        } else if let Some(reply) = reply(&at, self.animal, self.draws(&tried.moves)) {
            at = at.play(reply)?;
            tried.moves.push(reply);
            tried.is_won = at.is_over().then(|| !at.is_lost());
        }
        Ok(tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::ChannelId;

    fn dare(start: &str, begins: bool) -> Dare {
        Dare {
            id: InteractionId(1),
            by: None,
            place: Place {
                guild: None,
                channel: ChannelId(1),
                editable: true,
                language: "en-US".to_owned(),
            },
            message: None,
            start: start.parse().expect("a position"),
            animal: Animal::Penguin,
            begins,
            moves: 1,
        }
    }

    #[test]
    fn the_animal_can_end_a_try_with_its_first_move() {
        for (start, is_won) in [("nim: 2", false), ("nim misere: 1", true)] {
            let begun = dare(start, false).begun(MemberId(1));
            assert_eq!(begun.is_won, Some(is_won), "{start}");
        }
    }

    #[test]
    fn who_makes_the_last_move_wins_or_loses() {
        let all = Move::take([2]);
        for (start, begins, is_won, own) in [
            ("nim: 2", true, true, 1),
            ("nim misere: 2", true, false, 1),
            // The penguin takes one heap, the member the other.
            ("nim: 2 2", false, true, 1),
        ] {
            let dare = dare(start, begins);
            let begun = dare.begun(MemberId(1));
            assert_eq!(begun.moves.is_empty(), begins, "{start}");
            let at = dare.position(&begun);
            let mv = if begins {
                all
            } else {
                at.best_move().expect("a move")
            };
            let mut tried = dare.played(&begun, mv).expect("legal");
            while tried.is_won.is_none() {
                let mv = dare.position(&tried).best_move().expect("a move");
                tried = dare.played(&tried, mv).expect("legal");
            }
            assert_eq!(tried.is_won, Some(is_won), "{start}");
            assert!(dare.own_moves(&tried) >= own, "{start}");
        }
    }
}
