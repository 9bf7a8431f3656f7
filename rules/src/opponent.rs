//! The computer player of every game. It plays as an [`Animal`]; random numbers come in as [`Draws`].

use itertools::Itertools as _;

use super::{Animal, Attention, Draw, Ending, Move, Numbers, Position};

/// The random numbers for one move of the computer. Further ones are derived from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Whether its move is perfect.
    pub skill: Draw,
    /// For a perfect move in a lost position, which defence it chooses; otherwise, whether it plays
    /// by feel. The Duckling draws its random moves from both.
    pub choice: Draw,
}

/// How many moves the Duckling looks through for one that does not win at once. If more win at once,
/// nearly all do, and it may win.
const LOOKED_THROUGH: usize = 256;

/// How often, at most, a move is drawn again because it lets the other side win at once.
const REDRAWS: usize = 7;

/// The computer's move. Returns `None` at the end of the game.
///
/// With a chance of [`Attention::far`] it is perfect: it makes [`Position::best_move`] or, in a
/// lost position, holds out as long as possible, as far as that is known (`best_defences`).
/// Otherwise, with a chance of [`Attention::near`], it makes a move that wins at once or, if there
/// is none, avoids moves after which the other side can win at once. Failing both, it moves at
/// random. The Duckling avoids moves that win at once.
///
/// ```
/// use nim_games::{Animal, Draw, Draws, Options, Position, Variant, reply};
///
/// let draws = Draws { skill: Draw::new(0), choice: Draw::new(0) };
/// let position = Position::read(Variant::Wythoff, Options::default(), "13 9").unwrap();
/// assert_eq!(reply(&position, Animal::Penguin, draws).unwrap().to_string(), "A3B3");
/// ```
#[must_use]
pub fn reply(position: &Position, animal: Animal, draws: Draws) -> Option<Move> {
    let Attention { near, far } = animal.attention();
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    if animal == Animal::Duckling {
        return without_winning(position, &mut numbers);
    }
    if numbers.draw().falls_within(far) {
        let best = position.best_move();
        return best.or_else(|| pick(&best_defences(position), numbers.draw()));
    }
    if numbers.draw().falls_within(near) {
        return by_feel(position, &mut numbers);
    }
    position.choices().random_move(&mut numbers)
}

/// A move that wins at once. Otherwise a random move, redrawn up to `REDRAWS` times while it lets
/// the other side win at once.
fn by_feel(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    if let Some(finish) = finishing_move(position) {
        return Some(finish);
    }
    let choices = position.choices();
    let mut mv = choices.random_move(numbers)?;
    for _ in 0..REDRAWS {
        let next = position.play(mv).ok()?;
        if finishing_move(&next).is_none() {
            break;
        }
        mv = choices.random_move(numbers)?;
    }
    Some(mv)
}

/// A random move that does not win at once, if there is one.
fn without_winning(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    let choices = position.choices();
    let mut mv = choices.random_move(numbers)?;
    for _ in 0..REDRAWS {
        if !finishes(position, mv) {
            return Some(mv);
        }
        mv = choices.random_move(numbers)?;
    }
    let mut few = choices.moves().take(LOOKED_THROUGH);
    few.find(|&mv| !finishes(position, mv)).or(Some(mv))
}

impl Position {
    /// Whether going first decides who wins: every move concerns a single object, or there is just one,
    /// perhaps still in hand; or the first move can win, or leave only single objects.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// for decided in ["nim: 5", "nim misere: 5", "nim misere: 1 1 5", "nim: 1 1 1", "take: 1 4", "multi misere: 1 1 5"] {
    ///     let start: Position = decided.parse().unwrap();
    ///     assert!(start.is_decided_by_who_begins());
    /// }
    /// let open: Position = "nim misere: 2 5".parse().unwrap();
    /// assert!(!open.is_decided_by_who_begins());
    /// ```
    #[must_use]
    pub fn is_decided_by_who_begins(&self) -> bool {
        let leaves_no_choice = |mv| {
            let after = self.play(mv);
            after.is_ok_and(|after| after.has_no_choice()) || finishes(self, mv)
        };
        let mut winning = self.winning_moves().take(MANY);
        self.shape().size() <= 1 || self.has_no_choice() || winning.any(leaves_no_choice)
    }

    /// Whether every move concerns a single object, or loses at once, as a sweep of the last ones does.
    fn has_no_choice(&self) -> bool {
        let choices = self.choices();
        let is_single = |mv: Move| {
            let taken = mv.taken();
            taken.is_some_and(|(heaps, amount)| amount == 1 && heaps.iter().count() == 1)
        };
        let loses = |mv| {
            let after = self.play(mv);
            self.ending() == Ending::Misere && after.is_ok_and(|after| after.is_over())
        };
        let mut few = choices.moves().take(MANY);
        choices.is_one_at_a_time()
            || choices.count() <= MANY as u128 && few.all(|mv| is_single(mv) || loses(mv))
    }
}

/// A move that wins at once: the last move or, in misère play, one after which every move is the
/// last.
#[must_use]
pub fn finishing_move(position: &Position) -> Option<Move> {
    let mut winning = position.winning_moves().take(MANY);
    winning.find(|&mv| finishes(position, mv))
}

/// Whether a move wins at once, as [`finishing_move`] says.
#[must_use]
pub fn finishes(position: &Position, mv: Move) -> bool {
    let Ok(next) = position.play(mv) else {
        return false;
    };
    match position.ending() {
        Ending::Normal => next.is_over(),
        Ending::Misere => {
            let choices = next.choices();
            let mut after_replies = choices.moves().map(|mv| next.play(mv));
            let is_over = |after: Position| after.is_over();
            !next.is_over() && after_replies.all(|after| after.is_ok_and(is_over))
        }
    }
}

/// Of the winning moves of a position, only this many are looked at.
const MANY: usize = 100;

/// The moves that the perfect player chooses among in a lost position: those that hold out longest,
/// if they are known; otherwise, among the smallest moves of each kind, those that leave the fewest
/// winning replies.
#[must_use]
pub fn best_defences(position: &Position) -> Vec<Move> {
    let known = position.defences();
    if !known.is_empty() {
        return known;
    }
    let replies = |mv: &Move| {
        let next = position.play(*mv);
        next.map_or(MANY, |next| next.winning_moves().take(MANY).count())
    };
    let careful = position.choices().smallest().into_iter();
    careful.min_set_by_key(replies)
}

fn pick(moves: &[Move], choice: Draw) -> Option<Move> {
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
        for animal in Animal::ALL {
            assert_eq!(reply(&at(Variant::Nim, "0 0"), animal, draws(0, 0)), None);
        }
    }

    /// A draw for which an event happens exactly if its chance is above the given percent.
    fn percent(percent: u64) -> u64 {
        percent * (u64::MAX / 100) + u64::MAX / 200
    }

    #[test]
    fn play_by_feel_takes_an_immediate_win_and_avoids_giving_one() {
        // The first number decides whether the move is perfect, the second whether it is by feel.
        let feel_draws = draws(u64::MAX, 0);
        for (position, win) in [("wythoff: 7 7", "A7B7"), ("nim misere: 1 4", "B4")] {
            let position: Position = position.parse().expect("a position");
            let mv = reply(&position, Animal::Squirrel, feel_draws).expect("not over");
            assert_eq!(mv.to_string(), win);
        }
        let position: Position = "wythoff: 3 2".parse().expect("a position");
        for choice in 0..50 {
            // Always below the chance of playing by feel, which is 67 % for the Squirrel.
            let feel_draws = draws(u64::MAX, percent(choice));
            let mv = reply(&position, Animal::Squirrel, feel_draws).expect("not over");
            assert_eq!(finishing_move(&position.play(mv).expect("legal")), None);
        }
    }

    #[test]
    fn each_animal_makes_the_perfect_move_as_often_as_it_should() {
        let position = at(Variant::Wythoff, "130000 90000");
        let makes_perfect_move = |animal: Animal, skill: u64| {
            // With these numbers, a random move does not happen to win.
            let mv = reply(&position, animal, draws(percent(skill), u64::MAX)).expect("not over");
            position.play(mv).expect("legal").is_lost()
        };
        let count = |animal| {
            let skills = 0..100;
            skills
                .filter(|&skill| makes_perfect_move(animal, skill))
                .count()
        };
        assert_eq!(
            Animal::ALL.map(count),
            [0, 3, 14, 30, 47, 64, 75, 86, 94, 100]
        );
    }

    #[test]
    fn the_duckling_takes_no_win_that_lies_there_unless_every_move_does() {
        let mut numbers = Numbers::of([Draw::new(3), Draw::new(4)]);
        for position in [
            "wythoff: 7 7",
            "wythoff: 1 1",
            "nim: 4",
            "nim misere: 1 4",
            "100: 92/100",
        ] {
            let position: Position = position.parse().expect("a position");
            for _ in 0..300 {
                let draws = draws(numbers.draw().number(), numbers.draw().number());
                let mv = reply(&position, Animal::Duckling, draws).expect("not over");
                assert!(!finishes(&position, mv), "{position} {mv}");
            }
        }
        let only = at(Variant::Nim, "1");
        assert!(reply(&only, Animal::Duckling, draws(0, 0)).is_some());
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
            let perfect = reply(&position, Animal::Penguin, draws(0, 0));
            assert_eq!(first, perfect, "{position}");
            assert_eq!(perfect.map(|mv| mv.to_string()).as_deref(), Some(taught));
        }
    }

    #[test]
    fn the_best_small_moves_leave_the_fewest_winning_replies() {
        // C1 leaves two winning replies (A1 or the sweep). A1, B1 and the sweep leave one each.
        let lost = at(Variant::Multi, "1 2 3");
        assert!(lost.is_lost() && lost.defences().is_empty());
        let defences = best_defences(&lost);
        let defences: Vec<String> = defences.iter().map(Move::to_string).collect();
        assert_eq!(defences, ["A1", "B1", "A1B1C1"]);
    }

    #[test]
    fn without_a_known_defence_the_computer_takes_a_single_object() {
        // From 3 5 5 every move leaves a single largest heap. After B1 only one reply wins.
        let lost = at(Variant::Greedy, "3 5 5");
        assert!(lost.is_lost());
        assert_eq!(
            reply(&lost, Animal::Penguin, draws(0, 0))
                .map(|mv| mv.to_string())
                .as_deref(),
            Some("B1")
        );
    }
}
