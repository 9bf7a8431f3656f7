//! The positions to solve in lessons, in the order in which they are taught.

use super::{Aim, Lesson};
use crate::{Ending, Move, OptionName, Options, Position, Told, Variant};

/// A position of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The game.
    pub variant: Variant,
    /// Whether the last move of the game wins or loses.
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
            lessons.flat_map(move |(index, lesson)| {
                let numbers = (0..).zip(lesson.positions);
                numbers.map(move |(number, _)| Self {
                    variant,
                    ending,
                    lesson: index,
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

    /// What it tells: the solution, what the lesson's sentence lists, and what refutes `answer`. Nothing
    /// if there is no such exercise.
    #[must_use]
    pub fn told(self, answer: Option<Move>) -> Told {
        let Some((at, lesson)) = self.position().zip(self.lesson()) else {
            return Told::default();
        };
        let refuted = answer.map(|mv| Told::refutation(at, mv));
        let told = Told::solution(at, false).and(Told::lost(lesson.listed(at)));
        told.and(refuted.unwrap_or_default())
    }

    /// A move that shows the idea of the lesson, if the winning move `mv` does not show it. `None`
    /// if `mv` shows the idea, if the position is lost, or if the aim is not just to win. Whether
    /// `mv` wins is not checked.
    #[must_use]
    pub fn alternative_to(self, mv: Move) -> Option<Move> {
        let (at, knowledge) = (self.position()?, self.lesson()?.knowledge);
        let shows_idea = |mv: Move| {
            at.play(mv)
                .is_ok_and(|next| knowledge.lost.contains(&*next))
        };
        if at.is_lost() || knowledge.aim != Aim::Win || shows_idea(mv) {
            return None;
        }
        let choices = at.choices();
        choices.moves().find(|&other| shows_idea(other))
    }

    /// What the exercise asks for.
    #[must_use]
    pub fn aim(self) -> Aim {
        self.lesson()
            .map_or(Aim::Win, |lesson| lesson.knowledge.aim)
    }

    /// Whether `answer` solves the exercise. It has to be a winning move, or `None` if no move
    /// wins. If the aim is to hold out, it has to be a move that holds out longest; if the aim is
    /// to eat most, a winning move that gains most.
    #[must_use]
    pub fn is_solved_by(self, answer: Option<Move>) -> bool {
        let Some(at) = self.position() else {
            return false;
        };
        let wins = |mv| at.play(mv).is_ok_and(|next| next.is_lost());
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
    fn every_game_has_at_least_three_lessons_that_can_be_solved() {
        let mut without_idea = Vec::new();
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
                let knowledge = exercise.lesson().expect("a lesson").knowledge;
                let shows_idea = |mv| {
                    at.play(mv)
                        .is_ok_and(|next| knowledge.lost.contains(&*next))
                };
                if !at.is_lost() && !at.choices().moves().any(shows_idea) {
                    without_idea.push(format!(
                        "{variant} {} {}: {at}",
                        exercise.ending, exercise.lesson
                    ));
                }
            }
        }
        assert!(without_idea.is_empty(), "{without_idea:#?}");
    }

    /// Solved exercises are recorded by position, so no position may occur twice.
    #[test]
    fn no_position_occurs_in_two_exercises() {
        let mut repeated = Vec::new();
        for &variant in Variant::ALL {
            let mut seen = HashSet::new();
            for exercise in Exercise::all(variant) {
                let at = exercise.position().expect("a position");
                if !seen.insert((exercise.ending, at.to_string())) {
                    repeated.push(format!("{variant} {}: {at}", exercise.ending));
                }
            }
        }
        assert!(repeated.is_empty(), "{repeated:#?}");
    }

    /// Every position of a lesson is explained by a law, so none is said to be merely tabulated.
    #[test]
    fn every_taught_position_has_a_law() {
        let mut without_law = Vec::new();
        for exercise in Variant::ALL
            .iter()
            .flat_map(|&variant| Exercise::all(variant))
        {
            let at = exercise.position().expect("a position");
            let knowledge = exercise.lesson().expect("a lesson").knowledge;
            let choices = at.choices();
            let shows_idea = |mv: &Move| {
                at.play(*mv)
                    .is_ok_and(|next| knowledge.lost.contains(&*next))
            };
            let has_law = if at.is_lost() {
                Explanation::of(at).law.is_some()
            } else {
                let taught_move = choices
                    .moves()
                    .find(shows_idea)
                    .expect("the lesson solves it");
                let next = at.play(taught_move).expect("legal");
                next.is_over() || Explanation::of_move(at, taught_move).law.is_some()
            };
            if !has_law {
                without_law.push(format!("{} {}: {at}", exercise.variant, exercise.ending));
            }
        }
        assert!(without_law.is_empty(), "{without_law:#?}");
    }
}
