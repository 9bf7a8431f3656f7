//! What the answers of `solve`, the lessons and the pages name, read from their texts as a member would,
//! against what they say they tell: nothing may name what wins a puzzle of the day unless the rule
//! about help knows.

use itertools::Itertools as _;
use nim_games::lessons::Exercise;
use nim_games::{Ending, Options, Position, Shape, Told, Variant};

use super::learn::view::Lessons;
use super::rules::told_by;
use super::rules::view::{Readers, Rules};
use super::solve;
use crate::context::Permissions;
use crate::controls::rules::RulesPage;
use crate::message::Message;
use crate::text::{Language, Texts};
use wythoff_game::Day;
use wythoff_game::records::{Solved, Word as _};

/// An answer: where it comes from, what it says it tells, and the lost positions that its words name.
struct Answer {
    from: String,
    told: Told,
    named: Vec<Position>,
}

impl Answer {
    fn new(from: String, told: Told, about: Position, mut message: Message) -> Self {
        let pictures = message.take_pictures();
        let in_words = pictures.into_iter().map(|(_, in_words)| in_words);
        let words = [message.content().to_owned()].into_iter().chain(in_words);
        let named = named_in(&words.collect_vec().join("\n"), about);
        Self { from, told, named }
    }

    /// Whether it names what wins a puzzle, but the rule about help does not know.
    fn leaks(&self, puzzle: &Position, targets: &[Position]) -> bool {
        let is_target = |named: &Position| targets.iter().any(|target| named.is_like(target));
        self.named.iter().any(is_target) && !self.told.helps_win(puzzle)
    }
}

/// The lost positions of the game of `about` that a text names: in brackets, as cells, or as counts.
fn named_in(text: &str, about: Position) -> Vec<Position> {
    let in_brackets = text.split('(').skip(1).filter_map(|rest| {
        let (inner, _) = rest.split_once(')')?;
        Some(inner.replace(',', ""))
    });
    let words = text.split(|c: char| !c.is_alphanumeric() && !"-/+".contains(c));
    let words = words.filter_map(|word| match about.shape() {
        Shape::Count(counting) => Some(format!("{word}/{}", counting.target)),
        Shape::Cells(..) => Some(word.to_owned()),
        Shape::Heaps(_) | Shape::Candies(..) | Shape::Sizes(_) | Shape::Stacks(..) => None,
    });
    let read = |written: String| Position::read(about.variant(), about.options(), &written).ok();
    let named = in_brackets.chain(words).filter_map(read);
    let named = named.filter(|at| at.is_lost() && !at.is_over());
    named.unique().collect()
}

fn endings(variant: Variant) -> impl Iterator<Item = Position> {
    let endings = [Ending::Normal, Ending::Misere].into_iter();
    endings.filter_map(move |ending| Position::usual(variant, Options::of_ending(ending)).ok())
}

fn pages(language: Language<'_>) -> impl Iterator<Item = Answer> {
    let rules = Rules {
        language,
        has_start_button: true,
        has_examples: true,
        has_tables: true,
        readers: Readers::One,
        rendering: 0,
    };
    let openings = Variant::ALL.iter().flat_map(|&variant| endings(variant));
    openings
        .cartesian_product(RulesPage::ALL.iter().copied())
        .map(move |(at, page)| {
            let from = format!("the page {page:?} of {} {}", at.variant(), at.options());
            Answer::new(from, told_by(page, at), at, rules.page(at, page))
        })
}

fn lessons(language: Language<'_>) -> impl Iterator<Item = Answer> {
    let lessons = Lessons {
        language,
        can_ask: false,
        rendering: 0,
    };
    let exercises = Variant::ALL.iter().flat_map(|&it| Exercise::all(it));
    exercises.flat_map(move |exercise| {
        let at = exercise.position().expect("a position");
        let choices = at.choices();
        let answers = choices.moves().map(Some).chain([None]);
        let answered = answers.map(|answer| {
            let message = if exercise.is_solved_by(answer) {
                lessons.solved(exercise, answer, &Solved::default())
            } else {
                lessons.refuted(exercise, answer)
            };
            (answer, message)
        });
        let messages = [(None, lessons.exercise(exercise))]
            .into_iter()
            .chain(answered);
        let answers = messages.map(|(answer, message)| {
            let from = format!("the lesson at {} {}: {at}", at.variant(), at.options());
            Answer::new(from, exercise.told(answer), at, message)
        });
        answers.collect_vec()
    })
}

/// The solutions of a puzzle, of what wins it, and of some positions that are won in the same way.
fn solutions(language: Language<'_>, puzzle: Position) -> Vec<Answer> {
    let reply = |at: Position| at.choices().moves().find_map(|mv| at.play(mv).ok());
    let near = puzzle.choices();
    let near = near.moves().filter_map(|mv| puzzle.play(mv).ok());
    let asked = [puzzle]
        .into_iter()
        .chain(puzzle.targets())
        .chain(near.take(4));
    let asked = asked.flat_map(|at| [Some(at), reply(at)]).flatten();
    let asked = asked.filter(|at| !at.is_over()).unique();
    let answers = asked.map(|at| {
        let from = format!("the solution of {} {}: {at}", at.variant(), at.options());
        let message = solve::view::solutions(language, &[at], 0, Permissions::default());
        Answer::new(from, Told::solution(at, true), at, message)
    });
    answers.collect()
}

#[test]
fn no_answer_names_what_wins_a_puzzle_unasked() {
    let texts = Texts::load().expect("texts");
    let mut leaks = Vec::new();
    for (_, language) in texts.languages() {
        let fixed = pages(language).chain(lessons(language)).collect_vec();
        let naming = fixed
            .iter()
            .filter(|answer| !answer.named.is_empty())
            .count();
        assert!(naming > 100, "only {naming} answers name a position");
        let first = Day::dated("2026-11-30").expect("a day");
        for day in (0..366).map(|days| first.plus(days)) {
            let puzzle = day.puzzle();
            let targets = puzzle.targets().collect_vec();
            let solutions = solutions(language, puzzle);
            for answer in fixed.iter().chain(&solutions) {
                if answer.leaks(&puzzle, &targets) {
                    let number = day.number();
                    leaks.push(format!(
                        "{} names what wins puzzle {number}, {} {}: {puzzle}",
                        answer.from,
                        puzzle.variant(),
                        puzzle.options()
                    ));
                }
            }
        }
    }
    assert!(leaks.is_empty(), "{}: {:#?}", leaks.len(), &leaks);
}
