//! The computer player of every game. Its strength is a [`Level`]; random numbers come in as
//! [`Draws`].

use itertools::Itertools as _;

use super::{Draw, Move, Numbers, Position};

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
    /// use nim_games::Level;
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
    /// use nim_games::Level;
    ///
    /// assert_eq!(Level::Perfect.easier(), Some(Level::Good));
    /// assert_eq!(Level::Beginner.easier(), None);
    /// ```
    #[must_use]
    pub fn easier(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|&level| level == self)?;
        Self::ALL.get(place + 1).copied()
    }

    /// The chance, in percent, of finding a winning move that does not end the game at once.
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
/// Perfect play wins every won position as soon as possible, and makes a lost game last as long as
/// possible if the longest defence is known. The weaker levels always take an immediate win.
/// Otherwise they find a winning move with the probability of their level, or make a random legal
/// move.
///
/// ```
/// use nim_games::{Draw, Draws, Level, Options, Position, Variant, reply};
///
/// let draws = Draws { skill: Draw::new(0), choice: Draw::new(0) };
/// let position = Position::read(Variant::Wythoff, Options::default(), "13 9").unwrap();
/// assert_eq!(reply(&position, Level::Perfect, draws).unwrap().to_string(), "A3B3");
/// ```
#[must_use]
pub fn reply(position: &Position, level: Level, draws: Draws) -> Option<Move> {
    let best = position.best_move();
    let ends = |mv| position.play(mv).is_ok_and(|next| next.is_over());
    let wins_now = best.is_some_and(ends);
    if wins_now || (draws.skill.falls_within(level.skill()) && best.is_some()) {
        return best;
    }
    match level {
        Level::Perfect => drawn(&best_defences(position), draws.choice),
        Level::Good | Level::Beginner => {
            let mut numbers = Numbers::of([draws.choice, draws.skill]);
            position.choices().any(&mut numbers)
        }
    }
}

/// The moves that the perfect player chooses among in a lost position: those that hold out longest,
/// if they are known; otherwise, among the smallest moves of each kind, those that leave the fewest
/// winning replies.
#[must_use]
pub fn best_defences(position: &Position) -> Vec<Move> {
    /// Counting winning replies stops here.
    const MANY: usize = 100;
    let known = position.defences();
    if !known.is_empty() {
        return known;
    }
    let replies = |mv: &Move| {
        let left = position.play(*mv);
        left.map_or(MANY, |left| left.winning_moves().take(MANY).count())
    };
    let careful = position.choices().smallest().into_iter();
    careful.min_set_by_key(replies)
}

fn drawn(moves: &[Move], choice: Draw) -> Option<Move> {
    let index = usize::try_from(choice.below(moves.len() as u128)).ok()?;
    moves.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Variant};

    const fn draws(skill: u64, choice: u64) -> Draws {
        Draws {
            skill: Draw::new(skill),
            choice: Draw::new(choice),
        }
    }

    fn at(variant: Variant, notation: &str) -> Position {
        Position::read(variant, Options::default(), notation).expect("a position")
    }

    #[test]
    fn nothing_is_played_at_the_end() {
        for level in Level::ALL {
            assert_eq!(reply(&at(Variant::Nim, "0 0"), level, draws(0, 0)), None);
        }
    }

    #[test]
    fn the_weaker_levels_take_an_immediate_win_but_miss_others() {
        for level in [Level::Good, Level::Beginner] {
            let unlucky = draws(u64::MAX, 0);
            let win = reply(&at(Variant::Wythoff, "7 7"), level, unlucky).expect("not over");
            assert_eq!(win.to_string(), "A7B7");
            let position = at(Variant::Wythoff, "13 9");
            let miss = reply(&position, level, unlucky).expect("not over");
            assert!(!position.play(miss).expect("legal").is_lost());
            let found = reply(&position, level, draws(0, 0)).expect("not over");
            assert!(position.play(found).expect("legal").is_lost());
        }
    }

    #[test]
    fn each_level_finds_winning_moves_as_often_as_it_should() {
        let position = at(Variant::Wythoff, "13 9");
        let finds = |level: Level, percent: u64| {
            // The middle of each hundredth. A miss plays the first legal move, which does not win
            // here.
            let skill = percent * (u64::MAX / 100) + u64::MAX / 200;
            let mv = reply(&position, level, draws(skill, 0)).expect("not over");
            position.play(mv).expect("legal").is_lost()
        };
        let found = |level| (0..100).filter(|&percent| finds(level, percent)).count();
        assert_eq!(Level::ALL.map(found), [100, 80, 30]);
    }

    #[test]
    fn the_taught_winning_move_is_made() {
        for (variant, position, taught) in [
            // The middle, which leaves two equal rows.
            (Variant::Circular, "oooooooooooo-", "6.7"),
            // The column in the middle: then the board looks the same when rotated by 180 degrees.
            (Variant::TacTix, "2x9", "5.14"),
            // A move of Nim instead of the sweep, which wins as well.
            (Variant::Multi, "3 4 5", "A2"),
        ] {
            let options = "normal".parse().expect("options");
            let position = Position::read(variant, options, position).expect("a position");
            assert!(position.winning_moves().count() > 1, "{position}");
            let first = position.winning_moves().next();
            let made = reply(&position, Level::Perfect, draws(0, 0));
            assert_eq!(first, made, "{position}");
            assert_eq!(made.map(|mv| mv.to_string()).as_deref(), Some(taught));
        }
    }

    #[test]
    fn the_best_small_moves_leave_the_fewest_winning_replies() {
        // C1 leaves two winning replies (A1 or the sweep). A1, B1 and the sweep leave one each.
        let lost = at(Variant::Multi, "1 2 3");
        assert!(lost.is_lost() && lost.defences().is_empty());
        let made: Vec<String> = best_defences(&lost).iter().map(Move::to_string).collect();
        assert_eq!(made, ["A1", "B1", "A1B1C1"]);
    }

    #[test]
    fn without_a_known_defence_it_takes_a_single_object() {
        // From 3 5 5 every move leaves a single largest heap. After B1 only one reply wins.
        let lost = at(Variant::Greedy, "3 5 5");
        assert!(lost.is_lost());
        assert_eq!(
            reply(&lost, Level::Perfect, draws(0, 0))
                .map(|mv| mv.to_string())
                .as_deref(),
            Some("B1")
        );
    }
}
