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
    /// The number of heaps that contain each power of two is a multiple of this number.
    Powers(usize),
    /// Each power of two occurs in an even number of the stated values.
    Values,
    /// Each power of two occurs in an even number of the remainders.
    Remainders,
    /// Only multiples of `step`: the most that a move may take, plus 1.
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

/// What the sentence says to leave. `None` if it does not say that, or if the position that is left
/// does not show whether a move follows it.
fn says(name: &str, ending: Ending) -> Option<(Leave, Ones)> {
    let if_misere = match ending {
        Ending::Normal => Ones::NoException,
        Ending::Misere => Ones::Odd,
    };
    let (leave, ones) = match name {
        "wythoff-all" | "one-heap" | "moore-two" | "multi-sweep" | "circular-end" => {
            (Leave::Nothing, Ones::NoException)
        }
        "misere-one" => (Leave::One, Ones::NoException),
        "misere-ones" | "multi-misere-ones" => (Leave::OddOnes, Ones::NoException),
        "two-heaps" | "multi-two" => (Leave::Equal(2), Ones::NoException),
        "moore-triplets" => (Leave::Equal(3), Ones::NoException),
        "twins" => (Leave::Pairs, if_misere),
        "grundy-copy" | "circular-copy" | "graph-copy" => (Leave::Pairs, Ones::NoException),
        "misere-powers" => (Leave::Powers(2), Ones::Odd),
        "powers" | "multi-powers" => (Leave::Powers(2), Ones::NoException),
        "moore-powers" if ending == Ending::Normal => (Leave::Powers(3), Ones::NoException),
        "moore-powers" | "moore-misere-ones" => {
            (Leave::Powers(3), Ones::OneMoreThanMultipleOfThree)
        }
        "take-zeros" => (Leave::Multiples, Ones::NoException),
        "take-rests" => (Leave::Remainders, if_misere),
        "steps-end" | "steps-next" | "steps-all" => (Leave::StatedNumbers, Ones::NoException),
        "grundy-small" | "grundy-more" | "grundy-threes" | "circular-short" | "circular-long"
        | "graph-rows" | "graph-rings" | "graph-stars" => (Leave::Values, Ones::NoException),
        "grundy-misere-small" | "grundy-misere" | "circular-misere" | "graph-misere" => {
            (Leave::Values, Ones::Odd)
        }
        "greedy-pair" => (Leave::TwoLargest, Ones::Odd),
        "greedy-even" => (Leave::EvenLargest, if_misere),
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
    numbers: Vec<u64>,
    /// Whether the sequence goes on beyond the stated numbers.
    goes_on: bool,
    step: u64,
}

impl Reader {
    fn new(lessons: &[Lesson], lesson: usize, at: Position) -> Option<Self> {
        let (leave, ones) = says(lessons[lesson].name, at.ending())?;
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
            let before = index.checked_sub(1).map(|before| &lessons[before]);
            for (name, fact) in lessons[index].facts(before, at) {
                reader.learns(name, fact);
            }
        }
        Some(reader)
    }

    fn learns(&mut self, name: &str, fact: Fact) {
        match (name, fact) {
            ("values", Fact::Text(told)) => {
                let told = told.split(", ").filter_map(|told| told.split_once(':'));
                let told =
                    told.map(|(of, value)| (of.to_owned(), value.parse().expect("a number")));
                self.values.extend(told);
            }
            ("pairs", Fact::Text(told)) => self.pairs = told,
            ("numbers", Fact::Text(told)) => {
                let numbers = told.split(", ");
                self.numbers = numbers
                    .map(|number| number.parse().expect("a number"))
                    .collect();
            }
            ("step", Fact::Number(step)) => self.step = step,
            _ => {}
        }
    }

    /// Whether `left` is good to leave according to the sentences.
    fn leaves(&self, left: Position) -> bool {
        let Some(mut names) = names(left) else {
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
        let counted = if matches!(self.leave, Leave::Values) {
            values()
        } else if matches!(self.leave, Leave::Remainders) {
            Some(sizes.iter().map(|size| size % self.step).collect())
        } else {
            Some(sizes.clone())
        };
        if let (true, Some(counted)) = (self.ones != Ones::NoException, &counted) {
            let ones = counted.iter().filter(|&&number| number == 1).count();
            if counted.iter().all(|&number| number <= 1) {
                return match self.ones {
                    Ones::OneMoreThanMultipleOfThree => ones % 3 == 1,
                    Ones::NoException | Ones::Odd => ones % 2 == 1,
                };
            }
        }
        let largest = sizes.iter().max();
        let of_largest = sizes.iter().filter(|size| Some(*size) == largest).count();
        match self.leave {
            Leave::Nothing => sizes.is_empty(),
            Leave::One => sizes == [1],
            Leave::OddOnes => sizes.iter().all(|&size| size == 1) && sizes.len() % 2 == 1,
            // Leaving nothing is allowed, too.
            Leave::Equal(heaps) => sizes.is_empty() || sizes.len() == heaps && of_largest == heaps,
            Leave::Pairs => {
                strike_pairs(&mut names);
                names.is_empty()
            }
            Leave::Powers(cycle) => cancel(&sizes, cycle),
            Leave::Values | Leave::Remainders => counted.is_some_and(|counted| cancel(&counted, 2)),
            Leave::Multiples => sizes.iter().all(|size| size % self.step == 0),
            Leave::StatedPairs => {
                let mut piles = left.shape().lettered().expect("piles").to_vec();
                piles.sort_unstable();
                self.pairs
                    .contains(&format!("({}, {})", piles[0], piles[1]))
            }
            Leave::StatedNumbers => {
                let number = match left.shape().counting() {
                    Some(counting) => counting.count,
                    None => sizes.iter().sum(),
                };
                // The last two numbers show the direction of the sequence.
                let is_further = match *self.numbers {
                    [.., before, last] if self.goes_on && before < last => number > last,
                    [.., _, last] if self.goes_on => number < last,
                    _ => false,
                };
                let is_step = self
                    .numbers
                    .last()
                    .is_some_and(|last| last.abs_diff(number) % self.step == 0);
                self.numbers.contains(&number) || is_further && is_step
            }
            Leave::TwoLargest => of_largest == 2,
            Leave::EvenLargest => of_largest % 2 == 0,
        }
    }
}

/// Whether each power of two occurs in a multiple of `cycle` numbers.
fn cancel(numbers: &[u64], cycle: usize) -> bool {
    (0..u64::BITS).all(|bit| {
        let with = numbers.iter().filter(|&&number| number >> bit & 1 == 1);
        with.count() % cycle == 0
    })
}

/// Removes pairs of equal names: they cancel, whatever they are worth.
fn strike_pairs(names: &mut Vec<String>) {
    names.sort_unstable();
    let runs = names.chunk_by(|one, other| one == other);
    let odd = runs.filter(|run| run.len() % 2 == 1);
    *names = odd.map(|run| run[0].clone()).collect();
}

/// Heaps and pieces by the names that sentences give them, without heaps that cannot be split.
/// `None` for a board, such as a block, that cannot be divided into known pieces.
fn names(left: Position) -> Option<Vec<String>> {
    if left.shape().size() == 0 {
        return Some(Vec::new());
    }
    Some(match left.shape() {
        Shape::Sizes(sizes) => {
            let sizes = sizes.iter().filter(|&&size| size > 2);
            sizes.map(ToString::to_string).collect()
        }
        Shape::Cells(..) => {
            let pieces = left.pieces()?.terms.into_iter();
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

/// How many counters or dots the piece with the given name has.
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
    let mut read = 0;
    for exercise in exercises() {
        let at = exercise.position().expect("a position");
        let lessons = Position::lessons(exercise.variant, exercise.ending);
        let lesson = usize::from(exercise.lesson);
        let Some(reader) = Reader::new(lessons, lesson, at) else {
            continue;
        };
        if exercise.aim() == Aim::HoldOut {
            continue;
        }
        read += 1;
        let choices = at.choices();
        let left = choices.moves().map(|mv| at.play(mv).expect("legal"));
        let allowed: Vec<Position> = left.filter(|left| reader.leaves(*left)).collect();
        let all_win = allowed.iter().all(|left| left.is_lost());
        if !all_win || allowed.is_empty() != at.is_lost() {
            let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let name = lessons[lesson].name;
            wrong.push(format!(
                "{} {} {name}: {at} to {allowed:?}",
                exercise.variant, exercise.ending
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(read > 300, "{read}");
}

/// The sentences hold beyond the positions shown: after any two moves from one of these, every move
/// that the sentence allows wins.
#[test]
fn positions_that_a_sentence_says_to_leave_are_lost() {
    let mut wrong = BTreeSet::new();
    for exercise in exercises() {
        let at = exercise.position().expect("a position");
        let lessons = Position::lessons(exercise.variant, exercise.ending);
        let lesson = usize::from(exercise.lesson);
        let is_small = at.choices().count() <= 30;
        let Some(reader) = Reader::new(lessons, lesson, at).filter(|_| is_small) else {
            continue;
        };
        let next = |at: Position| -> Vec<Position> {
            let choices = at.choices();
            choices
                .moves()
                .map(|mv| at.play(mv).expect("legal"))
                .collect()
        };
        for left in next(at).into_iter().flat_map(next).flat_map(next) {
            if reader.leaves(left) && !left.is_lost() {
                let name = lessons[lesson].name;
                wrong.insert(format!(
                    "{} {} {name}: {left}",
                    exercise.variant, exercise.ending
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
