//! A player who does only what the sentence of a lesson says wins every position that the lesson
//! shows, unless it is lost. The positions to leave are restated here from the sentences in the
//! locale files; the player knows nothing else.

use std::collections::{BTreeMap, BTreeSet};

use crate::lessons::{Aim, Exercise, Lesson};
use crate::{Ending, Fact, Position, Shape, Variant};

/// What a sentence says to leave.
#[derive(Clone, Copy, Debug)]
enum Leave {
    /// Everything is taken.
    Nothing,
    /// A single object.
    One,
    /// Only single objects, an odd number of them.
    OddOnes,
    /// The given number of equal heaps, and nothing else.
    Equal(usize),
    /// Equal pairs only.
    Pairs,
    /// For each power of two, the number of heaps that contain it is a multiple of this number.
    Powers(usize),
    /// Each power of two occurs in an even number of the stated values.
    Values,
    /// Each power of two occurs in an even number of the remainders.
    Remainders,
    /// Only multiples of `step`, which is 1 more than a move may take.
    Multiples,
    /// One of the stated pairs of piles.
    StatedPairs,
    /// One of the stated numbers.
    StatedNumbers,
    /// Exactly two heaps of the largest size, which is at least 2.
    TwoLargest,
    /// An even number of heaps of the largest size.
    EvenLargest,
}

/// How many ones to leave, if the sentence adds "but if only ones would be left".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ones {
    /// The sentence makes no such exception.
    NoException,
    Odd,
    /// 1, 4, 7, …
    OneMoreThanMultipleOfThree,
}

/// What the sentence of the given lesson says to leave. `None` if it does not say what to leave, or
/// if the position after a move does not show whether the move follows the sentence.
fn advice(lesson: &str, ending: Ending) -> Option<(Leave, Ones)> {
    let ones_if_misere = match ending {
        Ending::Normal => Ones::NoException,
        Ending::Misere => Ones::Odd,
    };
    let (leave, ones) = match lesson {
        "wythoff-all" | "one-heap" | "moore-two" | "multi-sweep" | "circular-end" => {
            (Leave::Nothing, Ones::NoException)
        }
        "misere-one" | "wythoff-step" => (Leave::One, Ones::NoException),
        "misere-ones" | "multi-misere-ones" => (Leave::OddOnes, Ones::NoException),
        "two-heaps" | "multi-two" => (Leave::Equal(2), Ones::NoException),
        "moore-triplets" => (Leave::Equal(3), Ones::NoException),
        "twins" => (Leave::Pairs, ones_if_misere),
        "multi-misere-twins" => (Leave::Pairs, Ones::Odd),
        "grundy-copy" | "circular-copy" | "graph-copy" => (Leave::Pairs, Ones::NoException),
        "misere-powers" | "multi-misere-powers" => (Leave::Powers(2), Ones::Odd),
        "powers" | "multi-powers" => (Leave::Powers(2), Ones::NoException),
        "moore-powers" if ending == Ending::Normal => (Leave::Powers(3), Ones::NoException),
        "moore-powers" | "moore-misere-ones" => {
            (Leave::Powers(3), Ones::OneMoreThanMultipleOfThree)
        }
        "take-zeros" => (Leave::Multiples, Ones::NoException),
        "take-rests" => (Leave::Remainders, ones_if_misere),
        "steps-end" | "steps-next" | "steps-all" => (Leave::StatedNumbers, Ones::NoException),
        "grundy-small" | "grundy-more" | "grundy-threes" | "circular-short" | "circular-long"
        | "graph-rows" | "graph-rings" | "graph-stars" => (Leave::Values, Ones::NoException),
        "grundy-misere-small" | "grundy-misere" | "circular-misere" | "graph-misere" => {
            (Leave::Values, Ones::Odd)
        }
        "greedy-pair" => (Leave::TwoLargest, Ones::Odd),
        "greedy-even" => (Leave::EvenLargest, ones_if_misere),
        "wythoff-doors"
        | "wythoff-difference"
        | "wythoff-crossing-out"
        | "wythoff-again"
        | "wythoff-list"
        | "wythoff-two-twos" => (Leave::StatedPairs, Ones::NoException),
        _ => return None,
    };
    Some((leave, ones))
}

/// A learner who has read the sentences of a course up to a lesson.
struct Reader {
    leave: Leave,
    ones: Ones,
    /// The stated value of each piece, by its name.
    values: BTreeMap<String, u64>,
    /// The stated pairs.
    pairs: String,
    /// The stated numbers.
    numbers: Vec<u64>,
    /// Whether the sequence goes on beyond the stated numbers.
    goes_on: bool,
    /// The difference between the numbers to leave.
    step: u64,
}

impl Reader {
    fn new(lessons: &[Lesson], lesson: usize, position: Position) -> Option<Self> {
        let (leave, ones) = advice(lessons[lesson].name, position.ending())?;
        let mut reader = Self {
            leave,
            ones,
            values: BTreeMap::new(),
            pairs: String::new(),
            numbers: Vec::new(),
            goes_on: lessons[lesson].name == "steps-all",
            step: 0,
        };
        for index in 0..=lesson {
            let previous = index.checked_sub(1).map(|previous| &lessons[previous]);
            for (name, fact) in lessons[index].facts(previous, position) {
                reader.learn(name, fact);
            }
        }
        Some(reader)
    }

    fn learn(&mut self, name: &str, fact: Fact) {
        match (name, fact) {
            ("values", Fact::Text(text)) => {
                let entries = text.split(", ").filter_map(|entry| entry.split_once(':'));
                let values = entries
                    .map(|(piece, value)| (piece.to_owned(), value.parse().expect("a number")));
                self.values.extend(values);
            }
            ("pairs", Fact::Text(text)) => self.pairs = text,
            ("numbers", Fact::Text(text)) => {
                let numbers = text.split(", ");
                self.numbers = numbers
                    .map(|number| number.parse().expect("a number"))
                    .collect();
            }
            ("step", Fact::Number(step)) => self.step = step,
            _ => {}
        }
    }

    /// Whether the sentences say to leave the given position.
    fn is_to_be_left(&self, position: Position) -> bool {
        let Some(mut names) = names(position) else {
            return false;
        };
        if matches!((self.leave, self.ones), (Leave::Values, Ones::NoException)) {
            strike_pairs(&mut names);
        }
        let sizes: Vec<u64> = names.iter().map(|name| size(name)).collect();
        let values = || {
            let values = names.iter().map(|name| self.values.get(name).copied());
            values.collect::<Option<Vec<u64>>>()
        };
        let amounts = if matches!(self.leave, Leave::Values) {
            values()
        } else if matches!(self.leave, Leave::Remainders) {
            Some(sizes.iter().map(|size| size % self.step).collect())
        } else {
            Some(sizes.clone())
        };
        if let (true, Some(amounts)) = (self.ones != Ones::NoException, &amounts) {
            let ones = amounts.iter().filter(|&&number| number == 1).count();
            if amounts.iter().all(|&number| number <= 1) {
                return match self.ones {
                    Ones::OneMoreThanMultipleOfThree => ones % 3 == 1,
                    Ones::NoException | Ones::Odd => ones % 2 == 1,
                };
            }
        }
        let largest = sizes.iter().max();
        let largest_count = sizes.iter().filter(|size| Some(*size) == largest).count();
        match self.leave {
            Leave::Nothing => sizes.is_empty(),
            Leave::One => sizes == [1],
            Leave::OddOnes => sizes.iter().all(|&size| size == 1) && sizes.len() % 2 == 1,
            // Leaving nothing is allowed, too.
            Leave::Equal(heaps) => {
                sizes.is_empty() || sizes.len() == heaps && largest_count == heaps
            }
            Leave::Pairs => {
                strike_pairs(&mut names);
                names.is_empty()
            }
            Leave::Powers(cycle) => powers_cancel(&sizes, cycle),
            Leave::Values | Leave::Remainders => {
                amounts.is_some_and(|amounts| powers_cancel(&amounts, 2))
            }
            Leave::Multiples => sizes.iter().all(|size| size % self.step == 0),
            Leave::StatedPairs => {
                let mut piles = position.shape().lettered().expect("piles").to_vec();
                piles.sort_unstable();
                self.pairs
                    .contains(&format!("({}, {})", piles[0], piles[1]))
            }
            Leave::StatedNumbers => {
                let number = match position.shape().counting() {
                    Some(counting) => counting.count,
                    None => sizes.iter().sum(),
                };
                // The last two numbers show the direction of the sequence.
                let is_further = match *self.numbers {
                    [.., previous, last] if self.goes_on && previous < last => number > last,
                    [.., _, last] if self.goes_on => number < last,
                    _ => false,
                };
                let is_in_step = self
                    .numbers
                    .last()
                    .is_some_and(|last| last.abs_diff(number) % self.step == 0);
                self.numbers.contains(&number) || is_further && is_in_step
            }
            Leave::TwoLargest => largest_count == 2,
            Leave::EvenLargest => largest_count % 2 == 0,
        }
    }
}

/// Whether, for each power of two, the count of `numbers` that contain it is a multiple of `cycle`.
fn powers_cancel(numbers: &[u64], cycle: usize) -> bool {
    (0..u64::BITS).all(|bit| {
        let containing = numbers.iter().filter(|&&number| number >> bit & 1 == 1);
        containing.count() % cycle == 0
    })
}

/// Removes pairs of equal names: they cancel, whatever they are worth.
fn strike_pairs(names: &mut Vec<String>) {
    names.sort_unstable();
    let runs = names.chunk_by(|one, other| one == other);
    let unpaired = runs.filter(|run| run.len() % 2 == 1);
    *names = unpaired.map(|run| run[0].clone()).collect();
}

/// Heaps and pieces by the names that sentences give them. In Grundy's game, heaps that are too
/// small to split are left out. `None` for a board that is not made of known pieces, such as a
/// block in TacTix.
fn names(position: Position) -> Option<Vec<String>> {
    if position.shape().size() == 0 {
        return Some(Vec::new());
    }
    Some(match position.shape() {
        Shape::Sizes(sizes) => {
            let sizes = sizes.iter().filter(|&&size| size > 2);
            sizes.map(ToString::to_string).collect()
        }
        Shape::Cells(..) => {
            let pieces = position.pieces()?.terms.into_iter();
            pieces.map(|term| term.name).collect()
        }
        Shape::Count(_) => Vec::new(),
        shape @ (Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(..)) => {
            let heaps = shape.lettered().unwrap_or_default().iter();
            heaps
                .filter(|&&heap| heap > 0)
                .map(ToString::to_string)
                .collect()
        }
    })
}

/// How many objects or dots the piece with the given name has.
fn size(name: &str) -> u64 {
    name.trim_start_matches(char::is_alphabetic)
        .parse()
        .expect("a size")
}

/// The exercises of all games.
fn exercises() -> impl Iterator<Item = Exercise> {
    let games = Variant::ALL.iter();
    games.flat_map(|&variant| Exercise::all(variant))
}

#[test]
fn following_a_sentence_wins_the_positions_of_its_lesson() {
    let mut wrong = Vec::new();
    let mut exercises_read = 0;
    for exercise in exercises() {
        let position = exercise.position().expect("a position");
        let lessons = Position::lessons(exercise.variant, exercise.ending);
        let lesson = usize::from(exercise.lesson);
        let Some(reader) = Reader::new(lessons, lesson, position) else {
            continue;
        };
        if exercise.aim() == Aim::HoldOut {
            continue;
        }
        exercises_read += 1;
        let choices = position.choices();
        let reachable = choices.moves().map(|mv| position.play(mv).expect("legal"));
        let allowed: Vec<Position> = reachable
            .filter(|next| reader.is_to_be_left(*next))
            .collect();
        let all_win = allowed.iter().all(|next| next.is_lost());
        if !all_win || allowed.is_empty() != position.is_lost() {
            let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let name = lessons[lesson].name;
            wrong.push(format!(
                "{} {} {name}: {position} to {allowed:?}",
                exercise.variant, exercise.ending
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(exercises_read > 300, "{exercises_read}");
}

/// The sentences hold beyond the positions shown: after any two moves from one of these, every move
/// that the sentence allows wins.
#[test]
fn positions_that_a_sentence_says_to_leave_are_lost() {
    let mut wrong = BTreeSet::new();
    for exercise in exercises() {
        let position = exercise.position().expect("a position");
        let lessons = Position::lessons(exercise.variant, exercise.ending);
        let lesson = usize::from(exercise.lesson);
        let is_small = position.choices().count() <= 30;
        let Some(reader) = Reader::new(lessons, lesson, position).filter(|_| is_small) else {
            continue;
        };
        let successors = |position: Position| -> Vec<Position> {
            let choices = position.choices();
            choices
                .moves()
                .map(|mv| position.play(mv).expect("legal"))
                .collect()
        };
        let after_one_move = successors(position).into_iter();
        for reached in after_one_move.flat_map(successors).flat_map(successors) {
            if reader.is_to_be_left(reached) && !reached.is_lost() {
                let name = lessons[lesson].name;
                wrong.insert(format!(
                    "{} {} {name}: {reached}",
                    exercise.variant, exercise.ending
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
