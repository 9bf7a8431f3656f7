//! Lessons as messages: the games, the lessons of a game with the member's progress, an exercise,
//! and the result of a move in it.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use crate::discord::commands::command::Control;
use crate::discord::commands::learn::LearnControl;
use crate::discord::commands::start::start_row;
use crate::discord::drafts::Draft;
use crate::discord::message::Message;
use crate::discord::picture::{Board, Picture};
use crate::discord::text::{Key, Language, key, tell};
use crate::discord::view::controls::{Choosing, chosen};
use crate::discord::view::description::{board_in_words, on_board};
use crate::discord::view::explanation::{Voice, explained_after, in_sentence, refuted};
use crate::discord::view::position::{heap_names, rules_in_short, shown, title};
use crate::discord::view::{button, game_options, select};
use crate::game::WhoStarts;
use crate::records::Solved;
use crate::service::NewGame;
use nim_games::lessons::{Aim, Exercise, Known};
use nim_games::{Explanation, Level, Move, Options, Position, Refutation, Variant};

/// A select that opens the lessons of a game.
pub(in crate::discord) fn courses(language: Language<'_>) -> Message {
    let games = select(
        language,
        LearnControl::ChooseCourse.id(),
        game_options(language, None),
        key!("select-game"),
    );
    Message::private(language.say(key!("all-lessons")), vec![games])
}

/// The exercises of each lesson of a game, in order.
fn lessons_of(variant: Variant) -> Vec<Vec<Exercise>> {
    let all: Vec<Exercise> = Exercise::all(variant).collect();
    let lessons =
        all.chunk_by(|one, other| (one.ending, one.lesson) == (other.ending, other.lesson));
    lessons.map(<[Exercise]>::to_vec).collect()
}

/// The exercises of the chosen lesson. `value` is the index of the lesson in the game.
pub(in crate::discord) fn read_lesson(variant: Variant, value: &str) -> Option<Vec<Exercise>> {
    let place: usize = value.parse().ok()?;
    lessons_of(variant).into_iter().nth(place)
}

/// The ending of an exercise, or `usual` if that is the game's usual ending.
fn ending(of: Exercise) -> String {
    let usual = Exercise::endings(of.variant).next();
    if usual == Some(of.ending) {
        "usual".to_owned()
    } else {
        of.ending.to_string()
    }
}

/// The language and the rendering with which lessons are shown.
pub(in crate::discord) struct Lessons<'t> {
    /// The language.
    pub(in crate::discord) language: Language<'t>,
    /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
    /// again.
    pub(in crate::discord) rendering: u64,
}

impl Lessons<'_> {
    /// The lessons of a game, with the member's progress.
    pub(in crate::discord) fn course(&self, variant: Variant, solved: &Solved) -> Message {
        let language = self.language;
        let lessons = lessons_of(variant);
        let exercises: Vec<Exercise> = lessons.iter().flatten().copied().collect();
        let next = exercises.iter().find(|exercise| !solved.has(**exercise));
        let done = exercises
            .iter()
            .filter(|exercise| solved.has(**exercise))
            .count();
        let mut lines = vec![tell!(
            language, key!("course"), "game" => language.game_name(variant), "done" => done, "all" => exercises.len()
        )];
        let has_endings = Exercise::endings(variant).count() > 1;
        let mut ending = None;
        for lesson in &lessons {
            let Some(&first) = lesson.first() else {
                continue;
            };
            if has_endings && ending.replace(first.ending) != Some(first.ending) {
                let how = first.ending.to_string();
                lines.push(tell!(language, key!("course-ending"), "ending" => how));
            }
            let done = lesson
                .iter()
                .filter(|exercise| solved.has(**exercise))
                .count();
            let is_next = next.is_some_and(|next| lesson.contains(next));
            let state = match (done == lesson.len(), is_next) {
                (true, _) => "done",
                (false, true) => "next",
                (false, false) => "open",
            };
            lines.push(tell!(
                language, key!("course-lesson"), "state" => state, "number" => first.lesson + 1,
                "lesson" => self.title(first), "done" => done, "all" => lesson.len()
            ));
        }
        if next.is_none() {
            lines.push(language.say(key!("course-done")));
        }
        let go_on = next.map(|&next| {
            let label = if done == 0 {
                key!("button-begin")
            } else {
                key!("button-go-on")
            };
            self.exercise_button(next, label)
                .style(ButtonStyle::Primary)
        });
        let mut rows = vec![self.choose_lesson(variant, &lessons)];
        rows.extend(go_on.map(|go_on| CreateActionRow::Buttons(vec![go_on])));
        if next.is_none() {
            rows.extend(self.start_row(variant));
        }
        Message::private(lines.join("\n"), rows)
    }

    fn choose_lesson(&self, variant: Variant, lessons: &[Vec<Exercise>]) -> CreateActionRow {
        let language = self.language;
        let options = lessons.iter().enumerate().filter_map(|(place, lesson)| {
            let first = *lesson.first()?;
            let label = tell!(
                language, key!("select-lesson-option"), "number" => first.lesson + 1, "lesson" => self.title(first),
                "ending" => ending(first)
            );
            Some(CreateSelectMenuOption::new(label, place.to_string()))
        });
        let control = LearnControl::Lesson {
            variant,
            rendering: self.rendering,
        };
        select(
            language,
            control.id(),
            options.collect(),
            key!("select-lesson"),
        )
    }

    /// The name of the lesson of an exercise.
    fn title(&self, of: Exercise) -> String {
        self.of_lesson(of, Some("title"))
    }

    fn of_lesson(&self, of: Exercise, attribute: Option<&str>) -> String {
        let before = of.lesson.checked_sub(1);
        let before = before.and_then(|lesson| Exercise { lesson, ..of }.lesson());
        let first = Exercise { number: 0, ..of }.position();
        match (of.lesson(), first) {
            (Some(lesson), Some(at)) => {
                let facts = lesson.facts(before, at);
                self.language.lesson(lesson.name, attribute, &facts)
            }
            (_, _) => String::new(),
        }
    }

    /// An exercise.
    pub(in crate::discord) fn exercise(&self, exercise: Exercise) -> Message {
        let message = |at| self.asked(exercise, at, Draft::Nothing, None);
        self.on_board(exercise, message)
    }

    /// An exercise with a half-made choice marked, as an edit that keeps the picture.
    pub(in crate::discord) fn with_draft(&self, exercise: Exercise, draft: Draft) -> Message {
        match exercise.position() {
            Some(at) => self.asked(exercise, at, draft, None).keeping_picture(),
            None => Message::private(self.language.say(key!("refused-old-control")), vec![]),
        }
    }

    /// An exercise after an answer that does not solve it: a move, or `None` for "no move wins".
    pub(in crate::discord) fn refuted(&self, exercise: Exercise, answer: Option<Move>) -> Message {
        let language = self.language;
        let message = |at: Position| {
            let why = match answer {
                Some(mv) => {
                    let refutation = Refutation::of(at, mv);
                    let told = refutation.map(|it| refuted(language, at, &it, false, Voice::Us));
                    let wins = at.play(mv).is_ok_and(|left| left.is_lost());
                    let wrong = match exercise.aim() {
                        Aim::HoldOut => key!("lesson-too-short"),
                        Aim::EatMost if wins => key!("lesson-too-little"),
                        Aim::EatMost | Aim::Win => key!("lesson-wrong"),
                    };
                    tell!(language, wrong, "why" => told.unwrap_or_default())
                }
                None => language.say(key!("lesson-not-lost")),
            };
            self.asked(exercise, at, Draft::Nothing, Some(why))
        };
        self.on_board(exercise, message)
    }

    /// The message for the position of an exercise, or a refusal if there is no such exercise.
    fn on_board(&self, exercise: Exercise, message: impl FnOnce(Position) -> Message) -> Message {
        let language = self.language;
        match exercise.position() {
            Some(at) => message(at),
            None => Message::private(language.say(key!("refused-old-control")), vec![]),
        }
    }

    /// The question of an exercise, with the controls of a board.
    fn asked(
        &self,
        exercise: Exercise,
        at: Position,
        draft: Draft,
        before: Option<String>,
    ) -> Message {
        let language = self.language;
        let question = match exercise.aim() {
            Aim::Win => key!("lesson-question"),
            Aim::HoldOut => key!("lesson-hold-out"),
            Aim::EatMost => key!("lesson-eat-most"),
        };
        let mut lines = vec![self.heading(exercise, at)];
        lines.extend(before);
        lines.push(tell!(language, question, "position" => shown(at)));
        lines.push(tell!(language, key!("lesson-rules"), "rules" => rules_in_short(language, at)));
        lines.extend(chosen(language, at, draft));
        let choosing = Choosing {
            language,
            position: at,
            rendering: self.rendering,
            id: &|choice| LearnControl::Solve(exercise, choice).id(),
        };
        let none_wins = (exercise.aim() != Aim::HoldOut).then(|| {
            let control = LearnControl::NoneWins(exercise);
            button(language, control.id(), key!("button-none-wins"))
        });
        let others = none_wins.into_iter();
        let others: Vec<CreateButton> = others
            .chain([self.course_button(exercise.variant)])
            .collect();
        let rows = choosing.with_others(draft, &others);
        let board = Board {
            chosen: draft.mv(),
            ..Board::at(at, heap_names(language, at))
        };
        on_board(Message::private, language, &lines, rows, board)
    }

    /// The game, the number of the lesson, and the number of the exercise in it.
    fn heading(&self, exercise: Exercise, at: Position) -> String {
        let all = exercise.lesson().map_or(0, |lesson| lesson.positions.len());
        tell!(
            self.language, key!("lesson-heading"), "game" => title(self.language, at), "lesson" => exercise.lesson + 1,
            "number" => exercise.number + 1, "all" => all
        )
    }

    /// An exercise after an answer that solves it (a move, or `None` for "no move wins"): what the
    /// lesson teaches, and the button for the next exercise.
    pub(in crate::discord) fn solved(
        &self,
        exercise: Exercise,
        answer: Option<Move>,
        solved: &Solved,
    ) -> Message {
        let language = self.language;
        let Some(at) = exercise.position() else {
            return Message::private(language.say(key!("refused-old-control")), vec![]);
        };
        let left = answer.map_or(Ok(at), |mv| at.play(mv)).unwrap_or(at);
        let right = if let Some(mv) = answer {
            let made = in_sentence(language, at, mv, Voice::Us, true);
            tell!(language, key!("lesson-right"), "move" => made)
        } else {
            let why = explained_after("", language, &Explanation::of(at), Voice::Us);
            tell!(language, key!("lesson-is-lost"), "position" => shown(at), "why" => why)
        };
        let mut lines = vec![
            self.heading(exercise, at),
            right,
            self.of_lesson(exercise, None),
        ];
        lines.extend(answer.and_then(|_| self.balance(exercise, left)));
        let other_way = answer.and_then(|mv| exercise.other_way(mv));
        lines.extend(other_way.map(|other| {
            let made = in_sentence(language, at, other, Voice::Us, true);
            tell!(language, key!("lesson-other-way"), "move" => made)
        }));
        let all: Vec<Exercise> = Exercise::all(exercise.variant).collect();
        let after = all.iter().skip_while(|other| **other != exercise).skip(1);
        let next = after.chain(&all).find(|other| !solved.has(**other));
        if next.is_none() {
            lines.push(language.say(key!("course-done")));
        }
        let next_button = next.map(|&next| {
            let is_same = (next.ending, next.lesson) == (exercise.ending, exercise.lesson);
            let label = if is_same {
                key!("button-next-exercise")
            } else {
                key!("button-next-lesson")
            };
            self.exercise_button(next, label)
                .style(ButtonStyle::Primary)
        });
        let buttons = next_button
            .into_iter()
            .chain([self.course_button(exercise.variant)]);
        let mut rows = vec![CreateActionRow::Buttons(buttons.collect())];
        if exercise.aim() == Aim::HoldOut {
            // The position can be won against an opponent who makes mistakes.
            let new = NewGame {
                start: at,
                first: WhoStarts::Me,
                level: Level::Good,
            };
            rows.push(start_row(language, new));
        } else if next.is_none() {
            rows.extend(self.start_row(exercise.variant));
        }
        let board = Board {
            now: left,
            before: answer.map(|_| at),
            ..Board::at(at, heap_names(language, at))
        };
        let in_words = board_in_words(language, &board);
        Message::private(lines.join("\n"), rows).showing(Picture::Board(Box::new(board)), in_words)
    }

    /// Why `left` balances, with its numbers, if the lesson teaches balance.
    fn balance(&self, exercise: Exercise, left: Position) -> Option<String> {
        let teaches_balance = match exercise.lesson()?.knows.lost {
            Known::Balanced { largest } => largest > 0,
            Known::Values(table) => !table.is_empty(),
            Known::End
            | Known::Equal { .. }
            | Known::Ones
            | Known::Pairs(_)
            | Known::Opposite { .. }
            | Known::Zeros
            | Known::Steps(_)
            | Known::LargestEven(_) => false,
        };
        let law = left.law().filter(|_| teaches_balance && !left.is_over())?;
        let why = self.language.reason(&law);
        Some(tell!(self.language, key!("lesson-here"), "why" => why))
    }

    fn exercise_button(&self, exercise: Exercise, label: Key) -> CreateButton {
        button(self.language, LearnControl::Exercise(exercise).id(), label)
    }

    fn course_button(&self, variant: Variant) -> CreateButton {
        button(
            self.language,
            LearnControl::Course(variant).id(),
            key!("button-course"),
        )
    }

    fn start_row(&self, variant: Variant) -> Option<CreateActionRow> {
        let start = Position::usual(variant, Options::default()).ok()?;
        let new = NewGame::to_win(start, Level::Perfect);
        Some(start_row(self.language, new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::text::Texts;
    use nim_games::Fact;

    /// How long a lesson may be, in characters: people do not read more.
    const MAX_TAUGHT: usize = 300;

    #[test]
    fn lessons_are_short_and_quote_their_facts() {
        let texts = Texts::load().expect("texts");
        for (_, language) in texts.languages() {
            let lessons = Lessons {
                language,
                rendering: 0,
            };
            for lesson in Variant::ALL.iter().flat_map(|&variant| lessons_of(variant)) {
                let first = lesson[0];
                let (taught, title) = (lessons.of_lesson(first, None), lessons.title(first));
                assert!(taught.chars().count() <= MAX_TAUGHT, "{taught}");
                let before = first.lesson.checked_sub(1);
                let before = before.and_then(|lesson| Exercise { lesson, ..first }.lesson());
                let at = first.position().expect("a position");
                let of = first.lesson().expect("a lesson");
                if !of.knows.looks_ahead || of.knows.aim != Aim::Win {
                    // The facts checked below are quoted only by lessons that look ahead and aim to
                    // win.
                    continue;
                }
                for (name, fact) in of.facts(before, at) {
                    let (Fact::Text(told), true) =
                        (&fact, ["pairs", "values", "last"].contains(&name))
                    else {
                        continue;
                    };
                    assert!(
                        taught.contains(told.as_str()),
                        "{title}: {taught} lacks {told}"
                    );
                    assert!(
                        told.len() < 3 || !title.contains(told.as_str()),
                        "the title {title} gives away {told}"
                    );
                }
            }
        }
    }
}
