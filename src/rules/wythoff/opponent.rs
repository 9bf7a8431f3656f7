//! The computer player. Its strength is a [`Level`]; random numbers come in as [`Draws`].

use super::{Move, Pile, Position, is_cold, partner, soonest_win};
use crate::rules::Draw;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Never throws a win away; from a lost position it holds out as long as possible.
    Perfect,
    /// Finds the winning move four times out of five.
    Good,
    /// Finds the winning move three times out of ten.
    Beginner,
}

impl Level {
    /// From the strongest to the weakest.
    pub const ALL: [Self; 3] = [Self::Perfect, Self::Good, Self::Beginner];

    /// The next stronger level, if there is one.
    ///
    /// ```
    /// use wythoff::rules::wythoff::Level;
    ///
    /// assert_eq!(Level::Beginner.harder(), Some(Level::Good));
    /// assert_eq!(Level::Perfect.harder(), None);
    /// ```
    #[must_use]
    pub fn harder(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|&level| level == self)?;
        Self::ALL.get(place.checked_sub(1)?).copied()
    }

    /// The next weaker level, if there is one.
    ///
    /// ```
    /// use wythoff::rules::wythoff::Level;
    ///
    /// assert_eq!(Level::Perfect.easier(), Some(Level::Good));
    /// assert_eq!(Level::Beginner.easier(), None);
    /// ```
    #[must_use]
    pub fn easier(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|&level| level == self)?;
        Self::ALL.get(place + 1).copied()
    }

    /// How often, in percent, a winning move is found that is not the last move of the game.
    const fn skill(self) -> u8 {
        match self {
            Self::Perfect => 100,
            Self::Good => 80,
            Self::Beginner => 30,
        }
    }
}

/// The random numbers for one move of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Whether it finds a winning move.
    pub skill: Draw,
    /// Which of several moves it makes.
    pub choice: Draw,
}

/// The computer's move. Returns `None` at the end of the game.
///
/// Perfect play wins every won position as soon as possible, and makes a lost game last as long
/// as possible. The weaker levels always take an immediate win. Otherwise they find a winning move with the probability of their level,
/// or make a random legal move.
///
/// ```
/// use wythoff::rules::{Draw, wythoff::{Draws, Level, Move, Pile, Position, reply}};
///
/// let draws = Draws { skill: Draw::new(0), choice: Draw::new(0) };
/// assert_eq!(reply(Position::new(13, 9), Level::Perfect, draws), Some(Move::new(Pile::Both, 3)));
/// ```
#[must_use]
pub fn reply(position: Position, level: Level, draws: Draws) -> Option<Move> {
    let best = soonest_win(position);
    let wins_now = best.is_some_and(|mv| position.play(mv).is_ok_and(Position::is_home));
    if wins_now || draws.skill.falls_within(level.skill()) && best.is_some() {
        return best;
    }
    match level {
        Level::Perfect => longest_defence(position, draws.choice),
        Level::Good | Level::Beginner => position.any_move(draws.choice),
    }
}

/// From the cold pair `(A_k, B_k)`, one of the three moves that keep the game at its full length of 2k moves and leave exactly
/// one winning reply: to `(A_k, B_k - 1)`, to `(A_(k-1), B_k)`, and from both piles by `A_k - A_(k-1)`. Since
/// `B_k - 1 = A_(A_k)`, the only winning reply to each leads to the pair k - 1. Returns `None` if the position is
/// not cold, or if the game is over.
fn longest_defence(position: Position, choice: Draw) -> Option<Move> {
    if !is_cold(position) || position.is_home() {
        return None;
    }
    let (smaller, larger) = if position.left < position.right {
        (Pile::Left, Pile::Right)
    } else {
        (Pile::Right, Pile::Left)
    };
    let step = step_to_previous_lower(position.smaller());
    let [first, second, third] = [
        Move::new(larger, 1),
        Move::new(smaller, step),
        Move::new(Pile::Both, step),
    ];
    Some(match choice.below(3) {
        0 => first,
        1 => second,
        _ => third,
    })
}

/// `A_k - A_(k-1)` for a lower Wythoff number `A_k`: 1 if the number before it is lower or 0, else 2 (no two upper numbers
/// are neighbours).
fn step_to_previous_lower(lower: u64) -> u64 {
    let before = lower.saturating_sub(1);
    let is_lower = partner(before).is_none_or(|partner| partner >= before);
    if is_lower { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::wythoff::{Explanation, explain, winning_moves};

    const FIRST: Draws = Draws {
        skill: Draw::new(0),
        choice: Draw::new(0),
    };

    fn draws(skill: u64, choice: u64) -> Draws {
        Draws {
            skill: Draw::new(skill),
            choice: Draw::new(choice),
        }
    }

    fn after(position: Position, mv: Move) -> Position {
        position.play(mv).expect("the computer makes legal moves")
    }

    /// How many moves are left when both play perfectly: the winner as soon as possible, the loser as long as possible.
    fn plies_left(mut position: Position, choice: u64) -> u64 {
        let mut plies = 0;
        while let Some(mv) = reply(position, Level::Perfect, draws(0, choice)) {
            position = after(position, mv);
            plies += 1;
        }
        plies
    }

    #[test]
    fn each_of_the_three_defences_keeps_the_full_length_and_leaves_one_winning_reply() {
        for k in 1..400_u64 {
            let cold = Position::new(partner_pair(k).0, partner_pair(k).1);
            for choice in [0, u64::MAX / 2, u64::MAX] {
                let mv =
                    reply(cold, Level::Perfect, draws(0, choice)).expect("the game is not over");
                let hot = after(cold, mv);
                assert_eq!(
                    winning_moves(hot).iter().flatten().count(),
                    1,
                    "{cold} {mv:?}"
                );
                assert_eq!(plies_left(cold, choice), 2 * k, "{cold} {mv:?}");
            }
        }
    }

    fn partner_pair(k: u64) -> (u64, u64) {
        let low = (0..)
            .filter(|&x| partner(x).is_some_and(|y| y >= x))
            .nth(usize::try_from(k).expect("small"));
        let low = low.expect("there are infinitely many");
        (low, low + k)
    }

    #[test]
    fn with_a_choice_the_computer_wins_as_soon_as_possible() {
        let mv = reply(Position::new(13, 9), Level::Perfect, FIRST).expect("not over");
        assert_eq!(after(Position::new(13, 9), mv), Position::new(10, 6));
    }

    #[test]
    fn nothing_is_played_at_the_end() {
        for level in Level::ALL {
            assert_eq!(reply(Position::HOME, level, FIRST), None);
        }
    }

    #[test]
    fn the_weaker_levels_take_an_immediate_win_but_miss_others() {
        for level in [Level::Good, Level::Beginner] {
            let unlucky = draws(u64::MAX, 0);
            let win = reply(Position::new(7, 7), level, unlucky).expect("not over");
            assert_eq!(after(Position::new(7, 7), win), Position::HOME);
            let miss = reply(Position::new(13, 9), level, unlucky).expect("not over");
            assert!(!is_cold(after(Position::new(13, 9), miss)));
            let found = reply(Position::new(13, 9), level, draws(0, 0)).expect("not over");
            assert!(is_cold(after(Position::new(13, 9), found)));
        }
    }

    proptest! {
        #[test]
        fn every_level_plays_legal_moves_at_every_size(left: u64, right: u64, skill: u64, choice: u64) {
            let position = Position::new(left, right);
            for level in Level::ALL {
                if let Some(mv) = reply(position, level, draws(skill, choice)) {
                    prop_assert!(position.play(mv).is_ok());
                } else {
                    prop_assert!(position.is_home());
                }
            }
        }

        #[test]
        fn perfect_play_wins_every_won_position(left: u64, right: u64, choice: u64) {
            let position = Position::new(left, right);
            if let Explanation::Hot(_) = explain(position) {
                let mv = reply(position, Level::Perfect, draws(u64::MAX, choice)).expect("hot positions are not over");
                prop_assert!(is_cold(after(position, mv)));
            }
        }
    }
}
