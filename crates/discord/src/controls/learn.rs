//! The controls of `learn`.

use super::id::{exercise_words, read_exercise};
use super::move_control::MoveControl;
use super::{Control, Id, Seen};
use nim_games::Variant;
use nim_games::lessons::Exercise;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LearnControl {
    /// Shows the lessons of the game that is chosen.
    ChooseCourse,
    /// Shows the lessons of a game.
    Course(Variant),
    /// Shows the lesson that is chosen.
    Lesson {
        variant: Variant,
        /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
        /// again.
        rendering: u64,
    },
    /// Shows an exercise.
    Exercise(Exercise),
    /// Answers an exercise with "no move wins".
    NoneWins(Exercise),
    /// Chooses a move, or a part of one, in an exercise.
    Solve(Exercise, MoveControl),
}

impl Control for LearnControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::ChooseCourse => "lessons".to_owned(),
            Self::Course(variant) => format!("course:{}", variant.code()),
            Self::Lesson { variant, rendering } => format!("lesson:{}:{rendering}", variant.code()),
            Self::Exercise(exercise) => format!("exercise:{}", exercise_words(exercise)),
            Self::NoneWins(exercise) => format!("none-wins:{}", exercise_words(exercise)),
            Self::Solve(exercise, choice) => {
                format!("solve:{}:{choice}", exercise_words(exercise))
            }
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["lessons"] => Self::ChooseCourse,
            ["course", game] => Self::Course(Variant::from_code(game)?),
            ["lesson", game, rendering] => Self::Lesson {
                variant: Variant::from_code(game)?,
                rendering: rendering.parse().ok()?,
            },
            ["exercise", a, b, c, d] => Self::Exercise(read_exercise([a, b, c, d])?),
            ["none-wins", a, b, c, d] => Self::NoneWins(read_exercise([a, b, c, d])?),
            ["solve", a, b, c, d, ref choice @ ..] => {
                Self::Solve(read_exercise([a, b, c, d])?, MoveControl::read(choice)?)
            }
            _ => return None,
        })
    }
}
