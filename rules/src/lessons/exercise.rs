//! The positions to solve in lessons, in the order in which they are taught.

use super::{Aim, Lesson};
use crate::{Ending, Move, OptionName, Options, Position, Variant};

/// A position of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The game.
    pub variant: Variant,
    /// What the last move of the game does.
    pub ending: Ending,
    /// The index of the lesson.
    pub lesson: u8,
    /// The index of the position in the lesson.
    pub number: u8,
}

impl Exercise {
    /// The endings for which a game has lessons, starting with that of its first opening.
    pub fn endings(variant: Variant) -> impl Iterator<Item = Ending> {
        let opening = Position::openings(variant).first();
        let opening = opening
            .and_then(|opening| Position::read(variant, opening.options, opening.position).ok());
        let usual = opening.map_or(Ending::Normal, |opening| opening.ending());
        let other = match usual {
            Ending::Normal => Ending::Misere,
            Ending::Misere => Ending::Normal,
        };
        let endings = [usual, other].into_iter();
        endings.filter(move |&ending| !Position::lessons(variant, ending).is_empty())
    }

    /// Every exercise of a game, in order.
    pub fn all(variant: Variant) -> impl Iterator<Item = Self> {
        Self::endings(variant).flat_map(move |ending| {
            let lessons = (0..).zip(Position::lessons(variant, ending));
            lessons.flat_map(move |(lesson, of)| {
                let numbers = (0..).zip(of.positions);
                numbers.map(move |(number, _)| Self {
                    variant,
                    ending,
                    lesson,
                    number,
                })
            })
        })
    }

    /// The lesson with the given index.
    #[must_use]
    pub fn lesson(self) -> Option<&'static Lesson> {
        Position::lessons(self.variant, self.ending).get(usize::from(self.lesson))
    }

    /// The position. `None` if there is no such exercise.
    #[must_use]
    pub fn position(self) -> Option<Position> {
        let notation = self.lesson()?.positions.get(usize::from(self.number))?;
        let options = Options {
            ending: Position::has_option(self.variant, OptionName::Ending).then_some(self.ending),
            ..Options::default()
        };
        Position::read(self.variant, options, notation).ok()
    }

    /// A move that shows the idea of the lesson, if `mv` does not: not every winning move does.
    #[must_use]
    pub fn other_way(self, mv: Move) -> Option<Move> {
        let (at, knows) = (self.position()?, self.lesson()?.knows);
        let shows_it = |mv: Move| at.play(mv).is_ok_and(|left| knows.lost.holds(&*left));
        if at.is_lost() || knows.aim != Aim::Win || shows_it(mv) {
            return None;
        }
        let choices = at.choices();
        choices.moves().find(|&other| shows_it(other))
    }

    /// What the exercise asks for.
    #[must_use]
    pub fn aim(self) -> Aim {
        self.lesson().map_or(Aim::Win, |lesson| lesson.knows.aim)
    }

    /// Whether `answer` solves the exercise: a move that keeps the win, or `None` if no move wins.
    /// If the aim is to hold out, a move that holds out longest; if it is to eat most, a winning
    /// move that gains most.
    #[must_use]
    pub fn is_solved_by(self, answer: Option<Move>) -> bool {
        let Some(at) = self.position() else {
            return false;
        };
        let wins = |mv| at.play(mv).is_ok_and(|left| left.is_lost());
        let margin = |mv| Some(-at.play(mv).ok()?.margin()?);
        match (answer, self.aim()) {
            (Some(mv), Aim::Win) => wins(mv),
            (Some(mv), Aim::HoldOut) => at.defences().contains(&mv),
            // The first winning move gains most.
            (Some(mv), Aim::EatMost) => wins(mv) && margin(mv) == at.best_move().and_then(margin),
            (None, Aim::HoldOut) => false,
            (None, Aim::Win | Aim::EatMost) => at.is_lost(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Explanation;

    #[test]
    fn every_game_has_three_lessons_with_positions() {
        let mut without = Vec::new();
        for &variant in Variant::ALL {
            let usual = Exercise::endings(variant).next().expect("an ending");
            assert!(Position::lessons(variant, usual).len() >= 3, "{variant}");
            for exercise in Exercise::all(variant) {
                let at = exercise.position().expect("a position");
                assert_eq!(at.ending(), exercise.ending, "{at}");
                let answers = at.choices();
                let mut answers = answers.moves().map(Some).chain([None]);
                assert!(answers.any(|answer| exercise.is_solved_by(answer)), "{at}");
                // The idea that the lesson explains afterwards must solve the position.
                let knows = exercise.lesson().expect("a lesson").knows;
                let shows_it = |mv| at.play(mv).is_ok_and(|left| knows.lost.holds(&*left));
                if !at.is_lost() && !at.choices().moves().any(shows_it) {
                    without.push(format!(
                        "{variant} {} {}: {at}",
                        exercise.ending, exercise.lesson
                    ));
                }
            }
        }
        assert!(without.is_empty(), "{without:#?}");
    }

    /// Solved exercises are recorded by position, so no position may occur twice.
    #[test]
    fn no_position_is_an_exercise_twice() {
        let mut twice = Vec::new();
        for &variant in Variant::ALL {
            let mut seen = HashSet::new();
            for exercise in Exercise::all(variant) {
                let at = exercise.position().expect("a position");
                if !seen.insert((exercise.ending, at.to_string())) {
                    twice.push(format!("{variant} {}: {at}", exercise.ending));
                }
            }
        }
        assert!(twice.is_empty(), "{twice:#?}");
    }

    /// Every position of a lesson is explained by a law, so none is said to be merely tabulated.
    #[test]
    fn every_taught_position_has_a_law() {
        let mut without = Vec::new();
        for exercise in Variant::ALL
            .iter()
            .flat_map(|&variant| Exercise::all(variant))
        {
            let at = exercise.position().expect("a position");
            let knows = exercise.lesson().expect("a lesson").knows;
            let choices = at.choices();
            let shows_it = |mv: &Move| at.play(*mv).is_ok_and(|left| knows.lost.holds(&*left));
            let has_law = if at.is_lost() {
                Explanation::of(at).law.is_some()
            } else {
                let taught = choices
                    .moves()
                    .find(shows_it)
                    .expect("the lesson solves it");
                let left = at.play(taught).expect("legal");
                left.is_over() || Explanation::of_move(at, taught).law.is_some()
            };
            if !has_law {
                without.push(format!("{} {}: {at}", exercise.variant, exercise.ending));
            }
        }
        assert!(without.is_empty(), "{without:#?}");
    }
}
