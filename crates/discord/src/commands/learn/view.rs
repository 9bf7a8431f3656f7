//! Lessons as messages: the games, the lessons of a game with the member's progress, an exercise,
//! and the result of a move in it.

#[cfg(test)]
mod tests;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use crate::commands::ask::view::ask_button;
use crate::commands::start::start_row;
use crate::controls::Control;
use crate::controls::learn::LearnControl;
use crate::controls::practice::PracticeControl;
use crate::controls::rules::RulesControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Key, Language, key, tell};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::{board_in_words, message_with_board};
use crate::view::explanation::{Voice, explained_with_head, in_sentence, refuted};
use crate::view::position::{heap_names, readable, rules_line, title};
use crate::view::{button, game_options, select};
use nim_games::lessons::{Aim, Exercise, Known};
use nim_games::{Animal, Ending, Explanation, Move, Options, Position, Refutation, Variant};
use wythoff_game::WhoStarts;
use wythoff_game::records::Solved;
use wythoff_service::{Drawn, NewGame, Setup};

/// A select that opens the lessons of a game.
pub(crate) fn courses(language: Language<'_>) -> Message {
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
pub(crate) fn read_lesson(variant: Variant, value: &str) -> Option<Vec<Exercise>> {
    let index: usize = value.parse().ok()?;
    lessons_of(variant).into_iter().nth(index)
}

/// The ending of an exercise, or `usual` if that is the game's usual ending.
fn ending(exercise: Exercise) -> String {
    let usual = Exercise::endings(exercise.variant).next();
    if usual == Some(exercise.ending) {
        "usual".to_owned()
    } else {
        exercise.ending.to_string()
    }
}

/// The language and the rendering with which lessons are shown.
pub(crate) struct Lessons<'t> {
    pub(crate) language: Language<'t>,
    /// Whether others would see a question about an exercise.
    pub(crate) can_ask: bool,
    /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
    /// again.
    pub(crate) rendering: u64,
}

impl Lessons<'_> {
    /// The lessons of a game, with the member's progress. The next exercise is one with the given
    /// ending, if there is one left.
    pub(crate) fn course(
        &self,
        variant: Variant,
        solved: &Solved,
        ending: Option<Ending>,
    ) -> Message {
        let language = self.language;
        let lessons = lessons_of(variant);
        let exercises: Vec<Exercise> = lessons.iter().flatten().copied().collect();
        let mut unsolved = exercises.iter().filter(|exercise| !solved.has(**exercise));
        let first = unsolved.clone().next();
        let with_ending = unsolved.find(|exercise| Some(exercise.ending) == ending);
        let next = with_ending.or(first);
        let solved_count = exercises
            .iter()
            .filter(|exercise| solved.has(**exercise))
            .count();
        let is_done = |lesson: &&Vec<Exercise>| lesson.iter().all(|it| solved.has(*it));
        let done_lessons = lessons.iter().filter(is_done).count();
        let mut lines = vec![tell!(
            language, key!("course"), "game" => language.game_name(variant), "done" => done_lessons, "all" => lessons.len()
        )];
        lines.extend(self.lesson_lines(&lessons, solved, next));
        if next.is_none() {
            lines.push(language.say(key!("course-done")));
        }
        let next_button = next.map(|&next| {
            let label = if solved_count == 0 {
                key!("button-begin")
            } else {
                key!("button-go-on")
            };
            self.exercise_button(next, label)
                .style(ButtonStyle::Primary)
        });
        let mut rows = vec![self.lesson_select(variant, &lessons)];
        let buttons = next_button.into_iter().chain(self.doors(variant));
        rows.push(CreateActionRow::Buttons(buttons.collect()));
        if next.is_none() {
            rows.push(self.start_row(variant));
        }
        Message::private(lines.join("\n"), rows)
    }

    /// A line for each lesson, with what is solved, and a heading where another ending begins. The usual one comes
    /// first, and needs none.
    fn lesson_lines(
        &self,
        lessons: &[Vec<Exercise>],
        solved: &Solved,
        next: Option<&Exercise>,
    ) -> Vec<String> {
        let (language, mut lines) = (self.language, Vec::new());
        let firsts = lessons
            .iter()
            .filter_map(|lesson| Some((lesson, *lesson.first()?)));
        let mut listed_ending = firsts.clone().next().map(|(_, first)| first.ending);
        for (lesson, first) in firsts {
            if listed_ending.replace(first.ending) != Some(first.ending) {
                let args = fluent::fluent_args!["ending" => first.ending.to_string()];
                lines.push(language.tell_for_game(first.variant, key!("course-ending"), &args));
            }
            let done = lesson.iter().filter(|it| solved.has(**it)).count();
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
        lines
    }

    /// What else there is to learn from: the rules, and one's own mistakes.
    fn doors(&self, variant: Variant) -> impl Iterator<Item = CreateButton> {
        let language = self.language;
        let usual = Position::usual(variant, Options::default()).ok();
        let rules = usual.map(|position| {
            let rules = RulesControl::Pages {
                position,
                has_start_button: true,
                rendering: self.rendering,
            };
            button(language, rules.id(), key!("button-rules"))
        });
        let practice = PracticeControl::Next.id();
        let practice = button(language, practice, key!("button-practice"));
        rules.into_iter().chain([practice])
    }

    fn lesson_select(&self, variant: Variant, lessons: &[Vec<Exercise>]) -> CreateActionRow {
        let language = self.language;
        let options = lessons.iter().enumerate().filter_map(|(index, lesson)| {
            let first = *lesson.first()?;
            let label = tell!(
                language, key!("select-lesson-option"), "number" => first.lesson + 1, "lesson" => self.title(first),
                "ending" => ending(first)
            );
            Some(CreateSelectMenuOption::new(label, index.to_string()))
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
    fn title(&self, exercise: Exercise) -> String {
        self.lesson_text(exercise, Some("title"))
    }

    /// What the lesson of an exercise teaches, or an attribute of that text.
    fn lesson_text(&self, exercise: Exercise, attribute: Option<&str>) -> String {
        let previous = exercise.lesson.checked_sub(1);
        let previous = previous.and_then(|lesson| Exercise { lesson, ..exercise }.lesson());
        let first_position = Exercise {
            number: 0,
            ..exercise
        }
        .position();
        match (exercise.lesson(), first_position) {
            (Some(lesson), Some(at)) => {
                let facts = lesson.facts(previous, at);
                self.language.lesson(lesson.name, attribute, &facts)
            }
            (_, _) => String::new(),
        }
    }

    pub(crate) fn exercise(&self, exercise: Exercise) -> Message {
        let message = |at| self.question(exercise, at, Draft::Nothing, None);
        self.with_position(exercise, message)
    }

    /// An exercise with a half-made choice marked, as an edit that keeps the picture.
    pub(crate) fn with_draft(&self, exercise: Exercise, draft: Draft) -> Message {
        match exercise.position() {
            Some(at) => self.question(exercise, at, draft, None).keeping_picture(),
            None => Message::private(self.language.say(key!("refused-old-control")), vec![]),
        }
    }

    /// An exercise after an answer that does not solve it: a move, or `None` for "no move wins".
    pub(crate) fn refuted(&self, exercise: Exercise, answer: Option<Move>) -> Message {
        let language = self.language;
        let message = |at: Position| {
            let why = match answer {
                Some(mv) => {
                    let refutation = Refutation::of(at, mv);
                    let refutation = refutation
                        .map(|refutation| refuted(language, at, &refutation, false, Voice::Us));
                    let is_winning = at.play(mv).is_ok_and(|after| after.is_lost());
                    let wrong = match exercise.aim() {
                        Aim::HoldOut => key!("lesson-too-short"),
                        Aim::EatMost if is_winning => key!("lesson-too-little"),
                        Aim::EatMost | Aim::Win => key!("lesson-wrong"),
                    };
                    tell!(language, wrong, "why" => refutation.unwrap_or_default())
                }
                None => language.say(key!("lesson-not-lost")),
            };
            self.question(exercise, at, Draft::Nothing, Some(why))
        };
        self.with_position(exercise, message)
    }

    /// The message for the position of an exercise, or a refusal if there is no such exercise.
    fn with_position(
        &self,
        exercise: Exercise,
        message: impl FnOnce(Position) -> Message,
    ) -> Message {
        let language = self.language;
        match exercise.position() {
            Some(at) => message(at),
            None => Message::private(language.say(key!("refused-old-control")), vec![]),
        }
    }

    /// The question of an exercise, with the controls of a board.
    fn question(
        &self,
        exercise: Exercise,
        at: Position,
        draft: Draft,
        feedback: Option<String>,
    ) -> Message {
        let language = self.language;
        let question = match exercise.aim() {
            Aim::Win => key!("lesson-question"),
            Aim::HoldOut => key!("lesson-hold-out"),
            Aim::EatMost => key!("lesson-eat-most"),
        };
        let mut lines = vec![self.heading(exercise, at)];
        lines.extend(feedback);
        lines.push(tell!(language, question, "position" => readable(at)));
        lines.push(rules_line(language, at));
        lines.extend(draft_line(language, at, draft));
        let chooser = MoveChooser {
            language,
            position: at,
            rendering: self.rendering,
            tried: &[],
            offered: &[],
            id: &|choice| LearnControl::Solve(exercise, choice).id(),
        };
        let none_wins_button = (exercise.aim() != Aim::HoldOut).then(|| {
            let control = LearnControl::NoneWins(exercise);
            button(language, control.id(), key!("button-none-wins"))
        });
        let ask = self.can_ask.then(|| ask_button(language, at)).flatten();
        let other_buttons: Vec<CreateButton> = none_wins_button
            .into_iter()
            .chain([self.course_button(exercise.variant)])
            .chain(ask)
            .collect();
        let rows = chooser.rows(draft, &other_buttons);
        let board = Board {
            chosen: draft.mv(),
            ..Board::at(at, heap_names(language, at))
        };
        message_with_board(Message::private, language, &lines, rows, board)
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
    pub(crate) fn solved(
        &self,
        exercise: Exercise,
        answer: Option<Move>,
        solved: &Solved,
    ) -> Message {
        let language = self.language;
        let Some(at) = exercise.position() else {
            return Message::private(language.say(key!("refused-old-control")), vec![]);
        };
        let after_answer = answer.map_or(Ok(at), |mv| at.play(mv)).unwrap_or(at);
        let confirmation = if let Some(mv) = answer {
            let move_text = in_sentence(language, at, mv, Voice::Us, true);
            tell!(language, key!("lesson-right"), "move" => move_text)
        } else {
            let why = explained_with_head("", language, &Explanation::of(at), Voice::Us);
            tell!(language, key!("lesson-is-lost"), "position" => readable(at), "why" => why)
        };
        let mut lines = vec![
            self.heading(exercise, at),
            confirmation,
            self.lesson_text(exercise, None),
        ];
        lines.extend(answer.and_then(|_| self.balance(exercise, after_answer)));
        let other_way = answer.and_then(|mv| exercise.alternative_to(mv));
        lines.extend(other_way.map(|other| {
            let move_text = in_sentence(language, at, other, Voice::Us, true);
            tell!(language, key!("lesson-other-way"), "move" => move_text)
        }));
        let all: Vec<Exercise> = Exercise::all(exercise.variant).collect();
        let later = all.iter().skip_while(|other| **other != exercise).skip(1);
        let next = later.chain(&all).find(|other| !solved.has(**other));
        if next.is_none() {
            lines.push(language.say(key!("course-done")));
        }
        let rows = self.rows_of_solved(exercise, at, next.copied());
        let board = Board {
            now: after_answer,
            before: answer.map(|_| at),
            ..Board::at(at, heap_names(language, at))
        };
        let in_words = board_in_words(language, &board);
        Message::private(lines.join("\n"), rows).showing(Picture::Board(Box::new(board)), in_words)
    }

    /// The buttons below a solved exercise: the next one, the course, and a game to play.
    fn rows_of_solved(
        &self,
        exercise: Exercise,
        at: Position,
        next: Option<Exercise>,
    ) -> Vec<CreateActionRow> {
        let next_button = next.map(|next| {
            let is_same_lesson = (next.ending, next.lesson) == (exercise.ending, exercise.lesson);
            let label = if is_same_lesson {
                key!("button-next-exercise")
            } else {
                key!("button-next-lesson")
            };
            self.exercise_button(next, label)
                .style(ButtonStyle::Primary)
        });
        let course = self.course_button(exercise.variant);
        let buttons = next_button.into_iter().chain([course]);
        let mut rows = vec![CreateActionRow::Buttons(buttons.collect())];
        if exercise.aim() == Aim::HoldOut {
            // The position can be won against an opponent who makes mistakes.
            let new_game = NewGame {
                start: at,
                first: WhoStarts::Me,
                animal: Some(Animal::Dolphin),
            };
            rows.push(start_row(self.language, Setup::Chosen(new_game)));
        } else if next.is_none() {
            rows.push(self.start_row(exercise.variant));
        }
        rows
    }

    /// Why the position after the answer is balanced, with its numbers, if the lesson teaches
    /// balance.
    fn balance(&self, exercise: Exercise, after_answer: Position) -> Option<String> {
        let teaches_balance = match exercise.lesson()?.knowledge.lost {
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
        let law = after_answer
            .law()
            .filter(|_| teaches_balance && !after_answer.is_over())?;
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

    fn start_row(&self, variant: Variant) -> CreateActionRow {
        start_row(self.language, Setup::Drawn(Drawn::usual(variant)))
    }
}
